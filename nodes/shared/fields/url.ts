import { refused } from '../result/problem';
import { quote } from './describe';
import { fieldsOf, type Written } from './field';

/** The web address in a value (http or https, with a host), or undefined. */
export function parseAddress(value: unknown): URL | undefined {
	if (typeof value !== 'string') return undefined;
	const text = value.trim();
	try {
		// The URL class repairs https:example.com and https:///example.com; whoever follows may not.
		return /^https?:\/\/[^/\\?#]/i.test(text) ? new URL(text) : undefined;
	} catch {
		return undefined;
	}
}

function writeLink(value: unknown): Written {
	const url = parseAddress(value);
	return url === undefined || typeof value !== 'string' || /[\s\p{Cc}]/u.test(value.trim())
		? refused(
				`${quote(value)} is not a web address`,
				'Enter an address that starts with https:// or http://.',
			)
		: value.trim();
}

/** A web address. */
export const url = fieldsOf(
	{ look: { type: 'string', default: '' }, cleared: '', write: writeLink },
	{ placeholder: 'e.g. https://example.com/page' },
);
