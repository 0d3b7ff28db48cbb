import { boolean, count } from '../fields';

/** What every list has (specification, "Limits"); the wording is n8n's own. */

/** Whether the whole list is wanted. */
export const returnAll = boolean(
	'return_all',
	'Whether to return all results or only up to a given limit',
);

/** How many records are wanted otherwise. */
export const limit = count('limit', 1, { default: 50 }, 'Max number of results to return');

/** How many records are skipped first. */
export const offset = count(
	'offset',
	0,
	{ default: 0 },
	'Number of results to skip before the first one that is returned',
);
