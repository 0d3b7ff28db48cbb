import type { JsonObject } from 'n8n-workflow';

import { readFirstText } from '../../shared/values/readFirstText';
import { isProblem, type Problem, type Result } from '../../shared/result/problem';
import { type Change, changesIn, isCreation } from './activities';
import { entryKey } from './entryKeys';
import { madeAt, writtenAt } from './entryTimes';
import type { EventSubscription } from './EventSubscription';
import { listIds, withInitialAssignees, withoutReportedAssignments } from './initialAssignees';
import type { ProjectApi } from './ProjectApi';
import { type EntriesRead, readEntries } from './readEntries';
import { type IsSettled, restoreDescriptions } from './restoreDescriptions';
import { commentCreated, type FoundEvent, linkCreated, workItemChanged } from './toEvent';
import type { ListProgress, ListsProgress, ReportStartTimes, TrackedItem } from './TriggerState';
import type { EntryList } from './watchedLists';

/** A work item that has changed, and how its changes are read. */
export interface ItemQuery {
	readonly workItem: JsonObject;
	readonly tracked: TrackedItem;
	readonly reportingSince?: ReportStartTimes;
	/**
	 * Creations after this time (UNIX milliseconds, server's clock) are left to the next read if the user
	 * watches assignments: their assignees may still be recorded. Default: none.
	 */
	readonly creationsMayChangeSince?: number;
	/** Default: every description is settled. */
	readonly isSettled?: IsSettled;
	/** How many pages of each list are read at most. */
	readonly maxPages?: number;
	/**
	 * No entry written before this can appear any more (UNIX milliseconds, server's clock). If undefined,
	 * lists that are too long to be read at once are not read.
	 */
	readonly longListsStableBefore?: number;
}

/** Changes of a work item since it was last read. */
export type ItemChanges = CompleteChanges | PartialChanges;

export interface CompleteChanges {
	readonly kind: 'complete';
	readonly events: readonly FoundEvent[];
	/** All entries that were processed. */
	readonly entries: readonly ProcessedEntry[];
	readonly creationReported: boolean;
	/** All entries from this time on have been read (UNIX milliseconds, server's clock). */
	readonly cutoff: number;
	readonly pending: PendingChanges;
	/** IDs of the people whose assignment was reported with the creation (`TrackedItem`). */
	readonly assignedAtCreation: readonly string[];
}

/** Some lists have not been read to their end. */
export interface PartialChanges {
	readonly kind: 'partial';
	readonly events: readonly FoundEvent[];
	readonly creationReported: boolean;
	readonly lists: ListsProgress;
	/** Why reading ended, unless it was enough for one poll. */
	readonly problem?: Problem;
}

export interface ProcessedEntry {
	readonly list: EntryList;
	/** As `entryKey` returns it. */
	readonly key: string;
	/** UNIX milliseconds by the server's clock. */
	readonly writtenAt: number;
	/** The second of the change, in the same form, if the server says so. */
	readonly madeAt: number | undefined;
}

/** Changes that are left to the next read, because they may still change. */
interface PendingChanges {
	/** The changes of the description, as `entryKey` returns them. */
	readonly keys: readonly string[];
	/** When the oldest change was written; Infinity if there are none. */
	readonly oldest: number;
}

/** Reads what happened to a work item since it was last read. */
export async function readItemChanges(
	api: ProjectApi,
	subscription: EventSubscription,
	item: ItemQuery,
): Promise<Result<ItemChanges>> {
	const { tracked, longListsStableBefore: stableBefore } = item;
	const lists: Partial<Record<EntryList, ListProgress>> = { ...tracked.unfinished?.lists };
	const changesByList: ListChanges[] = [];
	let { creationReported } = tracked;

	const toPartialChanges = (problem?: Problem): PartialChanges => ({
		kind: 'partial',
		events: changesByList.flatMap(({ events }) => events),
		creationReported,
		lists,
		...(problem !== undefined && { problem }),
	});

	for (const list of subscription.entryLists) {
		const read = await readList(api, list, item);
		if (isProblem(read)) return stableBefore === undefined ? read : toPartialChanges(read);

		if (stableBefore === undefined && !read.isComplete) {
			// The events of the other lists are found again when this list is read.
			return { ...toPartialChanges(), events: [] };
		}

		const changes = findChanges(list, read, { item, subscription });

		changesByList.push(changes);
		creationReported ||= changes.hasCreation;
		if (stableBefore === undefined) continue;

		lists[list] = advanceProgress(lists[list], changes, { read, stableBefore });
		if (!read.isComplete) return toPartialChanges(read.problem);
	}

	return {
		kind: 'complete',
		events: changesByList.flatMap(({ events }) => events),
		entries: changesByList.flatMap(({ entries }) => entries),
		creationReported,
		cutoff: Math.max(tracked.cutoff, ...changesByList.map(({ cutoff }) => cutoff)),
		pending: {
			keys: changesByList.flatMap(({ pending }) => pending.keys),
			oldest: Math.min(Infinity, ...changesByList.map(({ pending }) => pending.oldest)),
		},
		assignedAtCreation: changesByList.flatMap(({ assignedAtCreation = [] }) => assignedAtCreation),
	};
}

async function readList(
	api: ProjectApi,
	list: EntryList,
	{ workItem, tracked, maxPages, longListsStableBefore: stableBefore }: ItemQuery,
): Promise<Result<EntriesRead>> {
	const progress = tracked.unfinished?.lists[list];
	const longList = stableBefore !== undefined && {
		stableBefore,
		...(progress !== undefined && { newerRows: progress.newerRows }),
	};

	return await readEntries(api, {
		list,
		workItemId: readFirstText(workItem, 'id'),
		cutoff: findReadStart(list, tracked),
		...(maxPages !== undefined && { maxPages }),
		...(longList !== false && { longList }),
	});
}

/** Finds the time from which the entries of a list are read. Only activities are postponed. */
function findReadStart(
	list: EntryList,
	{ cutoff, postponedSince = Infinity, unfinished }: TrackedItem,
): number {
	const start = list === 'activities' ? Math.min(cutoff, postponedSince) : cutoff;

	return unfinished?.lists[list]?.cutoff ?? start;
}

/** Returns how far a list has been read, after another part of it was read. */
function advanceProgress(
	before: ListProgress | undefined,
	{ entries, cutoff, pending }: ListChanges,
	{ read, stableBefore }: { readonly read: EntriesRead; readonly stableBefore: number },
): ListProgress {
	const lastRead = read.isComplete ? Infinity : (entries.at(-1)?.writtenAt ?? cutoff);
	const nextCutoff = Math.max(cutoff, Math.min(lastRead, stableBefore, pending.oldest));
	const reported = new Map(Object.entries(before?.reported ?? {}));

	for (const entry of entries) reported.set(entry.key, entry.writtenAt);

	return {
		cutoff: nextCutoff,
		newerRows: read.newerRows ?? 0,
		reported: Object.fromEntries([...reported].filter(([, at]) => at >= nextCutoff)),
	};
}

/** Changes that the entries of one list show. */
interface ListChanges {
	readonly events: readonly FoundEvent[];
	readonly entries: readonly ProcessedEntry[];
	/** All entries from this time on have been read. */
	readonly cutoff: number;
	/** Whether the entries show that the work item was created. */
	readonly hasCreation: boolean;
	readonly pending: PendingChanges;
	readonly assignedAtCreation?: CompleteChanges['assignedAtCreation'];
}

/** The work item whose entries are searched for changes, and the changes that the user wants. */
interface ChangeSearch {
	readonly item: ItemQuery;
	readonly subscription: EventSubscription;
}

function findChanges(
	list: EntryList,
	read: EntriesRead,
	{ item, subscription }: ChangeSearch,
): ListChanges {
	const { tracked, reportingSince = {} } = item;
	const progress = tracked.unfinished?.lists[list];
	const cutoff = findReadStart(list, tracked);
	const reported = new Set([...tracked.reported[list], ...Object.keys(progress?.reported ?? {})]);

	const isUnreported = (row: JsonObject) => {
		const start = reportingSince[list] ?? -1;
		const wasReported =
			reported.has(entryKey(list, row)) || (tracked.creationReported && isCreation(row));

		return writtenAt(list, row) > start && !wasReported && !wasMadeBeforeStart(list, row, tracked);
	};

	const search = { item, subscription, reported, cutoff, isUnreported };

	return { ...FINDERS[list](read, search), cutoff };
}

/**
 * Whether a change was made before the trigger was started. If it was written by then, and is not known, it
 * is a later one: the clock was set back.
 */
function wasMadeBeforeStart(
	list: EntryList,
	row: JsonObject,
	{ unwrittenAtStart }: TrackedItem,
): boolean {
	// All others are written at once.
	if (list !== 'activities' || unwrittenAtStart === undefined) return false;

	const { after, until } = unwrittenAtStart;
	const time = madeAt(row);

	return time > after && time <= until && writtenAt(list, row) > until;
}

type ListFindings = Omit<ListChanges, 'cutoff'>;

/** What is known of a list before its entries are searched. */
interface EntrySearch extends ChangeSearch {
	/** Keys of the entries that have been reported. */
	readonly reported: ReadonlySet<string>;
	readonly cutoff: number;
	readonly isUnreported: (row: JsonObject) => boolean;
}

/** Finds the changes that the entries of a list show. */
type FindEntries = (read: EntriesRead, search: EntrySearch) => ListFindings;

/** Reports each entry of a list as an event of its own: a comment, for example. */
const findNewParts =
	(list: EntryList, toEvent: (row: JsonObject, workItem: JsonObject) => FoundEvent): FindEntries =>
	({ rows }, { item, isUnreported }) => ({
		events: rows.filter(isUnreported).map((row) => toEvent(row, item.workItem)),
		entries: rows.map((row) => ({
			list,
			key: entryKey(list, row),
			writtenAt: writtenAt(list, row),
			madeAt: undefined,
		})),
		hasCreation: false,
		pending: { keys: [], oldest: Infinity },
	});

const FINDERS: Readonly<Record<EntryList, FindEntries>> = {
	activities: findNewActivities,
	comments: findNewParts('comments', commentCreated),
	links: findNewParts('links', linkCreated),
};

function findNewActivities(
	{ rows, isComplete }: EntriesRead,
	{ item, subscription, reported, cutoff, isUnreported }: EntrySearch,
): ListFindings {
	const { workItem, isSettled = () => true } = item;
	const { rows: restored, pending } = restoreDescriptions(rows, {
		workItem,
		reported,
		isComplete,
		// The activities that follow may have the text, unless there are always more of them.
		isSettled: isComplete ? isSettled : (_, { at }) => at <= cutoff,
	});
	const isPending = (row: JsonObject) => pending.has(entryKey('activities', row));
	const unreported = restored.filter((row) => isUnreported(row) && !isPending(row));
	const { changes, assigned } = withoutReportedAssignments(
		changesIn(unreported, subscription.groupsByEdit),
		item.tracked.assignedAtCreation,
	);
	const withAssignees = changes.map((change) =>
		change.action === 'created' && isComplete
			? withInitialAssignees(change, workItem, restored)
			: change,
	);
	const { events, postponed } = reportChanges(withAssignees, item, subscription);
	const assignedNow = events
		.filter(({ event }) => event.action === 'created')
		.flatMap(({ event }) => listIds(event.newValue));
	const { assigned: stillWaiting } = withoutReportedAssignments(changes, assignedNow);
	const processed = restored.filter((row) => !postponed.has(row));
	const pendingTimes = [...rows.filter(isPending), ...postponed].map((row) =>
		writtenAt('activities', row),
	);

	return {
		events,
		entries: processedActivities(processed, pending),
		hasCreation: processed.some(isCreation),
		pending: {
			keys: [...pending.keys()],
			oldest: Math.min(Infinity, ...pendingTimes),
		},
		assignedAtCreation: [...assigned, ...stillWaiting],
	};
}

/** The events of changes, and the activities of changes that are left to the next read. */
function reportChanges(
	changes: readonly Change[],
	{ workItem, creationsMayChangeSince = Infinity }: ItemQuery,
	{ match }: EventSubscription,
): { readonly events: readonly FoundEvent[]; readonly postponed: ReadonlySet<JsonObject> } {
	const events: FoundEvent[] = [];
	const postponed = new Set<JsonObject>();

	for (const change of changes) {
		const matched = match(change, workItem);
		const mayChange =
			change.action === 'created' &&
			change.rows.some((row) => writtenAt('activities', row) > creationsMayChangeSince);

		// Some servers record the initial assignees as a change of its own a moment later.
		if (mayChange && matched?.field === 'assignees') {
			for (const row of change.rows) postponed.add(row);
		} else if (matched !== undefined) {
			events.push(workItemChanged(change, matched, workItem));
		}
	}

	return { events, postponed };
}

/**
 * Activities as entries. One whose text may still change keeps the key under which it was reported, if
 * it was.
 */
function processedActivities(
	rows: readonly JsonObject[],
	pending: ReadonlyMap<string, string | undefined>,
): readonly ProcessedEntry[] {
	const entries: ProcessedEntry[] = [];

	for (const row of rows) {
		const current = entryKey('activities', row);
		const key = pending.has(current) ? pending.get(current) : current;
		if (key === undefined) continue;

		entries.push({
			list: 'activities',
			key,
			writtenAt: writtenAt('activities', row),
			madeAt: typeof row.epoch === 'number' ? madeAt(row) : undefined,
		});
	}

	return entries;
}
