import { changedFields } from '../shared/events/changedFields';
import { createEventsField, describeEvent } from '../shared/events/eventOptions';
import {
	assignedTo,
	ignoredUsers,
	ignoreOwnChanges,
	projectsField,
	toStates,
} from '../shared/events/filters';
import { describedChoice, required } from '../shared/fields/kinds';
import { pollingEvents } from './pollingEvents';

const events = createEventsField(pollingEvents.map(describeEvent));

const projects = required(projectsField);

export const ONE_ITEM_PER_EDIT = 'oneItemForEachEdit';

const output = describedChoice(
	'output',
	[
		{
			value: 'oneItemForEachChange',
			description: 'Changing state and priority together gives two items',
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
