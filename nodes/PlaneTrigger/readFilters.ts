import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import type { ChangeFilter } from '../shared/events/matchChange';
import { isUuid } from '../shared/fields/identifier';
import type { Field } from '../shared/fields/kinds';
import { asText, textsIn } from '../shared/fields/text';
import { triggerReader } from '../shared/parameters/triggerReader';
import type { Result } from '../shared/result/problem';
import { webhookFields as fields } from './webhookPanel';

/** The filters whose entries may be names. */
export type NamedFilter = 'projects' | 'ignored' | 'toStates' | 'assignedTo';

/** What the panel says. */
export interface TriggerFilters extends ChangeFilter {
	/** Names or IDs of projects; none: all. */
	readonly projects: readonly string[];
	/** Names or IDs of users whose changes are ignored. */
	readonly ignored: readonly string[];
	/** Whether the body of the request goes out. */
	readonly hasBody: boolean;
	/** The slug of the workspace; `''`: that of the credential. */
	readonly workspace: string;
}

/** Reads the panel. */
export function readFilters(context: IHookFunctions | IWebhookFunctions): Result<TriggerFilters> {
	const reader = triggerReader(context);
	const list = (field: Field): string[] => textsIn(reader.value(field));
	const events = list(fields.events);

	reader.value(fields.authentication);
	const options = reader.collectionValues('options', [
		fields.projects,
		fields.ignoreUsers,
		fields.withBody,
	]);

	return reader.finish({
		events,
		toStates: events.includes('work_item_state_changed') ? list(fields.toStates) : [],
		assignedTo: events.includes('work_item_assigned') ? list(fields.assignedTo) : [],
		fields: events.includes('field_changed') ? list(fields.changed) : [],
		projects: textsIn(options[fields.projects.wire]),
		ignored: textsIn(options[fields.ignoreUsers.wire]),
		hasBody: options[fields.withBody.wire] === true,
		workspace: asText(reader.value(fields.workspace)) ?? '',
	});
}

const NAMED_FILTERS: readonly NamedFilter[] = ['projects', 'ignored', 'toStates', 'assignedTo'];

/** The entries of a filter that are names, not IDs. */
export const namesIn = (filters: TriggerFilters, filter: NamedFilter): readonly string[] =>
	filters[filter].filter((text) => !isUuid(text.trim()));

/** The filters that have names. */
export const filtersWithNames = (filters: TriggerFilters): readonly NamedFilter[] =>
	NAMED_FILTERS.filter((filter) => namesIn(filters, filter).length > 0);
