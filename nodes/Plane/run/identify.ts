import type { Field } from '../fields';
import type { Naming } from '../fields/field';
import { asText } from '../fields/text';
import type { Answer } from './answer';
import type { Call, ServiceCall } from './call';
import { nameless } from './explain';
import { listIn } from './list/envelope';
import { isProblem, type Problem } from './problem';
import { inLanes } from './schedule/lanes';

/** How names are looked up. */
interface Means {
	/** Sends a call that reads. */
	readonly ask: (call: ServiceCall) => Promise<Answer | Problem>;
	/** Names that are looked up at the same time. */
	readonly atOnce: number;
	/** Whether others are looked up after one that has no record. */
	readonly goesOn: boolean;
}

/** A value of a path that is a name, and no ID. */
interface Named {
	readonly call: ServiceCall;
	readonly field: Field;
	readonly naming: Naming;
	readonly name: string;
}

/** The calls that can be sent, and by the index of the item why another one cannot. */
export interface Identified {
	readonly calls: readonly Call[];
	readonly failed: ReadonlyMap<number, Problem>;
}

/**
 * Puts IDs in the place of names that no path takes, e.g. of `LNCH-12`. Each name is looked up by
 * one request, however many calls have it.
 */
export async function identifyAll(given: readonly Call[], means: Means): Promise<Identified> {
	const wanted = new Map(given.flatMap(namedIn).map((named) => [keyOf(named), named]));
	if (wanted.size === 0) return { calls: given, failed: new Map() };

	const found = await inLanes([...wanted.values()], {
		...{ atOnce: means.atOnce, scout: false, laneOf: () => undefined },
		work: async (named) => await idOf(named, means),
		ends: (outcome) => typeof outcome !== 'string' && !means.goesOn,
	});
	const ids = new Map([...wanted.keys()].map((key, place) => [key, found[place]]));
	const calls: Call[] = [];
	const failed = new Map<number, Problem>();
	for (const call of given) {
		const named = namedIn(call);
		const outcomes = named.map((each) => ids.get(keyOf(each)));
		const problem = outcomes.find((outcome) => typeof outcome === 'object');
		if (problem !== undefined) failed.set(call.itemIndex, problem);
		else if (!outcomes.includes(undefined)) calls.push(withIds(call, named, outcomes));
	}
	return { calls, failed };
}

/** The names in the path of a call. */
function namedIn(call: Call): Named[] {
	if (!('path' in call)) return [];
	return call.operation.path.flatMap((field) => {
		const { naming, wire } = field;
		const name = call.path[wire] ?? '';
		return naming?.pattern.test(name) === true ? [{ call, field, naming, name }] : [];
	});
}

/** Which names are the same: with other parents, a name may be another record's. */
const keyOf = ({ call: { workspace, path }, field: { wire }, name }: Named): string =>
	JSON.stringify([workspace, wire, name, parentsOf(path, wire)]);

/** The values of the path that stand before another one. */
function parentsOf(path: ServiceCall['path'], wire: string): ServiceCall['path'] {
	const entries = Object.entries(path);
	return Object.fromEntries(
		entries.slice(
			0,
			entries.findIndex(([name]) => name === wire),
		),
	);
}

function withIds(call: Call, named: readonly Named[], ids: readonly unknown[]): Call {
	if (!('path' in call)) return call;
	const path: Record<string, string> = { ...call.path };
	for (const [place, { field }] of named.entries()) path[field.wire] = asText(ids[place]) ?? '';
	return { ...call, path };
}

/**
 * The ID of the record with a name, or why there is none. A server that does not search leaves the
 * name as it is: it may be an ID there.
 */
async function idOf(
	{ call, field, naming, name }: Named,
	{ ask }: Pick<Means, 'ask'>,
): Promise<string | Problem> {
	const { itemIndex, operation, workspace, path } = call;
	const { path: searchPath, query } = naming.search;
	const answer = await ask({
		itemIndex,
		operation: { ...operation, request: { method: 'GET', path: searchPath } },
		workspace,
		path,
		list: { query: query(name, path), offset: 0 },
	});
	if (isProblem(answer)) return isAbsent(answer) ? name : answer;
	const list = listIn(answer);
	if (isProblem(list)) return list;
	const hit = list.records.find((row) => naming.nameOf(row) === name);
	return asText(hit?.id) ?? nameless(call, { displayName: field.displayName, value: name });
}

const isAbsent = ({ cause }: Problem): boolean => [400, 404, 405].includes(cause?.status ?? 0);
