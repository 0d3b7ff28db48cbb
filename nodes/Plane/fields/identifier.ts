import { quote } from './describe';
import { fieldsOf, refused, written, type Kind, type Written } from './field';
import { asText } from './text';

const LONGEST = 255;

/** What all IDs of Plane's records look like; servers read them in any case. */
export const isUuid = (text: string): boolean =>
	/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

/**
 * Writes an identifier: the ID of a record, or a workspace's slug. It must be fit to stand as one
 * segment of a path (design rule "A path value is one segment"), also where it goes into a body:
 * an ID with a slash is a pasted address, never an ID.
 */
export function writeIdentifier(value: unknown): Written {
	const text = typeof value === 'boolean' ? undefined : asText(value)?.trim();
	if (text === undefined) return refused(`${quote(value)} is not an ID`, 'Give the ID as text.');
	if (/^https?:/i.test(text)) {
		return refused(`${quote(text)} is a web address, not an ID`, 'Give the ID alone.');
	}
	const bad = /[\p{C}\s/\\?#"',;]/u.exec(text)?.[0];
	if (bad !== undefined) {
		const name = /[\p{C}\s]/u.test(bad) ? 'a blank or control character' : `"${bad}"`;
		return refused(`${quote(text)} has ${name}, which no ID has`, 'Give the ID alone.');
	}
	// The last two are what text becomes where an expression in it finds nothing.
	if (['.', '..', 'undefined', 'null'].includes(text)) {
		return refused(`${quote(text)} is not an ID`, 'Give the ID of the record.');
	}
	if (text.length > LONGEST) {
		return refused(
			`${quote(text)} is ${String(text.length)} characters long`,
			`Give an ID of at most ${String(LONGEST)} characters.`,
		);
	}
	return written(text);
}

/**
 * Writes the ID of a record that is chosen from a list, where a person may well give a name instead.
 *
 * @param isName tells other texts that stand for such a record
 */
export function writeRecordId(value: unknown, isName: (text: string) => boolean): Written {
	const result = writeIdentifier(value);
	if (!result.ok) return result;
	const text = asText(result.value) ?? '';
	return isUuid(text) || isName(text)
		? result
		: refused(
				`${quote(text)} is not an ID`,
				'Give the ID, which looks like 0c7da278-21b6-4225-9d30-da0e1a924ae5, or choose from the list.',
			);
}

const identifier: Kind = {
	look: { type: 'string', default: '' },
	write: writeIdentifier,
};

/** The ID of a record that no list offers. It cannot be cleared. */
export const id = fieldsOf(identifier, {
	placeholder: 'e.g. 1f1bdfdf-f6fc-459b-8a21-c057ef5966e5',
});
