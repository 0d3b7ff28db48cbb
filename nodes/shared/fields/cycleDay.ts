import { dateKind } from './dates/date';
import { fieldFactory } from './field';
import { isSameDay } from '../values/sameValue';
import { parseCycleInstant } from '../values/parseCycleDay';

/**
 * The day on which a cycle starts or ends. An instant as Plane returns it stands for the day in the
 * project, so a workflow can write the dates of a cycle that it has read. All other values are read
 * like any date.
 */
export const cycleDay = fieldFactory({
	...dateKind,
	write: (value, context) => parseCycleInstant(value) ?? dateKind.write(value, context),
	isUnchanged: (sent, stored) => sent === stored || sent === parseCycleInstant(stored),
	isAccepted: isSameDay,
});
