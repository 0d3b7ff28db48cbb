import { refused, type Result } from '../../result/problem';
import { quote } from '../../text/quote';
import { fieldFactory, type FieldKind } from '../field';
import { name } from '../text';
import { checkLength } from './textLimits';

/** Characters that Plane refuses in the names and identifiers of projects (rows 75 and 203). */
const FORBIDDEN = /[&+,:;$^}{*=?@#|'<>.()%!-]/g;

const MAX_IDENTIFIER_LENGTH = 12;

/** What people can write instead of such a character. */
const REPLACEMENTS: Readonly<Record<string, string>> = { '&': ' and ', '+': ' and ' };

/** Refuses a text with such characters, and shows it without them. */
function refuseForbidden(
	text: string,
	replacementFor: (character: string) => string,
): Result<string> {
	const found = [...new Set(text.match(FORBIDDEN))];
	if (found.length === 0) return text;

	const example = text.replace(FORBIDDEN, replacementFor).replace(/\s+/g, ' ').trim();
	const remedy =
		example === '' ? 'Use letters, digits and spaces.' : `Leave them out, e.g. ${quote(example)}.`;

	return refused(`${quote(text)} has ${found.join(' ')}, which Plane does not take in it`, remedy);
}

const nameKind = name('name', '').kind;

const writeProjectName: FieldKind['write'] = (value, context) => {
	const written = nameKind.write(value, context);
	if (typeof written !== 'string') return written;

	return refuseForbidden(written, (character) => REPLACEMENTS[character] ?? ' ');
};

const writeIdentifier: FieldKind['write'] = (value, context) => {
	const written = nameKind.write(value, context);
	if (typeof written !== 'string') return written;

	const checked = refuseForbidden(written, () => '');

	// Plane stores it in capitals.
	return typeof checked === 'string'
		? checkLength(checked.toUpperCase(), MAX_IDENTIFIER_LENGTH)
		: checked;
};

/** The name of a project, which no two projects of a workspace have alike. */
export const projectName = fieldFactory(
	{ ...nameKind, write: writeProjectName },
	{ identifiesRecord: true },
);

/** What the keys of the work items of a project begin with. */
export const projectIdentifier = fieldFactory(
	{ ...nameKind, write: writeIdentifier },
	{ identifiesRecord: true },
);
