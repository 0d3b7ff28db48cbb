import type { JsonObject } from 'n8n-workflow';

import { isProblem, type Problem, refused, refuseValue } from '../result/problem';
import { quote } from '../text/quote';
import { type FieldKind, fieldFactory, type RecordList, type ValueResult } from './field';
import { EXAMPLE_ID, isUuid, normalizeId } from '../values/textForms';
import { INVALID_SEGMENTS, trimInvisible, writeIdentifier } from './slug';
import { FIXED_ORIGIN } from './origin';
import { idExpression, parseRecord, readIds, readNames } from './recordValue';
import { asText } from '../values/asText';
import { parseAddress } from '../values/parseAddress';
import { countCharacters, findUnstorable, MAX_NAME_LENGTH } from './texts/textLimits';
import { writeAddress } from './webAddress';

/** How a reference to a record is read. */
export interface ReferenceOptions {
	/** The list to look names and keys up in. Absent: there is none. */
	readonly source?: RecordList;
	/** Whether an ID must be a UUID. In a path, the server itself refuses other IDs. */
	readonly requireUuid?: boolean;
	/** The workspace slug that an address with a key in it must have. Absent or `''`: any. */
	readonly workspace?: string;
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

/** Whether a value is no web address, truth value or text of an expression without a value: few names look like that. */
export function isLikelyName(value: unknown): boolean {
	const text = typeof value === 'boolean' ? undefined : asText(value);

	return text !== undefined && !/^https?:/i.test(text) && !INVALID_SEGMENTS.includes(text);
}

/**
 * Converts a reference to a record to the form that is sent: an ID, a key or, if the list has names,
 * any text on one line. Names and keys are looked up before anything is changed. A record stands for
 * its ID or, if that is not one of Plane's, for its name.
 */
export function writeReference(value: unknown, options: ReferenceOptions = {}): ValueResult {
	const record = parseRecord(value);

	return record === undefined ? writeReferenceText(value, options) : writeRecord(record, options);
}

function writeRecord(
	record: JsonObject,
	{ example = idExpression(FIXED_ORIGIN), ...options }: ReferenceOptions,
): ValueResult {
	const { source } = options;
	const ids = readIds(record, source);
	// The ID of another tool is no name.
	const otherIds = ids.filter((id) => source?.names === undefined || isReference(id, source));
	const [text] = [...ids.filter(isUuid), ...readNames(record, source), ...otherIds];
	if (text !== undefined) return writeReferenceText(text, options);

	if (ids.length > 0) {
		return refuseValue(
			record,
			'has an ID of another tool, and no name',
			'Enter the name of the record, as text.',
		);
	}

	const missing = source?.names === undefined ? 'none' : 'neither an id nor a name';

	return refuseValue(
		record,
		`is not an ID, and has ${missing}`,
		`Enter only the ID of the record, as text: ${example}.`,
	);
}

function writeReferenceText(
	value: unknown,
	{ source, requireUuid = false, workspace }: ReferenceOptions,
): ValueResult {
	if (source?.address !== undefined && parseAddress(value) !== undefined) {
		return writeAddress(value, source.address, workspace);
	}

	const resolvable = source && writeResolvable(value, source);
	if (resolvable !== undefined) return resolvable;

	const id = writeIdentifier(value);
	if (isProblem(id) || !requireUuid || isUuid(id)) return id;

	const remedy = `Enter the ID, which looks like ${EXAMPLE_ID}, or choose from the list.`;

	return refuseValue(id, 'is not an ID', remedy);
}

/** Converts a text that the list may have a record for. Returns undefined for anything else, which can only be an ID. */
function writeResolvable(value: unknown, source: RecordList): ValueResult | undefined {
	const isText = typeof value !== 'boolean' || source.canBeName(value);
	const text = isText ? asText(value)?.trim() : undefined;
	if (text === undefined || trimInvisible(text) === '') return undefined;

	const entered = trimReference(text, source);
	if (!canResolve(source, entered)) return undefined;
	if (!source.canBeName(entered)) return writeIdentifier(entered);
	if (!NOT_IN_NAMES.test(entered)) return writeName(entered, source);

	return source.names === undefined ? undefined : refuseAsName(entered);
}

/** Removes the invisible characters around an ID or a key. Around a name, they may be a part of it. */
function trimReference(text: string, { keys = [] }: RecordList): string {
	const visible = trimInvisible(text);
	const isKey = (key: string) => keys.some(({ pattern }) => pattern.test(key));
	const isReferenceIfTrimmed = isUuid(visible) || (isKey(visible) && !isKey(text));

	return isReferenceIfTrimmed ? visible : text;
}

/** Returns a name, or a problem if it is longer than names that Plane stores (row 200). */
function writeName(name: string, { records }: RecordList): ValueResult {
	const length = countCharacters(name);
	if (length <= MAX_NAME_LENGTH) return normalizeId(name);

	return refused(
		`${quote(name)} is ${length} characters long, and names of ${records} have at most ${MAX_NAME_LENGTH}`,
		'Enter a shorter name, or the ID.',
	);
}

/** The problem of a text with a character that no name on one line has. */
const refuseAsName = (text: string): Problem =>
	refused(
		`${quote(text)} ${findUnstorable(text) ?? 'has a line break or a control character, which no name has'}`,
		'Enter the name without it, or the ID.',
	);

/** Converts an ID, or a record that has one, to the form that is sent. */
const writeOwnId: FieldKind['write'] = (value, { origin }) =>
	parseRecord(value) === undefined
		? writeIdentifier(value)
		: writeReference(value, { example: idExpression(origin) });

/** The ID of a record without a list to choose from. Left empty, it removes the record (row 204). */
export const id = fieldFactory({
	panel: { type: 'string', default: '' },
	emptyValue: null,
	write: writeOwnId,
});
