/** The exact texts that several rows of the tables share. */

export const VALUES = 'Check the values of this item.';

/** For a message that may mean many things. */
export const NO_REASON =
	'Plane does not say what is wrong. A name may be taken, a record may be in it already, or an ID may belong to nothing.';

export const NEW_KEY =
	'The key may belong to another server, or have expired. Create a new one in Plane under Profile Settings, API Tokens, and put it into the credential.';

export const FILL_IN_KEY =
	'Open the credential and enter the API Key. You can create one in Plane under Profile Settings, API Tokens.';

/** @param places the parameters that may be wrong, with their values */
export const accessTo = (places: string): string =>
	`${places} may be wrong: Plane gives the same response if there is no such record. Otherwise ask an administrator to give access to the user of the API key.`;

/** For writes. @param places the parameters that may be wrong, with their values */
export const rightsIn = (places: string): string =>
	`The user of the API key may lack the right to do this: ask an administrator to do it or to give the user another role. ${places} may also be wrong: Plane gives the same response if there is no such record.`;

export const LIKE_AN_ID =
	'Such an ID looks like 0c7da278-21b6-4225-9d30-da0e1a924ae5, in lower case. Copy it from the web address of the record, or take it from the output of another node.';

/** @param plan the lowest one that has the operation, if not all have it */
export const commercialOnly = (plan?: string): string =>
	plan === undefined
		? 'Only the commercial editions of Plane have this operation.'
		: `Only the commercial editions of Plane have this operation, with the ${plan} plan or a higher one.`;

export const commercial = (plan?: string): string =>
	`${commercialOnly(plan)} Use a server of such an edition, in the cloud or self-hosted, or remove this node.`;

export const CUSTOMERS_OFF =
	'Customers may also be turned off: see Workspace → Update Features: Customers.';

export const PROJECT = 'Project dea35cbb-1f93-48ff-8bfb-bd57d6a206f8';

/** @param then the parameters of its parents, with their values */
export const gone = (first: string, then: string): string =>
	`Most likely, it does not exist or was deleted. Check ${first} first, then ${then}.`;

export const MODULE_GONE = gone('Module', `${PROJECT} and Workspace Slug acme`);

export const OLD_VERSION =
	'Its version of Plane may be too old: update it. Also check that the Base URL of the credential leads to a Plane server.';

export const MOVED =
	'If the server has moved there, use that address instead. If it is a sign-in page, ask whoever runs the server to let requests from n8n through.';

export const IF_IT_LASTS = 'If this keeps happening, ask whoever runs the server.';

export const LATER = `${IF_IT_LASTS} Try again later.`;

export const DOWN = `Plane may be starting, overloaded or down. ${LATER}`;

export const RIGHT_ADDRESS =
	'Open the credential and check the Base URL: https://api.plane.so for the cloud, or the address under which your own server answers /api/v1/.';

export const LESS = 'Send less at once, or ask whoever runs the server to allow more.';

export const NEW_CREDENTIALS =
	'They are valid for one file and a short time: get new ones and upload right away.';

export const STORAGE_ADDRESS = 'Check the address that came with the upload credentials.';

export const AS_ISSUED =
	'Use all fields exactly as they were issued, best in one piece as Upload Data.';
