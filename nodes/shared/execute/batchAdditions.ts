import type { Call, ServiceCall } from '../model/call';
import { sameId } from './addIds';
import { laneOf } from './lane';

/** The most IDs that one request adds. */
const MOST = 100;

/** What is carried out in one go: a call, and the items that get their outcome from it. */
export interface Job {
	readonly call: Call;
	/** Counted from 0, in their order. */
	readonly items: readonly number[];
}

/** A call that adds, with the IDs that it adds. */
interface Addition {
	readonly call: ServiceCall;
	/** The wire name of the field that holds the IDs. */
	readonly wire: string;
	readonly ids: readonly string[];
}

/** What a call adds; undefined: it is no addition. */
export function additionOf(call: Call): Addition | undefined {
	if (!('path' in call) || call.operation.body?.addition === undefined) return undefined;
	const { wire } = call.operation.body.addition.field;
	const ids = call.body?.[wire];
	return {
		call,
		wire,
		ids: [
			...new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === 'string').map(sameId) : []),
		],
	};
}

/** Additions to the same target that can share requests. */
interface Group {
	readonly addition: Addition;
	/** How many groups of other targets must be done before, because they have some of its IDs. */
	readonly level: number;
	/** The items that add an ID, by the ID, in the order in which the IDs appear first. */
	readonly itemsOf: Map<string, Set<number>>;
}

/**
 * Groups the calls that can share a request, because a server counts requests: additions to the
 * same target, each ID once, in the order in which they appear first, up to 100 in a request
 * (design, "Additions"). Every other call is a job of its own.
 *
 * Where adding to one target takes out of another one, the order of the items decides: a group ends
 * where one of its IDs is added to another target, and the next one goes out behind that.
 *
 * @returns the jobs in the order of the first item of each, those of a group behind those that must
 *   be done before
 */
export function grouped(calls: readonly Call[]): Job[] {
	const jobs: (Job & { readonly level: number })[] = [];
	const groups = new Map<string, Group>();
	/** Of IDs that are moved, the group that adds them last. */
	const lastOf = new Map<string, { readonly target: string; readonly level: number }>();
	for (const call of calls) {
		const addition = additionOf(call);
		if (addition === undefined) {
			jobs.push({ call, items: [call.itemIndex], level: 0 });
			continue;
		}
		const { workspace, path, operation } = addition.call;
		const target = [workspace, ...Object.values(path)].join('\n');
		const moves = operation.body?.addition?.moves === true;
		for (const id of addition.ids) {
			const moved = [laneOf(call), id].join('\n');
			const last = moves ? lastOf.get(moved) : undefined;
			const isElsewhere = last !== undefined && last.target !== target;
			const level = isElsewhere ? last.level + 1 : (last?.level ?? 0);
			if (moves) lastOf.set(moved, { target, level });

			const key = [level, target].join('\n');
			const group: Group = groups.get(key) ?? { addition, level, itemsOf: new Map() };
			groups.set(key, group);
			const items = group.itemsOf.get(id);
			if (items === undefined) group.itemsOf.set(id, new Set([call.itemIndex]));
			else items.add(call.itemIndex);
		}
	}
	for (const { addition, level, itemsOf } of groups.values()) {
		const ids = [...itemsOf.keys()];
		for (let start = 0; start < ids.length; start += MOST) {
			jobs.push({ ...jobOf(addition, ids.slice(start, start + MOST), itemsOf), level });
		}
	}
	return jobs
		.sort((a, b) => a.level - b.level || (a.items[0] ?? 0) - (b.items[0] ?? 0))
		.map(({ call, items }) => ({ call, items }));
}

function jobOf(
	{ call, wire }: Addition,
	ids: string[],
	itemsOf: ReadonlyMap<string, ReadonlySet<number>>,
): Job {
	const items = new Set<number>();
	for (const id of ids) for (const item of itemsOf.get(id) ?? []) items.add(item);
	return {
		call: { ...call, body: { [wire]: ids } },
		items: [...items].sort((a, b) => a - b),
	};
}
