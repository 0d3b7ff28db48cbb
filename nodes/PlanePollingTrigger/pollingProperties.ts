import type { INodeProperties } from 'n8n-workflow';

import { changedFields } from '../shared/events/changedFields';
import { createEventsField, describeEvent } from '../shared/events/eventOptions';
import { detailProperties, filterProperties } from '../shared/events/eventProperties';
import {
	assignedTo,
	ignoredUsers,
	ignoreOwnChanges,
	projectsField,
	toStates,
} from '../shared/events/filters';
import { describedChoice, required } from '../shared/fields/kinds';
import { workspace } from '../shared/operations/shared/locators';
import { authenticationProperty } from '../shared/parameters/authenticationProperty';
import { toCollection, toNodeProperty } from '../shared/fields/nodeProperty';
import { pollingEvents } from './pollingEvents';

const events = createEventsField(pollingEvents.map(describeEvent));

const projects = required(projectsField);

export const ONE_ITEM_PER_EDIT = 'oneItemForEachEdit';

const output = describedChoice(
	'output',
	[
		{
			value: 'oneItemForEachChange',
			description: 'Somebody who changes state and priority at once causes two items',
		},
		{
			value: ONE_ITEM_PER_EDIT,
			description:
				'Whatever one person changes in a work item in the same second becomes one item, with all old values in "previous"',
		},
	],
	'Whether changes that belong together are one item',
);

/** The parameters that the trigger reads, apart from the filters. */
export const pollingFields = {
	events,
	projects,
	toStates,
	assignedTo,
	changedFields,
	output,
	ignoredUsers,
	ignoreOwnChanges,
} as const;

/** The parameters in the order in which the editor shows them. */
export const pollingProperties: INodeProperties[] = [
	authenticationProperty,
	{ ...toNodeProperty(events), default: ['workItemCreated'] },
	toNodeProperty(projects),
	...detailProperties,
	toNodeProperty(output),
	...filterProperties,
	...toCollection('options', [ignoredUsers, ignoreOwnChanges]),
	toNodeProperty(workspace),
	{
		displayName:
			'If you rename this node once it is published, it starts over: n8n remembers by its name what it has seen.',
		name: 'notice',
		type: 'notice',
		default: '',
	},
];
