import { quote } from './describe';
import { fieldsOf, refused, written, type Kind, type Written } from './field';
import { asText } from './text';

const LONGEST = 255;

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

const identifier: Kind = {
	look: { type: 'string', default: '' },
	write: writeIdentifier,
};

/** The ID of a record that no list offers. It cannot be cleared. */
export const id = fieldsOf(identifier, {
	placeholder: 'e.g. 1f1bdfdf-f6fc-459b-8a21-c057ef5966e5',
});
