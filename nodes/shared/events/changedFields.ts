import { describedChoices, required } from '../fields/kinds';

/** The parameter for the event "field changed": the fields of a work item whose changes can be reported. */
export const changedFields = required(
	describedChoices(
		'fields',
		[
			{ value: 'assignees' },
			{ value: 'attachment' },
			{ value: 'cycles' },
			{ value: 'description' },
			{ value: 'target_date', name: 'Due Date' },
			{ value: 'estimate_point' },
			{ value: 'labels' },
			{ value: 'link' },
			{ value: 'modules' },
			{ value: 'parent' },
			{ value: 'priority' },
			{ value: 'start_date' },
			{ value: 'state' },
			{ value: 'name', name: 'Title' },
		],
		'Fields to watch: a change to any of them starts the workflow',
	),
);
