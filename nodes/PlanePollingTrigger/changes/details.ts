import type { JsonObject } from 'n8n-workflow';

import { readAssigneeIds } from '../../shared/events/event';
import { firstText } from '../../shared/rows/firstText';
import { isProblem, type Problem, type Result } from '../../shared/result/problem';
import { type Change, changesIn, isCreation, writtenAt } from './activities';
import type { DetailList, FeedMark, FeedName, KnownRow, ListProgress, UnfinishedRow } from './mark';
import type { ProjectLists } from './projectLists';
import { type IsSettled, readDescriptions } from './readDescriptions';
import { ALL, BORN, seenElsewhere, seenId } from './seen';
import { changed, commented, type FoundEvent } from './foundEvents';
import { readRows } from './workItemRows';

/** Which events of a project are reported. */
export interface EventSelection {
	readonly feeds: readonly FeedName[];
	/** What is read of each work item that has changed. */
	readonly details: readonly DetailList[];
	/** Whether the creation of a work item is reported from those that have changed. */
	readonly creations: boolean;
	/** Whether all that was changed at one moment is one event. */
	readonly isByEdit: boolean;
	/** The field under which a change is reported; null for the change as a whole; undefined if it is not. */
	readonly fieldOf: (change: Change, workItem: JsonObject) => string | null | undefined;
}

/** A row of a list of a work item: by what it is known, and when it was written. */
interface Seen {
	readonly id: string;
	readonly at: number;
}

/** What is there to read of a work item that has changed. */
export interface Details {
	readonly foundEvents: readonly FoundEvent[];
	/** All that was seen, with when it was written. */
	readonly seen: readonly Seen[];
	/** What is known besides, whenever it was written. */
	readonly kept: readonly string[];
	/** From when on all that there is has been seen. */
	readonly from: number;
	/** When the oldest change was written whose text may still change; Infinity: there is none. */
	readonly pendingFrom: number;
	/** The changes whose text may still change, as `seenId` returns them. */
	readonly pending: readonly string[];
	/** How far its lists have been read; undefined: to their ends. */
	readonly progress?: Pick<UnfinishedRow, 'isBorn' | 'lists'>;
	/** Why reading ended within a list. */
	readonly problem?: Problem;
}

/** A work item that has changed, and how it is read. */
export interface ChangedWorkItem {
	readonly workItem: JsonObject;
	/** The mark of the list that it stands in. */
	readonly mark: FeedMark;
	/** What is known of it. */
	readonly before?: KnownRow;
	/** Whether there will be another look: what may still change is left for that one. */
	readonly isFirst?: boolean;
	/** Default: all changes of its description are. */
	readonly isSettled?: IsSettled;
	/** The most pages of each list. */
	readonly pages?: number;
	/** How long lists are read; undefined: they are left for another look. */
	readonly long?: LongReading;
}

interface LongReading {
	/** What was written before this does not turn up any more, in UNIX milliseconds. */
	readonly settled: number;
	/** How far they have been read by earlier polls. */
	readonly progress?: Pick<UnfinishedRow, 'isBorn' | 'lists'>;
}

/** Reads what has happened to a work item since its mark. */
export async function readDetails(
	lists: ProjectLists,
	selection: EventSelection,
	item: ChangedWorkItem,
): Promise<Result<Details>> {
	const { details, creations } = selection;
	const { workItem, mark, before, pages, long } = item;
	const [, from, ...known]: KnownRow = before ?? ['', mark.base];
	const after = known.includes(ALL) ? from : -1;
	const wasBorn = known.includes(BORN) || long?.progress?.isBorn === true;
	let isBorn = wasBorn || creations;
	let pendingFrom = Infinity;
	const pending: string[] = [];
	let earliest = from;
	const foundEvents: FoundEvent[] = [];
	const seen: Seen[] = [];
	const progress: Partial<Record<DetailList, ListProgress>> = { ...long?.progress?.lists };
	const unread = (why?: Problem): Details => ({
		...NOTHING_READ,
		foundEvents,
		from,
		progress: { isBorn, lists: progress },
		...(why !== undefined && { problem: why }),
	});

	for (const list of details) {
		const earlier = progress[list];
		const begin = earlier?.from ?? (long === undefined ? from : Math.max(from, after));
		const read = await readRows(lists, {
			list,
			workItem: firstText(workItem, 'id'),
			from: begin,
			...(pages !== undefined && { most: pages }),
			...(long !== undefined && {
				long: {
					settled: long.settled,
					...(earlier !== undefined && { newer: earlier.newer }),
				},
			}),
		});
		if (isProblem(read)) return long === undefined ? read : unread(read);
		// What other lists show is read again with the rest.
		if (!read.isComplete && long === undefined) return { ...unread(), foundEvents: [] };

		const events = eventsIn(read.rows, read.isComplete, selection, {
			...item,
			list,
			known: new Set([...known, ...Object.keys(earlier?.seen ?? {})]),
			begin,
			after,
			wasBorn,
		});

		for (const each of events.foundEvents) foundEvents.push(each);
		for (const each of events.seen) seen.push(each);
		isBorn ||= events.isBorn;
		pendingFrom = Math.min(pendingFrom, events.pendingFrom);
		pending.push(...events.pending);
		if (long === undefined) continue;

		earliest = Math.max(earliest, begin);
		progress[list] = progressIn(events, begin, {
			isComplete: read.isComplete,
			settled: long.settled,
			newer: read.newer ?? 0,
			...(earlier !== undefined && { earlier }),
		});
		if (!read.isComplete) return unread(read.problem);
	}

	const kept = [...(isBorn ? [BORN] : []), ...seenElsewhere(known, details)];

	return { foundEvents, seen, kept, from: earliest, pendingFrom, pending };
}

const NOTHING_READ = { seen: [], kept: [], pendingFrom: Infinity, pending: [] } as const;

/** How far a list has been read. */
function progressIn(
	{ seen, pendingFrom }: Pick<ListEvents, 'seen' | 'pendingFrom'>,
	begin: number,
	read: {
		readonly isComplete: boolean;
		readonly settled: number;
		readonly newer: number;
		readonly earlier?: ListProgress;
	},
): ListProgress {
	const { isComplete, settled, newer, earlier } = read;
	const last = isComplete ? Infinity : (seen.at(-1)?.at ?? begin);
	const from = Math.max(begin, Math.min(last, settled, pendingFrom));
	// An earlier poll may have got farther.
	const all = new Map(Object.entries(earlier?.seen ?? {}));

	for (const { id, at } of seen) all.set(id, at);

	return { from, newer, seen: Object.fromEntries([...all].filter(([, at]) => at >= from)) };
}

/** What is known of a list of a work item when its rows are read. */
interface ListKnowledge extends ChangedWorkItem {
	readonly list: DetailList;
	readonly known: ReadonlySet<string>;
	/** When the first of its rows was written, at the earliest, in UNIX milliseconds. */
	readonly begin: number;
	/** What was written until then is not reported, in UNIX milliseconds. */
	readonly after: number;
	readonly wasBorn: boolean;
}

interface ListEvents extends Pick<Details, 'foundEvents' | 'seen' | 'pendingFrom' | 'pending'> {
	/** Whether the rows show that the work item was created. */
	readonly isBorn: boolean;
}

/**
 * The events that rows of a list of a work item show.
 *
 * @param isComplete whether they are all rows that there are now
 */
function eventsIn(
	rows: readonly JsonObject[],
	isComplete: boolean,
	{ isByEdit, fieldOf }: EventSelection,
	{
		list,
		workItem,
		mark,
		known,
		begin,
		after,
		wasBorn,
		isFirst,
		isSettled = () => true,
	}: ListKnowledge,
): ListEvents {
	const { since = {} } = mark;
	const read =
		list === 'activities'
			? readDescriptions(rows, {
					workItem,
					known,
					isComplete,
					// Those that were not read yet may have the text, unless there is no end of them.
					isSettled: isComplete ? isSettled : (_, { at }) => at <= begin,
				})
			: { rows, pending: new Map<string, string | undefined>() };
	const isTold = (row: JsonObject) => known.has(seenId(list, row)) || (wasBorn && isCreation(row));
	const beginOf = (row: JsonObject) => since[isCreation(row) ? 'creations' : list] ?? -1;
	const fresh = read.rows.filter(
		(row) =>
			writtenAt(row) > Math.max(after, beginOf(row)) &&
			!isTold(row) &&
			!read.pending.has(seenId(list, row)),
	);
	const left = new Set<JsonObject>();
	const foundEvents: FoundEvent[] = [];
	if (list === 'comments') for (const row of fresh) foundEvents.push(commented(row, workItem));

	for (const change of list === 'activities' ? changesIn(fresh, isByEdit) : []) {
		const isNew = change.action === 'created';
		const whole = isNew && isComplete ? withAssignees(change, workItem, read.rows) : change;
		const field = fieldOf(whole, workItem);
		// Some servers write the assignment down, too, in a moment.
		if (isNew && field === 'assignees' && isFirst === true) {
			for (const row of change.rows) left.add(row);
		} else if (field !== undefined) foundEvents.push(changed(whole, field, workItem));
	}

	const worked = read.rows.filter((row) => !left.has(row));
	const seen: Seen[] = [];

	for (const row of worked) {
		const own = seenId(list, row);
		const id = read.pending.has(own) ? read.pending.get(own) : own;
		if (id !== undefined) seen.push({ id, at: writtenAt(row) });
	}

	const pending = rows.filter((row) => read.pending.has(seenId(list, row)));

	return {
		foundEvents,
		seen,
		isBorn: worked.some(isCreation),
		pendingFrom: Math.min(Infinity, ...pending.map(writtenAt)),
		pending: [...read.pending.keys()],
	};
}

/** A change that a work item came by, with whom it was given to from the start. */
function withAssignees(change: Change, workItem: JsonObject, rows: readonly JsonObject[]): Change {
	// Those of now, without those that were added since, with those that were reread.
	const people = new Set(readAssigneeIds(workItem));

	for (const { fields } of changesIn(rows.toReversed(), false)) {
		const { old, new: now } = fields.assignees ?? { old: [], new: [] };

		for (const id of [now].flat()) if (typeof id === 'string') people.delete(id);
		for (const id of [old].flat()) if (typeof id === 'string') people.add(id);
	}

	const given = [...people];

	return given.length === 0
		? change
		: { ...change, fields: { assignees: { old: [], new: given, displayNames: [] } } };
}
