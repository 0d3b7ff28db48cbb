import { choice } from '../../fields/kinds';

/** How the credentials of an upload are given: in one piece as they were issued, or field by field. */
export const credentialSource = choice(
	'credential_source',
	['json', 'fields'],
	'How the upload credentials are given: as the JSON that the service issued, or as single fields',
);
