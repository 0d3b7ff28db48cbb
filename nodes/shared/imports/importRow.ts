import { asText } from '../values/asText';
import { foldName } from '../values/textForms';
import { isEmpty, isObject } from '../values/valueChecks';
import { isAtlassianDocument } from '../markup/atlassianDocument';
import type { Exception, ImportedField, Profile, Row, StateGroup, TextFormat } from './profile';
import { readOwn } from './readOwn';
import type { Recognition } from './recognize';

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
	/** What the record calls its parent, and the column that says it; undefined if it has none. */
	readonly parent: ImportedCell | undefined;
	/** The title of its parent; undefined if the export does not say it, or if it does not matter. */
	readonly parentTitle: string | undefined;
	/** What other records call it. */
	readonly names: readonly string[];
	/** The last of its sprints; undefined if the export has none. */
	readonly sprint: ImportedCell | undefined;
	/** The columns with content that no field takes. */
	readonly unknownColumns: readonly string[];
	/** Those of them that say nothing that a person would miss, such as IDs. */
	readonly technicalColumns: readonly string[];
}

/** What an export says of the state of a record. */
export interface ImportedState {
	/** As the tool calls it. */
	readonly name: string | undefined;
	/** The group to which it belongs, as the export says or as the tool has it. */
	readonly group: StateGroup | undefined;
	/** Whether the record is finished, whatever its state is called. */
	readonly isFinal: boolean;
	/** Whether it says no more than that the record is open. */
	readonly isOnlyOpen: boolean;
}

/** Whether a record has the title and the ID of the tool's records: the items of a run may come from several places. */
export const isRecordOf = ({ profile, columns }: Recognition, row: Row): boolean =>
	[profile.columns.name, profile.columns.external_id].every((headings = []) => {
		const known = headings.flatMap((heading) => columns.get(heading) ?? []);

		return known.length === 0 || known.some((column) => Object.hasOwn(row, column));
	});

/** Reads a record of an export. */
export function importRow(row: Row, recognition: Recognition): ImportedRow {
	const { profile, columns, months } = recognition;
	// A cell that is missing is not an empty one: that may clear a field.
	const english: Row = Object.fromEntries(
		[...columns]
			.filter(([, column]) => Object.hasOwn(row, column))
			.map(([heading, column]) => [heading, readCell(heading, row[column], recognition)]),
	);
	const cells = new Map<ImportedField, ImportedCell>();

	for (const field of listFields(profile.columns)) {
		const headings = (profile.columns[field] ?? []).filter((heading) => heading in english);
		const heading = headings.find((name) => !isEmptyCell(english[name])) ?? headings[0];
		if (heading === undefined) continue;

		const cell = english[heading];
		const read = profile.readers?.[field];
		const value = isEmptyCell(cell) || read === undefined ? cell : read(cell, english, months);

		cells.set(field, {
			column: columns.get(heading) ?? heading,
			value: translate(field, value, recognition),
		});
	}

	const text = readText(cells.get('description_html'), recognition);

	return {
		tool: profile.tool,
		cells,
		text,
		state: readState(cells.get('state')?.value, english, recognition),
		exception: profile.findException?.(english),
		...readRelatives(english, recognition),
		...listUnusedColumns(english, recognition),
	};
}

const listFields = (columns: Recognition['profile']['columns']): readonly ImportedField[] =>
	Object.keys(columns).filter((field): field is ImportedField => field in columns);

const isEmptyCell = (cell: unknown): boolean =>
	isEmpty(cell) || (Array.isArray(cell) && cell.length === 0);

/**
 * Removes the apostrophe that guards a cell. A word that stands for nothing becomes an empty cell, but in a title, which
 * every record has.
 */
function readCell(heading: string, cell: unknown, { profile }: Recognition): unknown {
	if (Array.isArray(cell)) return cell;
	if (typeof cell !== 'string') return cell ?? '';

	const isTitle = profile.columns.name?.includes(heading) === true;
	const isPlaceholder = profile.emptyWords?.includes(cell.trim().toLowerCase()) === true;
	if (isPlaceholder && !isTitle) return '';

	return profile.hasGuards === true ? cell.replace(/^'(?=[=+\-@])/, '') : cell;
}

function readRelatives(
	row: Row,
	{ profile, columns }: Recognition,
): Pick<ImportedRow, 'names' | 'parent' | 'parentTitle' | 'sprint'> {
	const { parents, sprints = [] } = profile;

	const findCell = (headings: readonly string[]): ImportedCell | undefined => {
		const heading = headings.find((name) => !isEmptyCell(row[name]));
		// A heading that is repeated has a list. The last sprint is the one that the record is in.
		const value = heading === undefined ? undefined : [row[heading]].flat().at(-1);

		return heading === undefined
			? undefined
			: { column: columns.get(heading) ?? heading, value: toName(value) };
	};

	return {
		names: (parents?.names ?? []).map((name) => toName(row[name])).filter((name) => name !== ''),
		parent: findCell(parents?.columns ?? []),
		parentTitle:
			parents?.title === undefined ? undefined : asText(findCell([parents.title])?.value),
		sprint: findCell(sprints),
	};
}

/** The name in a cell. Jira's API has an object with a key. */
const toName = (cell: unknown): string => (asText(isObject(cell) ? cell.key : cell) ?? '').trim();

/** Converts the words of a tool to those of Plane. */
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

/** The column and the text show the format if they can: a profile only says what is usual. */
function findFormat(text: unknown, column: string, { format }: Profile): TextFormat {
	if (isAtlassianDocument(text)) return 'atlassian';
	if (column.endsWith('_html')) return 'html';

	return format === 'jira' && HTML_BLOCK.test(asText(text) ?? '') ? 'html' : format;
}

/** The start of a text that an add-on of Jira has written. */
const HTML_BLOCK = /^\s*<(?:p|div|ul|ol|h[1-6]|table|pre|blockquote)[\s>]/i;

function readState(value: unknown, row: Row, { profile }: Recognition): ImportedState {
	const name = asText(value)?.trim();
	const known = readOwn(profile.states, foldName(name ?? ''));

	return {
		name: name === '' ? undefined : name,
		group: profile.findGroup?.(row) ?? known?.group,
		isFinal: profile.hasFinalGroup === true && profile.findGroup?.(row) !== undefined,
		isOnlyOpen: profile.isOnlyOpen?.(row) === true,
	};
}

/** The columns with content that no field takes: those that people have written, and those of the tool itself. */
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
