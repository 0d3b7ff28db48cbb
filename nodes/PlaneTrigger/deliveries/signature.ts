import { createHmac, timingSafeEqual } from 'node:crypto';

/** A signing secret of Plane within other text. */
const SECRET = /(?<![\w-])plane_wh_\w{8,}(?![\w-])/g;

/**
 * Finds the signing secret in what a user pasted. Plane offers it as a CSV file, so people paste its whole
 * line, or the secret with quotes around it.
 *
 * @returns the trimmed text if it does not contain exactly one secret; `''` if the value is not a text
 */
export function extractSecret(value: unknown): string {
	if (typeof value !== 'string') return '';

	const secrets = new Set(value.match(SECRET));
	const [secret] = secrets;

	return secret !== undefined && secrets.size === 1 ? secret : value.trim();
}

/**
 * Verifies that a body was signed with a secret: `X-Plane-Signature` is the HMAC-SHA256 of its bytes in
 * hexadecimal digits (row 40). The comparison takes the same time wherever the signatures differ.
 */
export function hasValidSignature(body: Uint8Array, signature: unknown, secret: string): boolean {
	if (secret === '' || typeof signature !== 'string') return false;

	const expected = createHmac('sha256', secret).update(body).digest();
	const actual = Buffer.from(/^[\da-f]{64}$/i.test(signature) ? signature : '', 'hex');

	return actual.length === expected.length && timingSafeEqual(actual, expected);
}
