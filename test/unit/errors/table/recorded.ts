import type { JsonValue } from 'n8n-workflow';

import type { Call } from '../../../../nodes/shared/model/call';
import { readRecordings } from '../../../service/recordings';
import {
	attach,
	attachments,
	label,
	link,
	moduleUpdate,
	page,
	state,
	toCycle,
	toModule,
	UNKNOWN,
	upload,
	withIds,
	workItems,
} from './calls';
import {
	commercial,
	FILL_IN_KEY,
	gone,
	LIKE_AN_ID,
	NO_REASON,
	MODULE_GONE,
	MOVED,
	NEW_CREDENTIALS,
	NEW_KEY,
	PROJECT,
	rightsIn,
	VALUES,
} from './remedies';
import { row, type Row } from './row';

const GONE = 'The requested resource does not exist';
const SAME_NAME = 'with the same name already exists in the project';
const DATE =
	'Plane refused Start Date: Date has wrong format. Use one of these formats instead: YYYY-MM-DD';
const NO_UPLOAD = 'The storage does not accept the upload credentials';
const WITH_SLASH =
	'Plane redirects to /api/v1/workspaces/acme/projects/dea35cbb-1f93-48ff-8bfb-bd57d6a206f8/work-items/c4a97e4a-c841-4279-a339-6c2512d6b1ac/links/37a8c9d4-9b3a-4391-b42d-5bab85433be0/, which was not followed';
const WITHOUT_QUERY =
	'Plane redirects to https://storage.example.com/uploads/aade4efe-8984-47ce-a053-9e49c6562e84/dd0bf2fe904548be8c58fa45669d0c50-hello.txt, which was not followed';

/** The note about each recorded response outside 2xx, and the texts of its error. */
const TEXTS: readonly (readonly [note: string, call: Call, message: string, remedy: string])[] = [
	[
		'unknown key',
		moduleUpdate,
		'Plane did not accept the API key: Given API token is not valid',
		NEW_KEY,
	],
	[
		'no key',
		moduleUpdate,
		'Plane received no API key: Authentication credentials were not provided',
		FILL_IN_KEY,
	],
	[
		'same name again: the id of the existing one comes with the 409',
		state,
		`Plane already has this record: State ${SAME_NAME}`,
		'Its ID is 7422429e-b6b5-4fa0-9862-dcb33fe802c9. To return or update it, add the option If It Already Exists. If this is to be another record, use another name or External ID.',
	],
	[
		'colour missing',
		state,
		'Plane refused Color: This field is required',
		'Check Color of this item.',
	],
	[
		'same name again',
		label,
		`Plane already has this record: Label ${SAME_NAME}`,
		'Its ID is 1aca0a7f-06dc-4856-b2c4-426ce6662627. To return or update it, add the option If It Already Exists. If this is to be another record, use another name or External ID.',
	],
	[
		'the path as specified, without the slash: a redirect to the path with it',
		link,
		WITH_SLASH,
		MOVED,
	],
	[
		'bad choice',
		moduleUpdate,
		'Plane refused Status: "bogus" is not a valid choice',
		'Check Status of this item.',
	],
	['an empty string does not clear a date', moduleUpdate, DATE, 'Check Start Date of this item.'],
	['a timestamp is not a date', moduleUpdate, DATE, 'Check Start Date of this item.'],
	[
		'unknown module',
		withIds(moduleUpdate, { module_id: UNKNOWN }),
		`Plane did not find Module ${UNKNOWN}: ${GONE}`,
		MODULE_GONE,
	],
	[
		'a path id that is not a UUID never reaches the operation',
		withIds(moduleUpdate, { module_id: 'nope' }),
		'Module "nope" is not an ID of Plane',
		LIKE_AN_ID,
	],
	['none', toModule, 'Plane refused the request: Issues are required', VALUES],
	['not a UUID', toModule, 'Plane refused the request: Please provide valid detail', VALUES],
	[
		'one known and one unknown id: the whole request is refused',
		toCycle,
		'Plane refused the request: The payload is not valid',
		NO_REASON,
	],
	['none', toCycle, 'Plane refused the request: Work items are required', VALUES],
	[
		'unknown cycle',
		withIds(toCycle, { cycle_id: UNKNOWN }),
		`Plane did not find Cycle ${UNKNOWN}: ${GONE}`,
		gone('Cycle', `${PROJECT} and Workspace Slug acme`),
	],
	[
		'a page too large',
		workItems,
		'Plane refused the request: Invalid per_page value. Cannot exceed 1000',
		VALUES,
	],
	['a bad cursor', workItems, 'Plane refused the request: Invalid cursor parameter', VALUES],
	[
		'larger than the policy allows',
		upload,
		'The file is larger than the upload credentials allow: Your proposed upload exceeds the maximum allowed object size',
		'They were issued for a smaller file. Get new ones for 100 bytes, the size of this one. Code: EntityTooLarge.',
	],
	// The XML of these two was cut when it was recorded.
	['a field that the policy does not name is refused', upload, NO_UPLOAD, NEW_CREDENTIALS],
	['wrong signature', upload, NO_UPLOAD, NEW_CREDENTIALS],
	['size missing', attachments, 'Plane refused the request: Invalid request', VALUES],
	[
		'type not allowed',
		attach,
		'Plane does not take files of this type',
		'To attach it all the same, set Unknown File Types to Send as application/octet-stream in Options: its name stays the same.',
	],
	[
		'workspace that the key may not see',
		{ ...moduleUpdate, workspace: 'nope' },
		'Plane denied access to this project in workspace nope: You do not have permission to perform this action',
		rightsIn(`Workspace Slug nope or ${PROJECT}`),
	],
	[
		'body that is not JSON',
		moduleUpdate,
		'Plane could not read the request: JSON parse error - Expecting property name enclosed in double quotes: line 1 column 2 (char 1)',
		'A proxy may have changed it on its way: ask whoever runs the server. If there is no proxy, report it to the makers of the node.',
	],
	[
		'operations that this edition lacks',
		page,
		'This server does not have the operation "Create project page"',
		commercial(),
	],
	['a redirect to a signed address on the store', attachments, WITHOUT_QUERY, MOVED],
	[
		'credentials were issued, the upload was never completed',
		attachments,
		'Plane refused the request: The asset is not uploaded',
		VALUES,
	],
	[
		'the 61th request within one minute by one key, at the default of 60 a minute',
		workItems,
		'Plane received too many requests: rate limit exceeded',
		'Wait 59 seconds, then try again.',
	],
];

/** The recorded responses outside 2xx, in their order. */
export const refusals = readRecordings().filter(({ response }) => response.status >= 300);

/** A row for each recorded response outside 2xx. */
export const recorded: readonly Row[] = TEXTS.map(([note, call, message, description], index) => {
	const { status = 0, headers = {}, body } = refusals[index]?.response ?? {};
	const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);

	return row(
		note,
		call,
		[status, body as JsonValue, Object.fromEntries(lower)],
		message,
		description,
	);
});
