import type { JsonObject } from 'n8n-workflow';

import { quote } from '../../shared/text/quote';
import { isJsonObject, tryParseJson } from '../../shared/values/json';
import { asText } from '../../shared/values/asText';
import { parseAddress } from '../../shared/values/parseAddress';
import type { UploadCall } from '../../shared/model/call';
import type { Operation } from '../../shared/operations/operation';
import { type Problem, refused, type Result } from '../../shared/result/problem';
import { formatDuration } from '../../shared/text/formatDuration';

/** Where a file may be uploaded, and the form fields that were signed for it. */
export type Credentials = Pick<UploadCall, 'url' | 'form'>;

type Form = Credentials['form'];

/** The value of a form field, whose name may be in any case. */
export const getFormValue = (form: Form, wire: string): string | undefined =>
	form.find(([name]) => name.toLowerCase() === wire.toLowerCase())?.[1];

/** Stands in declarations for the prefix that a storage provider gives to its signing fields, such as `x-amz-`. */
export const NEUTRAL_PREFIX = 'x-store-';

/**
 * Parses upload credentials as they were issued: `{upload_data: {url, fields}}` (row 16) or
 * `{url, fields}`.
 *
 * @returns a Problem whose message is a clause if something is wrong with them
 */
export function parseCredentials(
	value: JsonObject,
	upload: Operation<'upload'>,
): Result<Credentials> {
	const { url, fields } = isJsonObject(value.upload_data) ? value.upload_data : value;
	if (!isJsonObject(fields)) return invalidCredentials('the form fields ("fields") are missing');

	if (typeof url !== 'string' || parseAddress(url) === undefined) {
		return invalidCredentials(
			'the storage address ("url") is missing, or is not one that starts with https:// or http://',
		);
	}

	const form = Object.entries(fields).map(([name, text]) => [name, asText(text) ?? ''] as const);
	const nonText = Object.keys(fields).find((name) => asText(fields[name]) === undefined);
	if (nonText !== undefined) return invalidCredentials(`the form field "${nonText}" is not text`);

	const missing = upload.formFields.filter(
		({ wire }) => !form.some((formField) => isFilledIn(formField, wire)),
	);
	if (missing.length === 0) return { url, form };

	const names = missing.map(({ displayName }) => displayName).join(', ');

	return invalidCredentials(`these form fields are missing: ${names}`);
}

const invalidCredentials = (clause: string): Problem =>
	refused(clause, 'Use the whole response of the call that issued the credentials.');

/** Whether an issued form field has a value, and is the declared one with this name, whatever its prefix (row 16). */
function isFilledIn([name, value]: Form[number], wire: string): boolean {
	const issuedName = name.toLowerCase();
	const isSameName = wire.startsWith(NEUTRAL_PREFIX)
		? issuedName.replace(/^x-[a-z]+-/, NEUTRAL_PREFIX) === wire
		: issuedName === wire.toLowerCase();

	return isSameName && value.trim() !== '';
}

/** Why the policy of upload credentials does not allow an upload. */
export interface PolicyViolation {
	readonly kind: 'time' | 'size' | 'field';
	/** The wire name of the form field concerned, or `policy` if there is none. */
	readonly wire: string;
	/** A clause that follows the name of a field. */
	readonly problem: string;
	/** A sentence. */
	readonly remedy: string;
}

/**
 * Checks an upload against the policy that was signed with its credentials (base64 JSON, row 16), so
 * that it is not sent if the storage would refuse it, because the credentials have expired or were signed
 * for another size, type or key. If the policy cannot be read, the storage has to judge.
 *
 * @param size of the file in bytes
 * @param now in milliseconds since 1970
 * @returns the first violation, or undefined if there is none
 */
export function findPolicyViolation(
	form: Form,
	size: number,
	now: number,
): PolicyViolation | undefined {
	const { expiration, conditions } = readPolicy(form);
	const expired = checkExpiration(expiration, now);
	if (expired !== undefined) return expired;

	for (const condition of conditions) {
		const violation = checkSize(condition, size) ?? checkFields(condition, form);
		if (violation !== undefined) return violation;
	}

	return undefined;
}

/** The bucket that a policy requires, or undefined if it leaves it open. */
export const readBucket = (form: Form): string | undefined =>
	readPolicy(form)
		.conditions.flatMap(fieldConditionsIn)
		.find(({ wire, operator }) => wire === 'bucket' && operator === 'eq')?.value;

function readPolicy(form: Form): { expiration?: unknown; conditions: readonly unknown[] } {
	const policy = tryParseJson(
		Buffer.from(getFormValue(form, 'policy') ?? '', 'base64').toString('utf8'),
	);
	const { expiration, conditions } = isJsonObject(policy) ? policy : {};

	return { expiration, conditions: Array.isArray(conditions) ? conditions : [] };
}

function checkExpiration(expiration: unknown, now: number): PolicyViolation | undefined {
	const expiresAt = typeof expiration === 'string' ? Date.parse(expiration) : NaN;
	if (Number.isNaN(expiresAt) || expiresAt > now) return undefined;

	const age = formatDuration(Math.round((now - expiresAt) / 1000));

	return {
		kind: 'time',
		wire: 'policy',
		problem: `the upload credentials expired ${age} ago, at ${new Date(expiresAt).toISOString()}`,
		remedy: 'They are valid for a short time only: get new ones right before the upload.',
	};
}

/** Checks a file against a `["content-length-range", 1, 5242880]`; other conditions are ignored. */
function checkSize(condition: unknown, size: number): PolicyViolation | undefined {
	if (!Array.isArray(condition) || condition[0] !== 'content-length-range') return undefined;

	const [min, max] = condition.slice(1, 3).map(parseBytes);
	if (min === undefined || max === undefined) return undefined;
	if (size >= min && size <= max) return undefined;

	const range = min === max ? formatBytes(max) : `${min} to ${formatBytes(max)}`;

	return {
		kind: 'size',
		wire: 'policy',
		problem: `the file has ${formatBytes(size)}, and the upload credentials are for ${range}`,
		remedy: `Get upload credentials for a file of ${formatBytes(size)}.`,
	};
}

/** Parses the number of bytes in a condition, which may be text. Returns undefined for anything else. */
function parseBytes(value: unknown): number | undefined {
	const isDigits = typeof value === 'string' && /^\d+$/.test(value);

	return typeof value === 'number' || isDigits ? Number(value) : undefined;
}

const formatBytes = (count: number): string => `${count} byte${count === 1 ? '' : 's'}`;

/** The form fields whose values depend on the user or the file. The server that signs them sets the rest. */
const USER_FIELDS = ['content-type', 'key'];

function checkFields(condition: unknown, form: Form): PolicyViolation | undefined {
	for (const fieldCondition of fieldConditionsIn(condition)) {
		const violation = checkField(fieldCondition, form);
		if (violation !== undefined) return violation;
	}

	return undefined;
}

function checkField(
	{ operator, wire, value: required }: FieldCondition,
	form: Form,
): PolicyViolation | undefined {
	const actual = getFormValue(form, wire) ?? '';
	// The storage replaces this variable in a key by the name of the file.
	if (!USER_FIELDS.includes(wire) || actual.includes('${filename}')) return undefined;
	if (operator === 'eq' ? actual === required : actual.startsWith(required)) return undefined;

	const allowed = operator === 'eq' ? quote(required) : `what starts with ${quote(required)}`;

	return {
		kind: 'field',
		wire,
		problem: `${quote(actual)} is not what the upload credentials allow, which is ${allowed}`,
		remedy: 'Use all fields exactly as they were issued.',
	};
}

/** What a policy requires of one form field: a value, or the start of one. */
interface FieldCondition {
	readonly operator: 'eq' | 'starts-with';
	readonly wire: string;
	readonly value: string;
}

/** Parses `{"key": "a"}`, `["eq", "$key", "a"]` and `["starts-with", "$key", "a"]`. */
function fieldConditionsIn(condition: unknown): FieldCondition[] {
	const conditions: FieldCondition[] = [];
	const parts: readonly unknown[] = isJsonObject(condition)
		? Object.entries(condition).map(([name, value]) => ['eq', `$${name}`, value])
		: [condition];

	for (const part of parts) {
		const [operator, name, value] = Array.isArray(part) ? (part as readonly unknown[]) : [];
		if (operator !== 'eq' && operator !== 'starts-with') continue;
		if (typeof name !== 'string' || typeof value !== 'string') continue;

		conditions.push({ operator, wire: name.replace(/^\$/, '').toLowerCase(), value });
	}

	return conditions;
}
