import type { Client } from '../client/client';
import { misplaced, nameless } from '../errors/notFound';
import type { AlternateKey } from '../fields/field';
import { sameId } from '../fields/identifier';
import type { Field } from '../fields/kinds';
import { asText } from '../fields/text';
import type { Call, ServiceCall } from '../model/call';
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
interface Key {
	readonly call: ServiceCall;
	readonly field: Field;
	readonly alternate: AlternateKey;
	readonly text: string;
	/** The values of the path that the record belongs to, by their wire names. */
	readonly parents: ServiceCall['path'];
}

/** The calls that can be sent, and by the index of the item why another one cannot. */
export interface Resolved {
	readonly calls: readonly Call[];
	readonly failed: ReadonlyMap<number, Problem>;
}

/**
 * Puts IDs in the place of keys that the service does not take, e.g. of `LNCH-12`, in the path and in
 * the IDs of an addition. Each key is looked up by one request, however many calls have it, and the
 * first one alone: where the API key is wrong, that costs one request.
 */
export async function resolveKeys(
	given: readonly Call[],
	{ client, concurrency, continueOnFail }: Lookup,
): Promise<Resolved> {
	const wanted = new Map(given.flatMap(keysIn).map((key) => [identityOf(key), key]));
	if (wanted.size === 0) return { calls: given, failed: new Map() };

	const ownersOf = remembering(client);
	const found = await mapConcurrently(
		[...wanted.values()],
		{ concurrency, firstAlone: true, shouldStop: (id) => isProblem(id) && !continueOnFail },
		async (key) => await idOf(key, client, ownersOf),
	);
	const ids = new Map([...wanted.keys()].map((key, index) => [key, found[index]]));
	const calls: Call[] = [];
	const failed = new Map<number, Problem>();
	for (const call of given) {
		const outcomes = keysIn(call).map((key) => [key.text, ids.get(identityOf(key))] as const);
		const problem = outcomes.map(([, id]) => id).find(isProblem);
		if (problem !== undefined) failed.set(call.itemIndex, problem);
		else if (outcomes.every(([, id]) => id !== undefined)) {
			calls.push(withIds(call, new Map(outcomes.map(([text, id]) => [text, asText(id) ?? text]))));
		}
	}
	return { calls, failed };
}

/** The keys in a call, those of its path first. */
function keysIn(call: Call): Key[] {
	if (call.kind === 'upload') return [];
	const fields = call.operation.path;
	const keyOf = (field: Field, text = '', parents: readonly Field[]): Key[] =>
		field.alternateKey?.pattern.test(text) === true
			? [{ call, field, alternate: field.alternateKey, text, parents: valuesOf(call, parents) }]
			: [];
	const inPath = fields.flatMap((field, index) =>
		keyOf(field, call.path[field.wire], fields.slice(0, index)),
	);
	if (call.kind !== 'add') return inPath;
	// What is added belongs to what the target belongs to.
	const { field } = call.operation.addition;
	return [...inPath, ...call.ids.flatMap((id) => keyOf(field, id, fields.slice(0, -1)))];
}

const valuesOf = ({ path }: ServiceCall, fields: readonly Field[]): Record<string, string> =>
	Object.fromEntries(fields.map(({ wire }) => [wire, path[wire] ?? '']));

/** Which keys are the same: with other parents, a key may be another record's. */
const identityOf = ({ call: { workspace }, field: { wire }, text, parents }: Key): string =>
	JSON.stringify([workspace, wire, text, parents]);

/** The call with IDs in the place of its keys. */
function withIds(call: Call, ids: ReadonlyMap<string, string>): Call {
	if (call.kind === 'upload') return call;
	const isKey = new Set(
		call.operation.path.filter((field) => field.alternateKey).map(({ wire }) => wire),
	);
	const path = Object.fromEntries(
		Object.entries(call.path).map(([wire, value]) => [
			wire,
			isKey.has(wire) ? (ids.get(value) ?? value) : value,
		]),
	);
	return call.kind === 'add'
		? { ...call, path, ids: [...new Set(call.ids.map((id) => sameId(ids.get(id) ?? id)))] }
		: { ...call, path };
}

/**
 * The ID of the record with a key, or why there is none. A server that does not search leaves the
 * key as it is: it may be an ID there.
 */
async function idOf(
	key: Key,
	client: Client,
	ownersOf: (key: Key) => Promise<Result<ListPage>>,
): Promise<Result<string>> {
	const { call, field, alternate, text, parents } = key;
	const { path, query } = alternate.search;
	const response = await client.read(call, path, query(text, parents));
	if (isProblem(response)) return isAbsent(response) ? text : response;
	const list = listIn(response);
	if (isProblem(list)) return list;
	const id = asText(list.records.find((row) => alternate.keyOf(row) === text)?.id);
	if (id !== undefined) return id;

	const { owner } = alternate;
	const owners = await ownersOf(key);
	const other = isProblem(owners)
		? undefined
		: owners.records.find((row) => owner.has(text, row) && row.id !== parents[owner.parent]);
	return other === undefined
		? nameless(call, field, text, parents)
		: misplaced(call, field, text, { wire: owner.parent, label: owner.label(other) });
}

/** Asks once for the records that keys can be of, for those that have no record. */
function remembering(client: Client) {
	const lists = new Map<string, Promise<Result<ListPage>>>();
	return async ({ call, alternate: { owner } }: Key): Promise<Result<ListPage>> => {
		const place = JSON.stringify([call.workspace, owner.path]);
		const load = async () => {
			const response = await client.read(call, owner.path, { ...pageQuery(PAGE, 0) });
			return isProblem(response) ? response : listIn(response);
		};
		const list = lists.get(place) ?? load();
		lists.set(place, list);
		return await list;
	};
}

const isAbsent = ({ status }: Problem): boolean => [400, 404, 405].includes(status ?? 0);
