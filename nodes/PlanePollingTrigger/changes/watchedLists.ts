import {
	getActivities,
	getComments,
	getIntakeItems,
	getLinks,
	getWorkItems,
} from '../../shared/operations';
import type { Operation } from '../../shared/operations/operation';

type ListOperations = Readonly<Record<string, Operation<'list'>>>;

/** The lists of a project whose new records are reported. Each is a feed of its own. */
const RECORD_LISTS = {
	intakeItems: getIntakeItems,
} as const satisfies ListOperations;

/** The lists of a work item that show what happened to it. */
const ENTRY_LISTS = {
	activities: getActivities,
	comments: getComments,
	links: getLinks,
} as const satisfies ListOperations;

/** The operations that read the lists. */
export const LISTS = {
	workItems: getWorkItems,
	...RECORD_LISTS,
	...ENTRY_LISTS,
} as const;

export type RecordListName = keyof typeof RECORD_LISTS;

export type EntryList = keyof typeof ENTRY_LISTS;

export type ListName = keyof typeof LISTS;

const isRecordList = (name: string): name is RecordListName => Object.hasOwn(RECORD_LISTS, name);

const isEntryList = (name: string): name is EntryList => Object.hasOwn(ENTRY_LISTS, name);

/** In the order in which they are read. */
export const recordLists: readonly RecordListName[] =
	Object.keys(RECORD_LISTS).filter(isRecordList);

/** In the order in which they are read. */
export const entryLists: readonly EntryList[] = Object.keys(ENTRY_LISTS).filter(isEntryList);

/** Returns a value for each list of a work item. */
export const forEntryLists = <Value>(
	valueOf: (list: EntryList) => Value,
): Record<EntryList, Value> => ({
	activities: valueOf('activities'),
	comments: valueOf('comments'),
	links: valueOf('links'),
});
