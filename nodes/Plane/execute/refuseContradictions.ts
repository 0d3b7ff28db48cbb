import type { JsonObject } from 'n8n-workflow';

import type { Call } from '../../shared/model/call';
import type { Draft } from '../../shared/model/draft';
import { locationKey } from '../../shared/model/place';
import { toImportKey } from '../../shared/operations/shared/external';
import { type Problem, refused } from '../../shared/result/problem';
import { joinWithConjunction } from '../../shared/text/joinWithConjunction';
import { listUpTo } from '../../shared/text/listUpTo';
import { groupBy } from '../../shared/values/groupBy';
import { findChangedValues, getCurrentValue } from './write/compareRecord';

/** A row, and what it calls its parent. */
interface Row {
	readonly call: Call<'upsert'>;
	readonly parent: string | undefined;
}

/**
 * Refuses rows that have one External ID, and different values for a field. Each of them would overwrite the other, and
 * every later run would do that again.
 *
 * @returns the problems, by the indexes of the items
 */
export function refuseContradictions(
	calls: readonly Call[],
	drafts: readonly Draft[],
): ReadonlyMap<number, Problem> {
	const refusals = new Map<number, Problem>();
	const parents = new Map(drafts.map(({ itemIndex, row }) => [itemIndex, row?.relatives?.parent]));
	const rows = calls
		.filter(isRow)
		.map((call): Row => ({ call, parent: parents.get(call.itemIndex) }));

	for (const [key, own] of groupBy(rows, identify)) {
		const fields = key === undefined ? [] : findContradictions(own);
		if (fields.length === 0) continue;

		for (const { call } of own) refusals.set(call.itemIndex, contradiction(own, fields));
	}

	return refusals;
}

const isRow = (call: Call): call is Call<'upsert'> =>
	call.kind === 'upsert' && call.matchField === 'external_id';

/** The list and the External ID of a row; undefined if it has no External ID. */
function identify({ call }: Row): string | undefined {
	const key = toImportKey(call.body);

	return key === undefined ? undefined : [locationKey(call), key].join('\n');
}

/** The values of the rows before, taken together. */
interface EarlierValues {
	readonly body: JsonObject;
	readonly targets: Call<'upsert'>['targets'];
	readonly parent: string | undefined;
}

/** The display names of the fields in which a row contradicts the rows before. An empty value contradicts nothing. */
function findContradictions([first, ...others]: readonly [Row, ...Row[]]): readonly string[] {
	const names = new Set<string>();
	let earlier: EarlierValues = {
		body: first.call.body,
		targets: first.call.targets,
		parent: first.parent,
	};

	for (const row of others) {
		const { body, targets } = row.call;

		for (const name of listDifferences(earlier, row)) names.add(name);

		earlier = {
			body: { ...body, ...earlier.body },
			targets: { ...targets, ...earlier.targets },
			parent: earlier.parent ?? row.parent,
		};
	}

	return [...names];
}

function listDifferences(earlier: EarlierValues, { call, parent }: Row): readonly string[] {
	const { body, targets, operation } = call;
	const { memberships = [] } = operation.body;
	const values = findChangedValues(earlier.body, operation.body, body)
		.map(({ field }) => field)
		.filter((field) => getCurrentValue(earlier.body, field) !== undefined);
	const moves = memberships
		.filter(({ operation: { targetsPerRecord } }) => targetsPerRecord === 'one')
		.map(({ field }) => field)
		.filter(({ wire }) => isMoved(earlier.targets[wire], targets[wire]));
	const hasOtherParent =
		earlier.parent !== undefined && parent !== undefined && earlier.parent !== parent;

	return [
		...[...values, ...moves].map(({ displayName }) => displayName),
		...(hasOtherParent ? ['Parent'] : []),
	];
}

const isMoved = (ids: readonly string[] = [], others: readonly string[] = []): boolean =>
	ids.length > 0 && others.length > 0 && ids[0] !== others[0];

function contradiction(rows: readonly [Row, ...Row[]], fields: readonly string[]): Problem {
	const numbers = rows.map(({ call }) => String(call.itemIndex + 1));
	const key = toImportKey(rows[0].call.body) ?? '';

	return refused(
		`External ID: the rows ${listUpTo(numbers)} have the same one (${key}), but differ in ${joinWithConjunction(fields, 'and')}`,
		'If they are one record, leave out the row that is out of date. If they are several, as in an export of several repositories, give them different External IDs, such as their addresses: what was imported before by its number would be created again.',
	);
}
