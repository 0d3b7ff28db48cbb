import { quote } from '../text/quote';
import { type Problem, refused } from '../result/problem';

/** Refuses a value that goes before the clause: `"red" is not a color`. */
export const refuseValue = (value: unknown, clause: string, remedy: string): Problem =>
	refused(`${quote(value)} ${clause}`, remedy);

/** Any object, so that its properties can be looked at. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null;

/** Nothing or blank text: what a panel holds where the user typed nothing. */
export const isEmpty = (value: unknown): boolean =>
	value === null || value === undefined || (typeof value === 'string' && value.trim() === '');
