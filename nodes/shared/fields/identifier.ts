import type { JsonObject } from 'n8n-workflow';

import { isProblem, refused, type Result } from '../result/problem';
import { refuseValue } from './refuseValue';
import { quote } from '../text/quote';
import { type FieldKind, fieldFactory, type RecordList, type WriteResult } from './field';
import { FIXED_ORIGIN } from './origin';
import { idExpression, readIds, readNames, parseRecord } from './recordValue';
import { asText } from './text';
import { countCharacters, MAX_NAME_LENGTH } from './texts/textLimits';

/** An ID for examples in texts. */
export const EXAMPLE_ID = '0c7da278-21b6-4225-9d30-da0e1a924ae5';

/** Invalid as segments of a path. The last two come from expressions without a value. */
const INVALID_SEGMENTS = ['.', '..', 'undefined', 'null'];

/** Invisible characters that are picked up when text is copied from a page or a table. */
const INVISIBLE_ENDS =
	/^[\s\p{Default_Ignorable_Code_Point}]+|[\s\p{Default_Ignorable_Code_Point}]+$/gu;

/** Returns a value as text, or undefined if it is neither text nor a number. */
const toIdText = (value: unknown): string | undefined =>
	typeof value === 'boolean' ? undefined : asText(value)?.trim();

/** Removes invisible characters at the ends. Texts that are too long for an ID or a key are left alone. */
const trimInvisible = (text: string): string =>
	text.length > MAX_NAME_LENGTH ? text : text.replace(INVISIBLE_ENDS, '');

/** Whether a text has the form of the IDs of Plane's records, ignoring case. */
export const isUuid = (text: string): boolean =>
	/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

/** Converts a UUID to lower case: servers return UUIDs so, and accept no others in a path. */
export const normalizeId = (id: string): string => (isUuid(id) ? id.toLowerCase() : id);

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

/** How a reference to a record is read. */
interface ReferenceOptions {
	/** The list to look names and keys up in. Absent: there is none. */
	readonly source?: RecordList;
	/** Whether an ID must be a UUID. In a path, the server itself refuses other IDs. */
	readonly requireUuid?: boolean;
	/** The expression to suggest if the value is a record without an ID. */
	readonly example?: string;
}

/** Whether the list may have a record with this name or key. */
const canResolve = ({ names, keys = [], currentQuery }: RecordList, text: string): boolean =>
	names !== undefined ||
	currentQuery !== undefined ||
	keys.some(({ pattern }) => pattern.test(text));

/** Whether a text is an ID, or a key of a record of the list. */
export const isReference = (text: string, source: RecordList | undefined): boolean =>
	isUuid(text) || source?.keys?.some(({ pattern }) => pattern.test(text)) === true;

/** Characters that no name on one line has. Joiners and direction marks are allowed in names. */
const NOT_IN_NAMES = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Whether a text is hardly a name: a web address, or the text of an expression without a value. */
const isUnlikelyName = (text: string): boolean =>
	/^https?:/i.test(text) || INVALID_SEGMENTS.includes(text);

/**
 * Converts a reference to a record to the form that is sent: an ID, a key or, if the list has names,
 * any text on one line. Names and keys are looked up before anything is changed. A record stands for
 * its ID or, if that is not one of Plane's, for its name.
 */
export function writeReference(value: unknown, options: ReferenceOptions = {}): WriteResult {
	const record = parseRecord(value);

	return record === undefined ? writeReferenceText(value, options) : writeRecord(record, options);
}

function writeRecord(
	record: JsonObject,
	{ example = idExpression(FIXED_ORIGIN), ...options }: ReferenceOptions,
): WriteResult {
	const ids = readIds(record, options.source);
	const [text] = [...ids.filter(isUuid), ...readNames(record, options.source), ...ids];
	if (text !== undefined) return writeReferenceText(text, options);

	const missing = options.source?.names === undefined ? 'none' : 'neither an id nor a name';

	return refuseValue(
		record,
		`is not an ID, and has ${missing}`,
		`Enter only the ID of the record, as text: ${example}.`,
	);
}

function writeReferenceText(
	value: unknown,
	{ source, requireUuid = false }: ReferenceOptions,
): WriteResult {
	const isText = typeof value !== 'boolean' || source?.allowsAnyName === true;
	const text = isText ? asText(value)?.trim() : undefined;
	const visible = trimInvisible(text ?? '');
	const isKey = (key: string) => source?.keys?.some(({ pattern }) => pattern.test(key)) === true;
	const isTrimmedReference = isUuid(visible) || (isKey(visible) && !isKey(text ?? ''));
	const entered = isTrimmedReference ? visible : text;

	if (
		source !== undefined &&
		entered !== undefined &&
		visible !== '' &&
		canResolve(source, entered)
	) {
		if (source.allowsAnyName !== true && isUnlikelyName(entered)) return writeIdentifier(entered);
		if (!NOT_IN_NAMES.test(entered)) return writeName(entered, source);
	}

	const id = writeIdentifier(value);
	if (isProblem(id) || !requireUuid || isUuid(id)) return id;

	const remedy = `Enter the ID, which looks like ${EXAMPLE_ID}, or choose from the list.`;

	return refuseValue(id, 'is not an ID', remedy);
}

/** Returns a name, or a problem if it is longer than names that Plane stores (row 200). */
function writeName(name: string, { records }: RecordList): WriteResult {
	const length = countCharacters(name);
	if (length <= MAX_NAME_LENGTH) return normalizeId(name);

	return refused(
		`${quote(name)} is ${length} characters long, and names of ${records} have at most ${MAX_NAME_LENGTH}`,
		'Enter a shorter name, or the ID.',
	);
}

const look = { type: 'string', default: '' } as const;

/** Converts an ID, or a record that has one, to the form that is sent. */
const writeOwnId: FieldKind['write'] = (value, { origin }) =>
	parseRecord(value) === undefined
		? writeIdentifier(value)
		: writeReference(value, { example: idExpression(origin) });

/** The ID of a record without a list to choose from. Left empty, it removes the record (row 204). */
export const id = fieldFactory(
	{ look, emptyValue: null, write: writeOwnId },
	{ placeholder: 'e.g. 1f1bdfdf-f6fc-459b-8a21-c057ef5966e5' },
);

/** The slug of a workspace. It cannot be cleared. */
export const slug = fieldFactory({ look, write: writeSlug }, { placeholder: 'e.g. acme' });
