import {
	attachments,
	customer,
	customerRequests,
	initiative,
	label,
	link,
	module,
	propertyValue,
	toTeamspace,
	UNKNOWN,
	withIds,
	workItems,
} from './calls';
import { COMMERCIAL, LIKE_AN_ID, OLD_VERSION, RIGHT_ADDRESS } from './remedies';
import { row, type Row } from './row';

const GONE = { error: 'The requested resource does not exist.' };
const NO_PATH = { error: 'Page not found.' };

/** Records, operations and whole interfaces that are not there. */
export const missing: readonly Row[] = [
	row(
		'unknown project',
		withIds(label, { project_id: UNKNOWN }),
		[404, GONE],
		'Plane did not find Project b08def6a-9b36-4186-a496-848f0be657b2: The requested resource does not exist',
		'Most likely, it does not exist or was deleted. Check Project first, then Workspace Slug acme.',
	),
	row(
		'unknown link of a work item',
		withIds(link, { link_id: UNKNOWN }),
		[404, GONE],
		'Plane did not find Link b08def6a-9b36-4186-a496-848f0be657b2: The requested resource does not exist',
		'Most likely, it does not exist or was deleted. Check Link first, then Work Item c4a97e4a-c841-4279-a339-6c2512d6b1ac, Project dea35cbb-1f93-48ff-8bfb-bd57d6a206f8 and Workspace Slug acme.',
	),
	row(
		'unknown workspace',
		customer,
		[404, GONE],
		'Plane did not find this in workspace acme: The requested resource does not exist',
		'Check Workspace Slug.',
	),
	row(
		'unknown record in other words',
		module,
		[404, { detail: 'Not found.' }],
		'Plane did not find Module 0c7da278-21b6-4225-9d30-da0e1a924ae5: Not found',
		'Most likely, it does not exist or was deleted. Check Module first, then Project dea35cbb-1f93-48ff-8bfb-bd57d6a206f8 and Workspace Slug acme.',
	),
	row(
		'unknown record without a word',
		module,
		[404, ''],
		'Plane did not find Module 0c7da278-21b6-4225-9d30-da0e1a924ae5',
		'Most likely, it does not exist or was deleted. Check Module first, then Project dea35cbb-1f93-48ff-8bfb-bd57d6a206f8 and Workspace Slug acme.',
	),
	row(
		'unknown record of a commercial edition without a word',
		toTeamspace,
		[404, {}],
		'Plane did not find Teamspace 8879d886-3094-4ac5-85d0-f3dde37a23a2',
		'Most likely, it does not exist or was deleted. Check Teamspace first, then Workspace Slug acme. Only the commercial editions of Plane have this operation.',
	),
	row(
		'two IDs that are none',
		withIds(module, { project_id: 'PROJ', module_id: 'PROJ-12' }),
		[404, NO_PATH],
		'Project "PROJ" and Module "PROJ-12" are not IDs of Plane',
		LIKE_AN_ID,
	),
	row(
		'three IDs that are none',
		withIds(link, { project_id: 'p1', work_item_id: 'w1', link_id: 'l1' }),
		[404, NO_PATH],
		'Project "p1", Work Item "w1" and Link "l1" are not IDs of Plane',
		LIKE_AN_ID,
	),
	row(
		'ID in capitals, which the paths do not take',
		withIds(workItems, { project_id: 'DEA35CBB-1F93-48FF-8BFB-BD57D6A206F8' }),
		[404, NO_PATH],
		'Project "DEA35CBB-1F93-48FF-8BFB-BD57D6A206F8" is not an ID of Plane',
		LIKE_AN_ID,
	),
	row(
		'ID that is none, where the edition may lack the operation too',
		withIds(initiative, { initiative_id: 'Launch' }),
		[404, NO_PATH],
		'Initiative "Launch" is not an ID of Plane',
		'Such an ID looks like 0c7da278-21b6-4225-9d30-da0e1a924ae5, in lower case. Copy it from the web address of the record, or take it from the output of another node. Only the commercial editions of Plane have this operation.',
	),
	row(
		'customers in the Community Edition',
		customer,
		[404, NO_PATH],
		'This server does not have the operation "Create customer"',
		COMMERCIAL,
	),
	row(
		'customer properties there',
		propertyValue,
		[404, NO_PATH],
		'This server does not have the operation "Update customer property value"',
		COMMERCIAL,
	),
	row(
		'customer requests there',
		customerRequests,
		[404, NO_PATH],
		'This server does not have the operation "Get many customer requests"',
		COMMERCIAL,
	),
	row(
		'initiatives there',
		initiative,
		[404, NO_PATH],
		'This server does not have the operation "Update initiative"',
		COMMERCIAL,
	),
	row(
		'teamspaces there',
		toTeamspace,
		[404, NO_PATH],
		'This server does not have the operation "Add members to teamspace"',
		COMMERCIAL,
	),
	row(
		'an operation that every edition has',
		attachments,
		[404, NO_PATH],
		'This server does not have the operation "Get many work item attachments"',
		OLD_VERSION,
	),
	row(
		'a path that another server does not know',
		label,
		[404, '404 page not found'],
		'This does not look like a Plane server: 404 page not found',
		RIGHT_ADDRESS,
	),
	row(
		'a method that the server does not have',
		module,
		[405, { detail: 'Method "PATCH" not allowed.' }],
		'This server does not have the operation "Update module"',
		OLD_VERSION,
	),
];
