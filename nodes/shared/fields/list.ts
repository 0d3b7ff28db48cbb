import type { JsonObject, JsonValue } from 'n8n-workflow';

import { isProblem, refused, refuseValue, type Result } from '../result/problem';
import { isEmpty } from '../values/valueChecks';
import {
	listParentParameters,
	field,
	type FieldKind,
	fieldFactory,
	type Overrides,
	type RecordList,
	type ValueContext,
	type ValueResult,
} from './field';
import { indexNamesBy } from '../values/indexNamesBy';
import { foldName } from '../values/textForms';
import { isUuid } from '../values/textForms';
import { isJsonObject, tryParseJson, toJson } from '../values/json';
import { parseJson } from './object';
import { titleCase } from '../text/letterCase';
import { quote } from '../text/quote';
import type { Origin } from './origin';
import { idListExpression, idExpression, parseRecord } from './recordValue';
import { isReference, writeReference } from './reference';
import { hasAllMembers, isSameSet } from '../values/sameValue';
import { separateNames } from '../values/separateNames';
import { asText } from '../values/asText';
import { checkLength, requireStorable, requireStorableJson } from './texts/textLimits';

/** Splits the text of a list into its entries; an entry without a value is `''`. */
type SplitText = (text: string) => readonly string[];

/**
 * Reads the entries of a list from an array, a JSON array as text, or text with separators. A single
 * number or truth value is a list of one.
 *
 * An entry without a value makes the list invalid: omitting it could silently remove entries from the
 * record. Empty entries are omitted only in text that a user typed, and on blank lines.
 */
function readList(
	value: unknown,
	{ kind }: Origin,
	{ mayBeNames = false, split = splitAtCommas }: ListOptions,
): Result<unknown[]> {
	if (Array.isArray(value)) return requireValues(value);

	const text = asText(value)?.trim();
	// An object is not a list, even as JSON text: its commas separate members.
	if (text === undefined || isJsonObject(tryParseJson(text))) {
		const remedy = 'Use a list, or text separated by commas or line breaks.';

		return refuseValue(value, 'is not a list', remedy);
	}

	const parsed = text.startsWith('[') ? parseJson(text) : undefined;
	if (Array.isArray(parsed)) return requireValues(parsed);
	if (isProblem(parsed) && (!mayBeNames || JSON_LIST_START.test(text))) return parsed;
	if (typeof value !== 'string') return [value];

	const entries = split(text);

	return kind === 'fixed' ? entries.filter((entry) => entry.trim() !== '') : requireValues(entries);
}

/** The start of a JSON list. A name may start with a bracket too: `[P1] hot`. */
const JSON_LIST_START = /^\[\s*["{[]/;

/** Splits text at commas and line breaks. */
const splitAtCommas: SplitText = (text) => text.split(',').flatMap(splitLines);

/** Splits text at commas, semicolons and line breaks. */
const splitAtCommasAndSemicolons: SplitText = (text) => text.split(/[,;]/).flatMap(splitLines);

/**
 * Returns the function that splits text into IDs and keys. A key made of an external source and ID
 * (`sheet:a;b`) may contain a semicolon. Therefore semicolons separate only if all parts are IDs or keys.
 */
const createKeySplitter =
	(source: RecordList | undefined): SplitText =>
	(text) => {
		const isKey = (part: string) => !/[,;]/.test(part) && isReference(part, source);
		const keys = separateNames(text, isKey);

		return keys.every(isKey) || !text.includes(':') ? keys : splitAtCommas(text);
	};

/** Splits the text between two commas into lines, without blank ones. Blank text is one empty entry. */
function splitLines(text: string): string[] {
	const lines = text
		.split(/[\r\n]/)
		.map((line) => line.trim())
		.filter((line) => line !== '');

	return lines.length === 0 ? [''] : lines;
}

export const EMPTY_ENTRY_REMEDY = 'Fill in every entry, or remove the empty ones.';

/** Returns the entries, or a problem if one of them has no value. */
function requireValues(entries: readonly unknown[]): Result<unknown[]> {
	const index = entries.findIndex(isEmpty);
	if (index === -1) return [...entries];

	const message = entries.every(isEmpty)
		? 'no entry has a value'
		: `entry ${index + 1} of ${entries.length} has no value`;

	return refused(message, EMPTY_ENTRY_REMEDY);
}

/** How the text of a list is split, and what becomes of repeated values. */
interface ListOptions {
	/** Whether each value is sent only once, where it first appears. */
	readonly unique?: boolean;
	/** Absent: splits at commas and line breaks. */
	readonly split?: SplitText;
	/** Whether text that starts with a bracket, but is not JSON, may be a name. */
	readonly mayBeNames?: boolean;
}

/** Returns the kind of a list whose entries are written one by one. One invalid entry makes the list invalid. */
export const listKind = (
	writeEntry: (entry: unknown, value: unknown, context: ValueContext) => ValueResult,
	options: ListOptions = {},
): FieldKind => ({
	panel: { type: 'string', default: '', typeOptions: { rows: 2 } },
	emptyValue: [],
	isList: true,
	...(options.unique === true && { isUnchanged: isSameSet }),
	write: (value, context) => {
		const entries = readList(value, context.origin, options);
		if (isProblem(entries)) return entries;

		const list: JsonValue[] = [];

		for (const entry of entries) {
			const written = writeEntry(entry, value, context);
			if (isProblem(written)) return written;

			list.push(written);
		}

		return options.unique === true ? [...new Set(list)] : list;
	},
});

/** The form of a list in a text field. */
const LIST_FORMAT = 'a list, or text with commas';

/** Returns the kind of a list of words without commas and semicolons, each sent only once. */
export const wordListKind = (writeEntry: (entry: unknown) => ValueResult): FieldKind =>
	listKind(writeEntry, { unique: true, split: splitAtCommasAndSemicolons });

/** Returns the kind of a list of references to records, each sent only once. A record is a list of one. */
function referencesKind(source?: RecordList): FieldKind {
	const hasNames = source?.names !== undefined;
	const split = hasNames
		? (text: string) => separateNames(text, isUuid)
		: createKeySplitter(source);
	const kind = listKind(
		(entry, value, { origin, workspace }) => {
			const example = Array.isArray(value) ? idListExpression(origin) : idExpression(origin);

			return writeReference(entry, {
				...(source && { source }),
				...(workspace !== undefined && { workspace }),
				requireUuid: true,
				example,
			});
		},
		{ unique: true, split, mayBeNames: true },
	);

	const writeReferences: FieldKind['write'] = (value, context) => {
		if (parseRecord(value) !== undefined) return kind.write([value], context);

		const splitsLater = hasNames && context.splitsLater === true;
		const text = splitsLater ? findListText(value, context.origin) : undefined;

		return text ?? kind.write(value, context);
	};

	return { ...kind, write: writeReferences };
}

/** An empty place between separators on one line, or beside one. */
const EMPTY_ENTRY = /(?:^|[,;])[^\S\r\n]*(?:[,;]|$)/;

/**
 * Returns the text of a list of names whose separators may be parts of names, or undefined for other values. In the
 * result of an expression, an empty entry is a mistake, which can be seen at once, as a text without entries can.
 */
function findListText(value: unknown, { kind }: Origin): string | undefined {
	const text = typeof value === 'string' ? value.trim() : '';
	const isList = /[,;\r\n]/.test(text) || text.startsWith('[');
	const hasEntries = /[^\s,;]/.test(text);
	if (!isList || !hasEntries || Array.isArray(tryParseJson(text))) return undefined;

	return kind !== 'fixed' && EMPTY_ENTRY.test(text) ? undefined : text;
}

/** IDs of records, each sent only once. With a source, also the names and keys of its records. */
export function ids<Wire extends string>(wire: Wire, description: string, overrides?: Overrides) {
	const placeholder =
		'e.g. c4a97e4a-c841-4279-a339-6c2512d6b1ac, 1f1bdfdf-f6fc-459b-8a21-c057ef5966e5';
	const kind = referencesKind(overrides?.source);

	return field({ ...kind, format: LIST_FORMAT }, wire, description, { placeholder, ...overrides });
}

/** The wording that n8n requires for lists that also take expressions. */
const CHOOSE_HINT =
	'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.';

/** Records, chosen from a list. */
export function recordsKind(source: RecordList): FieldKind {
	const loadOptionsDependsOn = ['workspaceSlug', ...listParentParameters(source)];

	return {
		...referencesKind(source),
		panel: {
			type: 'multiOptions',
			default: [],
			typeOptions: { loadOptionsMethod: source.method, loadOptionsDependsOn },
			// Without this, the editor marks names as errors: it compares the result of an expression with the IDs.
			allowArbitraryValues: true,
		},
	};
}

/**
 * Records, chosen from a list. Users cannot type into such a list of n8n, but an expression may give
 * IDs and names, as a list or as text separated by commas: `={{ $json.labels }}`.
 */
export function records<Wire extends string>(
	wire: Wire,
	description: string,
	source: RecordList,
	overrides: Overrides = {},
) {
	const displayName = `${titleCase(wire.replace(/_ids$|s$/, ''))} Names or IDs`;
	const fullDescription = `${description}. ${CHOOSE_HINT}`;

	return field(recordsKind(source), wire, fullDescription, {
		displayName,
		source,
		...overrides,
	});
}

/** Texts, in the order of the input. */
export const textsKind: FieldKind = listKind((entry) => {
	const text = asText(entry)?.trim();
	if (text !== undefined) return requireStorable(text);

	return refuseValue(entry, 'is not text', 'Use a list of texts.');
});

/** See `textsKind`. The description says what a list looks like. */
export const texts = fieldFactory({ ...textsKind, format: LIST_FORMAT });

/** What a text stands for in a list of records to create. */
interface NewRecord {
	/** The wire name of the field that a text stands for. */
	readonly nameField: string;
	/** The longest text, in characters. Absent: any. */
	readonly maxLength?: number;
	/** Set if an object with the ID of a record that exists changes that record, and needs no text (row 453). */
	readonly changesById?: true;
}

/**
 * Records to create together, given by one of their fields: `Gold, Silver` becomes
 * `[{"name": "Gold"}, {"name": "Silver"}]`. An object needs this field, too.
 */
export function newRecords<Wire extends string>(
	wire: Wire,
	newRecord: NewRecord,
	description: string,
	overrides?: Overrides,
) {
	const { nameField } = newRecord;
	const kind = listKind((entry) => writeNewRecord(entry, newRecord));

	const writeNewRecords: FieldKind['write'] = (value, context) => {
		const list = kind.write(value, context);
		if (isProblem(list) || !Array.isArray(list)) return list;

		const repeated = findRepeatedText(list.filter(isJsonObject), nameField);

		return repeated === undefined
			? list
			: refused(`${quote(repeated)} is listed twice`, 'Enter each of them only once.');
	};

	const pickChanges = (sent: JsonValue, stored: JsonValue): JsonObject[] =>
		pickChangedRows(toRows(sent), toRows(stored), nameField);

	const newRecordsKind = { ...kind, write: writeNewRecords, format: LIST_FORMAT, pickChanges };

	return field(newRecordsKind, wire, description, overrides);
}

const toRows = (value: JsonValue): JsonObject[] =>
	Array.isArray(value) ? value.filter(isJsonObject) : [];

/** The first text that two rows have in a field, in any case, or undefined if each has its own. */
function findRepeatedText(rows: readonly JsonObject[], name: string): string | undefined {
	const texts = rows.map((row) => asText(row[name])?.trim()).filter((text) => text !== undefined);

	const names = texts.map(foldName);

	return texts.find((_, index) => names.indexOf(names[index] ?? '') !== index);
}

/**
 * Picks the rows that a list lacks, and the rows that it has with other values. A changed row gets the name and the ID
 * of the stored row with the same name in any case: without the ID, servers would add another row (row 453).
 */
function pickChangedRows(
	sent: readonly JsonObject[],
	stored: readonly JsonObject[],
	nameField: string,
): JsonObject[] {
	const names = indexNamesBy(stored, nameField);

	return sent
		.map((row): JsonObject => {
			const [same] = names.find(asText(row[nameField]) ?? '');
			if (row.id !== undefined || same === undefined) return row;

			return {
				...row,
				[nameField]: same[nameField] ?? null,
				...(same.id !== undefined && { id: same.id }),
			};
		})
		.filter((row) => !stored.some((other) => hasAllMembers(row, other)));
}

/** Returns the record that an entry of a list stands for, or a problem if it has no text, or too long a one. */
function writeNewRecord(
	entry: unknown,
	{ nameField, maxLength = Infinity, changesById }: NewRecord,
): Result<JsonObject> {
	const json = toJson(parseRecord(entry) ?? entry);
	const isRecord = isJsonObject(json);
	const record: JsonObject = isRecord ? json : { [nameField]: json ?? null };
	const keepsName = changesById === true && record.id !== undefined;
	if (keepsName && record[nameField] === undefined) return requireStorableJson(record);

	const text = asText(record[nameField])?.trim() ?? '';
	if (text === '') {
		const problem = isRecord ? `has no ${quote(nameField)}` : 'is not a name';

		return refuseValue(
			entry,
			problem,
			`Use a list of names, or of objects with ${quote(nameField)}.`,
		);
	}

	const name = checkLength(text, maxLength);

	return isProblem(name) ? name : requireStorableJson({ ...record, [nameField]: name });
}

const valuesKind = listKind((entry) => {
	const json = toJson(entry);
	// An invalid date is null in JSON.
	if (json !== undefined && json !== null) return requireStorableJson(json);

	return refuseValue(entry, 'cannot be sent', 'Use texts, numbers, true, false or objects.');
});

/**
 * Values of any JSON type, in the order of the input. An entry that JSON would make `null` is refused. Text is
 * split later: only the property that the values are for shows whether it is a list, or one value with commas or brackets.
 */
export const values = fieldFactory(
	{
		...valuesKind,
		write(value, context) {
			const text = readUnsplitText(value);
			if (text === undefined) return valuesKind.write(value, context);

			return context.splitsLater === true ? text : valuesKind.write([text], context);
		},
		format: LIST_FORMAT,
	},
	{ placeholder: 'e.g. ["Gold", 3]' },
);

/** Returns a text that is no JSON list or object, or undefined for other values. */
function readUnsplitText(value: unknown): string | undefined {
	if (typeof value !== 'string') return undefined;

	const text = value.trim();
	const json = tryParseJson(text);
	const isJson = Array.isArray(json) || isJsonObject(json) || JSON_LIST_START.test(text);

	return isJson ? undefined : text;
}
