import { isProblem, refuseValue, type Result } from '../result/problem';
import { fieldFactory } from './field';
import { asText } from '../values/asText';
import { MAX_NAME_LENGTH } from './texts/textLimits';
import { normalizeId } from '../values/textForms';

/** Invalid as segments of a path. The last two come from expressions without a value. */
export const INVALID_SEGMENTS = ['.', '..', 'undefined', 'null'];

/** Invisible characters that are picked up when text is copied from a page or a table. */
const INVISIBLE_ENDS =
	/^[\s\p{Default_Ignorable_Code_Point}]+|[\s\p{Default_Ignorable_Code_Point}]+$/gu;

/** Returns a value as text, or undefined if it is neither text nor a number. */
const toIdText = (value: unknown): string | undefined =>
	typeof value === 'boolean' ? undefined : asText(value)?.trim();

/** Removes invisible characters at the ends. Texts that are too long for an ID or a key are left alone. */
export const trimInvisible = (text: string): string =>
	text.length > MAX_NAME_LENGTH ? text : text.replace(INVISIBLE_ENDS, '');

/**
 * Returns the function that writes identifiers, as an ID or a slug. Each must be a valid segment of a
 * path, even if it is sent in a body: text with a slash is a pasted address, never an ID.
 *
 * @param noun the kind of identifier, for messages, with its article
 * @param remedy what to enter, as a sentence
 */
const segmentWriter =
	(noun: { readonly article: string; readonly name: string }, remedy: string) =>
	(value: unknown): Result<string> => {
		const { article, name } = noun;
		const entered = toIdText(value);
		const text = trimInvisible(entered ?? '');
		const refuse = (clause: string) => refuseValue(entered ?? value, clause, remedy);
		if (text === '' || INVALID_SEGMENTS.includes(text)) {
			return refuse(`is not ${article} ${name}`);
		}
		if (/^https?:/i.test(text)) return refuse(`is a web address, not ${article} ${name}`);

		const invalid = /[\p{C}\s/\\?#"',;]/u.exec(text)?.[0];
		if (invalid !== undefined) {
			const isBlank = /[\p{C}\s]/u.test(invalid);
			const character = isBlank ? 'a space or control character' : `"${invalid}"`;

			return refuse(`has ${character}, which no ${name} has`);
		}
		if (text.length <= MAX_NAME_LENGTH) return text;

		return refuse(`is ${text.length} characters long, which no ${name} is`);
	};

const writeId = segmentWriter({ article: 'an', name: 'ID' }, 'Enter only the ID, as text.');

/** Converts the ID of a record to the form that is sent. */
export function writeIdentifier(value: unknown): Result<string> {
	const id = writeId(value);

	return isProblem(id) ? id : normalizeId(id);
}

/** Converts the slug of a workspace, its name in addresses, to the form that is sent. */
export const writeSlug = segmentWriter(
	{ article: 'a', name: 'workspace slug' },
	"Enter the workspace as in the address of Plane's web app: acme for https://app.plane.so/acme/.",
);

/** The slug of a workspace. It cannot be cleared. */
export const slug = fieldFactory({ panel: { type: 'string', default: '' }, write: writeSlug });
