import { cycleDay, lasting, longText, record, timezone } from '../../fields/kinds';
import { projectMembers } from '../../lists/lists';
import { external } from '../shared/external';

/** Sent alone, an end becomes the start of its day: the cycle would end a day early (row 161). */
const start = cycleDay('start_date', 'Day on which the cycle starts', { sentWith: 'end_date' });
const end = cycleDay('end_date', 'Day on which the cycle ends', {
	notBefore: 'start_date',
	sentWith: 'start_date',
});

/** A change without it makes the user of the key the owner (row 162). */
const owner = record('owned_by', 'User who owns the cycle', projectMembers, {
	displayName: 'Owner',
	isSentAlways: true,
});

const others = [
	longText('description', 'What the cycle is about'),
	lasting(owner),
	timezone('timezone', 'Time zone of the cycle'),
	...external('cycle'),
];

/** What a new cycle has besides its name: both days or none (row 31). */
export const newCycleFields = [start, { ...end, together: 'start_date' }, ...others];

/** What can be changed of a cycle besides its name. */
export const cycleFields = [start, end, ...others];
