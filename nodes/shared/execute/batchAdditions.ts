import type { Call } from '../model/call';
import { changedBy } from './changeOrder';

/** The most IDs that one request adds. */
const MOST = 100;

/** What is carried out in one go: a call, and the items that get their result from it. */
export interface Job {
	readonly call: Call;
	/** Counted from 0, in their order. */
	readonly items: readonly number[];
}

/** Additions to the same target that can share requests. */
interface Batch {
	readonly call: Call<'add'>;
	/** How many batches of other targets must be done before, because they have some of its IDs. */
	readonly level: number;
	/** The items that add an ID, by the ID, in the order in which the IDs appear first. */
	readonly itemsOf: Map<string, Set<number>>;
}

/** Batches of calls, which are filled one call after the other. */
class Batches {
	readonly all = new Map<string, Batch>();
	/** Of IDs that are moved, the batch that adds them last. */
	private readonly lastOf = new Map<string, { readonly target: string; readonly level: number }>();

	add(call: Call<'add'>): void {
		const target = [call.workspace, ...Object.values(call.path)].join('\n');
		for (const id of call.ids) {
			const level = this.levelOf(call, id, target);
			const key = [level, target].join('\n');
			const batch: Batch = this.all.get(key) ?? { call, level, itemsOf: new Map() };
			this.all.set(key, batch);
			const items = batch.itemsOf.get(id);
			if (items === undefined) batch.itemsOf.set(id, new Set([call.itemIndex]));
			else items.add(call.itemIndex);
		}
	}

	private levelOf(call: Call<'add'>, id: string, target: string): number {
		if (call.operation.addition.moves !== true) return 0;
		const moved = [changedBy(call), id].join('\n');
		const last = this.lastOf.get(moved);
		const isElsewhere = last !== undefined && last.target !== target;
		const level = isElsewhere ? last.level + 1 : (last?.level ?? 0);
		this.lastOf.set(moved, { target, level });
		return level;
	}
}

/**
 * Batches the calls that can share a request, because a server counts requests: additions to the
 * same target, each ID once, in the order in which they appear first, up to 100 in a request
 * (docs/running-again.md). Every other call is a job of its own.
 *
 * Where adding to one target takes out of another one, the order of the items decides: a batch ends
 * where one of its IDs is added to another target, and the next one goes out behind that.
 *
 * @returns the jobs in the order of the first item of each, those of a batch behind those that must
 *   be done before
 */
export function batchAdditions(calls: readonly Call[]): Job[] {
	const jobs: (Job & { readonly level: number })[] = [];
	const batches = new Batches();
	for (const call of calls) {
		if (call.kind === 'add') batches.add(call);
		else jobs.push({ call, items: [call.itemIndex], level: 0 });
	}
	for (const { call, level, itemsOf } of batches.all.values()) {
		const all = [...itemsOf.keys()];
		for (let start = 0; start < all.length; start += MOST) {
			const ids = all.slice(start, start + MOST);
			const items = new Set<number>();
			for (const id of ids) for (const item of itemsOf.get(id) ?? []) items.add(item);
			jobs.push({ call: { ...call, ids }, items: [...items].sort((a, b) => a - b), level });
		}
	}
	return jobs
		.sort((a, b) => a.level - b.level || (a.items[0] ?? 0) - (b.items[0] ?? 0))
		.map(({ call, items }) => ({ call, items }));
}
