import { boolean, count, moment } from '../../fields/kinds';

// What every list has; the wording is n8n's own.

export const returnAll = boolean(
	'return_all',
	'Whether to return all results or only up to a given limit',
);

export const limit = count(
	'limit',
	{ from: 1 },
	{ default: 50 },
	'Max number of results to return',
);

export const simplify = boolean(
	'simple',
	'Whether to return a simplified version of the response instead of the raw data',
	{ displayName: 'Simplify' },
);

export const offset = count(
	'offset',
	{ from: 0 },
	{ default: 0 },
	'Number of results to skip before the first one that is returned',
);

/** The node's own, not the interface's: `created_at` is the one field that every record has. */

export const createdAfter = moment(
	'created_after',
	"Only records created at or after this time. A day means its start in the workflow's time zone.",
);

export const createdBefore = moment('created_before', 'Only records created before this time');

/** What stands under "Filters" of every list. */
export const listFilters = [createdAfter, createdBefore] as const;
