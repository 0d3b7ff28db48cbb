import type { JsonObject } from 'n8n-workflow';

import { isProblem, refused, type Result } from '../result/problem';
import { refuseValue } from './refuseValue';
import { quote } from '../text/quote';
import { type FieldKind, fieldFactory, type Source, type WriteResult } from './field';
import { FIXED_ORIGIN } from './origin';
import { idExpression, readIds, readNames, parseRecord } from './recordValue';
import { asText } from './text';
import { countCharacters, MAX_NAME_LENGTH } from './texts/textLimits';

/** An ID for people to know one by. */
export const EXAMPLE_ID = '0c7da278-21b6-4225-9d30-da0e1a924ae5';

/** Invalid as segments of a path. The last two come from expressions without a value. */
const INVALID_SEGMENTS = ['.', '..', 'undefined', 'null'];

/** Invisible characters that are picked up when text is copied from a page or a table. */
const INVISIBLE_ENDS =
	/^[\s\p{Default_Ignorable_Code_Point}]+|[\s\p{Default_Ignorable_Code_Point}]+$/gu;

/** A value as text, or undefined if it is neither text nor a number. */
const idText = (value: unknown): string | undefined =>
	typeof value === 'boolean' ? undefined : asText(value)?.trim();

/** A text without invisible characters at its ends. Longer texts are neither IDs nor keys. */
const trimInvisible = (text: string): string =>
	text.length > MAX_NAME_LENGTH ? text : text.replace(INVISIBLE_ENDS, '');

/** Whether a text has the form of the IDs of Plane's records, ignoring case. */
export const isUuid = (text: string): boolean =>
	/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

/** The same text for the same ID: servers give UUIDs in lower case, and take no others in a path. */
export const normalizeId = (id: string): string => (isUuid(id) ? id.toLowerCase() : id);

/**
 * Writes an identifier. It must be fit to stand as one segment of a path, also where it goes into a
 * body: an ID with a slash is a pasted address, never an ID.
 */
const writeSegment =
	(article: string, name: string, remedy: string) =>
	(value: unknown): Result<string> => {
		const given = idText(value);
		const text = trimInvisible(given ?? '');
		const refuse = (clause: string) => refuseValue(given ?? value, clause, remedy);
		if (text === '' || INVALID_SEGMENTS.includes(text)) {
			return refuse(`is not ${article} ${name}`);
		}
		if (/^https?:/i.test(text)) return refuse(`is a web address, not ${article} ${name}`);

		const bad = /[\p{C}\s/\\?#"',;]/u.exec(text)?.[0];
		if (bad !== undefined) {
			const what = /[\p{C}\s]/u.test(bad) ? 'a space or control character' : `"${bad}"`;

			return refuse(`has ${what}, which no ${name} has`);
		}
		if (text.length <= MAX_NAME_LENGTH) return text;

		return refuse(`is ${text.length} characters long, which no ${name} is`);
	};

const writeId = writeSegment('an', 'ID', 'Enter only the ID, as text.');

/** Writes the ID of a record. */
export function writeIdentifier(value: unknown): Result<string> {
	const id = writeId(value);

	return isProblem(id) ? id : normalizeId(id);
}

/** Writes the name that a workspace has in addresses. */
export const writeSlug = writeSegment(
	'a',
	'workspace slug',
	"Enter the workspace as in the address of Plane's web app: acme for https://app.plane.so/acme/.",
);

/** What a value is written for. */
interface ReferenceOptions {
	/** The list of the records; absent: there is none. */
	readonly source?: Source;
	/** Whether a bare text is no ID where there are no names, because no path names the record. */
	readonly requireUuid?: boolean;
	/** The expression that gives the ID where a value is a record without one. */
	readonly example?: string;
}

/** Whether a list may know one of its records by this text. */
const canResolve = ({ names, keys = [], currentQuery }: Source, text: string): boolean =>
	names !== undefined ||
	currentQuery !== undefined ||
	keys.some(({ pattern }) => pattern.test(text));

/** Whether a text is an ID, or a key of a record of the list. */
export const isReference = (text: string, source: Source | undefined): boolean =>
	isUuid(text) || source?.keys?.some(({ pattern }) => pattern.test(text)) === true;

/** What no name on one line has; joiners and marks of direction are parts of names. */
const NOT_IN_NAMES = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;

/** What is hardly a name: a web address, or what is left of an expression that finds nothing. */
const isDoubtful = (text: string): boolean =>
	/^https?:/i.test(text) || INVALID_SEGMENTS.includes(text);

/**
 * Writes what stands for a record of a list: its ID, a key or, where the list has names, any text on one
 * line, which is looked up before anything is changed. A record itself stands for its ID or, if it has
 * none of Plane's, for its name.
 */
export function writeReference(value: unknown, options: ReferenceOptions = {}): WriteResult {
	const record = parseRecord(value);

	return record === undefined ? writeText(value, options) : writeRecord(record, options);
}

function writeRecord(
	record: JsonObject,
	{ example = idExpression(FIXED_ORIGIN), ...options }: ReferenceOptions,
): WriteResult {
	const ids = readIds(record, options.source);
	const [text] = [...ids.filter(isUuid), ...readNames(record, options.source), ...ids];
	if (text !== undefined) return writeText(text, options);

	const names = options.source?.names === undefined ? 'none' : 'neither an id nor a name';

	return refuseValue(
		record,
		`is not an ID, and has ${names}`,
		`Enter only the ID of the record, as text: ${example}.`,
	);
}

function writeText(
	value: unknown,
	{ source, requireUuid: requireUuid = false }: ReferenceOptions,
): WriteResult {
	const isText = typeof value !== 'boolean' || source?.allowsAnyName === true;
	const text = isText ? asText(value)?.trim() : undefined;
	const visible = trimInvisible(text ?? '');
	const isKey = (key: string) => source?.keys?.some(({ pattern }) => pattern.test(key)) === true;
	const given = isUuid(visible) || (isKey(visible) && !isKey(text ?? '')) ? visible : text;
	if (source !== undefined && given !== undefined && visible !== '' && canResolve(source, given)) {
		if (source.allowsAnyName !== true && isDoubtful(given)) return writeIdentifier(given);
		if (!NOT_IN_NAMES.test(given)) return writeName(given, source);
	}

	const id = writeIdentifier(value);
	if (isProblem(id) || !requireUuid || isUuid(id)) return id;

	const remedy = `Enter the ID, which looks like ${EXAMPLE_ID}, or choose from the list.`;

	return refuseValue(id, 'is not an ID', remedy);
}

/** Writes a name, unless it is longer than those that Plane stores (row 200). */
function writeName(name: string, { records }: Source): WriteResult {
	const length = countCharacters(name);
	if (length <= MAX_NAME_LENGTH) return normalizeId(name);

	return refused(
		`${quote(name)} is ${length} characters long, and names of ${records} have at most ${MAX_NAME_LENGTH}`,
		'Enter a shorter name, or the ID.',
	);
}

const look = { type: 'string', default: '' } as const;

/** Writes the ID of a record that no list offers, or of an object that is such a record. */
const writeOwnId: FieldKind['write'] = (value, { origin }) =>
	parseRecord(value) === undefined
		? writeIdentifier(value)
		: writeReference(value, { example: idExpression(origin) });

/** The ID of a record that no list offers; left empty, it takes the record off (row 204). */
export const id = fieldFactory(
	{ look, emptyValue: null, write: writeOwnId },
	{ placeholder: 'e.g. 1f1bdfdf-f6fc-459b-8a21-c057ef5966e5' },
);

/** The workspace. It cannot be cleared. */
export const slug = fieldFactory({ look, write: writeSlug }, { placeholder: 'e.g. acme' });
