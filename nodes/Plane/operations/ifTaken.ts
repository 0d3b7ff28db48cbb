import { choice } from '../fields';

const FAIL = 'fail';
export const USE_EXISTING = 'use_the_existing_one';

/** What a create does whose name another record of its collection has already (observed row 12). */
export const ifTaken = choice(
	'if_it_already_exists',
	[FAIL, USE_EXISTING],
	'What to do where there is such a record already: stop with an error, or go on with that record as it is',
);
