import { asText } from '../values/asText';
import { foldName } from '../values/textForms';
import { isEmptyCell, isObject } from '../values/valueChecks';
import { isAtlassianDocument, parseAtlassianDocument } from '../markup/atlassianDocument';
import {
	type ImportedComment,
	type ImportedLink,
	readCommentCell,
	readLinkCell,
} from './furtherCells';
import { readNumericTime } from './dayOrder';
import type {
	Exception,
	ImportedField,
	Profile,
	Row,
	RowRule,
	StateGroup,
	TextFormat,
} from './profile';
import { readOwn } from './readOwn';
import type { Recognition } from './recognize';
import { LIST_FIELDS, listHeadings } from './repetition';
import { findLastSprint } from './sprints';

/** The value of a field, and the column that it comes from. */
export interface ImportedCell {
	readonly column: string;
	readonly value: unknown;
}

/** A record of an export, by Plane's fields. */
export interface ImportedRow {
	/** As its makers write it. */
	readonly tool: string;
	/** The fields that the export has, also those without a value. */
	readonly cells: ReadonlyMap<ImportedField, ImportedCell>;
	/** The description, with its line breaks. In the cells, it is as the tool has written it. */
	readonly text: ImportedText;
	readonly state: ImportedState;
	/** Set if the record is no open work of its own. */
	readonly exception: Exception | undefined;
	/** The columns that say whether it is. */
	readonly exceptionColumns: readonly string[];
	/** What the record calls its parent, and the column that says it; undefined if it has none. */
	readonly parent: ImportedCell | undefined;
	/** The title of its parent; undefined if the export does not say it, or if it does not matter. */
	readonly parentTitle: string | undefined;
	/** What other records call it. */
	readonly names: readonly string[];
	/** The last of its sprints; undefined if the export has none. */
	readonly sprint: ImportedCell | undefined;
	/** Its comments, in the order of the file. */
	readonly comments: FurtherCells<DatedComment>;
	/** Whether the record has more comments in the tool than in the export. */
	readonly lacksComments: boolean;
	/** Its address in the tool, and the addresses of its files and links. */
	readonly links: FurtherCells<ImportedLink>;
	/** How it is related to others, by what it calls them. */
	readonly relations: FurtherCells<{ readonly type: string; readonly name: string }>;
	/** The columns whose days are numbers: which day it is depends on the time zone of the reader. */
	readonly numericDays: readonly string[];
	/** The columns with content that no field takes. */
	readonly unknownColumns: readonly string[];
	/** Those of `unknownColumns` that nobody would miss, such as IDs. */
	readonly technicalColumns: readonly string[];
}

/** A comment whose time is written as dates of the export are read. */
interface DatedComment extends ImportedComment {
	readonly createdAt: unknown;
	readonly format: TextFormat;
}

/** What belongs to a record beside its fields, and the columns that it comes from. */
interface FurtherCells<Entry> {
	readonly entries: readonly Entry[];
	readonly columns: readonly string[];
}

/** What an export says of the state of a record. */
export interface ImportedState {
	/** As the tool calls it. */
	readonly name: string | undefined;
	/** The group of the state, as the export says or as the tool has it. */
	readonly group: StateGroup | undefined;
	/** Whether the record is finished, whatever its state is called. */
	readonly isFinal: boolean;
	/** Whether it says no more than that the record is open. */
	readonly isOnlyOpen: boolean;
	/** Whether it says no more than that the record is open again. */
	readonly isReopened: boolean;
	/** A column that stands several times in the file, and says different things of the state. */
	readonly contradiction: ImportedCell | undefined;
	/** The other columns that were read to find the group. */
	readonly groupColumns: readonly string[];
}

/** Fields that take a day. */
const DAY_FIELDS: readonly ImportedField[] = ['start_date', 'target_date'];

/** Fields that take a day or a time. */
const TIME_FIELDS: readonly ImportedField[] = ['created_at', ...DAY_FIELDS];

/**
 * Whether the columns of a field have several values, although it takes one. A list of records is one value of JSON.
 *
 * @param field its wire name
 */
export const isContradiction = (field: string, value: unknown): value is readonly unknown[] =>
	!LIST_FIELDS.some((name) => name === field) &&
	Array.isArray(value) &&
	value.length > 1 &&
	!value.every(isObject);

/** Whether a record has the title and the ID of the tool's records: the items of a run may come from several places. */
export const isRecordOf = ({ profile, columns }: Recognition, row: Row): boolean =>
	[profile.columns.name, profile.columns.external_id].every((headings = []) => {
		const known = headings.flatMap((heading) => columns.get(heading) ?? []);

		return known.length === 0 || known.some((column) => Object.hasOwn(row, column));
	});

/** Reads a record of an export. */
export function importRow(row: Row, recognition: Recognition): ImportedRow {
	const { profile, columns, months, dayOrder } = recognition;
	// A cell that is missing is not an empty one: that may clear a field.
	const english: Row = Object.fromEntries(
		[...columns]
			.filter(([, column]) => Object.hasOwn(row, column))
			.map(([heading, column]) => [
				heading,
				readCell(heading, readColumns(row, column, recognition), recognition),
			]),
	);
	const plain = takeFirstValues(english);
	const cells = new Map<ImportedField, ImportedCell>();

	for (const field of listFields(profile.columns)) {
		const headings = (profile.columns[field] ?? []).filter((heading) => heading in english);
		const heading = headings.find((name) => !isEmptyCell(english[name])) ?? headings[0];
		if (heading === undefined) continue;

		const cell = TIME_FIELDS.includes(field)
			? readNumericTime(english[heading], dayOrder)
			: english[heading];
		const read = isContradiction(field, cell) ? undefined : profile.readers?.[field];
		const value = isEmptyCell(cell) || read === undefined ? cell : read(cell, plain, months);

		cells.set(field, {
			column: columns.get(heading) ?? heading,
			value: translate(field, value, recognition),
		});
	}

	const text = readText(cells.get('description_html'), recognition);
	const completeComment = (comment: ImportedComment): DatedComment => ({
		...comment,
		createdAt: profile.readers?.created_at?.(comment.time, plain, months) ?? comment.time,
		format: findCommentFormat(comment.text, profile),
	});

	const comments = readFurther(english, profile.comments, {
		columns,
		read: (cell) => readCommentCell(cell).map(completeComment),
	});
	const { commentCount } = profile;
	const count = commentCount === undefined ? undefined : applyRule(commentCount, plain);

	return {
		tool: profile.tool,
		cells,
		text,
		state: readState(cells.get('state'), { english, plain }, recognition),
		...readException(plain, recognition),
		...readRelatives(english, recognition),
		comments,
		lacksComments: (count ?? 0) > comments.entries.length,
		relations: readFurther(english, Object.keys(profile.relations ?? {}), {
			columns,
			read: (cell, heading) => readNames(cell, profile.relations?.[heading] ?? ''),
		}),
		links: readFurther(english, listLinkHeadings(english, profile), {
			columns,
			read: readLinkCell,
		}),
		numericDays: DAY_FIELDS.flatMap((field) => cells.get(field) ?? [])
			.filter(({ column }) => TIMESTAMP.test(asText(row[column]) ?? ''))
			.map(({ column }) => column),
		...listUnusedColumns(english, recognition),
	};
}

/** Since 1970, as programs write a time. */
const TIMESTAMP = /^(?:\d{9,10}|\d{13})$/;

const listFields = (columns: Recognition['profile']['columns']): readonly ImportedField[] =>
	Object.keys(columns).filter((field): field is ImportedField => field in columns);

/**
 * Removes the apostrophe that guards a cell. A word that stands for nothing becomes an empty cell, but in a title, which
 * every record has.
 */
function readCell(heading: string, cell: unknown, { profile }: Recognition): unknown {
	if (Array.isArray(cell)) return joinEqual(heading, cell, profile);
	if (typeof cell !== 'string') return cell ?? '';

	const isTitle = profile.columns.name?.includes(heading) === true;
	const isPlaceholder = profile.emptyWords?.includes(cell.trim().toLowerCase()) === true;
	if (isPlaceholder && !isTitle) return '';

	return profile.guard === undefined ? cell : cell.replace(profile.guard, '');
}

/** The values of a heading that is repeated. Where a record has one value only, equal ones are one. */
function joinEqual(heading: string, cells: readonly unknown[], profile: Profile): unknown {
	const isList = listHeadings(profile).includes(heading);
	if (isList || !cells.every((cell) => typeof cell === 'string')) return cells;

	const [first = '', ...others] = new Set(cells);

	return others.length === 0 ? first : [first, ...others];
}

/** The value of a column or, if its heading is repeated, the list of those with content. */
function readColumns(row: Row, column: string, { repeated }: Recognition): unknown {
	const others = repeated.get(column) ?? [];
	if (others.length === 0) return row[column];

	return [column, ...others]
		.map((name) => row[name])
		.flat()
		.filter((cell) => !isEmptyCell(cell));
}

/** The record with one value for each heading, even if the file has several. */
function takeFirstValues(row: Row): Row {
	const lists = Object.entries(row).filter((entry): entry is [string, unknown[]] =>
		Array.isArray(entry[1]),
	);
	const firstValues = Object.fromEntries(lists.map(([heading, [first]]) => [heading, first]));

	return lists.length === 0 ? row : { ...row, ...firstValues };
}

/** The headings of links. GitHub's API has two addresses of an issue, and the first one is for people. */
function listLinkHeadings(row: Row, { links = [] }: Profile): readonly string[] {
	return 'html_url' in row ? links.filter((heading) => heading !== 'url') : links;
}

/** Where entries are, and how they are read. */
interface FurtherReader<Entry> {
	readonly columns: Recognition['columns'];
	readonly read: (cell: unknown, heading: string) => readonly Entry[];
}

function readFurther<Entry>(
	row: Row,
	headings: readonly string[] = [],
	{ columns, read }: FurtherReader<Entry>,
): FurtherCells<Entry> {
	const filled = headings
		.map((heading) => ({ heading, entries: read(row[heading], heading) }))
		.filter(({ entries }) => entries.length > 0);

	return {
		entries: filled.flatMap(({ entries }) => entries),
		columns: filled.map(({ heading }) => columns.get(heading) ?? heading),
	};
}

/** The names of others in a cell. A heading that is repeated has a list of them. */
const readNames = (cell: unknown, type: string) =>
	[cell]
		.flat()
		.map((name) => ({ type, name: toName(name) }))
		.filter(({ name }) => name !== '');

function readRelatives(
	row: Row,
	{ profile, columns }: Recognition,
): Pick<ImportedRow, 'names' | 'parent' | 'parentTitle' | 'sprint'> {
	const { parents, sprints = [] } = profile;

	const findCell = (headings: readonly string[]): ImportedCell | undefined => {
		const heading = headings.find((name) => !isEmptyCell(row[name]));
		if (heading === undefined) return undefined;

		// Of several parents, none is the right one.
		const values = [row[heading]].flat();
		const value = sprints.includes(heading)
			? findLastSprint(values)
			: values.map(toName).join(', ');

		return { column: columns.get(heading) ?? heading, value };
	};

	return {
		names: (parents?.names ?? []).map((name) => toName(row[name])).filter((name) => name !== ''),
		parent: findCell(parents?.columns ?? []),
		parentTitle:
			parents?.title === undefined ? undefined : asText(findCell([parents.title])?.value),
		sprint: findCell(sprints),
	};
}

/** The name in a cell. The APIs of Jira and Asana have an object with a key or an ID. */
const toName = (cell: unknown): string =>
	(asText(isObject(cell) ? (cell.key ?? cell.gid) : cell) ?? '').trim();

/** Converts the words of a tool to the words of Plane. */
function translate(field: ImportedField, value: unknown, { profile }: Recognition): unknown {
	switch (field) {
		case 'priority':
			return readOwn(profile.priorities, foldName(asText(value) ?? '')) ?? value;
		default:
			return value;
	}
}

/** A text, and its format. */
export interface ImportedText {
	readonly cell: ImportedCell | undefined;
	readonly format: TextFormat;
}

function readText(cell: ImportedCell | undefined, { profile }: Recognition): ImportedText {
	if (cell === undefined || isEmptyCell(cell.value)) return { cell, format: 'markdown' };

	const value =
		typeof cell.value === 'string' ? unescapeLineBreaks(cell.value, profile) : cell.value;

	return {
		cell: { ...cell, value },
		format: findFormat(value, cell.column, profile),
	};
}

/** A path such as `C:\\new` is broken in two as well: nothing in the file tells it from a line break. */
const unescapeLineBreaks = (text: string, { escapesLineBreaks }: Profile): string =>
	escapesLineBreaks === true ? text.replaceAll('\\n', '\n') : text;

const findCommentFormat = (text: string, { format }: Profile): TextFormat =>
	parseAtlassianDocument(text) === undefined ? format : 'atlassian';

/** The column and the text show the format if they can: a profile only says what is usual. */
function findFormat(text: unknown, column: string, { format }: Profile): TextFormat {
	if (isAtlassianDocument(text)) return 'atlassian';
	if (column.endsWith('_html')) return 'html';

	return format === 'jira' && HTML_BLOCK.test(asText(text) ?? '') ? 'html' : format;
}

/** The start of a text that an add-on of Jira has written. */
const HTML_BLOCK = /^\s*<(?:p|div|ul|ol|h[1-6]|table|pre|blockquote)[\s>]/i;

/** A record by English headings. */
interface Headings {
	/** As it is in the file. */
	readonly english: Row;
	/** With the first value of each heading. */
	readonly plain: Row;
}

function readState(
	cell: ImportedCell | undefined,
	headings: Headings,
	recognition: Recognition,
): ImportedState {
	const { profile } = recognition;
	const { plain } = headings;
	const isAmbiguous = cell !== undefined && isContradiction('state', cell.value);
	const name = isAmbiguous ? undefined : asText(cell?.value)?.trim();
	const known = readOwn(profile.states, foldName(name ?? ''));
	const { group, columns } = readGroup(plain, profile);

	return {
		name: name === '' ? undefined : name,
		group: group ?? known?.group,
		isFinal: profile.hasFinalGroup === true && group !== undefined,
		isOnlyOpen: profile.isOnlyOpen?.(plain) === true,
		isReopened: profile.isReopened?.(plain) === true,
		contradiction: isAmbiguous ? cell : findGroupContradiction(headings, recognition),
		groupColumns: columns.map((heading) => recognition.columns.get(heading) ?? heading),
	};
}

/** Finds the group that other columns than the state say, and lists the columns that were read for it. */
function readGroup(row: Row, { groupRules = [] }: Profile) {
	const columns: string[] = [];

	for (const rule of groupRules) {
		const group = applyRule(rule, row);

		columns.push(...rule.columns);
		if (group !== undefined) return { group, columns };
	}

	return { group: undefined, columns };
}

function readException(
	row: Row,
	{ profile: { exceptionRule }, columns }: Recognition,
): Pick<ImportedRow, 'exception' | 'exceptionColumns'> {
	if (exceptionRule === undefined) return { exception: undefined, exceptionColumns: [] };

	return {
		exception: applyRule(exceptionRule, row),
		exceptionColumns: exceptionRule.columns.map((heading) => columns.get(heading) ?? heading),
	};
}

/** Applies a rule to the columns that it names, and to no others. */
const applyRule = <Value>({ columns, read }: RowRule<Value>, row: Row): Value | undefined =>
	read(
		Object.fromEntries(
			columns.filter((name) => name in row).map((name): [string, unknown] => [name, row[name]]),
		),
	);

/** Finds a column whose values say that the record is in different groups: finished, and open. */
function findGroupContradiction(
	{ english, plain }: Headings,
	{ profile, columns }: Recognition,
): ImportedCell | undefined {
	const headings = (profile.groupRules ?? []).flatMap((rule) => rule.columns);
	const heading = headings.find((name) => {
		const cell = english[name];
		const values: readonly unknown[] = Array.isArray(cell) ? cell : [];
		const groups = values.map((value) => readGroup({ ...plain, [name]: value }, profile).group);

		return new Set(groups).size > 1;
	});

	return heading === undefined
		? undefined
		: { column: columns.get(heading) ?? heading, value: english[heading] };
}

/** The columns with content that no field takes: what people have written, and what the tool itself has. */
function listUnusedColumns(row: Row, { profile, columns }: Recognition) {
	const used = new Set(Object.values(profile.columns).flat());
	const technical = new Set(profile.technicalColumns);
	const unused = [...columns].filter(
		([heading]) => !used.has(heading) && !isEmptyCell(row[heading]),
	);
	const list = (isTechnical: boolean) =>
		unused
			.filter(([heading]) => technical.has(heading) === isTechnical)
			.map(([, column]) => column);

	return { unknownColumns: list(false), technicalColumns: list(true) };
}
