import { ANY_FILE } from '../../fields/files/fileType';
import { boolean, choice, labeled } from '../../fields/kinds';

/** Whether upload credentials are entered as JSON, as they were issued, or field by field. */
export const credentialSource = choice(
	'credential_source',
	['json', 'fields'],
	'As the JSON that Plane issued, or field by field',
);

export const FROM_URL = 'url';

/** Where the files to attach are: in the input item, or at an address. */
export const fileSource = labeled(
	'file_source',
	{ 'Binary Data': 'binary', URL: FROM_URL },
	'Where the file is',
);

// Adding one of these options has an effect at once: it starts with the choice that changes something.

export const USE_EXISTING = 'useExisting';
export const USE_EXISTING_LABEL = 'Skip, and Return the Existing One';

export const UPDATE_EXISTING = 'updateExisting';
export const UPDATE_EXISTING_LABEL = 'Update the Existing One';

/** What a create does if the record already exists (rows 12 and 23). */
export const ifAlreadyExists = labeled(
	'if_it_already_exists',
	{
		Fail: 'fail',
		[USE_EXISTING_LABEL]: USE_EXISTING,
		[UPDATE_EXISTING_LABEL]: UPDATE_EXISTING,
	},
	'What to do in that case',
	{ default: UPDATE_EXISTING },
);

export const IGNORE_MISSING = 'continue';

/** What an action does if its record does not exist. */
export const ifMissing = labeled(
	'if_not_found',
	{ Fail: 'fail', Continue: IGNORE_MISSING },
	'What to do then',
	{ default: IGNORE_MISSING },
);

export const createLabels = boolean(
	'create_missing_labels',
	'Whether to create labels that are missing',
);

export const SEND_AS_ANY_FILE = 'sendAsAnyFile';
const SEND_AS_ANY_FILE_LABEL = `Send as ${ANY_FILE}`;

/** What to do with a file whose MIME type the server does not allow (row 70). */
export const unknownFileTypes = labeled(
	'unknown_file_types',
	{
		Fail: 'fail',
		[SEND_AS_ANY_FILE_LABEL]: SEND_AS_ANY_FILE,
	},
	'What to do with a file of a type that the server refuses',
	{ default: SEND_AS_ANY_FILE },
);

/** Whether a text of the record shows the pictures among its new attachments. */
export const showInDescription = boolean(
	'show_in_description',
	'Whether to add attached pictures at the end of the description',
);

/** The clause of an error that says how to attach such a file anyway. */
export const SEND_UNKNOWN_FILE_TYPES = `set ${unknownFileTypes.displayName} to ${SEND_AS_ANY_FILE_LABEL}`;

/** For imports, where labels are part of the data. */
export const createImportedLabels = {
	...createLabels,
	default: true,
};

/** What an empty cell does to the field of an existing record. A column that is missing never changes anything. */
export const clearEmptyFields = {
	...boolean('clear_empty_fields', 'Whether an empty value clears its field'),
	default: true,
};
