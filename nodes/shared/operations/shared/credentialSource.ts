import { choice } from '../../fields/kinds';

/** How the credentials of an upload are given: in one piece as they were issued, or field by field. */
export const credentialSource = choice(
	'credential_source',
	['json', 'fields'],
	'How to give the upload credentials: as the JSON that Plane issued, or field by field',
);
