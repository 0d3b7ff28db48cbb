import { type Problem, refused } from '../result/problem';
import { quote } from '../text/quote';

/**
 * Refuses a value. The message quotes the value before the clause: `"red" is not a color`.
 *
 * @param remedy what to do, as a whole sentence
 */
export const refuseValue = (value: unknown, clause: string, remedy: string): Problem =>
	refused(`${quote(value)} ${clause}`, remedy);
