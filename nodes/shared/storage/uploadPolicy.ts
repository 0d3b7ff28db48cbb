import { quote } from '../fields/describe';
import { isJsonObject, jsonIn } from '../fields/json';
import type { UploadCall } from '../model/call';
import { duration } from '../transport/retryAfter';
import { valueIn } from './uploadCredentials';

/** What a policy has against an upload. */
export interface Objection {
	/** What it is about. */
	readonly kind: 'time' | 'size' | 'field';
	/** The wire name of the form field that it is about; `policy` where it is about none. */
	readonly wire: string;
	/** A clause that goes after the name of a field. */
	readonly problem: string;
	/** A sentence. */
	readonly remedy: string;
}

/**
 * Reads the policy that was signed with the upload credentials (base64 JSON, row 16), so
 * that an upload which the storage would refuse is not sent: credentials that have expired, a file
 * of another size, another type or key. A policy that cannot be read is left to the storage.
 *
 * @param size of the file, in bytes
 * @param now UNIX milliseconds
 * @returns the first thing that the policy has against it; undefined: nothing
 */
export function objectionOf(
	form: UploadCall['form'],
	size: number,
	now: number,
): Objection | undefined {
	const policy = policyIn(form);
	if (policy === undefined) return undefined;
	return (
		expired(policy.expiration, now) ??
		policy.conditions
			.flatMap((condition) => [
				sizeObjection(condition, size),
				...wantedBy(condition).map((wanted) => fieldObjection(wanted, form)),
			])
			.find((objection) => objection !== undefined)
	);
}

/** The bucket that a policy names; undefined: it names none. */
export function bucketIn(form: UploadCall['form']): string | undefined {
	return (policyIn(form)?.conditions ?? [])
		.flatMap(wantedBy)
		.find(({ wire, how }) => wire === 'bucket' && how === 'eq')?.value;
}

interface Policy {
	readonly expiration: unknown;
	readonly conditions: readonly unknown[];
}

function policyIn(form: UploadCall['form']): Policy | undefined {
	const policy = jsonIn(Buffer.from(valueIn(form, 'policy') ?? '', 'base64').toString('utf8'));
	if (!isJsonObject(policy)) return undefined;
	const { expiration, conditions } = policy;
	return { expiration, conditions: Array.isArray(conditions) ? conditions : [] };
}

function expired(expiration: unknown, now: number): Objection | undefined {
	const end = typeof expiration === 'string' ? Date.parse(expiration) : NaN;
	if (Number.isNaN(end) || end > now) return undefined;
	const ago = duration(Math.round((now - end) / 1000));
	return {
		...{ kind: 'time', wire: 'policy' },
		problem: `the upload credentials expired ${ago} ago, at ${new Date(end).toISOString()}`,
		remedy: 'They are valid for a short time only: get new ones right before the upload.',
	};
}

function sizeObjection(condition: unknown, size: number): Objection | undefined {
	if (!Array.isArray(condition) || condition[0] !== 'content-length-range') return undefined;
	const [least, most] = condition.slice(1, 3).map(bound);
	if (least === undefined || most === undefined || (size >= least && size <= most)) {
		return undefined;
	}
	return {
		...{ kind: 'size', wire: 'policy' },
		problem: `the file has ${bytes(size)}, and the upload credentials are for ${least === most ? bytes(most) : `${String(least)} to ${bytes(most)}`}`,
		remedy: `Get upload credentials for a file of ${bytes(size)}.`,
	};
}

/** A number of bytes in a condition, which may stand there as text; undefined: it is none. */
function bound(value: unknown): number | undefined {
	const isDigits = typeof value === 'string' && /^\d+$/.test(value);
	return typeof value === 'number' || isDigits ? Number(value) : undefined;
}

const bytes = (count: number): string => `${String(count)} byte${count === 1 ? '' : 's'}`;

/** The fields whose values the user gives, or the file has; the others are the signer's own. */
const CHECKED = ['content-type', 'key'];

function fieldObjection(
	wanted: ReturnType<typeof wantedBy>[number],
	form: UploadCall['form'],
): Objection | undefined {
	if (!CHECKED.includes(wanted.wire)) return undefined;
	const given = valueIn(form, wanted.wire) ?? '';
	// A key may hold the name of the file as a variable, which the storage fills in.
	if (given.includes('${filename}')) return undefined;
	const fits = wanted.how === 'eq' ? given === wanted.value : given.startsWith(wanted.value);
	if (fits) return undefined;
	const allowed =
		wanted.how === 'eq' ? quote(wanted.value) : `what starts with ${quote(wanted.value)}`;
	return {
		...{ kind: 'field', wire: wanted.wire },
		problem: `${quote(given)} is not what the upload credentials allow, which is ${allowed}`,
		remedy: 'Use all fields exactly as they were issued.',
	};
}

/** `{"key": "a"}` and `["eq", "$key", "a"]` want a value, `["starts-with", "$key", "a"]` its start. */
function wantedBy(condition: unknown) {
	const all: readonly (readonly unknown[])[] = Array.isArray(condition)
		? [condition]
		: isJsonObject(condition)
			? Object.entries(condition).map(([field, value]) => ['eq', `$${field}`, value])
			: [];
	return all.flatMap(([how, name, value]) => {
		const isText = typeof name === 'string' && typeof value === 'string';
		return isText && (how === 'eq' || how === 'starts-with')
			? [{ how, wire: name.replace(/^\$/, '').toLowerCase(), value }]
			: [];
	});
}
