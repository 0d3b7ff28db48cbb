import { createHmac, timingSafeEqual } from 'node:crypto';

/** A secret of Plane within other text. */
const SECRET = /(?<![\w-])plane_wh_\w{8,}(?![\w-])/g;

/**
 * The secret as Plane has it. Plane gives it in a CSV file, so that what is pasted may be its whole line,
 * or have quotes around it (case P58).
 *
 * @returns `''` if the value is no text
 */
export function secretIn(value: unknown): string {
	if (typeof value !== 'string') return '';

	const secrets = new Set(value.match(SECRET));
	const [only] = secrets;

	return only !== undefined && secrets.size === 1 ? only : value.trim();
}

/**
 * Whether a body was signed with this secret: `X-Plane-Signature` is the HMAC-SHA256 of the bytes as
 * they came, in hexadecimal digits (row 40). Takes the same time whatever is wrong.
 */
export function isSigned(body: Uint8Array, signature: unknown, secret: string): boolean {
	if (secret === '' || typeof signature !== 'string') return false;

	const due = createHmac('sha256', secret).update(body).digest();
	const given = Buffer.from(/^[\da-f]{64}$/i.test(signature) ? signature : '', 'hex');

	return given.length === due.length && timingSafeEqual(given, due);
}
