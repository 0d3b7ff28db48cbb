import { dateTime, notClearable, record } from '../../fields/kinds';
import type { Field } from '../../fields/kinds';
import { members } from '../../lists/lists';

/** Servers apply the values after they have responded, so that the response shows the values of the request. */
const NOT_COMPARED = {
	createOnly: true,
	notComparedReason: 'Servers apply the value after they have responded to the request (row 68).',
} as const;

/** When and by whom a record was created in another tool. Only a create takes them. */
export const creationHistory = (recordName: string): readonly Field[] => [
	notClearable(
		dateTime(
			'created_at',
			`When the ${recordName} was created in another tool. Existing records keep theirs.`,
			NOT_COMPARED,
		),
	),
	notClearable(
		record(
			'created_by',
			`Who created the ${recordName} in another tool. The person must be in the workspace. Existing records keep theirs.`,
			members,
			NOT_COMPARED,
		),
	),
];

/** Whom Plane shows as the author of a comment. */
export const commentActor: Field = notClearable(
	record(
		'actor',
		'Who wrote the comment in another tool, and whom Plane shows as its author. The person must be in the workspace. Existing comments keep theirs.',
		members,
		NOT_COMPARED,
	),
);
