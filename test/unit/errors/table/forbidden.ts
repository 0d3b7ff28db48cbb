import {
	advancedSearch,
	customer,
	customerRequests,
	initiative,
	link,
	moduleUpdate,
	workItems,
	workItemType,
	worklog,
	workspaceFeatures,
} from './calls';
import {
	accessTo,
	commercial,
	CUSTOMERS_OFF,
	FILL_IN_KEY,
	NEW_KEY,
	PROJECT,
	RIGHT_ADDRESS,
	rightsIn,
	VALUES,
} from './remedies';
import { alike, row, type Row } from './row';

const ACCESS = accessTo(`Workspace Slug acme or ${PROJECT}`);
const RIGHTS = rightsIn(`Workspace Slug acme or ${PROJECT}`);

const CUSTOMERS_MAY_BE_OFF =
	'Customers may be turned off: see Workspace → Update Features: Customers.';

const DENIED = { detail: 'You do not have permission to perform this action.' };
const DENIED_WORDS = 'You do not have permission to perform this action';
const XML = { 'content-type': 'application/xml' };

/** Refusals because of the API key, of the rights of its user, or of the plan of the workspace. */
export const rights: readonly Row[] = [
	...alike('Plane did not accept the API key', NEW_KEY, [
		['unknown key', workItems, [401, { detail: 'Token is not valid' }], 'Token is not valid'],
		[
			'expired key',
			moduleUpdate,
			[403, { detail: 'API token has expired' }],
			'API token has expired',
		],
		['unknown key, without a message', moduleUpdate, [401, '']],
		[
			'unknown key, which the server quotes',
			moduleUpdate,
			[401, { detail: 'No key (API key)' }],
			'No key (API key)',
		],
	]),
	...alike('This does not look like a Plane server', RIGHT_ADDRESS, [
		[
			'the refusal of another service',
			moduleUpdate,
			[401, { message: "'X-KEY' header required" }],
			"'X-KEY' header required",
		],
		['a storage', moduleUpdate, [403, '<Error><Message>No.</Message></Error>', XML], 'No'],
	]),
	...alike('Plane received no API key', FILL_IN_KEY, [
		[
			'no key',
			moduleUpdate,
			[403, { detail: 'Credentials were not provided.' }],
			'Credentials were not provided',
		],
		[
			'no key, with another message',
			moduleUpdate,
			[401, { error: 'Missing API key' }],
			'Missing API key',
		],
	]),
	...alike('Plane denied access to this project in workspace acme', ACCESS, [
		['project that the user may not see', workItems, [403, DENIED], DENIED_WORDS],
	]),
	...alike('Plane denied access to this project in workspace acme', RIGHTS, [
		['missing right, without a message', link, [403, {}]],
		// Seen for a member's change of a project (row 87).
		['missing right of a member or guest', moduleUpdate, [403, DENIED], DENIED_WORDS],
	]),
	...alike(
		'The user of the API key may not do this to Module 0c7da278-21b6-4225-9d30-da0e1a924ae5',
		'Ask an administrator of the project to do it or to give the user another role, or use the credential of somebody who may.',
		[
			[
				'a right that the user lacks in a project that is right (row 87)',
				moduleUpdate,
				[403, { error: 'Only admin or creator can delete the work item' }],
				'Only admin or creator can delete the work item',
			],
			[
				'missing right in a project that the node has found by its name',
				{ ...moduleUpdate, displayNames: { [moduleUpdate.path.project_id ?? '']: 'Launch' } },
				[403, DENIED],
				DENIED_WORDS,
			],
		],
	),
	...alike('Plane denied access to workspace acme', rightsIn('Workspace Slug acme'), [
		['missing right in the workspace', customer, [403, DENIED], DENIED_WORDS],
	]),
	...alike(
		'This server most likely does not have the operation "Search work items by conditions"',
		`${commercial()} If it is such a server, Workspace Slug acme may be wrong, or the user of the API key may have no access to it.`,
		[
			[
				'a path that the Community Edition takes for the key of a work item (row 474)',
				advancedSearch,
				[403, DENIED],
				DENIED_WORDS,
			],
		],
	),
	...alike(
		'The plan of workspace acme does not include this',
		'The operation needs the Pro plan or a higher one: upgrade the plan, or remove this node. Initiatives may also be turned off: see Workspace → Update Features: Initiatives.',
		[
			[
				// Reported in https://github.com/makeplane/plane/issues/9561
				'plan or feature that the workspace lacks (row 472)',
				initiative,
				[402, { error: 'Payment required' }],
				'Payment required',
			],
		],
	),
	...alike(
		'The plan of workspace acme does not include this',
		`The operation needs the Business plan or a higher one: upgrade the plan, or remove this node. ${CUSTOMERS_OFF}`,
		[
			[
				'plan that the workspace lacks, in words (row 472)',
				customer,
				[400, { error: 'Upgrade your plan to enable customers' }],
				'Upgrade your plan to enable customers',
			],
		],
	),
	...alike(
		'The plan of workspace acme does not include this',
		'The operation needs the Pro plan or a higher one: upgrade the plan, or remove this node. Time Tracking may also be turned off: see Project → Update: Time Tracking.',
		[
			[
				'plan that a project lacks (row 472)',
				worklog,
				[402, { error: 'Payment required' }],
				'Payment required',
			],
		],
	),
	...alike(
		'The plan of workspace acme does not include this',
		'Upgrade the plan, or remove this node.',
		[
			[
				'feature that the plan lacks, under its field (row 472)',
				workspaceFeatures,
				[400, { customers: ['Upgrade your plan to enable customers'] }],
				'customers: Upgrade your plan to enable customers',
			],
		],
	),
	...alike(
		'Workspace acme manages these records for all of its projects, so that none of them can change its own',
		'An administrator of the workspace can change them in Plane. Reading them works as before.',
		[
			[
				'types that the workspace owns (row 473)',
				workItemType,
				[400, { code: 'workspace_managed', error: 'Work item types are managed by the workspace' }],
				'Work item types are managed by the workspace',
			],
		],
	),
	...alike(
		'Workspace acme is taking over these records from its projects',
		'Try again once this is done.',
		[
			[
				'types that are becoming those of the workspace (row 473)',
				workItemType,
				[400, { code: 'governance_migration_in_progress', error: 'Migration in progress' }],
				'Migration in progress',
			],
		],
	),
	...alike('Plane refused the request', `${CUSTOMERS_MAY_BE_OFF} ${VALUES}`, [
		[
			'feature that is turned off, in words (row 472)',
			customer,
			[400, { error: 'Customers are not enabled for this workspace' }],
			'Customers are not enabled for this workspace',
		],
		[
			'a list of a feature that may be turned off (row 472)',
			customerRequests,
			[400, { error: 'No.' }],
			'No',
		],
	]),
	row(
		'a list of a feature that may be turned off, without words (row 472)',
		customerRequests,
		[400, {}],
		'Plane refused the request without saying why',
		`${CUSTOMERS_MAY_BE_OFF} ${VALUES}`,
	),
	...alike('Plane refused the request', VALUES, [
		['a value of a feature that is turned on', customer, [400, { error: 'No.' }], 'No'],
	]),
];
