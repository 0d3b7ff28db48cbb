import { parseUntrustedJson } from '../fields/json';
import { type HttpResponse } from './response';
import { decodeReference } from './readElement';

/** What a server says. */
type Said = Pick<HttpResponse, 'headers' | 'text' | 'json'>;

/** What nobody may see, each with what stands in its place. */
export type Secrets = ReadonlyMap<string, string>;

/**
 * What a server says, without what nobody may see. It may repeat what it was asked with, and what it
 * says goes on to people and to the next node.
 *
 * @param secrets are found as they are, and as JSON and addresses spell them
 */
export function conceal<Response extends Said>(response: Response, secrets: Secrets): Response {
	const spellings = [...secrets].flatMap(([secret, instead]) => {
		const inJson = JSON.stringify(secret).slice(1, -1);
		const inAddress = encodeURIComponent(secret);
		const lower = inAddress.replace(/%../g, (escaped) => escaped.toLowerCase());
		// PHP escapes slashes in JSON.
		const all = [secret, inJson, inJson.replaceAll('/', '\\/'), inAddress, lower];

		return all.map((spelling) => [spelling, instead] as const);
	});
	// One may be a part of another one, the rest of which would stay.
	const longestFirst = [...new Map(spellings)].sort(([a], [b]) => b.length - a.length);
	const hide = (shown: string) =>
		longestFirst.reduce((rest, spelling) => rest.replaceAll(...spelling), shown);

	const headers = Object.fromEntries(
		Object.entries(response.headers).map(([name, value]) => [name, hide(value)]),
	);
	const plain = unescaped(response.text);
	const hidden = hide(plain);
	const text = hidden === plain ? response.text : hidden;

	return { ...response, headers, text, json: parseUntrustedJson(text) };
}

/** A text as it is read. JSON and XML can spell each character in another way: `p` as `\u0070`, `&#112;`. */
function unescaped(text: string): string {
	const json = text.includes('\\u') ? parseUntrustedJson(text) : undefined;
	if (json !== undefined) return JSON.stringify(json);
	if (!text.includes('&#') || /^\s*[[{]/.test(text)) return text;

	return text.replace(/&(#\w+);/g, (whole, reference: string) => {
		const character = decodeReference(reference);

		// With those, other elements would come of it.
		return character === undefined || '<>&'.includes(character) ? whole : character;
	});
}
