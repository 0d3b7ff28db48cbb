import type { INodeProperties } from 'n8n-workflow';

import { changedFields } from '../shared/events/fields';
import { eventFilters, projectsField, statesField } from '../shared/events/filters';
import { boolean, choice, choices, type Field, records, required } from '../shared/fields/kinds';
import { members } from '../shared/lists/lists';
import { workspace } from '../shared/operations/shared/locators';
import { collection, parameter } from '../shared/panel/parameter';

/** What can start the workflow. */
const events = required(
	choices(
		'events',
		[
			'work_item_created',
			'work_item_updated',
			'work_item_moved',
			'work_item_assigned',
			'field_changed',
			'work_item_commented',
			'intake_item_created',
		],
		'What has to happen to start the workflow',
	),
);

const watched = required(projectsField);

const toStates: Field = {
	...statesField,
	wire: 'to_states',
	parameter: 'toStates',
	displayName: 'To State Names or IDs',
	description: statesField.description.replace(/^[^.]*/, 'States to move to. Leave empty for any'),
};

const assignedTo = records('assigned_to', 'Users to be assigned. Leave empty for any', members, {
	displayName: 'Assigned To Names or IDs',
});

export const BY_EDIT = 'one_item_for_each_edit';

const output = choice(
	'output',
	['one_item_for_each_change', BY_EDIT],
	'An edit is all that one person changed in one work item at the same moment',
);

const ignoreOwn = boolean(
	'ignore_my_own_changes',
	'Whether to ignore what the user of the API key does, such as what workflows change with this key',
);

/** What the trigger reads. */
export const pollingFields = {
	...{ events, watched, toStates, assignedTo, changed: changedFields, output, ignoreOwn },
} as const;

/** The parameters of the trigger in the order of the panel. */
export const pollingPanel: INodeProperties[] = [
	{
		displayName:
			'What has been seen is remembered under the name of this node: if you rename it, it starts anew with what happens from then on.',
		name: 'notice',
		type: 'notice',
		default: '',
	},
	{ ...parameter(events), default: ['work_item_created'] },
	parameter(watched),
	parameter(toStates, { events: ['work_item_moved'] }),
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
