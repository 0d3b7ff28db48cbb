import { nameGiven } from '../errors/pathParameters';
import type { Call } from '../model/call';
import { isProblem, problem, type Problem } from '../result/problem';
import type { Execution, ItemResult } from './execution';

type Memberships = Execution['memberships'];

/**
 * The calls that add records, which were written, to what they are to be in; numbered in their order.
 *
 * @returns in two parts, one to be carried out after the other: what changes the record itself comes
 *   last, so that a record that has not been changed shows that it is not complete (rows 50 and 51)
 */
export function joiningCalls(memberships: Memberships): [Call<'add'>[], Call<'add'>[]] {
	const calls = memberships.map(({ call, addition, target, id }, itemIndex): Call<'add'> => {
		// Of the place of the record only what that of the target has too: all that go there share requests.
		const path = Object.fromEntries(
			addition.path.map(({ wire }) => [wire, call.path[wire] ?? target]),
		);
		return {
			...{ kind: 'add', operation: addition, workspace: call.workspace },
			...(call.called && { called: call.called }),
			...{ itemIndex, path, ids: [id] },
		};
	});
	const moves = ({ operation }: Call<'add'>) => operation.addition.moves === true;
	return [calls.filter((call) => !moves(call)), calls.filter(moves)];
}

/**
 * The items whose records were written and could not be added.
 *
 * @param results of the calls, by their numbers; one that is not there was not begun
 */
export function notJoined(
	memberships: Memberships,
	results: ReadonlyMap<number, ItemResult>,
): Map<number, Problem> {
	const failed = new Map<number, Problem>();
	for (const [index, { call, addition, target, id }] of memberships.entries()) {
		const result = results.get(index);
		if (result !== undefined && !isProblem(result)) continue;
		const { displayName = '' } = addition.path.at(-1) ?? {};
		const why =
			result ?? problem({ tag: 'partial', message: 'the execution ended', description: '' });
		const before = failed.get(call.itemIndex);
		const place = `${displayName} ${nameGiven(call, target)}`;
		failed.set(call.itemIndex, {
			...(before ?? why),
			message:
				before === undefined
					? `It was saved (ID ${id}), but not added to ${place}: ${why.message}`
					: `${before.message}; nor to ${place}: ${why.message}`,
			description:
				before?.description ?? `${why.description} Add it there with Add Work Items.`.trim(),
		});
	}
	return failed;
}
