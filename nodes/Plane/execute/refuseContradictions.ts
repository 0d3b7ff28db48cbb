import type { Call } from '../../shared/model/call';
import { locationKey } from '../../shared/model/place';
import { toImportKey } from '../../shared/operations/shared/external';
import { type Problem, refused } from '../../shared/result/problem';
import { joinWithConjunction } from '../../shared/text/joinWithConjunction';
import { listUpTo } from '../../shared/text/listUpTo';
import { groupBy } from '../../shared/values/groupBy';
import { findChangedValues, getCurrentValue } from './write/compareRecord';

type Row = Call<'upsert'>;

/**
 * Refuses rows that have one External ID, and different values for a field. Each of them would overwrite the other, and
 * every later run would do that again.
 *
 * @returns the problems, by the indexes of the items
 */
export function refuseContradictions(calls: readonly Call[]): ReadonlyMap<number, Problem> {
	const refusals = new Map<number, Problem>();

	for (const [key, rows] of groupBy(calls.filter(isRow), identify)) {
		const fields = key === undefined ? [] : findContradictions(rows);
		if (fields.length === 0) continue;

		for (const { itemIndex } of rows) refusals.set(itemIndex, contradiction(rows, fields));
	}

	return refusals;
}

const isRow = (call: Call): call is Row =>
	call.kind === 'upsert' && call.matchField === 'external_id';

/** The list and the External ID of a row; undefined if it has no External ID. */
function identify(row: Row): string | undefined {
	const key = toImportKey(row.body);

	return key === undefined ? undefined : [locationKey(row), key].join('\n');
}

/** The display names of the fields that rows would change in each other's record. What a row does not say stays. */
function findContradictions([first, ...others]: readonly [Row, ...Row[]]): readonly string[] {
	const { operation, body, targets } = first;
	const fields = others.flatMap((other) => [
		...findChangedValues(body, operation.body, other.body)
			.map(({ field }) => field)
			.filter((field) => getCurrentValue(body, field) !== undefined),
		...(operation.body.memberships ?? [])
			.filter(({ operation: { targetsPerRecord } }) => targetsPerRecord === 'one')
			.map(({ field }) => field)
			.filter(({ wire }) => isMoved(targets[wire], other.targets[wire])),
	]);

	return [...new Set(fields.map(({ displayName }) => displayName))];
}

const isMoved = (ids: readonly string[] = [], others: readonly string[] = []): boolean =>
	ids.length > 0 && others.length > 0 && ids[0] !== others[0];

function contradiction(rows: readonly [Row, ...Row[]], fields: readonly string[]): Problem {
	const numbers = rows.map(({ itemIndex }) => String(itemIndex + 1));
	const key = toImportKey(rows[0].body) ?? '';

	return refused(
		`External ID: the rows ${listUpTo(numbers)} have the same one (${key}), but differ in ${joinWithConjunction(fields, 'and')}`,
		'If they are one record, leave out the row that is out of date. If they are several, as in an export of several repositories, give them different External IDs, such as their addresses: what was imported before by its number would be created again.',
	);
}
