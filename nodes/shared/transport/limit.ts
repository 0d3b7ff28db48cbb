import { isFault, type Answer, type Fault } from './response';
import { elementOf } from './xml';

/**
 * Whether an answer says that there were too many requests (observed row 19); a storage says so
 * with 503.
 */
export const isLimit = ({ status, text }: Answer): boolean =>
	status === 429 || (status === 503 && elementOf(text, 'Code') === 'SlowDown');

/** Whether a request was refused because there were too many: it was certainly not carried out. */
export const isRefused = (outcome: Answer | Fault): outcome is Answer =>
	!isFault(outcome) && isLimit(outcome);
