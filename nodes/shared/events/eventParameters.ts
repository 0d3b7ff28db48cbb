import type { JsonObject } from 'n8n-workflow';

import type { Field } from '../fields/kinds';
import type { ParameterContext, ParameterReader } from '../parameters/ParameterReader';
import { toTextList } from '../values/asText';
import { isUuid } from '../values/textForms';
import { changedFields } from './changedFields';
import {
	assignedTo,
	eventFilters,
	ignoredUsers,
	ignoreOwnChanges,
	nameFields,
	toStates,
} from './filters';
import type { ChangeFilter } from './matchChange';

/** The parameters that both triggers have. */
export interface EventParameters extends ChangeFilter {
	/** Names or IDs of projects. */
	readonly projects: readonly string[];
	/** Names or IDs of users whose changes are ignored. */
	readonly ignoredUsers: readonly string[];
	/** Whether changes by the user of the credential are ignored. */
	readonly ignoresOwnChanges: boolean;
	/** Filters on the work item that an event is about, by the wire names of their fields. */
	readonly filters: JsonObject;
}

/** Reads the parameters that both triggers have. The reader gets a problem for each invalid one. */
export function readEventParameters(
	reader: Pick<ParameterReader<ParameterContext>, 'value' | 'optionValues'>,
	fields: { readonly events: Field; readonly projects: Field },
): EventParameters {
	const readList = (field: Field): string[] => toTextList(reader.value(field));
	const events = readList(fields.events);
	const options = reader.optionValues('options', [ignoredUsers, ignoreOwnChanges]);

	return {
		events,
		projects: readList(fields.projects),
		toStates: events.includes('workItemStateChanged') ? readList(toStates) : [],
		assignedTo: events.includes('workItemAssigned') ? readList(assignedTo) : [],
		fields: events.includes('fieldChanged') ? readList(changedFields) : [],
		filters: reader.optionValues(
			'filters',
			eventFilters.map(({ field }) => field),
		),
		ignoredUsers: toTextList(options[ignoredUsers.wire]),
		ignoresOwnChanges: options[ignoreOwnChanges.wire] === true,
	};
}

/** A filter whose entries may be names. */
export type NameFilter = keyof typeof nameFields;

/** The filters on work items whose entries may be names. */
const NAMES_IN_FILTERS = ['states', 'labels', 'assignees', 'parent'] as const;

/** All filters whose entries may be names. */
export const nameFilters: readonly NameFilter[] = [
	'projects',
	'toStates',
	'assignedTo',
	'ignoredUsers',
	...NAMES_IN_FILTERS,
];

/** Whether the records of a filter belong to projects, so that a name stands for one in each project. */
export const isWithinProject = (filter: NameFilter): boolean =>
	['toStates', 'states', 'labels', 'parent'].includes(filter);

/** The entries of a filter: names and IDs. */
export function readFilterEntries(
	parameters: EventParameters,
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
export const selectNames = (parameters: EventParameters, filter: NameFilter): readonly string[] =>
	readFilterEntries(parameters, filter).filter((entry) => !isUuid(entry.trim()));

/** The filters that have names among their entries. */
export const filtersWithNames = (parameters: EventParameters): readonly NameFilter[] =>
	nameFilters.filter((filter) => selectNames(parameters, filter).length > 0);

/** Returns parameters with other entries in the filters that may have names, such as the IDs of these. */
export function replaceEntries<Parameters extends EventParameters>(
	parameters: Parameters,
	replace: (filter: NameFilter, entries: readonly string[]) => readonly string[],
): Parameters {
	const filters: JsonObject = { ...parameters.filters };

	for (const filter of NAMES_IN_FILTERS) {
		const { wire } = nameFields[filter];
		if (filters[wire] === undefined) continue;

		filters[wire] = [...replace(filter, readFilterEntries(parameters, filter))];
	}

	return {
		...parameters,
		filters,
		projects: replace('projects', parameters.projects),
		ignoredUsers: replace('ignoredUsers', parameters.ignoredUsers),
		toStates: replace('toStates', parameters.toStates),
		assignedTo: replace('assignedTo', parameters.assignedTo),
	};
}
