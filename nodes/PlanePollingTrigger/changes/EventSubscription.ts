import type { JsonObject } from 'n8n-workflow';

import type { Match } from '../../shared/events/matchChange';
import type { Change } from './activities';
import type { FeedName } from './TriggerState';
import type { EntryList } from './watchedLists';

/** The events that the user wants, and what has to be read for them. */
export interface EventSubscription {
	readonly feeds: readonly FeedName[];
	/** The lists that are read of each changed work item. */
	readonly entryLists: readonly EntryList[];
	/** Whether changes of work items are reported, and not only what is new. */
	readonly reportsChanges: boolean;
	/** Whether everything that one person changed at one moment becomes one event. */
	readonly groupsByEdit: boolean;
	/** Returns why the user wants a change to be reported, or undefined if not. */
	readonly match: (change: Change, workItem: JsonObject) => Match | undefined;
}
