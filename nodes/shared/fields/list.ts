import type { JsonValue } from 'n8n-workflow';

import { isProblem, refused, type Result } from '../result/problem';
import { refuseValue } from './refuseValue';
import { isEmpty } from './valueChecks';
import {
	listParentParameters,
	field,
	type FieldKind,
	fieldFactory,
	type Overrides,
	type Source,
	type ValueContext,
	type WriteResult,
} from './field';
import { isReference, isUuid, writeReference } from './identifier';
import { isJsonObject, tryParseJson, parseJson, toJson } from './json';
import { titleCase } from '../text/letterCase';
import type { Origin } from './origin';
import { idListExpression, idExpression, parseRecord } from './recordValue';
import { isSameSet } from './sameValue';
import { separateNames } from './separateNames';
import { asText } from './text';
import { requireStorable, requireStorableJson } from './texts/textLimits';

/** How the text of a list is separated into its entries; `''` stands for one without a value. */
type SplitText = (text: string) => readonly string[];

/**
 * Reads a list: an array, text that holds a JSON array, or text with separators. A single number or
 * truth value is a list of one.
 *
 * An entry without a value refuses the list: left out, it would take others out of a record without
 * a word. Only in what a person typed, and between line breaks, blanks are left out.
 */
function readList(
	value: unknown,
	{ kind }: Origin,
	{ mayBeNames: mayBeNames = false, split = splitAtCommas }: ListOptions,
): Result<unknown[]> {
	if (Array.isArray(value)) return requireNonEmpty(value);

	const text = asText(value)?.trim();
	// An object is no list, and neither is one that came as JSON text: its commas separate nothing.
	if (text === undefined || isJsonObject(tryParseJson(text))) {
		const remedy = 'Use a list, or text separated by commas or line breaks.';

		return refuseValue(value, 'is not a list', remedy);
	}

	const parsed = text.startsWith('[') ? parseJson(text) : undefined;
	if (Array.isArray(parsed)) return requireNonEmpty(parsed);
	if (isProblem(parsed) && (!mayBeNames || JSON_LIST_START.test(text))) return parsed;
	if (typeof value !== 'string') return [value];

	const entries = split(text);

	return kind === 'fixed'
		? entries.filter((entry) => entry.trim() !== '')
		: requireNonEmpty(entries);
}

/** What begins a list in JSON, and no name: `[P1] hot` may be one. */
const JSON_LIST_START = /^\[\s*["{[]/;

/** What commas and line breaks separate. */
const splitAtCommas: SplitText = (text) => text.split(',').flatMap(splitLines);

/** What commas, semicolons and line breaks separate. */
const splitAtSemicolonsToo: SplitText = (text) => text.split(/[,;]/).flatMap(splitLines);

/** IDs and keys. A source and an external ID may have a semicolon in them, which separates only keys. */
const keySplitter =
	(source: Source | undefined): SplitText =>
	(text) => {
		const isKey = (part: string) => !/[,;]/.test(part) && isReference(part, source);
		const keys = separateNames(text, isKey);

		return keys.every(isKey) || !text.includes(':') ? keys : splitAtCommas(text);
	};

/** What stands between two commas: nothing is one entry without a value, blank lines are none. */
function splitLines(text: string): string[] {
	const lines = text.split(/[\r\n]/).flatMap((line) => line.trim() || []);

	return lines.length === 0 ? [''] : lines;
}

/** A list of these entries, unless one of them has no value. */
function requireNonEmpty(entries: readonly unknown[]): Result<unknown[]> {
	const at = entries.findIndex(isEmpty);
	if (at === -1) return [...entries];

	const place = `entry ${at + 1} of ${entries.length} has no value`;

	return refused(
		entries.every(isEmpty) ? 'no entry has a value' : place,
		'Give each entry a value, or remove those that have none.',
	);
}

/** How the entries of a list are read and written. */
interface ListOptions {
	/** Whether each value is sent once, in the order of their first appearance. */
	readonly unique?: boolean;
	/** Absent: commas and line breaks separate. */
	readonly split?: SplitText;
	/** Whether text that begins with a bracket may be a name, if it is no JSON. */
	readonly mayBeNames?: boolean;
}

/** A list whose entries are written one by one; the first that is refused refuses the list. */
export const listKind = (
	writeEntry: (entry: unknown, value: unknown, context: ValueContext) => WriteResult,
	entries: ListOptions = {},
): FieldKind => ({
	look: { type: 'string', default: '', typeOptions: { rows: 2 } },
	emptyValue: [],
	isList: true,
	...(entries.unique === true && { isUnchanged: isSameSet }),
	write: (value, context) => {
		const read = readList(value, context.origin, entries);
		if (isProblem(read)) return read;

		const list: JsonValue[] = [];

		for (const entry of read) {
			const written = writeEntry(entry, value, context);
			if (isProblem(written)) return written;

			list.push(written);
		}

		return entries.unique === true ? [...new Set(list)] : list;
	},
});

/** Several of something, each sent once, whose texts have neither commas nor semicolons in them. */
export const wordListKind = (writeEntry: (entry: unknown) => WriteResult): FieldKind =>
	listKind(writeEntry, { unique: true, split: splitAtSemicolonsToo });

/** Writes what stands for records of a list, each once. A record itself is a list of one, too. */
function referencesKind(source?: Source): FieldKind {
	const hasNames = source?.names !== undefined;
	const separate = hasNames ? (text: string) => separateNames(text, isUuid) : keySplitter(source);
	const list = listKind(
		(entry, value, { origin }) => {
			const example = Array.isArray(value) ? idListExpression(origin) : idExpression(origin);

			return writeReference(entry, { ...(source && { source }), requireUuid: true, example });
		},
		{ unique: true, split: separate, mayBeNames: true },
	);
	const write: FieldKind['write'] = (value, context) =>
		list.write(parseRecord(value) === undefined ? value : [value], context);

	return { ...list, write, ...(hasNames && { readTextToSplit: readTextToSplit }) };
}

/** The text of a list whose names end where the names of records do; undefined if there is no doubt. */
function readTextToSplit(value: unknown): string | undefined {
	if (typeof value !== 'string' || parseRecord(value) !== undefined) return undefined;

	const text = value.trim();
	const isSingle = !/[,;\r\n]/.test(text) && !text.startsWith('[');
	if (isSingle || Array.isArray(tryParseJson(text))) return undefined;

	return separateNames(text, isUuid).every(isUuid) ? undefined : text;
}

/** IDs of records, each sent once; with a source, what its list knows them by, too. */
export function ids<Wire extends string>(wire: Wire, description: string, overrides?: Overrides) {
	const placeholder =
		'e.g. c4a97e4a-c841-4279-a339-6c2512d6b1ac, 1f1bdfdf-f6fc-459b-8a21-c057ef5966e5';
	const kind = referencesKind(overrides?.source);

	return field(kind, wire, description, { placeholder, ...overrides });
}

/** n8n's own words for a list that is loaded and takes an expression. */
const CHOOSE =
	'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.';

/**
 * Records, chosen from a list. n8n has no such list that takes text too: an expression does, with IDs
 * and names mixed, `={{ $json.labels }}` as well as text separated by commas.
 */
export function records<Wire extends string>(
	wire: Wire,
	description: string,
	source: Source,
	overrides: Overrides = {},
) {
	const loadOptionsDependsOn = ['workspaceSlug', ...listParentParameters(source)];
	const typeOptions = { loadOptionsMethod: source.method, loadOptionsDependsOn };
	const look: FieldKind['look'] = { type: 'multiOptions', default: [], typeOptions };
	const displayName = `${titleCase(wire.replace(/_ids$|s$/, ''))} Names or IDs`;
	const about = `${description}. ${CHOOSE}`;

	return field({ ...referencesKind(source), look }, wire, about, {
		displayName,
		source,
		...overrides,
	});
}

/** Texts, in the order given. */
export const texts = fieldFactory(
	listKind((entry) => {
		const text = asText(entry)?.trim();
		if (text !== undefined) return requireStorable(text);

		return refuseValue(entry, 'is not text', 'Use a list of texts.');
	}),
	{ placeholder: 'e.g. Gold, Silver' },
);

/** Values of any JSON type, in the order given; what JSON has as `null` (an invalid date) is refused. */
export const values = fieldFactory(
	listKind((entry) => {
		const remedy = 'Use texts, numbers, true, false or objects.';
		const json = toJson(entry);
		// An invalid date is null in JSON.
		if (json !== undefined && json !== null) return requireStorableJson(json);

		return refuseValue(entry, 'cannot be sent', remedy);
	}),
	{ placeholder: 'e.g. ["Gold", 3]' },
);
