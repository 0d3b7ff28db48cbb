import type { IPollFunctions, JsonObject } from 'n8n-workflow';

import { eventFilters, matchesAnyName, matchesFilters } from '../shared/events/filters';
import { type ChangeFilter, matchChange } from '../shared/events/matchChange';
import type { Field } from '../shared/fields/kinds';
import { toTextList } from '../shared/values/asText';
import { readWorkspace } from '../shared/parameters/readWorkspace';
import { triggerReader } from '../shared/parameters/triggerReader';
import type { Result } from '../shared/result/problem';
import type { EventSubscription } from './changes/EventSubscription';
import type { FoundEvent } from './changes/toEvent';
import type { FeedName, ResolvedParameterNames } from './changes/TriggerState';
import { entryLists, recordLists } from './changes/watchedLists';
import { findSources } from './pollingEvents';
import { ONE_ITEM_PER_EDIT, pollingFields as fields } from './pollingProperties';
import type { NamesToResolve } from './resolveParameterNames';

/** The parameters of the trigger. */
export interface TriggerParameters extends ChangeFilter {
	readonly workspace: string;
	/** Names or IDs. */
	readonly projects: readonly string[];
	readonly groupsByEdit: boolean;
	/** By the wire name of their fields. */
	readonly filters: JsonObject;
	/** Names or IDs of users whose changes are ignored. */
	readonly ignoredUsers: readonly string[];
	readonly ignoresOwnChanges: boolean;
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
	const readList = (field: Field): string[] => toTextList(reader.value(field));
	const events = readList(fields.events);
	const workspace = readWorkspace(reader, defaultWorkspace);
	const options = reader.optionValues('options', [fields.ignoredUsers, fields.ignoreOwnChanges]);

	return reader.finish({
		workspace,
		events,
		projects: readList(fields.projects),
		toStates: readList(fields.toStates),
		assignedTo: readList(fields.assignedTo),
		fields: events.includes('field_changed') ? readList(fields.changedFields) : [],
		groupsByEdit: reader.value(fields.output) === ONE_ITEM_PER_EDIT,
		filters: reader.optionValues(
			'filters',
			eventFilters.map(({ field }) => field),
		),
		ignoredUsers: toTextList(options[fields.ignoredUsers.wire]),
		ignoresOwnChanges: options[fields.ignoreOwnChanges.wire] === true,
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
	const resolved = withResolvedIds(parameters, names);
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
	const lists = entryLists.filter((list) => sources.has(list));
	const creations = sources.has('creations');
	// First: a page of one has everything, and a backlog of work items would leave them no requests.
	const feeds: FeedName[] = recordLists.filter((list) => sources.has(list));

	if (lists.length > 0) feeds.push('updatedWorkItems');
	else if (creations) feeds.push('newWorkItems');

	return {
		feeds,
		entryLists: lists,
		// Activities include the creation, so it need not be read from the work item.
		reportsCreations: creations && lists.length > 0 && !lists.includes('activities'),
		groupsByEdit: parameters.groupsByEdit,
		match: (change, workItem) => matchChange(parameters, change, workItem),
	};
}

/** Collects the names that have to be resolved to IDs. */
export const collectNames = ({
	workspace,
	projects,
	toStates,
	assignedTo,
	ignoredUsers,
	filters,
}: TriggerParameters): Omit<NamesToResolve, 'access'> => ({
	workspace,
	projects,
	fieldTexts: [
		{ field: fields.toStates, texts: toStates },
		{ field: fields.assignedTo, texts: assignedTo },
		{ field: fields.ignoredUsers, texts: ignoredUsers },
		...eventFilters
			.filter(({ field }) => field.source !== undefined)
			.map(({ field }) => ({ field, texts: toTextList(filters[field.wire]) })),
	],
});

/** Adds the IDs but keeps the names: a record that gets the name later has to match, too. */
function withResolvedIds(
	parameters: TriggerParameters,
	{ ids }: ResolvedParameterNames,
): TriggerParameters {
	const addIds = ({ wire }: Field, texts: readonly string[]) =>
		texts.flatMap((text) => [text, ...(ids[wire]?.[text] ?? [])]);
	const filters = { ...parameters.filters };

	for (const { field } of eventFilters) {
		const value = filters[field.wire];
		if (Array.isArray(value)) filters[field.wire] = addIds(field, toTextList(value));
	}

	return {
		...parameters,
		filters,
		toStates: addIds(fields.toStates, parameters.toStates),
		assignedTo: addIds(fields.assignedTo, parameters.assignedTo),
		ignoredUsers: addIds(fields.ignoredUsers, parameters.ignoredUsers),
	};
}
