import { choices, required } from '../fields/kinds';

/** The parameter for the event "field changed": the fields of a work item whose changes can be reported. */
export const changedFields = required(
	choices(
		'fields',
		[
			'name',
			'description',
			'state',
			'priority',
			'assignees',
			'labels',
			'parent',
			'start_date',
			'target_date',
			'estimate_point',
			'cycles',
			'modules',
			'link',
			'attachment',
		],
		'Fields to watch: a change to any of them starts the workflow',
	),
);
