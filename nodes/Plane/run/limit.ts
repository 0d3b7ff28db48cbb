import { isJsonObject } from '../fields/json';
import { isFault, type Answer, type Fault } from './answer';
import { elementOf } from './xml';

/** The code of the server for a limit that is reached (observed row 17). */
const LIMIT_REACHED = 5900;

/** Whether an answer says that there were too many requests. */
export const isLimit = ({ status, json, text }: Answer): boolean =>
	status === 429 ||
	(isJsonObject(json) && json.error_code === LIMIT_REACHED) ||
	elementOf(text, 'Code') === 'SlowDown'; // of a storage, with 503

/** Whether a request was refused because there were too many: it was certainly not carried out. */
export const isRefused = (outcome: Answer | Fault): outcome is Answer =>
	!isFault(outcome) && isLimit(outcome);
