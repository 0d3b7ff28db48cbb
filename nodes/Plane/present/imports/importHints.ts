import { readAs } from '../../../shared/operations/shared/importOptions';
import { joinWithConjunction } from '../../../shared/text/joinWithConjunction';
import { listUpTo } from '../../../shared/text/listUpTo';
import { quote } from '../../../shared/text/quote';
import { truncate } from '../../../shared/text/truncate';
import { groupBy } from '../../../shared/values/groupBy';
import type { ImportSummary } from './summarizeImport';

/** How many names a hint lists: sheets have many columns, and their names are short. */
const MAX_NAMES = 20;

/** How many kinds of problems a hint lists. */
const MAX_PROBLEMS = 10;

/** The longest name of a column that a hint shows in full, in characters. */
const MAX_LENGTH = 40;

/** Hints about an import: as which tool's export it was read, what was done, and what is not imported. */
export const importHints = (summary: ImportSummary): string[] => [
	...toolHint(summary),
	...countHint(summary),
	...problemHint(summary),
	...recordHint(summary),
	...nameHints(summary),
	...dayHint(summary),
	...commentHint(summary),
	...columnHint(summary),
];

function toolHint({ tools, toolsBy }: ImportSummary): string[] {
	if (tools.length === 0) return [];

	const reason = toolsBy === 'user' ? `because of ${readAs.displayName}` : 'because of its columns';

	return [`Read as an export of ${joinWithConjunction(tools, 'and')}, ${reason}`];
}

/** What was done with the rows. A single one shows it itself. */
function countHint(summary: ImportSummary): string[] {
	const { rows, created, updated, unchanged, leftOut, failed, finished } = summary;
	if (rows < 2) return [];

	const counts = Object.entries({ created, updated, unchanged, 'left out': leftOut, failed })
		.filter(([, count]) => count > 0)
		.map(([outcome, count]) => `${count} ${outcome}`);
	const ofThem = finished > 0 ? `; ${finished} of them are finished in the tool` : '';

	return [`Of ${rows} rows: ${counts.join(', ')}${ofThem}`];
}

/** The failures by what is wrong, so that nobody has to read them row by row. */
function problemHint({ problems }: ImportSummary): string[] {
	if (problems.length === 0) return [];

	const texts = problems.map(
		({ message, rows }) => `${message} (${countRows(rows)}: ${listUpTo(rows.map(String))})`,
	);

	return [`Failed: ${listUpTo(texts, MAX_PROBLEMS, ', ')}`];
}

/** Hints about records that are no open work. */
const recordHint = ({ leftOutRecords }: ImportSummary): string[] =>
	leftOutRecords.map(
		({ reason, records }) =>
			`Left out, because it is no open work (${reason}): ${listUpTo(records, MAX_NAMES)}`,
	);

/** A hint for each field with names that Plane does not know. */
const nameHints = ({ unknownNames }: ImportSummary): string[] =>
	[...groupBy(unknownNames, ({ field }) => field)].map(([field, own]) => {
		const names = own.map(({ name, takenInstead, rows }) => {
			const text = takenInstead === undefined ? quote(name) : `${quote(name)} → ${takenInstead}`;

			return `${text} (${countRows(rows)})`;
		});

		const reason =
			own[0].isRow === true
				? 'these are no rows of this import, or not clearly one of them'
				: 'these names are not in the project, cannot be read, or take nothing more';

		return `${field}: ${reason}: ${listUpTo(names, MAX_NAMES)}`;
	});

/** All names that make rows fail, for the error about one of these rows. Otherwise, each run would show only one. */
export function nameOtherUnknown({ unknownNames }: ImportSummary): readonly string[] {
	const failing = unknownNames.filter(({ effect }) => effect === 'fails');
	if (failing.length < 2) return [];

	const names = failing.map(
		({ field, name, rows }) => `${field} ${quote(name)} (${countRows(rows)})`,
	);

	return [`The project has none of these: ${listUpTo(names, MAX_NAMES)}.`];
}

function dayHint({ tools, numericDays }: ImportSummary): string[] {
	if (numericDays.length === 0) return [];

	const tool = joinWithConjunction(tools, 'or');

	return [
		`The days in ${joinWithConjunction(numericDays, 'and')} are numbers, and were read in the time zone of the workflow: choose that of ${tool} in the settings of the workflow if it is another one`,
	];
}

function commentHint({ incompleteComments: records }: ImportSummary): string[] {
	if (records.length === 0) return [];

	const count = `${records.length} ${records.length === 1 ? 'record' : 'records'}`;

	return [`The export does not have all comments of ${count}: ${listUpTo(records)}`];
}

/** The columns that match no field, so that their values were left out. */
function columnHint({ leftOutColumns }: ImportSummary): string[] {
	if (leftOutColumns.length === 0) return [];

	const names = leftOutColumns.map((name) => truncate(name, MAX_LENGTH));

	return [`These columns match no field and were not imported: ${listUpTo(names, MAX_NAMES)}`];
}

const countRows = ({ length }: readonly number[]): string =>
	`${length} ${length === 1 ? 'row' : 'rows'}`;
