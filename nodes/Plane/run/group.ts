import type { Call, ServiceCall } from './call';
import { sameId } from './addition';
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

/**
 * Groups the calls that can share a request, because a server counts requests: additions to the
 * same target, each ID once, in the order in which they appear first, up to 100 in a request
 * (design, "Additions"). Every other call is a job of its own.
 *
 * @returns the jobs in the order of the first item of each
 */
export function grouped(calls: readonly Call[]): Job[] {
	const jobs: Job[] = [];
	const targets = new Map<string, { addition: Addition; itemsOf: Map<string, Set<number>> }>();
	for (const call of calls) {
		const addition = additionOf(call);
		if (addition === undefined) {
			jobs.push({ call, items: [call.itemIndex] });
			continue;
		}
		const lane = laneOf(call) ?? '';
		const { itemsOf } = targets.get(lane) ?? { itemsOf: new Map<string, Set<number>>() };
		if (!targets.has(lane)) targets.set(lane, { addition, itemsOf });
		for (const id of addition.ids) {
			const items = itemsOf.get(id);
			if (items === undefined) itemsOf.set(id, new Set([call.itemIndex]));
			else items.add(call.itemIndex);
		}
	}
	for (const { addition, itemsOf } of targets.values()) {
		const ids = [...itemsOf.keys()];
		for (let start = 0; start < ids.length; start += MOST) {
			jobs.push(jobOf(addition, ids.slice(start, start + MOST), itemsOf));
		}
	}
	return jobs.sort((a, b) => (a.items[0] ?? 0) - (b.items[0] ?? 0));
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
