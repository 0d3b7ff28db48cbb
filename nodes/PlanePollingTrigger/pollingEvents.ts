import type { WorkItemEvent } from '../shared/events/matchChange';
import type { EntryList, RecordListName } from './changes/watchedLists';

/** The values of the parameter Events. */
type PollingEvent = WorkItemEvent | 'commentCreated' | 'workItemLinkCreated' | 'intakeItemCreated';

/** What is read for an event: new work items, a list of each changed work item, or the new records of another list. */
type PolledSource = 'creations' | EntryList | RecordListName;

/** The events of the parameter Events in the order of the panel, each with what is read for it. */
const POLLING_EVENTS: Readonly<Record<PollingEvent, PolledSource>> = {
	workItemCreated: 'creations',
	workItemUpdated: 'activities',
	workItemStateChanged: 'activities',
	workItemAssigned: 'activities',
	fieldChanged: 'activities',
	commentCreated: 'comments',
	workItemLinkCreated: 'links',
	intakeItemCreated: 'intakeItems',
};

/** The values of the parameter Events, in the order of the panel. */
export const pollingEvents: readonly string[] = Object.keys(POLLING_EVENTS);

/** What has to be read for events. */
export const findSources = (events: readonly string[]): ReadonlySet<PolledSource> =>
	new Set(
		Object.entries(POLLING_EVENTS)
			.filter(([event]) => events.includes(event))
			.map(([, source]) => source),
	);
