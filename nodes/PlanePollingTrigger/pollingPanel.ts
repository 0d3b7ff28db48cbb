import type { INodeProperties } from 'n8n-workflow';

import { changedFields } from '../shared/events/changedFields';
import { eventFilters, projectsField, statesField } from '../shared/events/filters';
import { boolean, choice, choices, type Field, records, required } from '../shared/fields/kinds';
import { members } from '../shared/lists/lists';
import { workspace } from '../shared/operations/shared/locators';
import { collection, parameter } from '../shared/fields/nodeProperty';

/** What can start the workflow. */
const events = required(
	choices(
		'events',
		[
			'work_item_created',
			'work_item_updated',
			'work_item_state_changed',
			'work_item_assigned',
			'field_changed',
			'comment_created',
			'intake_item_created',
		],
		'Events that start the workflow',
	),
);

const watched = required(projectsField);

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

export const BY_EDIT = 'one_item_for_each_edit';

const output = choice(
	'output',
	['one_item_for_each_change', BY_EDIT],
	'An edit is all that one person changed in one work item at the same moment',
);

const ignoreOwn = boolean(
	'ignore_my_own_changes',
	'Whether to ignore changes by the user of the API key, such as those that your own workflows make',
);

/** What the trigger reads. */
export const pollingFields = {
	events,
	watched,
	toStates,
	assignedTo,
	changed: changedFields,
	output,
	ignoreOwn,
} as const;

/** The parameters of the trigger in the order of the panel. */
export const pollingPanel: INodeProperties[] = [
	{
		displayName:
			'n8n remembers what this trigger has seen under the name of the node. If you rename it, it starts over from that moment.',
		name: 'notice',
		type: 'notice',
		default: '',
	},
	{ ...parameter(events), default: ['work_item_created'] },
	parameter(watched),
	parameter(toStates, { events: ['work_item_state_changed'] }),
	parameter(assignedTo, { events: ['work_item_assigned'] }),
	parameter(changedFields, { events: ['field_changed'] }),
	parameter(output),
	...collection(
		'filters',
		eventFilters.map(({ field }) => field),
	),
	...collection('options', [ignoreOwn]),
	parameter(workspace),
];
