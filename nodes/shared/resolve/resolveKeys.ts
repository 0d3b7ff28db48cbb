import type { JsonObject } from 'n8n-workflow';

import type { Field } from '../fields/kinds';
import type { Naming } from '../fields/field';
import { asText } from '../fields/text';
import type { Answer } from '../transport/response';
import type { Call, ServiceCall } from '../model/call';
import { misplaced, nameless } from '../errors';
import { listIn, type List } from '../pagination/envelope';
import { pageQuery, PAGE } from '../pagination/pageQuery';
import { isProblem, type Problem } from '../result/problem';
import { inLanes } from '../scheduler/mapConcurrently';
import { textsOf } from '../input/texts';

/** How names are looked up. */
interface Means {
	/** Sends a call that reads. */
	readonly ask: (call: ServiceCall) => Promise<Answer | Problem>;
	/** Names that are looked up at the same time. */
	readonly atOnce: number;
	/** Whether others are looked up after one that has no record. */
	readonly goesOn: boolean;
}

/** A value that is a name, and no ID. */
interface Named {
	readonly call: ServiceCall;
	readonly field: Field;
	readonly naming: Naming;
	readonly name: string;
	/** The values of the path that the record belongs to, by their wire names. */
	readonly parents: ServiceCall['path'];
}

/** The calls that can be sent, and by the index of the item why another one cannot. */
export interface Identified {
	readonly calls: readonly Call[];
	readonly failed: ReadonlyMap<number, Problem>;
}

/**
 * Puts IDs in the place of names that the service does not take, e.g. of `LNCH-12`, in the path and
 * in the IDs of an addition. Each name is looked up by one request, however many calls have it, and
 * the first one alone: where the key is wrong, that costs one request.
 */
export async function identifyAll(given: readonly Call[], means: Means): Promise<Identified> {
	const wanted = new Map(given.flatMap(namedIn).map((named) => [keyOf(named), named]));
	if (wanted.size === 0) return { calls: given, failed: new Map() };

	const ownersOf = remembering(means.ask);
	const found = await inLanes([...wanted.values()], {
		...{ atOnce: means.atOnce, scout: true, laneOf: () => undefined },
		work: async (named) => await idOf(named, means.ask, ownersOf),
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

/** The names in a call, those of its path first. */
function namedIn(call: Call): Named[] {
	if (!('path' in call)) return [];
	const { path: fields, body } = call.operation;
	const places = fields.map(({ wire }) => wire);
	const inPath = fields.flatMap((field, place) =>
		namesOf(call, field, call.path[field.wire], places.slice(0, place)),
	);
	const { field } = body?.addition ?? {};
	if (field === undefined) return inPath;
	// What is added belongs to what the target belongs to.
	const ids = call.body?.[field.wire];
	const names = (Array.isArray(ids) ? ids : []).flatMap((id) =>
		namesOf(call, field, asText(id), places.slice(0, -1)),
	);
	return [...inPath, ...names];
}

function namesOf(
	call: ServiceCall,
	field: Field,
	name = '',
	parents: readonly string[],
): readonly Named[] {
	const { naming } = field;
	if (naming?.pattern.test(name) !== true) return [];
	const path = textsOf(Object.fromEntries(parents.map((wire) => [wire, call.path[wire] ?? ''])));
	return [{ call, field, naming, name, parents: path }];
}

/** Which names are the same: with other parents, a name may be another record's. */
const keyOf = ({ call: { workspace }, field: { wire }, name, parents }: Named): string =>
	JSON.stringify([workspace, wire, name, parents]);

/** The call with IDs in the place of its names. */
function withIds(call: Call, named: readonly Named[], ids: readonly unknown[]): Call {
	if (!('path' in call)) return call;
	const path: Record<string, string> = { ...call.path };
	const body: JsonObject = { ...call.body };
	for (const [place, { field, name }] of named.entries()) {
		const id = asText(ids[place]) ?? '';
		const list = body[field.wire];
		if (path[field.wire] === name) path[field.wire] = id;
		else if (Array.isArray(list)) {
			body[field.wire] = list.map((entry) => (entry === name ? id : entry));
		}
	}
	return { ...call, path, ...(call.body === undefined ? {} : { body }) };
}

/**
 * The ID of the record with a name, or why there is none. A server that does not search leaves the
 * name as it is: it may be an ID there.
 */
async function idOf(
	named: Named,
	ask: Means['ask'],
	ownersOf: (named: Named) => Promise<List | Problem>,
): Promise<string | Problem> {
	const { call, field, naming, name, parents } = named;
	const { path, query } = naming.search;
	const answer = await ask(reading(call, path, query(name, parents)));
	if (isProblem(answer)) return isAbsent(answer) ? name : answer;
	const list = listIn(answer);
	if (isProblem(list)) return list;
	const hit = list.records.find((row) => naming.nameOf(row) === name);
	const id = asText(hit?.id);
	if (id !== undefined) return id;

	const { owner } = naming;
	const owners = await ownersOf(named);
	const other = isProblem(owners)
		? undefined
		: owners.records.find((row) => owner.has(name, row) && row.id !== parents[owner.parent]);
	return other === undefined
		? nameless(call, field, name, parents)
		: misplaced(call, field, name, { wire: owner.parent, label: owner.label(other) });
}

/** Asks once for the records that names can be of, for those that have no record. */
function remembering(ask: Means['ask']) {
	const lists = new Map<string, Promise<List | Problem>>();
	return async ({ call, naming: { owner } }: Named): Promise<List | Problem> => {
		const key = JSON.stringify([call.workspace, owner.path]);
		const load = async () => {
			const answer = await ask(reading(call, owner.path, textsOf({ ...pageQuery(PAGE, 0) })));
			return isProblem(answer) ? answer : listIn(answer);
		};
		const list = lists.get(key) ?? load();
		lists.set(key, list);
		return await list;
	};
}

/** The call that reads another path of the workspace for a call. */
const reading = (
	{ itemIndex, operation, workspace, path }: ServiceCall,
	place: string,
	query: Readonly<Record<string, string>>,
): ServiceCall => ({
	itemIndex,
	operation: { ...operation, request: { method: 'GET', path: place } },
	workspace,
	path,
	list: { query, offset: 0 },
});

const isAbsent = ({ cause }: Problem): boolean => [400, 404, 405].includes(cause?.status ?? 0);
