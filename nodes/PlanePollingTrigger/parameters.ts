import type { IPollFunctions } from 'n8n-workflow';

import {
	type EventParameters,
	nameFilters,
	readEventParameters,
	readFilterEntries,
	replaceEntries,
} from '../shared/events/eventParameters';
import { matchesAnyName, matchesFilters, nameFields } from '../shared/events/filters';
import { matchChange } from '../shared/events/matchChange';
import { readWorkspace } from '../shared/parameters/readWorkspace';
import { triggerReader } from '../shared/parameters/triggerReader';
import type { Result } from '../shared/result/problem';
import type { EventSubscription } from './changes/EventSubscription';
import type { FoundEvent } from './changes/toEvent';
import type { FeedName, ResolvedParameterNames } from './changes/TriggerState';
import { type EntryList, entryLists, recordLists } from './changes/watchedLists';
import { findSources } from './pollingEvents';
import { ONE_ITEM_PER_EDIT, pollingFields as fields } from './pollingFields';
import type { NamesToResolve } from './resolveParameterNames';

/** The parameters of the trigger. */
export interface TriggerParameters extends EventParameters {
	/** The slug. */
	readonly workspace: string;
	readonly groupsByEdit: boolean;
}

/**
 * Reads the parameters of the trigger.
 *
 * @param defaultWorkspace the workspace of the credential, or `''`
 */
export function readParameters(
	context: IPollFunctions,
	defaultWorkspace: string,
): Result<TriggerParameters> {
	const reader = triggerReader(context);

	return reader.finish({
		...readEventParameters(reader, fields),
		workspace: readWorkspace(reader, defaultWorkspace),
		groupsByEdit: reader.value(fields.output) === ONE_ITEM_PER_EDIT,
	});
}

/** The events that the user wants. */
export interface EventSelection {
	readonly subscription: EventSubscription;
	/** Whether an event passes the filters. */
	readonly matches: (event: FoundEvent) => boolean;
}

/**
 * Selects events by the parameters.
 *
 * @param ignoredUserId the user whose changes are not reported, if there is one
 */
export function selectEvents(
	parameters: TriggerParameters,
	names: ResolvedParameterNames,
	ignoredUserId?: string,
): EventSelection {
	const resolved = addIdsToNames(parameters, names);
	const ignoredUsers = [...resolved.ignoredUsers, ignoredUserId ?? ''];

	return {
		subscription: subscribe(resolved),
		matches: ({ event, filterTarget }) =>
			matchesFilters(filterTarget, resolved.filters) &&
			!matchesAnyName(event.actor ?? undefined, ignoredUsers),
	};
}

/** Finds which feeds and lists have to be read for the selected events. */
function subscribe(parameters: TriggerParameters): EventSubscription {
	const sources = findSources(parameters.events);
	const reportsCreations = sources.has('creations');
	const lists = entryLists.filter((list) => sources.has(list));
	// First: a page of one has everything, and a backlog of work items would leave them no requests.
	const feeds: FeedName[] = recordLists.filter((list) => sources.has(list));

	if (lists.length > 0) feeds.push('updatedWorkItems');
	else if (reportsCreations) feeds.push('newWorkItems');

	return {
		feeds,
		entryLists: reportsCreations ? addActivities(lists) : lists,
		reportsChanges: lists.includes('activities'),
		groupsByEdit: parameters.groupsByEdit,
		match: (change, workItem) => matchChange(parameters, change, workItem),
	};
}

/** Adds the activities, which show whether a work item is new, if any list of the work items is read. */
const addActivities = (lists: readonly EntryList[]): readonly EntryList[] =>
	lists.length === 0 || lists.includes('activities') ? lists : ['activities', ...lists];

/** Collects the names that have to be resolved to IDs. */
export const collectNames = (parameters: TriggerParameters): Omit<NamesToResolve, 'access'> => ({
	workspace: parameters.workspace,
	projects: parameters.projects,
	entries: nameFilters
		.filter((filter) => filter !== 'projects')
		.map((filter) => ({ filter, texts: readFilterEntries(parameters, filter) })),
});

/** Adds the IDs but keeps the names: a record that gets the name later has to match, too. */
const addIdsToNames = (
	parameters: TriggerParameters,
	{ ids }: ResolvedParameterNames,
): TriggerParameters =>
	replaceEntries(parameters, (filter, entries) => {
		const idsByText = ids[nameFields[filter].wire] ?? {};

		return entries.flatMap((text) => [text, ...(idsByText[text] ?? [])]);
	});
