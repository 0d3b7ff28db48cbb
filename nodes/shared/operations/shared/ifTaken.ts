import { choice } from '../../fields/kinds';

const FAIL = 'fail';
export const USE_EXISTING = 'use_the_existing_one';

/** What a create does whose name another record of its collection has already (row 12). */
export const ifTaken = choice(
	'if_it_already_exists',
	[FAIL, USE_EXISTING],
	'What to do if a record with this name already exists',
);
