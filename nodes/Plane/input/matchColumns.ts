import type { IDataObject } from 'n8n-workflow';

import { foldName } from '../../shared/fields/foldName';
import type { Field } from '../../shared/fields/kinds';
import { isEmpty } from '../../shared/fields/valueChecks';
import type { Operation } from '../../shared/operations/operation';
import { type Result, refused } from '../../shared/result/problem';
import { joinWithConjunction } from '../../shared/text/joinWithConjunction';
import { quote } from '../../shared/text/quote';

/** A column of an item that has the values of a field. */
export interface MatchingColumn {
	readonly column: string;
	/** The heading without regard to case, blanks, hyphens and underscores. */
	readonly normalizedHeading: string;
	/** The best heading of a field has the lowest rank. */
	readonly rank: number;
	/** The tools whose exports have the heading. */
	readonly tools: readonly string[];
	/** Columns of the same name, to which a parser has added a number: `Labels_1`. */
	readonly repetitions: readonly string[];
}

/** The columns of an item, by the fields that they are called like. */
export interface MatchedColumns {
	/** By wire name, the best one first. */
	readonly byField: ReadonlyMap<string, readonly MatchingColumn[]>;
	/** The columns that are called like no field. */
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
interface HeadingTarget extends Pick<MatchingColumn, 'rank' | 'tools'> {
	readonly field: Field;
}

/** Finds out which columns of items have the values of which fields, by their headings. */
export class ColumnMatcher {
	private readonly targets = new Map<string, HeadingTarget>();

	/** @param fields those that can be mapped */
	constructor(fields: readonly Field[], { headings, misleadingHeadings }: Operation<'upsert'>) {
		for (const [rank, { wire, heading, tools }] of headings.entries()) {
			const field = fields.find((candidate) => candidate.wire === wire);
			if (field !== undefined) this.targets.set(normalizeHeading(heading), { field, rank, tools });
		}

		const misleading = new Set(misleadingHeadings.map(normalizeHeading));

		for (const field of fields) {
			for (const name of listOwnNames(field).map(normalizeHeading)) {
				if (!misleading.has(name) && !this.targets.has(name)) {
					this.targets.set(name, { field, rank: -1, tools: [] });
				}
			}
		}
	}

	/** @param columns the names of the properties of an item */
	match(columns: readonly string[]): MatchedColumns {
		const byField = new Map<string, MatchingColumn[]>();
		const unmatched: string[] = [];

		for (const column of columns) {
			const target = this.findTarget(column);

			if (target === undefined) {
				if (!this.isRepetition(column, columns)) unmatched.push(column);

				continue;
			}

			const { field, rank, tools } = target;
			const repetitions =
				field.kind.isList === true ? columns.filter((other) => isRepetitionOf(other, column)) : [];
			const matching = byField.get(field.wire) ?? [];

			matching.push({
				column,
				normalizedHeading: normalizeHeading(column),
				rank,
				tools,
				repetitions,
			});
			byField.set(field.wire, matching);
		}

		for (const matching of byField.values()) matching.sort((a, b) => a.rank - b.rank);

		return { byField, unmatched };
	}

	private findTarget(column: string): HeadingTarget | undefined {
		return this.targets.get(normalizeHeading(column));
	}

	/** Whether a column repeats one of a list: `Labels_1` beside `Labels`. */
	private isRepetition(column: string, columns: readonly string[]): boolean {
		return columns.some(
			(other) =>
				isRepetitionOf(column, other) && this.findTarget(other)?.field.kind.isList === true,
		);
	}
}

const isRepetitionOf = (repetition: string, column: string): boolean =>
	repetition.startsWith(`${column}_`) && /^\d+$/.test(repetition.slice(column.length + 1));

/** The value of a field in an item, and the column that it comes from. */
export interface ColumnValue {
	readonly column: string;
	readonly value: unknown;
}

/**
 * Reads the value of a field. Of several columns, one tool's own order decides; a column that is empty in this
 * item does not count.
 *
 * @param matching the columns of the field, the best one first
 * @returns undefined if there are none, or a Problem if columns that no tool has side by side differ
 */
export function readColumn(
	item: IDataObject,
	matching: readonly MatchingColumn[],
): Result<ColumnValue> | undefined {
	const [best = matching[0], ...others] = matching.filter(
		({ column }) => !isEmptyCell(item[column]),
	);
	if (best === undefined) return undefined;

	const rivals = others.filter(
		(other) => !isSameCell(item[other.column], item[best.column]) && !areOfOneTool(best, other),
	);

	if (rivals.length > 0) {
		const columns = [best, ...rivals].map(({ column }) => quote(column));

		return refused(
			`the columns ${joinWithConjunction(columns, 'and')} have different values for it`,
			'Remove one of them before this node, e.g. with Edit Fields, or choose Map Each Column Manually.',
		);
	}

	const { column, repetitions } = best;
	if (repetitions.length === 0) return { column, value: item[column] };

	const entries = [column, ...repetitions].map((name) => item[name]);

	return { column, value: entries.filter((entry) => !isEmptyCell(entry)) };
}

/** Whether an export of one tool has both columns. Two spellings of one heading are no such columns. */
const areOfOneTool = (first: MatchingColumn, second: MatchingColumn): boolean =>
	first.normalizedHeading !== second.normalizedHeading &&
	first.tools.some((tool) => second.tools.includes(tool));

const isEmptyCell = (value: unknown): boolean =>
	isEmpty(value) || (Array.isArray(value) && value.length === 0);

const isSameCell = (first: unknown, second: unknown): boolean =>
	JSON.stringify(first) === JSON.stringify(second);
