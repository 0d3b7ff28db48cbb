import type { Client } from '../client/client';
import { misplaced, nameless } from '../errors/notFound';
import { sameId } from '../fields/identifier';
import type { Field } from '../fields/kinds';
import { asText } from '../fields/text';
import type { Call } from '../model/call';
import { listIn, type ListPage } from '../pagination/envelope';
import { PAGE, pageQuery } from '../pagination/pageQuery';
import { isProblem, type Problem, type Result } from '../result/problem';
import { mapConcurrently } from '../scheduler/mapConcurrently';

/** What looking up takes. */
interface Lookup {
	readonly client: Client;
	/** Keys that are looked up at the same time. */
	readonly concurrency: number;
	/** Whether others are looked up after one that has no record. */
	readonly continueOnFail: boolean;
}

/** A value that is a key, and no ID. */
type Key = ReturnType<typeof keysIn>[number];

/**
 * Puts IDs in the place of keys that the service does not take, e.g. of `LNCH-12`, in the path and in
 * the IDs of an addition. Each key is looked up by one request, however many calls have it, and the
 * first one alone: where the API key is wrong, that costs one request.
 *
 * @returns the calls that can be sent, and by the index of the item why another one cannot
 */
export async function resolveKeys(given: readonly Call[], lookup: Lookup) {
	const { client, concurrency, continueOnFail } = lookup;
	const failed = new Map<number, Problem>();
	const wanted = new Map(given.flatMap(keysIn).map((key) => [key.identity, key]));
	if (wanted.size === 0) return { calls: given, failed };

	const owners: Owners = new Map();
	const found = await mapConcurrently(
		[...wanted.values()],
		{ concurrency, firstAlone: true, shouldStop: (id) => isProblem(id) && !continueOnFail },
		async (key) => await findId(key, client, owners),
	);
	const ids = new Map([...wanted.keys()].map((key, index) => [key, found[index]]));
	const calls: Call[] = [];
	for (const call of given) {
		const idOfKey = new Map(keysIn(call).map(({ text, identity }) => [text, ids.get(identity)]));
		const outcomes = [...idOfKey.values()];
		const problem = outcomes.find(isProblem);
		if (problem !== undefined) failed.set(call.itemIndex, problem);
		else if (!outcomes.includes(undefined)) calls.push(withIds(call, idOfKey));
	}
	return { calls, failed };
}

/** The keys in a call, those of its path first. */
function keysIn(call: Call) {
	if (call.kind === 'upload') return [];
	const fields = call.operation.path;
	const keyOf = (field: Field, text: string | undefined, depth: number) => {
		const { alternateKey: alternate } = field;
		if (text === undefined || alternate?.pattern.test(text) !== true) return [];
		const above = fields.slice(0, depth);
		/** The values of the path that the record belongs to, by their wire names. */
		const parents = Object.fromEntries(above.map(({ wire }) => [wire, call.path[wire] ?? '']));
		// With other parents, a key may be another record's.
		const identity = JSON.stringify([call.workspace, field.wire, text, parents]);
		return [{ call, field, alternate, text, parents, identity }];
	};
	const inPath = fields.flatMap((field, index) => keyOf(field, call.path[field.wire], index));
	if (call.kind !== 'add') return inPath;
	// What is added belongs to what the target belongs to.
	const { field } = call.operation.addition;
	return [...inPath, ...call.ids.flatMap((id) => keyOf(field, id, fields.length - 1))];
}

/** The call with IDs in the place of its keys. */
function withIds(call: Call, ids: ReadonlyMap<string, unknown>): Call {
	if (call.kind === 'upload') return call;
	const idOf = (text: string) => asText(ids.get(text)) ?? text;
	const path = { ...call.path };
	for (const { wire, alternateKey } of call.operation.path) {
		if (alternateKey !== undefined) path[wire] = idOf(path[wire] ?? '');
	}
	return call.kind === 'add'
		? { ...call, path, ids: [...new Set(call.ids.map((id) => sameId(idOf(id))))] }
		: { ...call, path };
}

/** By its place, each list of records that keys can be of: it is asked for once. */
type Owners = Map<string, Promise<Result<ListPage>>>;

/**
 * The ID of the record with a key, or why there is none. A server that does not search leaves the
 * key as it is: it may be an ID there.
 */
async function findId(key: Key, client: Client, owners: Owners): Promise<Result<string>> {
	const { call, field, text, parents } = key;
	const { search, keyOf, owner } = key.alternate;
	const list = async (path: string, query: Readonly<Record<string, string | number>>) => {
		const response = await client.read(call, path, query);
		return isProblem(response) ? response : listIn(response);
	};
	const found = await list(search.path, search.query(text, parents));
	if (isProblem(found)) return [400, 404, 405].includes(found.status ?? 0) ? text : found;
	const id = asText(found.records.find((row) => keyOf(row) === text)?.id);
	if (id !== undefined) return id;

	const place = JSON.stringify([call.workspace, owner.path]);
	const loading = owners.get(place) ?? list(owner.path, { ...pageQuery(PAGE, 0) });
	owners.set(place, loading);
	const all = await loading;
	const other = isProblem(all)
		? undefined
		: all.records.find((row) => owner.has(text, row) && row.id !== parents[owner.parent]);
	return other === undefined
		? nameless(call, field, text, parents)
		: misplaced(call, field, text, { wire: owner.parent, label: owner.label(other) });
}
