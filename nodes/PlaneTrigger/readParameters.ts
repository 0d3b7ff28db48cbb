import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import type { ChangeFilter } from '../shared/events/matchChange';
import { isUuid } from '../shared/fields/identifier';
import type { Field } from '../shared/fields/kinds';
import { asText, toTextList } from '../shared/fields/text';
import { triggerReader } from '../shared/parameters/triggerReader';
import type { Result } from '../shared/result/problem';
import { webhookFields } from './description';

/** The filters whose entries may be names. */
const NAME_FILTERS = ['projects', 'ignoredUsers', 'toStates', 'assignedTo'] as const;

export type NameFilter = (typeof NAME_FILTERS)[number];

/** The parameters of the trigger. */
export interface WebhookParameters extends ChangeFilter {
	/** Names or IDs of projects. If empty, all projects match. */
	readonly projects: readonly string[];
	/** Names or IDs of users whose changes are ignored. */
	readonly ignoredUsers: readonly string[];
	/** Whether the output contains the body of the request. */
	readonly includeBody: boolean;
	/** The slug of the workspace; `''` to use that of the credential. */
	readonly workspace: string;
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

	// Only reports an invalid value. `handleDelivery` has already used it to verify the signature.
	reader.value(fields.authentication);
	const options = reader.collectionValues('options', [
		fields.projects,
		fields.ignoreUsers,
		fields.includeBody,
	]);

	return reader.finish({
		events,
		toStates: events.includes('work_item_state_changed') ? readList(fields.toStates) : [],
		assignedTo: events.includes('work_item_assigned') ? readList(fields.assignedTo) : [],
		fields: events.includes('field_changed') ? readList(fields.changed) : [],
		projects: toTextList(options[fields.projects.wire]),
		ignoredUsers: toTextList(options[fields.ignoreUsers.wire]),
		includeBody: options[fields.includeBody.wire] === true,
		workspace: asText(reader.value(fields.workspace)) ?? '',
	});
}

/** The entries of a filter that are names rather than IDs. */
export const selectNames = (parameters: WebhookParameters, filter: NameFilter): readonly string[] =>
	parameters[filter].filter((entry) => !isUuid(entry.trim()));

/** The filters that have names among their entries. */
export const filtersWithNames = (parameters: WebhookParameters): readonly NameFilter[] =>
	NAME_FILTERS.filter((filter) => selectNames(parameters, filter).length > 0);
