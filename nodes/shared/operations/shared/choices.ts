import { boolean, choice } from '../../fields/kinds';

/** How the credentials of an upload are given: in one piece as they were issued, or field by field. */
export const credentialSource = choice(
	'credential_source',
	['json', 'fields'],
	'How to give the upload credentials: as the JSON that Plane issued, or field by field',
);

export const USE_EXISTING = 'use_the_existing_one';
export const UPDATE_EXISTING = 'update_the_existing_one';

/** What a create does where there is such a record already (rows 12 and 23). */
export const ifTaken = choice(
	'if_it_already_exists',
	['fail', USE_EXISTING, UPDATE_EXISTING],
	'What to do if the record already exists',
);

export const GO_ON = 'go_on';

/** What an action does whose record is not there. */
export const ifMissing = choice(
	'if_not_found',
	['fail', GO_ON],
	'What to do if there is no such record: fail, or go on and say that nothing was done',
);

export const createLabels = boolean(
	'create_missing_labels',
	'Whether to create labels that the project does not have yet',
);
