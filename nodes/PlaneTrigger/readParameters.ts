import type { IHookFunctions, IWebhookFunctions, JsonObject } from 'n8n-workflow';

import { eventFilters, nameFields } from '../shared/events/filters';
import type { ChangeFilter } from '../shared/events/matchChange';
import { isUuid } from '../shared/values/textForms';
import type { Field } from '../shared/fields/kinds';
import { asText, toTextList } from '../shared/values/asText';
import { triggerReader } from '../shared/parameters/triggerReader';
import type { Result } from '../shared/result/problem';
import { REGISTRATION_BY_HAND, webhookFields } from './description';

/** A filter whose entries may be names. */
export type NameFilter = keyof typeof nameFields;

const NAME_FILTERS: readonly NameFilter[] = [
	'projects',
	'ignoredUsers',
	'toStates',
	'assignedTo',
	'states',
	'labels',
	'assignees',
	'parent',
];

/** The parameters of the trigger. */
export interface WebhookParameters extends ChangeFilter {
	/** Names or IDs of projects. If empty, all projects match. */
	readonly projects: readonly string[];
	/** Names or IDs of users whose changes are ignored. */
	readonly ignoredUsers: readonly string[];
	/** Whether changes by the user of the Plane API credential are ignored. */
	readonly ignoresOwnChanges: boolean;
	/** Filters on the work item that an event is about, by the wire names of their fields. */
	readonly filters: JsonObject;
	/** Whether the output contains the body of the request. */
	readonly includeBody: boolean;
	/** The slug of the workspace; `''` to use that of the credential. */
	readonly workspace: string;
}

/** Whether the trigger registers its webhook itself, as opposed to people in Plane. */
export const registersWebhook = (context: IHookFunctions | IWebhookFunctions): boolean =>
	context.getNodeParameter(webhookFields.registration.parameter) !== REGISTRATION_BY_HAND;

/**
 * Reads the workspace, and no other parameter.
 *
 * @returns the slug, `''` to use that of the credential, or a Problem if it is invalid
 */
export function readWorkspaceSlug(context: IHookFunctions): Result<string> {
	const reader = triggerReader(context);

	return reader.finish(asText(reader.value(webhookFields.workspace)) ?? '');
}

/**
 * Reads the parameters of the trigger.
 *
 * @returns a Problem if one of them has an invalid value
 */
export function readWebhookParameters(
	context: IHookFunctions | IWebhookFunctions,
): Result<WebhookParameters> {
	const fields = webhookFields;
	const reader = triggerReader(context);
	const readList = (field: Field): string[] => toTextList(reader.value(field));
	const events = readList(fields.events);

	// These only report invalid values.
	reader.value(fields.registration);
	if (!registersWebhook(context)) reader.value(fields.requestVerification);

	const options = reader.optionValues('options', [
		fields.ignoredUsers,
		fields.ignoreOwnChanges,
		fields.includeBody,
	]);

	return reader.finish({
		events,
		toStates: events.includes('work_item_state_changed') ? readList(fields.toStates) : [],
		assignedTo: events.includes('work_item_assigned') ? readList(fields.assignedTo) : [],
		fields: events.includes('field_changed') ? readList(fields.changed) : [],
		projects: readList(fields.projects),
		ignoredUsers: toTextList(options[fields.ignoredUsers.wire]),
		ignoresOwnChanges: options[fields.ignoreOwnChanges.wire] === true,
		filters: reader.optionValues(
			'filters',
			eventFilters.map(({ field }) => field),
		),
		includeBody: options[fields.includeBody.wire] === true,
		workspace: asText(reader.value(fields.workspace)) ?? '',
	});
}

/** The entries of a filter: names and IDs. */
export function readFilterEntries(
	parameters: WebhookParameters,
	filter: NameFilter,
): readonly string[] {
	switch (filter) {
		case 'projects':
		case 'ignoredUsers':
		case 'toStates':
		case 'assignedTo':
			return parameters[filter];
		default:
			return toTextList(parameters.filters[nameFields[filter].wire]);
	}
}

/** The entries of a filter that are names rather than IDs. */
export const selectNames = (parameters: WebhookParameters, filter: NameFilter): readonly string[] =>
	readFilterEntries(parameters, filter).filter((entry) => !isUuid(entry.trim()));

/** The filters that have names among their entries. */
export const filtersWithNames = (parameters: WebhookParameters): readonly NameFilter[] =>
	NAME_FILTERS.filter((filter) => selectNames(parameters, filter).length > 0);

/** Whether the records of a filter belong to projects, so that a name stands for one in each project. */
export const isWithinProject = (filter: NameFilter): boolean =>
	['toStates', 'states', 'labels', 'parent'].includes(filter);
