import { describe, expect, test } from '@jest/globals';
import type { JsonValue } from 'n8n-workflow';

import { executeAttach } from '../../../nodes/Plane/execute/files/attachFiles';
import { asText } from '../../../nodes/shared/fields/text';
import { isProblem, problem } from '../../../nodes/shared/result/problem';
import type { Call, UploadFile } from '../../../nodes/shared/model/call';
import { attachFile } from '../../../nodes/shared/operations';
import type { Outcome } from '../../../nodes/shared/transport/response';
import { upload } from '../calls';
import { jsonResponse, networkFault, textResponse } from '../responses';
import { createExecution } from './testExecution';
import { withWholeRemedy } from '../wholeRemedy';

const buildFiles = (...names: readonly string[]): UploadFile[] =>
	names.map((name, index) => ({ ...upload('abc', { name }).file, field: `data${index + 1}` }));

const attachCall = (...names: readonly string[]): Call<'attach'> => ({
	kind: 'attach',
	operation: attachFile,
	itemIndex: 0,
	workspace: 'acme',
	path: { project_id: 'p1', work_item_id: 'w1' },
	files: buildFiles(...names),
	ifUnknownType: 'fail',
});

const encodePolicy = (
	conditions: readonly JsonValue[],
	expiration = '2999-01-01T00:00:00Z',
): string => Buffer.from(JSON.stringify({ expiration, conditions })).toString('base64');

/** Parts of upload credentials that are not the usual ones. */
interface FormParts {
	readonly url?: string;
	readonly policy?: string;
}

/** The signed form of upload credentials, as in row 16. The specification does not define it. */
const uploadForm = (
	name: string,
	{ url = 'https://storage.example.com/uploads', policy = encodePolicy([]) }: FormParts = {},
) => ({
	url,
	fields: {
		'Content-Type': 'text/plain',
		key: `acme/${name}`,
		policy,
		'x-amz-algorithm': 'AWS4-HMAC-SHA256',
		'x-amz-credential': 'me/20261121/us-east-1/s3',
		'x-amz-date': '20261121T085901Z',
		'x-amz-signature': '5e1f',
	},
});

/** Upload credentials as in row 16. */
const uploadCredentials = (
	name: string,
	more: object = {},
	conditions: readonly JsonValue[] = [],
): JsonValue => ({
	asset_id: name,
	attachment: { id: name, attributes: { name } },
	upload_data: uploadForm(name, { policy: encodePolicy(conditions) }),
	...more,
});

/** The responses of the storage and to the completion; by default 204 without a body (rows 15 and 16). */
interface ServerResponses {
	readonly storageResponse?: Outcome;
	readonly completionResponse?: Outcome | ((name: string) => Outcome);
}

/** Attaches the files of a call. `credentials` returns the response to a request for credentials. */
async function attach(
	call: Call<'attach'>,
	credentials: (name: string) => Outcome,
	{
		storageResponse = textResponse('', 204),
		completionResponse = textResponse('', 204),
	}: ServerResponses = {},
) {
	const server = createExecution(
		({ route, body }) => {
			if (route.startsWith('POST')) return credentials(asText(body?.name) ?? '');

			return typeof completionResponse === 'function'
				? completionResponse(route.split('/').at(-2) ?? '')
				: completionResponse;
		},
		{ storage: () => Promise.resolve(storageResponse) },
	);
	let credentialCount = 0;
	const result = await executeAttach(call, server.execution, () => credentialCount++);

	return {
		result: isProblem(result) ? withWholeRemedy(result) : result,
		credentialCount,
		routes: server.routes(),
	};
}

const attachments = 'projects/p1/work-items/w1/attachments/';

test('attaches a file in three steps', async () => {
	const { result, credentialCount, routes } = await attach(attachCall('a.txt'), (name) =>
		jsonResponse(uploadCredentials(name)),
	);

	expect(result).toEqual({
		kind: 'rows',
		rows: [{ id: 'a.txt', attributes: { name: 'a.txt' }, is_uploaded: true }],
	});
	expect(routes).toEqual([`POST ${attachments}`, `PATCH ${attachments}a.txt/`]);
	expect(credentialCount).toBe(1);
});

test("takes the ID of the attachment's record if there is no asset ID", async () => {
	const { routes } = await attach(attachCall('a.txt'), (name) =>
		jsonResponse(uploadCredentials(name, { asset_id: null, attachment: { id: 'b1' } })),
	);

	expect(routes.at(-1)).toBe(`PATCH ${attachments}b1/`);
});

describe('uploads nothing if the response with the credentials', () => {
	test.each<[string, JsonValue, string]>([
		['is a list', [], 'it is not a record'],
		[
			'has no ID',
			uploadCredentials('x', { asset_id: undefined, attachment: {} }),
			'("asset_id") is missing',
		],
		[
			'has an empty ID',
			uploadCredentials('x', { asset_id: '', attachment: {} }),
			'("asset_id") is missing',
		],
		[
			'has no form',
			uploadCredentials('x', { upload_data: { url: 'https://storage.example.com' } }),
			'is not an',
		],
	])('%s', async (_, json, reason) => {
		const { result, credentialCount, routes } = await attach(attachCall('a.txt'), () =>
			jsonResponse(json),
		);

		expect(result).toMatchObject({
			message: expect.stringMatching(/^"a.txt" was not attached: .*is not an upload credential: /),
		});
		expect(isProblem(result) && result.message).toContain(reason);
		expect([credentialCount, routes]).toEqual([0, [`POST ${attachments}`]]);
	});

	test('does not allow the size', async () => {
		const sizes = [['content-length-range', 1, 2]];
		const { result, routes } = await attach(attachCall('a.txt'), (name) =>
			jsonResponse(uploadCredentials(name, {}, sizes)),
		);

		expect(result).toMatchObject({
			tag: 'invalid',
			message:
				'"a.txt" was not attached: the file has 3 bytes, and the upload credentials are for 1 to 2 bytes',
			description: expect.stringMatching(
				/^The server does not allow this size: .*\. Steps done: upload credentials issued \(asset ID a\.txt\)\. An attachment that is not completed does not show in Plane: this file can be attached again\.$/,
			),
		});
		expect(routes).toEqual([`POST ${attachments}`]);
	});

	// The form of a policy is that of row 16; no server is known to issue such ones.
	test.each([
		[
			'has expired',
			encodePolicy([], '2026-01-01T00:00:00Z'),
			/the upload credentials expired .* ago/,
			/^Check the clocks of n8n and of the server: /,
		],
		[
			'is for another key',
			encodePolicy([{ key: 'acme/b.txt' }]),
			/"acme\/a\.txt" is not what the upload credentials allow/,
			/^Ask whoever runs the server to check its storage: /,
		],
	])('%s', async (_, policy, message, description) => {
		const { result, routes } = await attach(attachCall('a.txt'), (name) =>
			jsonResponse(uploadCredentials(name, { upload_data: uploadForm(name, { policy }) })),
		);

		expect(result).toMatchObject({
			message: expect.stringMatching(message),
			description: expect.stringMatching(description),
		});
		expect(routes).toEqual([`POST ${attachments}`]);
	});
});

test.each([
	['of the API', 'https://plane.example.com/uploads', 'Plane made this address from the Base URL'],
	[
		'of its own',
		'https://storage.example.com/uploads',
		'Ask whoever runs the server to check the address of its storage.',
	],
])(
	'gives advice about a storage that is not found at a host %s (row 86)',
	async (_, url, remedy) => {
		const notFound = textResponse('<Error><Code>NoSuchBucket</Code></Error>', 404);

		const { result } = await attach(
			attachCall('a.txt'),
			(name) => jsonResponse(uploadCredentials(name, { upload_data: uploadForm(name, { url }) })),
			{ storageResponse: notFound },
		);

		expect(isProblem(result) && result.description).toContain(remedy);
	},
);

test.each([
	[400, ' The file was announced as text/plain with 3 bytes.'],
	[403, ''],
])(
	'describes a refusal of credentials with status %i, with "%s" at its end',
	async (status, end) => {
		const { result } = await attach(attachCall('a.txt'), () =>
			jsonResponse({ error: 'No' }, status),
		);
		const description = isProblem(result) ? result.description : '';

		expect(description.includes('announced')).toBe(end !== '');
		expect(description.endsWith(end)).toBe(true);
	},
);

describe('a file that is not attached', () => {
	test('is reported with the completed steps and the advice that the file can be attached again', async () => {
		const storageResponse = textResponse('<Error><Code>AccessDenied</Code></Error>', 403);
		const { result } = await attach(
			attachCall('a.txt'),
			(name) => jsonResponse(uploadCredentials(name)),
			{
				storageResponse,
			},
		);

		expect(result).toMatchObject({
			description: expect.stringMatching(
				/ Steps done: upload credentials issued \(asset ID a\.txt\)\. An attachment .*: this file can be attached again\.$/,
			),
		});
	});

	test('may be attached if the outcome of the last step is unknown, and is not advised to be run again', async () => {
		const completionResponse = networkFault('ECONNRESET');
		const { result } = await attach(
			attachCall('a.txt'),
			(name) => jsonResponse(uploadCredentials(name)),
			{
				completionResponse,
			},
		);

		expect(result).toMatchObject({
			tag: 'unknownOutcome',
			message: expect.stringMatching(/^"a\.txt" may not be attached: /),
			description: expect.stringMatching(
				/ Steps done: .*, file uploaded\. .* Check Plane for "a\.txt" before you run the item again, or you may create a duplicate\.$/,
			),
		});
	});

	test('is reported with the attached files, by their fields if they have the same name', async () => {
		const { result } = await attach(attachCall('a.txt', 'b.txt', 'b.txt', 'c.txt'), (name) =>
			name === 'b.txt' ? jsonResponse({ error: 'No' }, 403) : jsonResponse(uploadCredentials(name)),
		);

		expect(result).toMatchObject({
			message: expect.stringMatching(/^"b\.txt" of data2 was not attached: /),
			description: expect.stringMatching(
				/ Also not attached: "b\.txt" of data3\. Attached anyway: "a\.txt", "c\.txt"\. Leave them out when you run the item again\.$/,
			),
		});
	});
});

describe('the error for several files', () => {
	const connectionLost = networkFault('ECONNRESET');
	const denied = jsonResponse({ error: 'No' }, 403);
	const notSentProblem = problem({ tag: 'notSent', message: 'Not sent', description: 'Wait.' });
	const notSent: Outcome = { fault: 'notSent', problem: notSentProblem };
	/** The responses to requests for credentials, by the name of the file; default: credentials. */
	const firstResponses: Readonly<Record<string, Outcome>> = {
		denied,
		notSent,
		withoutCredentials: connectionLost,
	};

	const attachFilesNamed = async (...fileNames: string[]) => {
		const { result } = await attach(
			attachCall(...fileNames),
			(name) => firstResponses[name.split(' ')[0] ?? ''] ?? jsonResponse(uploadCredentials(name)),
			{
				completionResponse: (name) =>
					name.startsWith('lost') ? connectionLost : textResponse('', 204),
			},
		);

		return result;
	};

	test.each<[title: string, fate: string[], tag: string, message: RegExp, end: RegExp]>([
		[
			'reports files with an unknown outcome first',
			['denied', 'lost', 'lost 2', 'fine'],
			'unknownOutcome',
			/^"lost" may not be attached: /,
			/ Also unknown: "lost 2"\. Also not attached: "denied"\. .* Check Plane for "lost" .* Attached anyway: "fine"\. /,
		],
		[
			'reports an actual failure rather than an interruption caused by it',
			['notSent', 'denied'],
			'failed',
			/^"denied" was not attached: /,
			/ Also not attached: "notSent"\.$/,
		],
		[
			'reports an interruption together with the files that were attached',
			['fine', 'notSent'],
			'partial',
			/^"notSent" was not attached: /,
			/ Attached anyway: "fine"\. Leave them out when you run the item again\.$/,
		],
		[
			'says that no file was sent if none was',
			['notSent'],
			'notSent',
			/^"notSent" was not attached: /,
			/^Wait\.$/,
		],
		[
			'does not count a file without credentials as attached',
			['withoutCredentials', 'fine'],
			'failed',
			/^"withoutCredentials" was not attached: /,
			/ Attached anyway: "fine"\./,
		],
	])('%s', async (_, fileNames, tag, message, end) => {
		expect(await attachFilesNamed(...fileNames)).toMatchObject({
			tag,
			message: expect.stringMatching(message),
			description: expect.stringMatching(end),
		});
	});
});

describe('a file whose type the server does not accept (P22)', () => {
	const refusal = jsonResponse({ error: 'Invalid file type.', status: false }, 400);
	const call = attachCall('a.heic', 'b.heic');
	const asAnyFile: Call<'attach'> = { ...call, ifUnknownType: 'sendAsAnyFile' };

	test('is reported with its type and with the option that helps', async () => {
		const { result, routes } = await attach(call, () => refusal);

		expect(result).toMatchObject({
			tag: 'fileType',
			message: '"a.heic" (text/plain) was not attached: Plane does not take files of this type',
			description:
				'To attach it all the same, set Unknown File Types to Send as application/octet-stream in Options: its name stays the same. Also not attached: "b.heic" (text/plain).',
		});
		expect(routes).toHaveLength(2);
	});

	test('is announced once with its own type and once with a general one', async () => {
		const { result, routes } = await attach(asAnyFile, () => refusal);

		expect(result).toMatchObject({
			message: '"a.heic" (text/plain) was not attached: Plane does not take files of this type',
			description: expect.stringMatching(
				/^Change the file to another type, or ask whoever runs the server to allow this one\. Also/,
			),
		});
		expect(routes).toHaveLength(4);
	});

	test.each(['fail', 'sendAsAnyFile'] as const)(
		'gets other advice if its type was application/octet-stream already (%s)',
		async (ifUnknownType) => {
			// More than are sent at once: the last ones are read when the type is known to be refused.
			const names = Array.from({ length: 12 }, (_, index) => `${index}.heic`);
			const files = attachCall(...names).files.map((file) => ({
				...file,
				mimeType: 'application/octet-stream',
			}));

			const { result, routes } = await attach({ ...call, files, ifUnknownType }, () => refusal);

			expect(result).toMatchObject({
				description: expect.stringMatching(/^Change the file to another type, /),
			});
			expect(routes).toHaveLength(12);
		},
	);
});
