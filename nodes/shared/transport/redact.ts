import { parseUntrustedJson } from '../values/json';
import { decodeReference } from './readElement';
import type { HttpResponse } from './response';

type ResponseText = Pick<HttpResponse, 'headers' | 'text' | 'json'>;

/** Secrets, each with the text that replaces it. */
export type Secrets = ReadonlyMap<string, string>;

/**
 * Removes secrets from a response. A server may repeat what it was sent, and its texts are shown to people
 * and output to the next node.
 */
export function redact<Response extends ResponseText>(
	response: Response,
	redactText: Redactor,
): Response {
	const headers = Object.fromEntries(
		Object.entries(response.headers).map(([name, value]) => [name, redactText(value)]),
	);
	const decoded = decodeEscapes(response.text);
	const redacted = redactText(decoded);
	const text = redacted === decoded ? response.text : redacted;

	return { ...response, headers, text, json: parseUntrustedJson(text) };
}

/** Replaces secrets in a text. */
export type Redactor = (text: string) => string;

/** Returns a function that replaces secrets in a text, however JSON and addresses spell them. */
export function createRedactor(secrets: Secrets): Redactor {
	const replacements = new Map<string, string>();

	for (const [secret, replacement] of secrets) {
		for (const spelling of listSpellings(secret)) replacements.set(spelling, replacement);
	}

	// A secret may be part of a longer one, whose remainder would otherwise stay.
	const longestFirst = [...replacements].sort(([a], [b]) => b.length - a.length);

	return (text) =>
		longestFirst.reduce(
			(rest, [spelling, replacement]) => rest.replaceAll(spelling, replacement),
			text,
		);
}

/** A secret as it is, and as JSON and addresses spell it. */
function listSpellings(secret: string): readonly string[] {
	const inJson = JSON.stringify(secret).slice(1, -1);
	const inAddress = encodeURIComponent(secret);
	const lowerCase = inAddress.replace(/%../g, (escaped) => escaped.toLowerCase());
	// PHP escapes slashes in JSON.
	const inPhpJson = inJson.replaceAll('/', '\\/');

	return [secret, inJson, inPhpJson, inAddress, lowerCase];
}

/** Decodes the characters that JSON and XML can spell in another way: `p` as `\u0070` or `&#112;`. */
function decodeEscapes(text: string): string {
	const json = text.includes('\\u') ? parseUntrustedJson(text) : undefined;
	if (json !== undefined) return JSON.stringify(json);
	if (!text.includes('&#') || /^\s*[[{]/.test(text)) return text;

	return text.replace(/&(#\w+);/g, (escaped, reference: string) => {
		const character = decodeReference(reference);

		// Decoding these would create new elements.
		return character === undefined || '<>&'.includes(character) ? escaped : character;
	});
}
