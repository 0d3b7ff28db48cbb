import type { JsonObject } from 'n8n-workflow';

import type { Match } from '../../shared/events/matchChange';
import type { Change } from './activities';
import type { EntryList, FeedName } from './TriggerState';

/** Which events the user wants, and what has to be read for them. */
export interface EventSubscription {
	readonly feeds: readonly FeedName[];
	/** The lists that are read of each changed work item. */
	readonly entryLists: readonly EntryList[];
	/** Whether creations are reported from the feed of updated work items, without its activities. */
	readonly reportsCreations: boolean;
	/** Whether everything that one person changed at one moment becomes one event. */
	readonly groupsByEdit: boolean;
	/** How a change matches the events that the user wants, or undefined if it does not. */
	readonly match: (change: Change, workItem: JsonObject) => Match | undefined;
}
