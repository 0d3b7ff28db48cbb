import type { TrackedItem } from '../../../nodes/PlanePollingTrigger/changes/TriggerState';
import {
	type EntryList,
	forEntryLists,
} from '../../../nodes/PlanePollingTrigger/changes/watchedLists';

/** The keys of the entries that have been reported. Lists that are not named have none. */
export const reportedKeys = (
	keys: Readonly<Partial<Record<EntryList, readonly string[]>>> = {},
): TrackedItem['reported'] => forEntryLists((list) => keys[list] ?? []);
