import type { Call } from '../../../shared/model/call';
import { listUpTo } from '../../../shared/text/listUpTo';
import { truncate } from '../../../shared/text/truncate';

/** How many columns the hint lists: sheets have many, and their names are short. */
const MAX_COLUMNS = 20;

/** The longest name of a column that it shows in full, in characters. */
const MAX_LENGTH = 40;

/** A hint about the columns that are called like no field, so that their values were left out. */
export function unmatchedColumnHints(calls: readonly Call[]): string[] {
	const columns = new Set(
		calls.flatMap((call) => (call.kind === 'upsert' ? call.unmatchedColumns : [])),
	);
	if (columns.size === 0) return [];

	const names = [...columns].map((name) => truncate(name, MAX_LENGTH));

	return [
		`Columns that are called like no field, and were left out: ${listUpTo(names, MAX_COLUMNS)}`,
	];
}
