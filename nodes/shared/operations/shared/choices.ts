import { choice } from '../../fields/kinds';

/** How the credentials of an upload are given: in one piece as they were issued, or field by field. */
export const credentialSource = choice(
	'credential_source',
	['json', 'fields'],
	'How to give the upload credentials: as the JSON that Plane issued, or field by field',
);

export const USE_EXISTING = 'use_the_existing_one';

/** What a create does whose name another record of its collection has already (row 12). */
export const ifTaken = choice(
	'if_it_already_exists',
	['fail', USE_EXISTING],
	'What to do if a record with this name already exists',
);
