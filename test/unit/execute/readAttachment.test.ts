import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { readRecord } from '../../../nodes/Plane/execute/readRecords';
import type { Call } from '../../../nodes/shared/model/call';
import { getAttachment } from '../../../nodes/shared/operations';
import type { HttpResponse } from '../../../nodes/shared/transport/response';
import { jsonResponse, webPage } from '../responses';
import { createExecution } from './testExecution';

const attachments = 'projects/p1/work-items/w1/attachments/';
const get = `GET ${attachments}`;

const call = (more: Partial<Call<'get'>> = {}): Call<'get'> => ({
	kind: 'get',
	operation: getAttachment,
	itemIndex: 0,
	workspace: 'acme',
	search: {},
	path: { project_id: 'p1', work_item_id: 'w1', attachment_id: 'a2' },
	simplify: false,
	binaryField: 'data',
	...more,
});

/** An attachment by the fields that matter here, as the list has it (row 5; recorded: `exchanges` 47). */
const row = (id: string, attributes: JsonObject): JsonObject => ({
	id,
	attributes,
	created_by: 'u1',
});

const stored = { data: '', mimeType: 'text/plain', fileName: 'notes.txt' };

/** A server with these attachments, and files for all of them. */
const server = (rows: JsonObject[], file: Partial<HttpResponse> = { file: stored }) =>
	createExecution(({ route }) =>
		route === get
			? jsonResponse({ results: rows, total_count: rows.length })
			: { ...jsonResponse({}), ...file },
	);

const [first, second] = [row('a1', { name: 'a.txt' }), row('a2', { name: 'b.txt', size: 5 })];

describe('reading one attachment, whose details are only in the list,', () => {
	test('returns its record from the list, and its file', async () => {
		const { execution, routes } = server([first, second]);

		expect(await readRecord(call(), execution)).toEqual({
			kind: 'outputs',
			outputs: [{ json: second, binary: { data: stored } }],
		});
		expect(routes()).toEqual([get, `${get}a2/`]);
	});

	test('returns a simplified record with Simplify', async () => {
		const { execution } = server([first, second]);

		expect(
			await readRecord(call({ simplify: true, binaryField: 'attachment' }), execution),
		).toEqual({
			kind: 'outputs',
			outputs: [
				{
					json: { id: 'a2', name: 'b.txt', size: 5, created_by: 'u1' },
					binary: { attachment: stored },
				},
			],
		});
	});

	test('fails if it is not in the list, and does not request its file', async () => {
		const { execution, routes } = server([first]);

		expect(await readRecord(call(), execution)).toMatchObject({
			message: expect.stringMatching(/^Plane did not find Attachment a2/),
		});
		expect(routes()).toEqual([get]);
	});

	test('fails if the list cannot be read', async () => {
		const { execution } = createExecution(() => jsonResponse({ error: 'No' }, 403));

		expect(await readRecord(call(), execution)).toMatchObject({ status: 403 });
	});

	test('fails with its name if its file is a web page', async () => {
		const { execution } = server([second], { ...webPage(), file: stored });

		expect(await readRecord(call(), execution)).toMatchObject({
			message: expect.stringMatching(/^The file "b.txt" of a2 was not downloaded: ./),
		});
	});
});
