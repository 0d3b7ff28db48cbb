import { type EntryList, forEntryLists, type RecordListName } from './watchedLists';

/** Everything that the trigger remembers between polls. `savedState.ts` knows how it is saved. */
export interface TriggerState {
	/** Goes up with each saved state. Shows whether another poll has saved one in the meantime. */
	readonly revision: number;
	/** By project ID. */
	readonly projects: ProjectStates;
	/** Index of the project that the next poll begins with: the projects take turns. */
	readonly nextProjectIndex: number;
	readonly names: ResolvedParameterNames;
	/** How many polls in a row ended before anything new could be read in a project, by its ID. */
	readonly stalledPolls: Readonly<Record<string, number>>;
}

export type ProjectStates = Readonly<Record<string, ProjectState>>;

/** A feed without a state has no starting point yet. */
export type ProjectState = Readonly<Partial<Record<FeedName, FeedState>>>;

/** What is watched: work items by last update, work items by number, and the new records of other lists. */
export type FeedName = 'updatedWorkItems' | 'newWorkItems' | RecordListName;

/** The IDs of the records that the user entered by name. */
export interface ResolvedParameterNames {
	/** Identifies the parameters, the server and the key that these names were resolved for. */
	readonly cacheKey: string;
	/** IDs of the projects. */
	readonly projects: readonly string[];
	/** The IDs that each text stands for, by the wire name of its field. */
	readonly ids: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
	/** Set if the changes by the user of the credential are ignored. */
	readonly currentUser?: CurrentUser;
}

export interface CurrentUser {
	readonly id: string;
	/** The server and the key that this user belongs to, as `accessFingerprint` returns it. */
	readonly access: string;
}

/**
 * How far a feed has been read. A feed is ordered by the time of the last update, by the time of creation
 * (both in UNIX milliseconds by the server's clock) or by a sequence number.
 */
export interface FeedState {
	/** Everything ordered before this has been processed, and nothing new can appear there any more. */
	readonly processedUpTo: number;
	/** Where the next poll resumes, if the last one was interrupted. */
	readonly resumeAt?: number;
	/** About how many rows of the list are newer than `resumeAt`. */
	readonly newerRows?: number;
	/** Where the rows begin that have not been read at all, if the last polls could not read them all. */
	readonly unread?: UnreadPosition;
	/** Rows that may appear again, by `shortId`. */
	readonly items: TrackedItems;
	/** Undefined for feeds whose rows have no entries. */
	readonly reportingSince?: ReportStartTimes;
	/** The row with the highest order ever read. */
	readonly newest: NewestRow;
	/** Undefined if the first poll found no rows. */
	readonly start?: FeedStart;
	/** Only in the feed of new work items. */
	readonly recentNumbers?: readonly NumberAtTime[];
	/** Set if the last poll of the project has not read the feed, so that the next one does. */
	readonly isResting?: true | undefined;
}

export type TrackedItems = Readonly<Record<string, TrackedItem>>;

/** Everything that the trigger remembers about one row. */
export interface TrackedItem {
	/** The row's version (`FeedDefinition.readVersion`) when it was last processed; '' if it never was. */
	readonly version: string;
	/**
	 * Entries that are older than this have been reported (UNIX milliseconds by the server's clock). In feeds
	 * whose rows have none: the order of the row.
	 */
	readonly cutoff: number;
	/**
	 * When the oldest entry was written that a read has left to the next one, if that is before `cutoff`. The
	 * next read begins there.
	 */
	readonly postponedSince: number | undefined;
	/**
	 * When changes were made that are not reported, because that was before the trigger was started: their
	 * activities may have been written only after the span.
	 */
	readonly unwrittenAtStart: TimeSpan | undefined;
	readonly creationReported: boolean;
	/**
	 * IDs of the people whose assignment was reported with the creation, and who have no activity that was read since.
	 * Some may have been assigned after it, with an activity that is still to be written.
	 */
	readonly assignedAtCreation: readonly string[];
	/** Keys of the entries that have been reported, from where the next read begins (`entryKey`). */
	readonly reported: Readonly<Record<EntryList, readonly string[]>>;
	/**
	 * When this version was first seen, in UNIX milliseconds by n8n's clock, if it has to be read (again):
	 * Plane's workers write activities a little after the change. Measured by n8n's clock, because those
	 * of Plane's servers differ.
	 */
	readonly recheckSince: number | undefined;
	/** Whether this version has been seen in the list, but its entries have not been read. */
	readonly isUnread: boolean;
	/** How often reading this version failed. */
	readonly failedReads: number;
	/** Set if not all of its entries have been read and reported. */
	readonly unfinished: UnfinishedItem | undefined;
}

/** A span of time in UNIX milliseconds by the server's clock. */
export interface TimeSpan {
	/** The span begins after this. */
	readonly after: number;
	/** The span ends with this. */
	readonly until: number;
}

/** A work item with too many changes for one poll, or whose description may still change. */
export interface UnfinishedItem {
	/** Its order in the feed when it was last read. */
	readonly order: number;
	/** How many polls in a row had no requests left for it. */
	readonly skippedPolls: number;
	/** How far its lists have been read, if they are longer than one poll reads. */
	readonly lists: ListsProgress;
	readonly pendingDescription?: PendingDescription;
}

export type ListsProgress = Readonly<Partial<Record<EntryList, ListProgress>>>;

/** How far a list of a work item has been read, oldest entry first. */
export interface ListProgress {
	/** Entries written before this have been reported (UNIX milliseconds, server's clock). */
	readonly cutoff: number;
	/** About how many entries of the list are newer than the last one read. */
	readonly newerRows: number;
	/** The entries from `cutoff` on that have been reported: when each was written, by `entryKey`. */
	readonly reported: Readonly<Record<string, number>>;
}

/** Changes of a description that are not reported yet, because somebody may still be editing it. */
export interface PendingDescription {
	/** Keys of the activities (`entryKey`). */
	readonly keys: readonly string[];
	/** How many polls in a row have postponed them. */
	readonly polls: number;
}

/** Where the next poll reads on before it looks at anything for a second time. */
export interface UnreadPosition {
	/** The order of the newest row that was read; those before it were read as well. */
	readonly order: number;
	/** About how many rows of the list are newer than that one. */
	readonly newerRows: number;
	/** How many rows the server puts on a page at most. */
	readonly pageSize: number;
	/** Since when polls have read on from such a position, in UNIX milliseconds by n8n's clock. */
	readonly since: number;
}

/** What the first poll found: what was there before is not reported. */
export interface FeedStart {
	/** The order of the newest row. */
	readonly order: number;
	/** The latest time in a row, in UNIX milliseconds by the server's clock. */
	readonly time: number;
}

export interface NewestRow {
	readonly order: number;
	/** When it was first read, in UNIX milliseconds by n8n's clock. */
	readonly firstRead: number;
	/** The same by the clock that dates the server's responses; undefined if they have no date. */
	readonly firstReadByServer?: number;
}

/** The highest sequence number at some time (UNIX milliseconds, n8n's clock). */
export interface NumberAtTime {
	readonly at: number;
	readonly number: number;
}

/**
 * Only entries that were written after these times are reported (UNIX milliseconds by the server's clock). -1 stands for
 * everything since the trigger was started.
 */
export type ReportStartTimes = Readonly<Partial<Record<EntryList, number>>>;

/** Returns the state of a row that has not been processed, and whose entries are reported from `cutoff` on. */
export const unprocessedItem = (cutoff: number): TrackedItem => ({
	version: '',
	cutoff,
	postponedSince: undefined,
	unwrittenAtStart: undefined,
	creationReported: false,
	assignedAtCreation: [],
	reported: forEntryLists(() => []),
	recheckSince: undefined,
	isUnread: false,
	failedReads: 0,
	unfinished: undefined,
});
