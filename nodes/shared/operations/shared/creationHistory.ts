import { dateTime, notClearable, record } from '../../fields/kinds';
import type { Field } from '../../fields/kinds';
import { members } from '../../lists/lists';

/** Servers apply the values after they have responded, so that the response shows the values of the request. */
const NOT_COMPARED = {
	createOnly: 'keepOther',
	notComparedReason: 'Servers apply the value after they have responded to the request (row 68).',
} as const;

/** When and by whom a record was created in another tool. Only a create takes them. */
export const creationHistory: readonly Field[] = [
	notClearable(
		dateTime('created_at', 'Original creation time, for new records only', NOT_COMPARED),
	),
	notClearable(
		record(
			'created_by',
			'Original creator, a member of the workspace; new records only',
			members,
			NOT_COMPARED,
		),
	),
];

/** Whom Plane shows as the author of a comment. */
export const commentActor: Field = notClearable(
	record(
		'actor',
		'Original author, a member of the workspace; new comments only',
		members,
		NOT_COMPARED,
	),
);
