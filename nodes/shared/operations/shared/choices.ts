import { ANY_FILE } from '../../fields/files/fileType';
import { boolean, choice, labeled } from '../../fields/kinds';

/** How the credentials of an upload are given: in one piece as they were issued, or field by field. */
export const credentialSource = choice(
	'credential_source',
	['json', 'fields'],
	'How to give the upload credentials: as the JSON that Plane issued, or field by field',
);

export const USE_EXISTING = 'use_the_existing_one';
export const UPDATE_EXISTING = 'update_the_existing_one';

/** What a create does where there is such a record already (rows 12 and 23). */
export const ifAlreadyExists = choice(
	'if_it_already_exists',
	['fail', USE_EXISTING, UPDATE_EXISTING],
	'What to do if the record already exists',
);

export const IGNORE_MISSING = 'go_on';

/** What an action does whose record is not there. */
export const ifMissing = choice(
	'if_not_found',
	['fail', IGNORE_MISSING],
	'What to do if there is no such record: fail, or go on and say that nothing was done',
);

export const createLabels = boolean(
	'create_missing_labels',
	'Whether to create labels that the project does not have yet',
);

export const SEND_AS_ANY_FILE = 'send_as_octet_stream';
const SEND_AS_ANY_FILE_LABEL = `Send as ${ANY_FILE}`;

/** What becomes of a file whose MIME type is not on the list of the server (row 70). */
export const unknownFileTypes = labeled(
	'unknown_file_types',
	{
		Fail: 'fail',
		[SEND_AS_ANY_FILE_LABEL]: SEND_AS_ANY_FILE,
	},
	'What to do with a file of a type that the server does not take. Its name stays the same.',
);

/** What to do to have such a file attached all the same. */
export const SEND_UNKNOWN_FILE_TYPES = `set ${unknownFileTypes.displayName} to ${SEND_AS_ANY_FILE_LABEL}`;
