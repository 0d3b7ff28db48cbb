import { refused, type Result } from '../../result/problem';
import { quote } from '../../text/quote';
import { fieldFactory, type FieldKind } from '../field';
import { nameKind } from '../text';
import { checkLength } from './textLimits';

/** Characters that Plane refuses in the names and identifiers of projects (rows 75 and 203). */
const FORBIDDEN = /[&+,:;$^}{*=?@#|'<>.()%!-]/g;

const MAX_IDENTIFIER_LENGTH = 12;

/** The text to suggest in place of a forbidden character, if that is not a space. */
const REPLACEMENTS: Readonly<Record<string, string>> = { '&': ' and ', '+': ' and ' };

/** Returns the text, or a problem that suggests how to write it without forbidden characters. */
function refuseForbidden(
	text: string,
	getReplacement: (character: string) => string,
): Result<string> {
	const forbidden = [...new Set(text.match(FORBIDDEN))];
	if (forbidden.length === 0) return text;

	const example = text.replace(FORBIDDEN, getReplacement).replace(/\s+/g, ' ').trim();
	const remedy =
		example === '' ? 'Use letters, digits and spaces.' : `Leave them out, e.g. ${quote(example)}.`;

	return refused(
		`${quote(text)} has ${forbidden.join(' ')}, which Plane does not take in it`,
		remedy,
	);
}

const writeProjectName: FieldKind['write'] = (value, context) => {
	const written = nameKind.write(value, context);
	if (typeof written !== 'string') return written;

	return refuseForbidden(written, (character) => REPLACEMENTS[character] ?? ' ');
};

const writeIdentifier: FieldKind['write'] = (value, context) => {
	const written = nameKind.write(value, context);
	if (typeof written !== 'string') return written;

	const checked = refuseForbidden(written, () => '');

	// Plane stores it in upper case.
	return typeof checked === 'string'
		? checkLength(checked.toUpperCase(), MAX_IDENTIFIER_LENGTH)
		: checked;
};

/** The name of a project, unique within the workspace. */
export const projectName = fieldFactory(
	{ ...nameKind, write: writeProjectName },
	{ identifiesRecord: true },
);

/** The identifier of a project, with which the keys of its work items start: `LNCH` of `LNCH-12`. */
export const projectIdentifier = fieldFactory(
	{ ...nameKind, write: writeIdentifier },
	{ identifiesRecord: true },
);
