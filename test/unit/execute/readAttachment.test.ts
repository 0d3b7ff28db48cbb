import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { readRecord } from '../../../nodes/Plane/execute/readRecords';
import type { Call } from '../../../nodes/shared/model/call';
import { getAttachment } from '../../../nodes/shared/operations';
import type { HttpResponse } from '../../../nodes/shared/transport/response';
import { jsonResponse, webPage } from '../responses';
import { createExecution } from './testExecution';

const attachments = 'projects/p1/work-items/w1/attachments/';
const listRoute = `GET ${attachments}`;

const getCall = (more: Partial<Call<'get'>> = {}): Call<'get'> => ({
	kind: 'get',
	operation: getAttachment,
	itemIndex: 0,
	workspace: 'acme',
	queryParameters: {},
	path: { project_id: 'p1', work_item_id: 'w1', attachment_id: 'a2' },
	simplify: false,
	binaryField: 'data',
	...more,
});

/** An attachment in the list, with the fields that matter here (row 5; recorded: `exchanges` 47). */
const attachmentRow = (id: string, attributes: JsonObject): JsonObject => ({
	id,
	attributes,
	created_by: 'u1',
});

const stored = { data: '', mimeType: 'text/plain', fileName: 'notes.txt' };

/** A server with these attachments and a file for each. */
const serverWithAttachments = (
	rows: JsonObject[],
	file: Partial<HttpResponse> = { file: stored },
) =>
	createExecution(({ route }) =>
		route === listRoute
			? jsonResponse({ results: rows, total_count: rows.length })
			: { ...jsonResponse({}), ...file },
	);

const first = attachmentRow('a1', { name: 'a.txt' });
const second = attachmentRow('a2', { name: 'b.txt', size: 5 });

describe('reading one attachment, whose details are only in the list,', () => {
	test('returns its record from the list, and its file', async () => {
		const { execution, routes } = serverWithAttachments([first, second]);

		expect(await readRecord(getCall(), execution)).toEqual({
			kind: 'files',
			field: 'data',
			files: [{ record: second, file: stored }],
		});
		expect(routes()).toEqual([listRoute, `${listRoute}a2/`]);
	});

	test('returns a simplified record with Simplify', async () => {
		const { execution } = serverWithAttachments([first, second]);

		expect(
			await readRecord(getCall({ simplify: true, binaryField: 'attachment' }), execution),
		).toEqual({
			kind: 'files',
			field: 'attachment',
			files: [{ record: { id: 'a2', name: 'b.txt', size: 5, created_by: 'u1' }, file: stored }],
		});
	});

	test('fails if it is not in the list, and does not request its file', async () => {
		const { execution, routes } = serverWithAttachments([first]);

		expect(await readRecord(getCall(), execution)).toMatchObject({
			message: expect.stringMatching(/^Plane did not find Attachment a2/),
		});
		expect(routes()).toEqual([listRoute]);
	});

	test('fails if the list cannot be read', async () => {
		const { execution } = createExecution(() => jsonResponse({ error: 'No' }, 403));

		expect(await readRecord(getCall(), execution)).toMatchObject({ status: 403 });
	});

	test('fails with its name if its file is a web page', async () => {
		const { execution } = serverWithAttachments([second], { ...webPage(), file: stored });

		expect(await readRecord(getCall(), execution)).toMatchObject({
			message: expect.stringMatching(/^The file "b.txt" of a2 was not downloaded: ./),
		});
	});
});
