import type { INodeProperties } from 'n8n-workflow';

import { changedFields } from '../shared/events/changedFields';
import { eventFilters, projectsField, statesField } from '../shared/events/filters';
import { boolean, choice, choices, type Field, records, required } from '../shared/fields/kinds';
import { members } from '../shared/lists/lists';
import { workspace } from '../shared/operations/shared/locators';
import { toCollection, toNodeProperty } from '../shared/fields/nodeProperty';

/** New work items, changes of work items, or the records of another list. */
export type PolledSource = 'creations' | 'changes' | 'comments' | 'intakeItems';

/** The events of the parameter Events, each with what has to be read for it. */
export const POLLING_EVENTS = {
	work_item_created: 'creations',
	work_item_updated: 'changes',
	work_item_state_changed: 'changes',
	work_item_assigned: 'changes',
	field_changed: 'changes',
	comment_created: 'comments',
	intake_item_created: 'intakeItems',
} as const satisfies Readonly<Record<string, PolledSource>>;

const eventNames = Object.keys(POLLING_EVENTS) as [
	keyof typeof POLLING_EVENTS,
	...(keyof typeof POLLING_EVENTS)[],
];

const events = required(choices('events', eventNames, 'Events that start the workflow'));

const projects = required(projectsField);

const toStates: Field = {
	...statesField,
	wire: 'to_states',
	parameter: 'toStates',
	displayName: 'To State Names or IDs',
	description: statesField.description.replace(
		/^[^.]*/,
		'Only changes to these states. Leave empty for any',
	),
};

const assignedTo = records(
	'assigned_to',
	'Only assignments to these users. Leave empty for any',
	members,
	{
		displayName: 'Assigned To Names or IDs',
	},
);

export const ONE_ITEM_PER_EDIT = 'one_item_for_each_edit';

const output = choice(
	'output',
	['one_item_for_each_change', ONE_ITEM_PER_EDIT],
	'An edit groups everything one person changed in a work item at the same time',
);

const ignoreOwnChanges = boolean(
	'ignore_my_own_changes',
	'Whether to ignore changes by the user of the API key, such as those that your own workflows make',
);

/** The parameters that the trigger reads, apart from the filters. */
export const pollingFields = {
	events,
	projects,
	toStates,
	assignedTo,
	changedFields,
	output,
	ignoreOwnChanges,
} as const;

/** The parameters in the order in which the editor shows them. */
export const pollingProperties: INodeProperties[] = [
	{
		displayName:
			'n8n remembers what this trigger has seen under the name of the node. If you rename it, it starts over from that moment.',
		name: 'notice',
		type: 'notice',
		default: '',
	},
	{ ...toNodeProperty(events), default: ['work_item_created'] },
	toNodeProperty(projects),
	toNodeProperty(toStates, { events: ['work_item_state_changed'] }),
	toNodeProperty(assignedTo, { events: ['work_item_assigned'] }),
	toNodeProperty(changedFields, { events: ['field_changed'] }),
	toNodeProperty(output),
	...toCollection(
		'filters',
		eventFilters.map(({ field }) => field),
	),
	...toCollection('options', [ignoreOwnChanges]),
	toNodeProperty(workspace),
];
