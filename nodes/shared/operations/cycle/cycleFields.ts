import { date, lasting, longText, record, timezone } from '../../fields/kinds';
import { projectMembers } from '../../lists/lists';
import { external } from '../shared/external';

const start = date('start_date', 'Day on which the cycle starts');
const end = date('end_date', 'Day on which the cycle ends', { notBefore: 'start_date' });

const others = [
	longText('description', 'What the cycle is about'),
	lasting(record('owned_by', 'User who owns the cycle', projectMembers, { displayName: 'Owner' })),
	timezone('timezone', 'Time zone of the cycle'),
	...external('cycle'),
];

/** What a new cycle has besides its name: both days or none (row 31). */
export const newCycleFields = [start, { ...end, together: 'start_date' }, ...others];

/** What can be changed of a cycle besides its name. */
export const cycleFields = [start, end, ...others];
