import type { ServiceCall } from '../../../../nodes/shared/model/call';
import {
	attachments,
	customer,
	customerRequests,
	initiative,
	label,
	link,
	moduleUpdate,
	pageUpdate,
	propertyValue,
	toTeamspace,
	UNKNOWN,
	withIds,
	workItems,
} from './calls';
import {
	commercial,
	commercialOnly,
	CUSTOMERS_OFF,
	gone,
	LIKE_AN_ID,
	MODULE_GONE,
	OLD_VERSION,
	PROJECT,
	RIGHT_ADDRESS,
} from './remedies';
import { alike, row, type Row } from './row';

const MISSING_RECORD = { error: 'The requested resource does not exist.' };
const MISSING_RECORD_MESSAGE = 'The requested resource does not exist';
const MISSING_PATH = { error: 'Page not found.' };

const PROJECT_OF_MODULE = withIds(moduleUpdate, { project_id: 'PROJ', module_id: 'PROJ-12' });
const SHORT_IDS = withIds(link, { project_id: 'p1', work_item_id: 'w1', link_id: 'l1' });
const CAPITALS = 'DEA35CBB-1F93-48FF-8BFB-BD57D6A206F8';

/** Paths with values that are not IDs of Plane. */
const malformedIds: readonly (readonly [title: string, call: ServiceCall, message: string])[] = [
	['two malformed IDs', PROJECT_OF_MODULE, 'Project "PROJ" and Module "PROJ-12" are not IDs'],
	['three malformed IDs', SHORT_IDS, 'Project "p1", Work Item "w1" and Link "l1" are not IDs'],
	[
		'an ID in capitals',
		withIds(workItems, { project_id: CAPITALS }),
		`Project "${CAPITALS}" is not an ID`,
	],
];

/** Operations that the Community Edition does not have. */
const unsupportedOperations: readonly (readonly [
	title: string,
	call: ServiceCall,
	action: string,
	plan: string,
])[] = [
	['customers in the Community Edition', customer, 'Create customer', 'Business'],
	[
		'customer properties in the Community Edition',
		propertyValue,
		'Update customer property value',
		'Business',
	],
	[
		'customer requests in the Community Edition',
		customerRequests,
		'Get many customer requests',
		'Business',
	],
	['initiatives in the Community Edition', initiative, 'Update initiative', 'Pro'],
	['teamspaces in the Community Edition', toTeamspace, 'Add members to teamspace', 'Pro'],
];

const lackingMessage = (action: string) => `This server does not have the operation "${action}"`;

/** Missing records, operations and APIs. */
export const missing: readonly Row[] = [
	...alike(`Plane did not find Project ${UNKNOWN}`, gone('Project', 'Workspace Slug acme'), [
		[
			'unknown project',
			withIds(label, { project_id: UNKNOWN }),
			[404, MISSING_RECORD],
			MISSING_RECORD_MESSAGE,
		],
	]),
	...alike(
		`Plane did not find Link ${UNKNOWN}`,
		gone(
			'Link',
			`Work Item c4a97e4a-c841-4279-a339-6c2512d6b1ac, ${PROJECT} and Workspace Slug acme`,
		),
		[
			[
				'unknown link of a work item',
				withIds(link, { link_id: UNKNOWN }),
				[404, MISSING_RECORD],
				MISSING_RECORD_MESSAGE,
			],
		],
	),
	...alike('Plane did not find this in workspace acme', `Check Workspace Slug. ${CUSTOMERS_OFF}`, [
		[
			'unknown workspace, or customers that are turned off (row 472)',
			customer,
			[404, MISSING_RECORD],
			MISSING_RECORD_MESSAGE,
		],
	]),
	...alike('Plane did not find Module 0c7da278-21b6-4225-9d30-da0e1a924ae5', MODULE_GONE, [
		[
			'unknown record with another message',
			moduleUpdate,
			[404, { detail: 'Not found.' }],
			'Not found',
		],
		['unknown record without a message', moduleUpdate, [404, '']],
		['unknown record with blanks only', moduleUpdate, [404, ' \n']],
	]),
	...alike(
		'Plane did not find Teamspace 8879d886-3094-4ac5-85d0-f3dde37a23a2',
		`${gone('Teamspace', 'Workspace Slug acme')} ${commercialOnly('Pro')}`,
		[['unknown record of a commercial edition without a message', toTeamspace, [404, {}]]],
	),
	...malformedIds.map(([title, call, message]) =>
		row(title, call, [404, MISSING_PATH], `${message} of Plane`, LIKE_AN_ID),
	),
	...alike('Initiative "Launch" is not an ID of Plane', `${LIKE_AN_ID} ${commercialOnly('Pro')}`, [
		[
			'a malformed ID, or a missing operation',
			withIds(initiative, { initiative_id: 'Launch' }),
			[404, MISSING_PATH],
		],
	]),
	...unsupportedOperations.map(([title, call, action, plan]) =>
		row(title, call, [404, MISSING_PATH], lackingMessage(action), commercial(plan)),
	),
	...alike(
		lackingMessage('Update project page'),
		'This Plane is too old for it: update the server.',
		[
			[
				'a page on a server that cannot change it (row 466)',
				pageUpdate,
				[405, { detail: 'Method "PUT" not allowed.' }],
			],
		],
	),
	...alike(lackingMessage('Get many work item attachments'), OLD_VERSION, [
		['an operation that every edition has', attachments, [404, MISSING_PATH]],
	]),
	...alike(lackingMessage('Update module'), OLD_VERSION, [
		['a method that it does not have', moduleUpdate, [405, { detail: 'Method not allowed.' }]],
		[
			'a method that it does not have, with another message',
			moduleUpdate,
			[404, { error: 'Cannot DELETE /api/v1/modules/' }],
		],
	]),
	...alike('This does not look like a Plane server', RIGHT_ADDRESS, [
		['a foreign path', label, [404, '404 page not found'], '404 page not found'],
	]),
];
