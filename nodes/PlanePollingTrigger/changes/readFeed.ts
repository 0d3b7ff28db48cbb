import type { JsonObject } from 'n8n-workflow';

import { firstText } from '../../shared/rows/firstText';
import type { ListPage } from '../../shared/pagination/envelope';
import { PAGE } from '../../shared/pagination/pageQuery';
import { isProblem, type Problem, type Result } from '../../shared/result/problem';
import { writtenAt } from './activities';
import { type Details, readDetails, type EventSelection } from './details';
import {
	type Declared,
	FEEDS,
	newestIn,
	presentAt,
	SETTLED,
	settledAt,
	SKEW,
	WINDOW,
} from './feeds';
import { lowestAwaited, passedNumbers } from './lateNumbers';
import { bare, failures, seenFirst, toLookAgain, toTryAgain } from './lookedAt';
import {
	advanced,
	type FeedMark,
	type FeedName,
	type KnownRow,
	type PendingChanges,
	shortId,
	type UnfinishedRow,
	withBaseAtReached,
} from './mark';
import type { ProjectLists } from './projectLists';
import { orderOfFirst, reachesFloor, readSince } from './readSince';
import { BORN, sinceOf } from './seen';
import { cameIn, type FoundEvent } from './foundEvents';

/** Milliseconds after which what has been looked at is not looked at again: a little less than a minute. */
const LINGER = 50_000;

/** Milliseconds in which a worker that touches a work item writes the activity of it. */
const NOTED = 1_000;

/** Polls after which a description is reported although somebody keeps changing the work item. */
const PATIENCE = 10;

/** Polls in which a work item may be unreadable before the others continue without it. */
const FAILURES = 3;

/** Polls in which the others may leave no requests for a work item with many changes before it comes first. */
const WAITS = 3;

/** Rows of a mark above which it is worth a few requests to be rid of them. */
const MANY_ROWS = 500;

/** Pages that are read for that at most. */
const MOST_PAGES = 10;

/** How long a work item has been as it is now. */
interface Age {
	/** When it was touched last. */
	readonly order: number;
	/** Milliseconds since it was seen first like this. */
	readonly waited: number;
	readonly pending: PendingChanges | undefined;
}

/** The result of reading a list. */
export interface FeedRead {
	readonly mark: FeedMark;
	/** Whether anything was worked on, or is closer to be. */
	readonly hasMoved: boolean;
	readonly problem?: Problem;
}

/** Reads a list of a project from its mark on, once. */
export class FeedReading {
	readonly foundEvents: FoundEvent[] = [];
	private readonly declared: Declared;
	private readonly rows: Record<string, KnownRow> = {};
	private readonly unfinished: Map<string, UnfinishedRow>;
	/** Rows that were found in this reading to be unfinished. */
	private readonly touched = new Set<string>();
	/** Work items with many changes, which are read after all others. */
	private readonly deferred = new Map<string, JsonObject>();
	/** What time it is by the clock of the rows, or was a little while ago. */
	private now = 0;
	private settled = 0;
	private hasMoved = false;

	constructor(
		private readonly lists: ProjectLists,
		private readonly selection: EventSelection,
		name: FeedName,
		private mark: FeedMark,
	) {
		this.declared = FEEDS[name];
		this.unfinished = new Map(Object.entries(mark.unfinished ?? {}));
	}

	async read(): Promise<FeedRead> {
		const unread = await this.unreadRows();
		const { orderOf, versionOf } = this.declared;
		const floor = () => this.mark.reached ?? this.mark.base;
		const reach = await readSince(
			{
				ask: async (size, offset, isWhole) => await this.ask(size, offset, isWhole),
				orderOf,
				get floor() {
					return floor();
				},
				...(this.mark.above !== undefined && { above: this.mark.above }),
				isNew: (row) => {
					const id = shortId(row);
					// What is to be looked at once more is so by the next poll.
					if (this.touched.has(id)) return false;

					const known = this.rows[id]?.[0];
					const before = this.mark.rows[id]?.[0];

					return (known === undefined ? before : bare(known)) !== versionOf(row);
				},
				begin: (head) => {
					this.begin(head, unread);
				},
			},
			async (row) => await this.work(row),
		);
		const problem = reach.problem ?? (await this.workOnDeferred());
		const passed = this.declared.isTimed ? undefined : this.passedNow();
		const hasMoved = this.hasMoved || problem === undefined || reach.above !== this.mark.above;
		const mark = advanced(
			{ ...this.mark, ...(passed !== undefined && { passed }) },
			{
				reach,
				rows: this.rows,
				unfinished: this.stillUnfinished(reach.isComplete),
				waiting: this.firstWaiting(),
				settled: this.settled,
				window: this.declared.window,
			},
		);

		return { mark, hasMoved, ...(problem !== undefined && { problem }) };
	}

	private async ask(size: number, offset: number, isWhole: boolean): Promise<Result<ListPage>> {
		const { list, query, sparse, expand } = this.declared;
		const asked = isWhole ? { ...(expand !== undefined && { expand }) } : { fields: sparse };

		return await this.lists.page(list, size, offset, { ...query, ...asked });
	}

	private begin(head: ListPage, unread: readonly string[] | undefined): void {
		const at = this.lists.clock();
		const newest = newestIn(this.declared, head, this.mark.newest, at);

		this.mark = { ...this.mark, newest };
		this.settled = settledAt(this.declared, head, newest, at);
		if (this.declared.hasDetails !== true) return;

		const { looked } = head;

		this.now = looked === undefined ? 0 : presentAt(looked, newest, at);
		this.forgetWhatIsRead(head, unread);
		const latest = looked === undefined ? newest.order : Math.min(looked.from, this.now + SETTLED);
		const since = sinceOf(this.mark, this.selection, Math.max(newest.order, latest));

		this.mark = { ...this.mark, since };
	}

	/** Forgets rows that were read, once all that are not are known. */
	private forgetWhatIsRead(head: ListPage, unread: readonly string[] | undefined): void {
		const { reached } = this.mark;
		if (reached === undefined) return;

		const { orderOf, window } = this.declared;
		const isUnread = (row: JsonObject) => (orderOf(row) ?? Infinity) >= reached;
		const isWhole = reachesFloor({ orderOf, floor: reached }, head);
		if (!isWhole && unread === undefined) return;

		const ids = new Set([...(unread ?? []), ...head.records.filter(isUnread).map(shortId)]);

		this.mark = withBaseAtReached(this.mark, [...ids], window);
	}

	/**
	 * All rows that are left for a later poll, once the mark has grown so far that they are worth some
	 * requests.
	 *
	 * @returns undefined if they are not, or cannot be known
	 */
	private async unreadRows(): Promise<readonly string[] | undefined> {
		const { reached, rows, above = 0 } = this.mark;
		const { orderOf, hasDetails } = this.declared;
		if (hasDetails !== true || reached === undefined) return undefined;
		if (Object.keys(rows).length <= MANY_ROWS + above) return undefined;

		const ids = new Set<string>();
		let newest: number | undefined;
		let size = PAGE;

		for (let at = 0; at < MOST_PAGES; at++) {
			const page = await this.ask(size, at * size, false);
			if (isProblem(page)) return undefined;

			size = page.cursor?.size ?? size;
			if (above > MOST_PAGES * size) return undefined;

			newest ??= orderOfFirst(this.declared, page);
			for (const row of page.records) ids.add(shortId(row));
			if (!reachesFloor({ orderOf, floor: reached }, page)) continue;

			// What has moved to the top since is on the first page now, unless that is full of it.
			const top = await this.ask(size, 0, false);
			if (isProblem(top) || !reachesFloor({ orderOf, floor: newest ?? 0 }, top)) return undefined;

			for (const row of top.records) ids.add(shortId(row));

			return [...ids];
		}

		return undefined;
	}

	/** Works on a row that is new, or leaves it for the end. @returns why the reading has to end */
	private async work(row: JsonObject): Promise<Problem | undefined> {
		const id = shortId(row);
		const { orderOf, versionOf, list, hasDetails } = this.declared;
		if (hasDetails !== true) {
			const order = orderOf(row) ?? this.mark.base;

			this.note(id, [versionOf(row), order]);
			this.foundEvents.push(cameIn(row, list));

			return undefined;
		}

		const known = this.unfinished.get(id);
		if (known !== undefined && known.waits < WAITS) {
			this.defer(id, row);

			return undefined;
		}

		return await this.workOnWorkItem(row, known !== undefined);
	}

	/** Works on what was left for the end. @returns why that has to end */
	private async workOnDeferred(): Promise<Problem | undefined> {
		for (const row of this.deferred.values()) {
			const why = await this.workOnWorkItem(row, true);
			if (why !== undefined) return why;
		}

		return undefined;
	}

	private defer(id: string, row: JsonObject): void {
		const before = this.unfinished.get(id) ?? { waits: 0, isBorn: false, lists: {} };
		const order = this.declared.orderOf(row) ?? this.mark.base;

		this.setUnfinished(id, { ...before, order, waits: before.waits + 1 });
		this.deferred.set(id, row);
	}

	private setUnfinished(id: string, row: UnfinishedRow): void {
		const { base, rows } = this.mark;

		this.unfinished.set(id, row);
		this.touched.add(id);
		// What happened to it since the base of now has not been reported.
		if (rows[id] === undefined) this.rows[id] ??= ['', base];
	}

	/** @param isLong whether long lists are read, too; else the work item is left for the end */
	private async workOnWorkItem(row: JsonObject, isLong: boolean): Promise<Problem | undefined> {
		const id = shortId(row);
		const order = this.declared.orderOf(row) ?? this.mark.base;
		const version = this.declared.versionOf(row);
		const before = this.rows[id] ?? this.mark.rows[id];
		const progress = this.unfinished.get(id);
		const clock = this.lists.clock();
		const since = seenFirst(before?.[0], version);
		const waited = since === undefined ? 0 : clock - since;
		const isOld = this.now - order >= SETTLED + SKEW;
		const pending = progress?.pending;
		const details = await readDetails(this.lists, this.selection, {
			workItem: row,
			mark: this.mark,
			...(before !== undefined && { before }),
			isFirst: since === undefined && !isOld,
			isSettled: (change, { last }) => this.isSettled(change, last, { order, waited, pending }),
			...(isLong && {
				long: { settled: this.settled, ...(progress !== undefined && { progress }) },
			}),
		});
		if (isProblem(details)) return this.noteFault(row, details);

		if (details.progress !== undefined && !isLong) {
			this.defer(id, row);

			return undefined;
		}

		this.tellCreation(row, before, progress);
		for (const each of details.foundEvents) this.foundEvents.push(each);
		if (details.progress !== undefined) return this.noteProgress(row, details, details.progress);

		const isOpen = !isOld && waited < LINGER;
		const isPending = details.pendingFrom < Infinity;
		const looked = isOpen || isPending ? toLookAgain(version, since ?? clock) : version;

		this.note(id, knownFrom(looked, order, details));
		if (isPending) {
			const polls = (pending?.polls ?? 0) + 1;
			const found: PendingChanges = { ids: details.pending, polls };

			this.setUnfinished(id, { order, waits: 0, isBorn: false, lists: {}, pending: found });
		} else this.unfinished.delete(id);

		return undefined;
	}

	/**
	 * Whether the description of a work item is what an activity means: it was read after the activity was
	 * found, and nobody has touched the work item for a while.
	 *
	 * @param last when the last activity of the work item was written, in UNIX milliseconds
	 */
	private isSettled(id: string, last: number, { order, waited, pending }: Age): boolean {
		if (waited >= LINGER) return pending?.ids.includes(id) === true;

		// Where the work item never rests, the description is reported now and then, between two changes.
		const isBetween = last >= order && last <= order + NOTED;

		return isBetween && (pending?.polls ?? 0) >= PATIENCE;
	}

	/** Reports that a work item was created, if its activities do not show that. */
	private tellCreation(
		row: JsonObject,
		before: KnownRow | undefined,
		progress: UnfinishedRow | undefined,
	): void {
		const { base, since } = this.mark;
		const begin = Math.max(before?.[1] ?? base, (since?.creations ?? -1) + 1);
		const isKnown = before?.includes(BORN) === true || progress?.isBorn === true;
		if (this.selection.creations && !isKnown && writtenAt(row) >= begin) {
			this.foundEvents.push(cameIn(row, this.declared.list));
		}
	}

	/** Notes how far a work item with many changes has been read. */
	private noteProgress(
		row: JsonObject,
		{ problem }: Details,
		progress: Pick<UnfinishedRow, 'isBorn' | 'lists'>,
	): Problem | undefined {
		const id = shortId(row);
		const order = this.declared.orderOf(row) ?? this.mark.base;
		const before = this.unfinished.get(id);

		this.hasMoved ||= JSON.stringify(before?.lists) !== JSON.stringify(progress.lists);
		this.setUnfinished(id, { order, waits: 0, ...progress });

		return problem === undefined ? undefined : this.noteFault(row, problem);
	}

	/** Notes that a work item could not be read. @returns why the reading has to end, if it has to */
	private noteFault(row: JsonObject, why: Problem): Problem | undefined {
		const id = shortId(row);
		const version = this.declared.versionOf(row);
		const before = this.rows[id] ?? this.mark.rows[id];
		const [, ...seen] = before ?? ['', this.mark.base];
		const [, ...seenInAll] = this.seenUntilFault(id);
		// It was deleted since the list was read.
		if (why.status === 404) {
			this.note(id, [version, ...seenInAll]);
			this.unfinished.delete(id);

			return undefined;
		}
		if (!isOwnFault(why)) return why;

		const times = failures(before?.[0], version) + 1;
		if (times < FAILURES) {
			this.note(id, [toTryAgain(version, times), ...seen]);

			return why;
		}

		this.note(id, [version, ...seenInAll]);
		this.unfinished.delete(id);
		this.lists.warn(`Work item ${firstText(row, 'id')} is passed over: ${why.message}`);

		return undefined;
	}

	/** What is known of a work item that is not read any further. */
	private seenUntilFault(id: string): KnownRow {
		const before = this.rows[id] ?? this.mark.rows[id] ?? ['', this.mark.base];
		const lists = Object.values(this.unfinished.get(id)?.lists ?? {});
		if (lists.length === 0) return before;

		const [version, from, ...seen] = before;

		return [
			version,
			Math.max(from, ...lists.map((list) => list.from)),
			...new Set([...seen, ...lists.flatMap((list) => Object.keys(list.seen))]),
		];
	}

	private note(id: string, known: KnownRow): void {
		this.rows[id] = known;
		this.hasMoved = true;
	}

	/** Those of earlier readings that a complete one has not found are not there any more. */
	private stillUnfinished(isComplete: boolean): Readonly<Record<string, UnfinishedRow>> {
		const all = [...this.unfinished];

		return Object.fromEntries(isComplete ? all.filter(([id]) => this.touched.has(id)) : all);
	}

	/** What the first of the unfinished rows is ordered by that this reading has met. */
	private firstWaiting(): number {
		const orders = [...this.touched].map((id) => this.unfinished.get(id)?.order ?? Infinity);

		return Math.min(Infinity, ...orders);
	}

	/** Lets settle what is below all numbers that may still turn up, and notes the newest one. */
	private passedNow(): FeedMark['passed'] {
		const at = this.lists.clock();
		const passed = passedNumbers(this.mark, this.mark.newest.order, at);
		const rows = { ...this.mark.rows, ...this.rows };

		this.settled = Math.min(
			this.mark.newest.order,
			lowestAwaited(rows, this.mark.base, passed, at),
		);

		return passed;
	}
}

/**
 * What is known of a row once all of this has been seen of it.
 *
 * @param details with `from`: when what was seen begins
 */
export function knownFrom(
	version: string,
	order: number,
	{ seen, kept, from, pendingFrom }: Pick<Details, 'seen' | 'kept' | 'from' | 'pendingFrom'>,
): KnownRow {
	const last = seen.reduce((latest, { at }) => Math.max(latest, at), order);
	const begin = Math.min(Math.max(from, last - WINDOW), pendingFrom);
	const recent = seen.filter(({ at }) => at >= begin);

	return [version, begin, ...kept, ...recent.map(({ id }) => id)];
}

/** Whether a server cannot read one record, while it reads others: it is not away, and nothing is denied. */
const isOwnFault = ({ status = 0 }: Problem): boolean =>
	status === 500 || (status >= 400 && status < 500 && ![401, 403, 429].includes(status));
