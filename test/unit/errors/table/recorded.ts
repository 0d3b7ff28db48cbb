import {
	attachments,
	label,
	link,
	module,
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
	accessTo,
	COMMERCIAL,
	FILL_IN_KEY,
	LIKE_AN_ID,
	MOVED,
	NEW_CREDENTIALS,
	NEW_KEY,
	VALUES,
} from './remedies';
import { row, type Row } from './row';

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Every response of `observed/exchanges.json` that is no success, in its order there. */
export const recorded: readonly Row[] = [
	row(
		'unknown key',
		module,
		[403, { detail: 'Given API token is not valid' }],
		'Plane did not accept the API key: Given API token is not valid',
		NEW_KEY,
	),
	row(
		'no key',
		module,
		[401, { detail: 'Authentication credentials were not provided.' }],
		'Plane received no API key: Authentication credentials were not provided',
		FILL_IN_KEY,
	),
	row(
		'state name taken',
		state,
		[
			409,
			{
				error: 'State with the same name already exists in the project',
				id: '7422429e-b6b5-4fa0-9862-dcb33fe802c9',
			},
		],
		'Plane already has such a record: State with the same name already exists in the project',
		'Use the existing record, which has the ID 7422429e-b6b5-4fa0-9862-dcb33fe802c9, or choose another name.',
	),
	row(
		'color missing',
		state,
		[400, { color: ['This field is required.'] }],
		'Plane refused Color: This field is required',
		'Check Color of this item.',
	),
	row(
		'label name taken',
		label,
		[
			409,
			{
				error: 'Label with the same name already exists in the project',
				id: '1aca0a7f-06dc-4856-b2c4-426ce6662627',
			},
		],
		'Plane already has such a record: Label with the same name already exists in the project',
		'Use the existing record, which has the ID 1aca0a7f-06dc-4856-b2c4-426ce6662627, or choose another name.',
	),
	row(
		'path of a link without its slash',
		link,
		[
			301,
			'',
			{
				'content-type': 'text/html; charset=utf-8',
				location:
					'/api/v1/workspaces/acme/projects/dea35cbb-1f93-48ff-8bfb-bd57d6a206f8/work-items/c4a97e4a-c841-4279-a339-6c2512d6b1ac/links/37a8c9d4-9b3a-4391-b42d-5bab85433be0/',
			},
		],
		'Plane redirects to /api/v1/workspaces/acme/projects/dea35cbb-1f93-48ff-8bfb-bd57d6a206f8/work-items/c4a97e4a-c841-4279-a339-6c2512d6b1ac/links/37a8c9d4-9b3a-4391-b42d-5bab85433be0/, which was not followed',
		MOVED,
	),
	row(
		'bad choice',
		module,
		[400, { status: ['"bogus" is not a valid choice.'] }],
		'Plane refused Status: "bogus" is not a valid choice',
		'Check Status of this item.',
	),
	row(
		'a date that is empty or a timestamp',
		module,
		[400, { start_date: ['Date has wrong format. Use one of these formats instead: YYYY-MM-DD.'] }],
		'Plane refused Start Date: Date has wrong format. Use one of these formats instead: YYYY-MM-DD',
		'Check Start Date of this item.',
	),
	row(
		'unknown module',
		withIds(module, { module_id: UNKNOWN }),
		[404, { error: 'The requested resource does not exist.' }],
		'Plane did not find Module b08def6a-9b36-4186-a496-848f0be657b2: The requested resource does not exist',
		'Most likely, it does not exist or was deleted. Check Module first, then Project dea35cbb-1f93-48ff-8bfb-bd57d6a206f8 and Workspace Slug acme.',
	),
	row(
		'ID that is none',
		withIds(module, { module_id: 'nope' }),
		[404, { error: 'Page not found.' }],
		'Module "nope" is not an ID of Plane',
		LIKE_AN_ID,
	),
	row(
		'addition of nothing to a module',
		toModule,
		[400, { error: 'Issues are required' }],
		'Plane refused the request: Issues are required',
		VALUES,
	),
	row(
		'addition of what is no ID',
		toModule,
		[400, { error: 'Please provide valid detail' }],
		'Plane refused the request: Please provide valid detail',
		VALUES,
	),
	row(
		'addition of an unknown work item to a cycle',
		toCycle,
		[400, { error: 'The payload is not valid' }],
		'Plane refused the request: The payload is not valid',
		VALUES,
	),
	row(
		'addition of nothing to a cycle',
		toCycle,
		[400, { error: 'Work items are required', code: 'MISSING_WORK_ITEMS' }],
		'Plane refused the request: Work items are required',
		VALUES,
	),
	row(
		'unknown cycle',
		withIds(toCycle, { cycle_id: UNKNOWN }),
		[404, { error: 'The requested resource does not exist.' }],
		'Plane did not find Cycle b08def6a-9b36-4186-a496-848f0be657b2: The requested resource does not exist',
		'Most likely, it does not exist or was deleted. Check Cycle first, then Project dea35cbb-1f93-48ff-8bfb-bd57d6a206f8 and Workspace Slug acme.',
	),
	row(
		'page too large',
		workItems,
		[400, { detail: 'Invalid per_page value. Cannot exceed 1000.' }],
		'Plane refused the request: Invalid per_page value. Cannot exceed 1000',
		VALUES,
	),
	row(
		'bad cursor',
		workItems,
		[400, { detail: 'Invalid cursor parameter.' }],
		'Plane refused the request: Invalid cursor parameter',
		VALUES,
	),
	row(
		'file larger than the policy allows',
		upload,
		[
			400,
			`${XML}<Error><Code>EntityTooLarge</Code><Message>Your proposed upload exceeds the maximum allowed object size.</Message><BucketName>uploads</BucketName><Resource>/uploads</Resource><RequestId>18EA03C3EBFB0842</RequestId><HostId>dd9025bab4ad464b049177c95eb6ebf374d3b3fd1af9251148b658df7ac2e3e8</HostId></Error>`,
		],
		'The file is larger than the upload credentials allow: Your proposed upload exceeds the maximum allowed object size',
		'They were issued for a smaller file. Get new ones for 100 bytes, the size of this one. Code: EntityTooLarge.',
	),
	row(
		'field that the policy does not name, with the answer cut',
		upload,
		[403, `${XML}<Error><Code>AccessDe…`],
		'The storage does not accept the upload credentials',
		NEW_CREDENTIALS,
	),
	row(
		'wrong signature, with the answer cut',
		upload,
		[403, `${XML}<Error><Code>Signatur…`],
		'The storage does not accept the upload credentials',
		NEW_CREDENTIALS,
	),
	row(
		'size missing',
		attachments,
		[400, { error: 'Invalid request.', status: false }],
		'Plane refused the request: Invalid request',
		VALUES,
	),
	row(
		'type not allowed',
		attachments,
		[400, { error: 'Invalid file type.', status: false }],
		'Plane refused the request: Invalid file type',
		VALUES,
	),
	row(
		'workspace that the key may not see',
		{ ...module, workspace: 'nope' },
		[403, { detail: 'You do not have permission to perform this action.' }],
		'Plane denied access to this project in workspace nope: You do not have permission to perform this action',
		accessTo('Workspace Slug nope or Project dea35cbb-1f93-48ff-8bfb-bd57d6a206f8'),
	),
	row(
		'body that is not JSON',
		module,
		[
			400,
			{
				detail:
					'JSON parse error - Expecting property name enclosed in double quotes: line 1 column 2 (char 1)',
			},
		],
		'Plane could not read the request: JSON parse error - Expecting property name enclosed in double quotes: line 1 column 2 (char 1)',
		'A proxy may have changed it on its way: ask whoever runs the server. If there is no proxy, report it to the makers of the node.',
	),
	row(
		'operation that this edition lacks',
		page,
		[404, { error: 'Page not found.' }],
		'This server does not have the operation "Create project page"',
		COMMERCIAL,
	),
	row(
		'signed address of a download',
		attachments,
		[
			302,
			'',
			{
				'content-type': 'text/html; charset=utf-8',
				location:
					'https://storage.example.com/uploads/aade4efe-8984-47ce-a053-9e49c6562e84/dd0bf2fe904548be8c58fa45669d0c50-hello.txt?response-content-disposition=attachment%3B%20filename%2A%3DUTF-8%27%27hello.txt&X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=access-key%2F20261121%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20261121T093155Z&X-Amz-Expires=3600&X-Amz-SignedHeaders=host&X-Amz-Signature=83f48467ce4b6dc9e6b6287bf5301092bc40041a0503123188fec88dd7bd71f7',
			},
		],
		'Plane redirects to https://storage.example.com/uploads/aade4efe-8984-47ce-a053-9e49c6562e84/dd0bf2fe904548be8c58fa45669d0c50-hello.txt, which was not followed',
		MOVED,
	),
	row(
		'upload never completed',
		attachments,
		[400, { error: 'The asset is not uploaded.', status: false }],
		'Plane refused the request: The asset is not uploaded',
		VALUES,
	),
	row(
		'limit reached',
		workItems,
		[429, { error_code: 5900, error_message: 'RATE_LIMIT_EXCEEDED' }, { 'retry-after': '59' }],
		'Plane received too many requests: rate limit exceeded',
		'Wait 59 seconds, then try again.',
	),
];
