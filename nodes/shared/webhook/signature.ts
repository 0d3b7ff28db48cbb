import { createHmac, timingSafeEqual } from 'node:crypto';

/** The secret as Plane has it: what is pasted may have a line break at its end. */
export const secretIn = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

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
