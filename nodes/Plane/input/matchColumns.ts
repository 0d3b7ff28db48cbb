import type { IDataObject } from 'n8n-workflow';

import { foldName } from '../../shared/values/textForms';
import type { Field } from '../../shared/fields/kinds';
import { isEmptyCell } from '../../shared/values/valueChecks';
import { removeRepetition } from '../../shared/imports/repetition';
import type { Operation } from '../../shared/operations/operation';
import { type Result, refused } from '../../shared/result/problem';
import { joinWithConjunction } from '../../shared/text/joinWithConjunction';
import { quote } from '../../shared/text/quote';

/** The columns of an item that have the values of a field, under one heading: more than one if it is repeated. */
export interface MatchingColumns {
	/** The columns with the heading, and those to which a parser has added a number: `Labels`, `Labels_1`. */
	readonly columns: readonly string[];
	/** The heading without regard to case, blanks, hyphens and underscores. */
	readonly normalizedHeading: string;
	/** The best heading of a field has the lowest rank. */
	readonly rank: number;
	/** The tools whose exports have the heading. */
	readonly tools: readonly string[];
	/** Whether a parser has numbered one of the columns: then each cell is an entry of a list. */
	readonly isRepeated: boolean;
}

/** The columns of an item, by the fields that they match. */
export interface MatchedColumns {
	/** By wire name, the best heading first. */
	readonly byField: ReadonlyMap<string, readonly MatchingColumns[]>;
	/** The columns that match no field. */
	readonly unmatched: readonly string[];
}

/** `Due Date`, `due_date` and `dueDate` → `duedate` */
export const normalizeHeading = (heading: string): string =>
	foldName(heading).replace(/[\s_-]/g, '');

/** The names of a field itself: in the panel, in a saved workflow and in Plane. */
const listOwnNames = ({ wire, parameter, displayName }: Field): readonly string[] => [
	wire,
	parameter,
	displayName,
	displayName.replace(/ Names or IDs$/, ''),
];

/** A field that a heading stands for. */
interface HeadingTarget extends Pick<MatchingColumns, 'rank' | 'tools'> {
	readonly field: Field;
}

/** A column that belongs to a field. */
interface FieldColumn extends HeadingTarget {
	readonly column: string;
	/** Without the number that a parser has added. */
	readonly heading: string;
	readonly isRepetition: boolean;
}

/** Items of one table have the same columns, except for empty columns that some of the items leave out. */
const MAX_REMEMBERED_SETS = 100;

/** Finds the field of each column of the items, by the heading of the column. */
export class ColumnMatcher {
	private readonly targets = new Map<string, HeadingTarget>();
	private readonly ownNames = new Map<string, Field>();
	/** Results by the columns as JSON, the oldest first. */
	private readonly remembered = new Map<string, MatchedColumns>();

	/** @param fields the fields that can be mapped */
	constructor(fields: readonly Field[], { headings, misleadingHeadings }: Operation<'upsert'>) {
		for (const [rank, { wire, heading, tools }] of headings.entries()) {
			const field = fields.find((candidate) => candidate.wire === wire);
			if (field !== undefined) this.targets.set(normalizeHeading(heading), { field, rank, tools });
		}

		const misleading = new Set(misleadingHeadings.map(normalizeHeading));

		for (const field of fields) {
			for (const name of listOwnNames(field).map(normalizeHeading)) {
				if (misleading.has(name)) continue;

				this.ownNames.set(name, field);
				if (!this.targets.has(name)) this.targets.set(name, { field, rank: -1, tools: [] });
			}
		}
	}

	/**
	 * Finds the columns that are called like a field itself: in the panel, in a saved workflow or in Plane.
	 *
	 * @param columns columns that no export of the tool has
	 */
	matchOwnNames(columns: readonly string[]): MatchedColumns['byField'] {
		const byHeading = new Map<string, FieldColumn[]>();

		for (const column of columns) {
			const field = this.ownNames.get(normalizeHeading(column));
			if (field === undefined) continue;

			byHeading.set(column, [
				{ field, rank: -1, tools: [], column, heading: column, isRepetition: false },
			]);
		}

		return groupByField(byHeading);
	}

	/** @param columns the names of the properties of an item */
	match(columns: readonly string[]): MatchedColumns {
		const key = JSON.stringify(columns);
		const known = this.remembered.get(key);
		if (known !== undefined) return known;

		const matched = this.matchHeadings(columns);
		const [oldest] = this.remembered.keys();
		const isFull = this.remembered.size >= MAX_REMEMBERED_SETS;

		if (isFull && oldest !== undefined) this.remembered.delete(oldest);

		this.remembered.set(key, matched);

		return matched;
	}

	private matchHeadings(columns: readonly string[]): MatchedColumns {
		const byHeading = new Map<string, FieldColumn[]>();
		const unmatched: string[] = [];

		for (const name of columns) {
			const column = this.readColumnName(name);

			if (column === undefined) {
				unmatched.push(name);

				continue;
			}

			const sameHeading = byHeading.get(column.heading) ?? [];

			sameHeading.push(column);
			byHeading.set(column.heading, sameHeading);
		}

		return { byField: groupByField(byHeading), unmatched };
	}

	/** @returns undefined for a column that matches no field */
	private readColumnName(column: string): FieldColumn | undefined {
		const target = this.findTarget(column);
		if (target !== undefined) return { ...target, column, heading: column, isRepetition: false };

		const heading = removeRepetition(column);
		const repeated = heading === column ? undefined : this.findTarget(heading);
		if (repeated?.field.kind.isList !== true) return undefined;

		return { ...repeated, column, heading, isRepetition: true };
	}

	private findTarget(heading: string): HeadingTarget | undefined {
		return this.targets.get(normalizeHeading(heading));
	}
}

/** Returns the columns of each field by its wire name, the best heading first. */
function groupByField(
	byHeading: ReadonlyMap<string, readonly FieldColumn[]>,
): Map<string, MatchingColumns[]> {
	const byField = new Map<string, MatchingColumns[]>();

	for (const [heading, columns] of byHeading) {
		const [first] = columns;
		if (first === undefined) continue;

		const { field, rank, tools } = first;
		const matching = byField.get(field.wire) ?? [];

		matching.push({
			columns: columns.map(({ column }) => column),
			normalizedHeading: normalizeHeading(heading),
			rank,
			tools,
			isRepeated: columns.some(({ isRepetition }) => isRepetition),
		});
		byField.set(field.wire, matching);
	}

	for (const matching of byField.values()) matching.sort((a, b) => a.rank - b.rank);

	return byField;
}

/** The value of a field in an item, and the column that it comes from. */
export interface ColumnValue {
	/** The first one that is not empty, if a heading is repeated. */
	readonly column: string;
	readonly value: unknown;
}

/** The cells of a heading in an item that are not empty. */
interface FilledCells extends MatchingColumns {
	readonly column: string;
	readonly cells: readonly unknown[];
}

/**
 * Reads the value of a field. Of several headings, one tool's own order decides; one that has only empty cells in
 * this item does not count.
 *
 * @param matching the columns of the field, the best heading first
 * @returns undefined if there are none, or a Problem if columns that no tool has side by side differ
 */
export function readColumn(
	item: IDataObject,
	matching: readonly MatchingColumns[],
): Result<ColumnValue> | undefined {
	const filled = matching
		.map((columns) => readFilledCells(item, columns))
		.filter((cells) => cells !== undefined);
	const [best, ...others] = filled;

	if (best === undefined) {
		const column = matching[0]?.columns[0];

		return column === undefined ? undefined : { column, value: item[column] };
	}

	const rivals = others.filter((other) => !areSameCells(other, best) && !areOfOneTool(best, other));

	if (rivals.length > 0) {
		const columns = [best, ...rivals].map(({ column }) => quote(column));

		return refused(
			`the columns ${joinWithConjunction(columns, 'and')} have different values for it`,
			'Remove one of them before this node, e.g. with Edit Fields, or choose Map Each Column Manually.',
		);
	}

	const { column, cells, isRepeated } = best;

	return { column, value: isRepeated ? cells : item[column] };
}

/** @returns undefined if all cells are empty */
function readFilledCells(item: IDataObject, matching: MatchingColumns): FilledCells | undefined {
	const filled = matching.columns.filter((column) => !isEmptyCell(item[column]));
	const [column] = filled;
	if (column === undefined) return undefined;

	return { ...matching, column, cells: filled.map((name) => item[name]) };
}

/** Whether an export of one tool has both headings. Two spellings of one heading are no such headings. */
const areOfOneTool = (first: MatchingColumns, second: MatchingColumns): boolean =>
	first.normalizedHeading !== second.normalizedHeading &&
	first.tools.some((tool) => second.tools.includes(tool));

const areSameCells = (first: FilledCells, second: FilledCells): boolean =>
	JSON.stringify(first.cells) === JSON.stringify(second.cells);
