import type { Call } from '../../../shared/model/call';
import { joinWithConjunction } from '../../../shared/text/joinWithConjunction';
import { truncate } from '../../../shared/text/truncate';

/** How many columns the hint lists, and how long their names are. */
const MAX_LISTED = 20;
const MAX_LENGTH = 40;

/** A hint about the columns that are called like no field, so that their values were left out. */
export function unmatchedColumnHints(calls: readonly Call[]): string[] {
	const columns = new Set(
		calls.flatMap((call) => (call.kind === 'upsert' ? call.unmatchedColumns : [])),
	);
	if (columns.size === 0) return [];

	const listed = [...columns].slice(0, MAX_LISTED).map((name) => truncate(name, MAX_LENGTH));
	const more = columns.size - listed.length;
	const names = joinWithConjunction(more > 0 ? [...listed, `${more} more`] : listed, 'and');

	return [`Columns that are called like no field, and were left out: ${names}`];
}
