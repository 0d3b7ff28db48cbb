import { describe, expect, it } from '@jest/globals';

import type { Outcome } from '../../../nodes/shared/transport/response';
import { jsonResponse, networkFault, textResponse } from '../../unit/responses';
import { outcomes } from '../../nodeTexts';
import { encodePolicy } from './signedForm';
import { itemWithFiles, uploadCredentials, useAttachments } from './useAttachments';

const startServer = useAttachments();

const file = itemWithFiles('a.txt');

const STEPS_DONE =
	'Steps done: upload credentials issued \\(asset ID a\\.txt\\)\\. An attachment that is not completed does not show in Plane: this file can be attached again\\.$';

// No server is known to answer like this.
it("Attach File completes the attachment's record if the upload credentials have no asset ID", async () => {
	const server = startServer({
		credentials: (name) =>
			uploadCredentials(name, {}, { asset_id: null, attachment: { id: 'b1' } }),
	});

	const { json } = await server.attach([file]);

	expect(json).toEqual([{ id: 'b1', is_uploaded: true }]);
	expect(server.routes()).toEqual(['POST', 'PATCH b1/']);
});

// The shape is that of row 16; no server is known to issue such ones.
describe('Attach File uploads nothing if the response with the upload credentials', () => {
	it.each<[title: string, response: Outcome, reason: string]>([
		['is a list', jsonResponse([]), 'it is not a record'],
		[
			'has no ID',
			uploadCredentials('a.txt', {}, { asset_id: null, attachment: {} }),
			'the ID of the asset ("asset_id") is missing',
		],
		[
			'has an empty ID',
			uploadCredentials('a.txt', {}, { asset_id: '', attachment: {} }),
			'the ID of the asset ("asset_id") is missing',
		],
		[
			'has no form',
			uploadCredentials('a.txt', {}, { upload_data: { url: 'https://storage.example.com' } }),
			'the form fields ("fields") are missing',
		],
	])('%s', async (_, response, reason) => {
		const server = startServer({ credentials: () => response });

		// The second one waits until the first one has upload credentials.
		const { error } = await server.attach([file, file]);

		expect(error?.message).toMatch(/^"a\.txt" was not attached: .*is not an upload credential: /);
		expect(error?.message).toContain(`${reason} [item 0]`);
		expect(error?.description).not.toContain('Steps done');
		expect(server.routes()).toEqual(['POST']);
	});

	it.each<[title: string, policy: string, message: string, remedy: string]>([
		[
			'does not allow the size of the file',
			encodePolicy([['content-length-range', 1, 2]]),
			'the file has 3 bytes, and the upload credentials are for 1 to 2 bytes',
			'The server does not allow this size: make the file smaller, or ask whoever runs the server to allow larger ones\\.',
		],
		[
			'has expired',
			encodePolicy([], '2026-01-01T00:00:00Z'),
			'the upload credentials expired .* ago, at 2026-01-01T00:00:00\\.000Z',
			'Check the clocks of n8n and of the server: these credentials are brand new\\.',
		],
		[
			'is for another key',
			encodePolicy([{ key: 'acme/b.txt' }]),
			'"acme/notes\\.txt" is not what the upload credentials allow, which is "acme/b\\.txt"',
			'Ask whoever runs the server to check its storage: these credentials are as it issued them\\.',
		],
	])('%s', async (_, policy, message, remedy) => {
		const server = startServer({
			credentials: (name) => uploadCredentials(name, { fields: { policy } }),
		});

		const { error } = await server.attach([file]);

		expect(error?.message).toMatch(
			new RegExp(`^"a\\.txt" was not attached: ${message} \\[item 0\\]$`),
		);
		expect(error?.description).toMatch(new RegExp(`^${remedy} ${STEPS_DONE}`));
		expect(server.routes()).toEqual(['POST']);
	});
});

describe('The error of Attach File', () => {
	it.each([
		['says how the file was announced', 400, true],
		['does not say how the file was announced', 403, false],
	])('%s if Plane refuses it with status %d', async (_, status, isDescribed) => {
		const server = startServer({ credentials: () => jsonResponse({ error: 'No' }, status) });

		const { error } = await server.attach([file]);
		const announcement = 'The file was announced as text/plain with 3 bytes.';

		expect(error?.message).toMatch(/^"a\.txt" was not attached: /);
		expect(error?.description.includes(announcement)).toBe(isDescribed);
	});

	it('lists the steps done if the storage refuses the file, and says that it can be attached again', async () => {
		const server = startServer({
			storage: () => textResponse('<Error><Code>AccessDenied</Code></Error>', 403),
		});

		const { error } = await server.attach([file]);

		expect(error?.message).toMatch(/^"a\.txt" was not attached: /);
		expect(error?.description).toMatch(new RegExp(` ${STEPS_DONE}`));
		expect(server.routes()).toEqual(['POST']);
	});

	it('does not blame the Base URL for a storage that is not found at another host (row 86)', async () => {
		const server = startServer({
			storage: () => textResponse('<Error><Code>NoSuchBucket</Code></Error>', 404),
		});

		const { error } = await server.attach([file]);

		expect(error?.description).toMatch(
			/^Ask whoever runs the server to check the address of its storage\. /,
		);
	});

	it('does not say that the file can be attached again if the response to its completion was lost', async () => {
		const server = startServer({ completion: () => networkFault('ECONNRESET') });

		const { error } = await server.attach([file]);

		expect(error?.message).toMatch(/^"a\.txt" may not be attached: /);
		expect(error?.description).toMatch(
			new RegExp(
				` Steps done: upload credentials issued \\(asset ID a\\.txt\\), file uploaded\\. .*${outcomes.checkFiles}$`,
			),
		);
		expect(error?.description).not.toContain('attached again');
	});
});
