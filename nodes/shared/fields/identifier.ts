import { isProblem, refused } from '../result/problem';
import { quote } from './describe';
import { fieldsOf, type Written } from './field';
import { asText } from './text';

const LONGEST = 255;

/** What all IDs of Plane's records look like; servers read them in any case. */
export const isUuid = (text: string): boolean =>
	/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

/** The same text for the same ID: servers read UUIDs in any case, and answer in lower case. */
export const sameId = (id: string): string => (isUuid(id) ? id.toLowerCase() : id);

/** What an identifier is called, and how to mend one. */
interface Words {
	readonly name: string;
	/** The name with its article. */
	readonly one: string;
	readonly remedy: string;
}

/**
 * Writes an identifier. It must be fit to stand as one segment of a path, also where it goes into a
 * body: an ID with a slash is a pasted address, never an ID.
 */
function writeSegment(value: unknown, { name, one, remedy }: Words): Written {
	const text = typeof value === 'boolean' ? undefined : asText(value)?.trim();
	if (text === undefined) return refused(`${quote(value)} is not ${one}`, remedy);
	if (/^https?:/i.test(text)) return refused(`${quote(text)} is a web address, not ${one}`, remedy);
	const bad = /[\p{C}\s/\\?#"',;]/u.exec(text)?.[0];
	if (bad !== undefined) {
		const what = /[\p{C}\s]/u.test(bad) ? 'a space or control character' : `"${bad}"`;
		return refused(`${quote(text)} has ${what}, which no ${name} has`, remedy);
	}
	// The last two are what text becomes where an expression in it finds nothing.
	if (['.', '..', 'undefined', 'null'].includes(text)) {
		return refused(`${quote(text)} is not ${one}`, remedy);
	}
	if (text.length > LONGEST) {
		return refused(
			`${quote(text)} is ${String(text.length)} characters long, which no ${name} is`,
			remedy,
		);
	}
	return text;
}

const ID: Words = { name: 'ID', one: 'an ID', remedy: 'Enter only the ID, as text.' };

const SLUG: Words = {
	name: 'workspace slug',
	one: 'a workspace slug',
	remedy:
		"Enter the workspace as in the address of Plane's web app: acme for https://app.plane.so/acme/.",
};

/** Writes the ID of a record. */
export const writeIdentifier = (value: unknown): Written => writeSegment(value, ID);

/** Writes the name that a workspace has in addresses. */
export const writeSlug = (value: unknown): Written => writeSegment(value, SLUG);

/**
 * Writes the ID of a record that is chosen from a list, where a person may well give a name instead.
 *
 * @param isName tells other texts that stand for such a record
 */
export function writeRecordId(value: unknown, isName: (text: string) => boolean): Written {
	const result = writeIdentifier(value);
	const text = isProblem(result) ? undefined : asText(result);
	if (text === undefined) return result;
	return isUuid(text) || isName(text)
		? result
		: refused(
				`${quote(text)} is not an ID`,
				'Enter the ID, which looks like 0c7da278-21b6-4225-9d30-da0e1a924ae5, or choose from the list.',
			);
}

/** The ID of a record that no list offers. It cannot be cleared. */
export const id = fieldsOf(
	{ look: { type: 'string', default: '' }, write: writeIdentifier },
	{ placeholder: 'e.g. 1f1bdfdf-f6fc-459b-8a21-c057ef5966e5' },
);

/** The workspace. It cannot be cleared. */
export const slug = fieldsOf(
	{ look: { type: 'string', default: '' }, write: writeSlug },
	{ placeholder: 'e.g. acme' },
);
