import type { Draft } from '../../../shared/model/draft';
import { listUpTo } from '../../../shared/text/listUpTo';
import { truncate } from '../../../shared/text/truncate';

/** How many columns the hint lists: sheets have many, and their names are short. */
const MAX_COLUMNS = 20;

/** The longest name of a column that it shows in full, in characters. */
const MAX_LENGTH = 40;

/** A hint about the columns that match no field, so that their values were left out. */
export function unmatchedColumnHints(drafts: readonly Draft[]): string[] {
	const columns = new Set(drafts.flatMap(({ unmatchedColumns = [] }) => unmatchedColumns));
	if (columns.size === 0) return [];

	const names = [...columns].map((name) => truncate(name, MAX_LENGTH));

	return [`Columns that match no field, and were left out: ${listUpTo(names, MAX_COLUMNS)}`];
}
