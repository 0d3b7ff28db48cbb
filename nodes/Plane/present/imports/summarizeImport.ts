import type { Draft, LeftOutName, LeftOutRecord, UnknownName } from '../../../shared/model/draft';
import { nameRecord } from '../../../shared/operations/shared/external';
import { toValues } from '../../../shared/parameters/ParameterReader';
import { isProblem, type Problem, type Result } from '../../../shared/result/problem';
import { groupBy } from '../../../shared/values/groupBy';
import type { ItemResult } from '../../execute/results';

/** What an import has done with its rows, or would do. Rows are numbered from 1. */
export interface ImportSummary {
	/** The tools whose exports the rows come from, as far as they are known. */
	readonly tools: readonly string[];
	/** Whether the columns have shown the tools, or the user has chosen one. */
	readonly toolsBy: 'columns' | 'user';
	readonly rows: number;
	readonly created: number;
	/** How many of the created ones a check has not looked up one by one: an import would find archived ones. */
	readonly createdUnlessArchived: number;
	readonly updated: number;
	readonly unchanged: number;
	readonly leftOut: number;
	readonly failed: number;
	/** The saved rows that are finished by what their tool says. */
	readonly finished: number;
	readonly unknownNames: readonly NameSummary[];
	/** The names of the labels and states that would be created. */
	readonly newLabels: readonly string[];
	readonly newStates: readonly string[];
	readonly problems: readonly ProblemSummary[];
	readonly leftOutRecords: readonly LeftOutSummary[];
	/** The columns of days that are numbers, and are read in the time zone of the workflow. */
	readonly numericDays: readonly string[];
	/** The External IDs, or titles, of the records whose comments are not all in the export. */
	readonly incompleteComments: readonly string[];
	/** The columns with content that are not imported, those that people have written first. */
	readonly leftOutColumns: readonly string[];
}

/** A name that the project does not have. */
interface NameSummary {
	/** The display name of its field. */
	readonly field: string;
	readonly name: string;
	/** Whether its rows fail, go without it, or get another record. */
	readonly effect: 'fails' | 'leftOut' | 'replaced';
	/** The name of the record that its rows get instead. */
	readonly takenInstead?: string;
	/** Set if it stands for another row of the import, and not for a record of the project. */
	readonly isRow?: true;
	/** The numbers of its rows. */
	readonly rows: readonly number[];
}

interface ProblemSummary {
	readonly message: string;
	/** The numbers of its rows. */
	readonly rows: readonly number[];
	/** Their External IDs, or titles, as far as they are known. */
	readonly records: readonly string[];
}

/** Records that are no open work of their own. */
interface LeftOutSummary {
	readonly reason: LeftOutRecord['reason'];
	/** Their External IDs, or titles. */
	readonly records: readonly string[];
}

/** What is known of the items of an import. */
export interface ImportedItems {
	/** Of all items, in their order. */
	readonly drafts: readonly Result<Draft>[];
	/** By the index of the item. */
	readonly results: ReadonlyMap<number, ItemResult>;
	readonly leftOutNames: ReadonlyMap<number, readonly LeftOutName[]>;
	readonly unknownNames: ReadonlyMap<number, readonly UnknownName[]>;
	readonly createdUnlessArchived?: number;
	readonly newLabels?: readonly string[];
	readonly newStates?: readonly string[];
}

/** Sums up what an import has done, or would do, so that people see in one place what needs their attention. */
export function summarizeImport({
	drafts,
	results,
	leftOutNames,
	unknownNames,
	createdUnlessArchived = 0,
	newLabels = [],
	newStates = [],
}: ImportedItems): ImportSummary {
	const valid = drafts.filter((draft): draft is Draft => !isProblem(draft));
	const rows = valid.flatMap(({ row }) => row ?? []);
	const leftOut = rows.flatMap((row) => row.leftOut ?? []);
	const outcomes = [...results.values()].flatMap(readOutcomes);
	const failures = listFailures(drafts, results);
	const count = (outcome: string) => outcomes.filter((own) => own === outcome).length;
	const isSaved = ({ itemIndex }: Draft) => readOutcomes(results.get(itemIndex)).length > 0;

	return {
		tools: [...new Set(rows.flatMap(({ tool }) => tool ?? []))],
		toolsBy: rows.some(({ isToolChosen }) => isToolChosen === true) ? 'user' : 'columns',
		rows: drafts.length,
		created: count('created'),
		createdUnlessArchived,
		updated: count('updated'),
		unchanged: count('unchanged'),
		leftOut: leftOut.length,
		failed: failures.length,
		finished: valid.filter((draft) => isSaved(draft) && isFinished(draft)).length,
		unknownNames: sumUpNames([
			...toUses(unknownNames, () => 'fails'),
			...toUses(leftOutNames, ({ takenInstead }) =>
				takenInstead === undefined ? 'leftOut' : 'replaced',
			),
		]),
		newLabels,
		newStates,
		problems: [...groupBy(failures, ({ problem }) => problem.message)].map(([message, own]) => ({
			message,
			rows: own.map(({ row }) => row),
			records: own.flatMap(({ record }) => record ?? []),
		})),
		leftOutRecords: [...groupBy(leftOut, ({ reason }) => reason)].map(([reason, records]) => ({
			reason,
			records: records.map(({ externalId, title }) => externalId || title),
		})),
		numericDays: [...new Set(rows.flatMap(({ numericDays = [] }) => numericDays))],
		incompleteComments: valid
			.filter(({ row }) => row?.lacksComments === true)
			.map(({ slots }) => nameRecord(toValues(slots))),
		leftOutColumns: [...new Set(rows.flatMap(({ unmatchedColumns }) => unmatchedColumns))],
	};
}

/** What was done to the records of an item. */
function readOutcomes(result: ItemResult | undefined): readonly string[] {
	if (result === undefined || isProblem(result) || result.kind !== 'saved') return [];

	return result.failures.length > 0 ? [] : result.records.map(({ outcome }) => outcome);
}

/** The tool says so, in whatever words. */
const isFinished = ({ slots }: Draft): boolean =>
	slots.some(
		({ group }) => group !== undefined && ['completed', 'cancelled'].includes(group.value),
	);

interface Failure {
	readonly problem: Problem;
	readonly row: number;
	readonly record: string | undefined;
}

function listFailures(
	drafts: readonly Result<Draft>[],
	results: ImportedItems['results'],
): readonly Failure[] {
	const failures: Failure[] = [];

	for (const [index, draft] of drafts.entries()) {
		const problem = isProblem(draft) ? draft : findProblem(results.get(index));
		if (problem === undefined) continue;

		const record = isProblem(draft) ? draft.record : nameRecord(toValues(draft.slots));

		failures.push({ problem, row: index + 1, record: record === '' ? undefined : record });
	}

	return failures;
}

function findProblem(result: ItemResult | undefined): Problem | undefined {
	if (result === undefined || isProblem(result)) return result;

	return result.kind === 'saved' ? result.failures[0] : undefined;
}

/** A name in a row. */
interface NameUse extends Omit<NameSummary, 'rows'> {
	readonly row: number;
}

const toUses = <Name extends LeftOutName>(
	names: ReadonlyMap<number, readonly Name[]>,
	describeEffect: (name: Name) => NameSummary['effect'],
): readonly NameUse[] =>
	[...names].flatMap(([index, own]) =>
		own.map((entry) => ({
			field: entry.field.displayName,
			name: entry.name,
			effect: describeEffect(entry),
			...(entry.takenInstead !== undefined && { takenInstead: entry.takenInstead }),
			...(entry.isRow && { isRow: entry.isRow }),
			row: index + 1,
		})),
	);

const sumUpNames = (uses: readonly NameUse[]): readonly NameSummary[] =>
	[...groupBy(uses, ({ field, name, effect }) => [field, name, effect].join('\n')).values()].map(
		(own) => {
			const [{ field, name, effect, takenInstead, isRow }] = own;
			const rows = [...new Set(own.map(({ row }) => row))];

			return {
				field,
				name,
				effect,
				...(takenInstead !== undefined && { takenInstead }),
				...(isRow && { isRow }),
				rows,
			};
		},
	);
