import { customer, initiative, link, module, workItems } from './calls';
import { accessTo, FILL_IN_KEY, NEW_KEY, RIGHT_ADDRESS } from './remedies';
import { row, type Row } from './row';

const ACCESS = accessTo('Workspace Slug acme or Project dea35cbb-1f93-48ff-8bfb-bd57d6a206f8');

const DENIED = { detail: 'You do not have permission to perform this action.' };

/** What is wrong with the key, or with the rights of its user. */
export const rights: readonly Row[] = [
	row(
		'unknown key',
		workItems,
		[401, { detail: 'Given API token is not valid' }],
		'Plane did not accept the API key: Given API token is not valid',
		NEW_KEY,
	),
	row(
		'expired key',
		module,
		[403, { detail: 'API token has expired' }],
		'Plane did not accept the API key: API token has expired',
		NEW_KEY,
	),
	row('unknown key without a word', module, [401, ''], 'Plane did not accept the API key', NEW_KEY),
	row(
		'unknown key, told with the key',
		module,
		[401, { detail: 'No key (API key)' }],
		'Plane did not accept the API key: No key (API key)',
		NEW_KEY,
	),
	row(
		'no key, in words that are not those of Plane',
		module,
		[401, { message: "'X-N8N-API-KEY' header required" }],
		"This does not look like a Plane server: 'X-N8N-API-KEY' header required",
		RIGHT_ADDRESS,
	),
	row(
		'a storage in the place of Plane',
		module,
		[
			403,
			'<Error><Message>Access Denied.</Message></Error>',
			{ 'content-type': 'application/xml' },
		],
		'This does not look like a Plane server: Access Denied',
		RIGHT_ADDRESS,
	),
	row(
		'no key',
		module,
		[403, { detail: 'Authentication credentials were not provided.' }],
		'Plane received no API key: Authentication credentials were not provided',
		FILL_IN_KEY,
	),
	row(
		'no key, in other words',
		module,
		[401, { error: 'Missing API key' }],
		'Plane received no API key: Missing API key',
		FILL_IN_KEY,
	),
	row(
		'project that the user may not see',
		workItems,
		[403, DENIED],
		'Plane denied access to this project in workspace acme: You do not have permission to perform this action',
		ACCESS,
	),
	row(
		'no right in the workspace',
		customer,
		[403, DENIED],
		'Plane denied access to workspace acme: You do not have permission to perform this action',
		accessTo('Workspace Slug acme'),
	),
	row(
		'no right, without a word',
		link,
		[403, {}],
		'Plane denied access to this project in workspace acme',
		ACCESS,
	),
	row(
		'plan that lacks the feature',
		initiative,
		[402, { error: 'Payment required', error_code: 1999 }],
		'The plan of workspace acme does not include this: Payment required',
		'Upgrade the plan, or do without this operation.',
	),
];
