import type { JsonObject } from 'n8n-workflow';

import { quote } from '../../shared/fields/describe';
import { isJsonObject, jsonIn } from '../../shared/fields/json';
import { asText, parseAddress } from '../../shared/fields/text';
import type { UploadCall } from '../../shared/model/call';
import type { Upload } from '../../shared/operations/operation';
import { type Problem, refused, type Result } from '../../shared/result/problem';
import { duration } from '../../shared/transport/retryAfter';

/** Where a file may be uploaded, with the form that was signed for it. */
export type Credentials = Pick<UploadCall, 'url' | 'form'>;

type Form = Credentials['form'];

/** The value of a form field, whose name may have any case. */
export const valueIn = (form: Form, wire: string): string | undefined =>
	form.find(([name]) => name.toLowerCase() === wire.toLowerCase())?.[1];

/** The part of a signing field's name that depends on the storage's provider. */
export const NEUTRAL = 'x-store-';

/**
 * Upload credentials as they were issued: `{upload_data: {url, fields}}` (row 16) or
 * `{url, fields}`.
 *
 * @returns a Problem whose message is a clause, where something is wrong with them
 */
export function issuedIn(value: JsonObject, upload: Upload): Result<Credentials> {
	const { url, fields } = isJsonObject(value.upload_data) ? value.upload_data : value;
	if (!isJsonObject(fields)) return unfit('the form fields ("fields") are missing');

	if (typeof url !== 'string' || parseAddress(url) === undefined) {
		return unfit(
			'the storage address ("url") is missing, or is not one that starts with https:// or http://',
		);
	}

	const form = Object.entries(fields).map(([name, text]) => [name, asText(text) ?? ''] as const);
	const changed = Object.keys(fields).find((name) => asText(fields[name]) === undefined);
	if (changed !== undefined) return unfit(`the form field "${changed}" is not text`);

	const missing = upload.form.filter(({ wire }) => !form.some((entry) => fills(entry, wire)));
	if (missing.length === 0) return { url, form };

	const names = missing.map(({ displayName }) => displayName).join(', ');

	return unfit(`these form fields are missing: ${names}`);
}

const unfit = (clause: string): Problem =>
	refused(clause, 'Use the whole response of the call that issued the credentials.');

/** Whether a form field as issued is this declared one, whatever the provider's prefix (row 16). */
function fills([name, value]: Form[number], wire: string): boolean {
	const issued = name.toLowerCase();
	const isSame = wire.startsWith(NEUTRAL)
		? issued.replace(/^x-[a-z]+-/, NEUTRAL) === wire
		: issued === wire.toLowerCase();

	return isSame && value.trim() !== '';
}

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
export function objectionOf(form: Form, size: number, now: number): Objection | undefined {
	const { expiration, conditions } = policyIn(form);
	const objections = conditions.flatMap((condition) => [
		sizeObjection(condition, size),
		...wantedBy(condition).map((wanted) => fieldObjection(wanted, form)),
	]);

	return expired(expiration, now) ?? objections.find((objection) => objection !== undefined);
}

/** The bucket that a policy names; undefined: it names none. */
export const bucketIn = (form: Form): string | undefined =>
	policyIn(form)
		.conditions.flatMap(wantedBy)
		.find(({ wire, how }) => wire === 'bucket' && how === 'eq')?.value;

function policyIn(form: Form): { expiration?: unknown; conditions: readonly unknown[] } {
	const policy = jsonIn(Buffer.from(valueIn(form, 'policy') ?? '', 'base64').toString('utf8'));
	const { expiration, conditions } = isJsonObject(policy) ? policy : {};

	return { expiration, conditions: Array.isArray(conditions) ? conditions : [] };
}

function expired(expiration: unknown, now: number): Objection | undefined {
	const end = typeof expiration === 'string' ? Date.parse(expiration) : NaN;
	if (Number.isNaN(end) || end > now) return undefined;

	const ago = duration(Math.round((now - end) / 1000));

	return {
		kind: 'time',
		wire: 'policy',
		problem: `the upload credentials expired ${ago} ago, at ${new Date(end).toISOString()}`,
		remedy: 'They are valid for a short time only: get new ones right before the upload.',
	};
}

function sizeObjection(condition: unknown, size: number): Objection | undefined {
	if (!Array.isArray(condition) || condition[0] !== 'content-length-range') return undefined;

	const [least, most] = condition.slice(1, 3).map(bound);
	if (least === undefined || most === undefined) return undefined;
	if (size >= least && size <= most) return undefined;

	const range = least === most ? bytes(most) : `${least} to ${bytes(most)}`;

	return {
		kind: 'size',
		wire: 'policy',
		problem: `the file has ${bytes(size)}, and the upload credentials are for ${range}`,
		remedy: `Get upload credentials for a file of ${bytes(size)}.`,
	};
}

/** A number of bytes in a condition, which may stand there as text; undefined: it is none. */
function bound(value: unknown): number | undefined {
	const isDigits = typeof value === 'string' && /^\d+$/.test(value);

	return typeof value === 'number' || isDigits ? Number(value) : undefined;
}

const bytes = (count: number): string => `${count} byte${count === 1 ? '' : 's'}`;

/** The fields whose values the user gives, or the file has; the others are the signer's own. */
const CHECKED = ['content-type', 'key'];

function fieldObjection({ how, wire, value }: Wanted, form: Form): Objection | undefined {
	const given = valueIn(form, wire) ?? '';
	// A key may hold the name of the file as a variable, which the storage fills in.
	if (!CHECKED.includes(wire) || given.includes('${filename}')) return undefined;
	if (how === 'eq' ? given === value : given.startsWith(value)) return undefined;

	const allowed = how === 'eq' ? quote(value) : `what starts with ${quote(value)}`;

	return {
		kind: 'field',
		wire,
		problem: `${quote(given)} is not what the upload credentials allow, which is ${allowed}`,
		remedy: 'Use all fields exactly as they were issued.',
	};
}

type Wanted = ReturnType<typeof wantedBy>[number];

/** `{"key": "a"}` and `["eq", "$key", "a"]` want a value, `["starts-with", "$key", "a"]` its start. */
function wantedBy(condition: unknown) {
	const all: readonly unknown[] = isJsonObject(condition)
		? Object.entries(condition).map(([field, value]) => ['eq', `$${field}`, value])
		: [condition];

	return all.flatMap((each) => {
		const [how, name, value] = Array.isArray(each) ? (each as readonly unknown[]) : [];
		if (how !== 'eq' && how !== 'starts-with') return [];
		if (typeof name !== 'string' || typeof value !== 'string') return [];

		return [{ how, wire: name.replace(/^\$/, '').toLowerCase(), value }];
	});
}
