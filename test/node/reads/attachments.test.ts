import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { jsonResponse, textResponse } from '../../unit/responses';
import { expectProblem } from '../../expectProblem';
import { causes } from '../../nodeTexts';
import { useAttachments } from './useAttachments';

const startServer = useAttachments();

const uuid = (number: number) => `a0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** An attachment in the list, with the fields that matter here (row 5). */
const attachment = (number: number, attributes: JsonObject): JsonObject => ({
	id: uuid(number),
	attributes,
	created_by: 'u1',
});

const denied = textResponse('', 403);

describe('One attachment, whose details are only in the list,', () => {
	const first = attachment(1, { name: 'a.txt', type: 'text/plain', size: 3 });
	const second = attachment(2, { name: 'b.txt', type: 'text/plain', size: 3 });

	it('has its record from the list, and its file', async () => {
		const server = startServer([first, second]);

		const { items } = await server.get(uuid(2));

		expect(items).toMatchObject([
			{ json: second, binary: { data: { fileName: 'b.txt', mimeType: 'text/plain', bytes: 3 } } },
		]);
		expect(server.paths()).toEqual(['', uuid(2)]);
	});

	it('has its file in the field that the node names, with Simplify, too', async () => {
		const server = startServer([first, second]);

		const { items } = await server.get(uuid(2), {
			simple: true,
			options: { putOutputFileInField: 'attachment' },
		});

		expect(items.map(({ json }) => json)).toEqual([
			{ id: uuid(2), name: 'b.txt', type: 'text/plain', size: 3, created_by: 'u1' },
		]);
		expect(Object.keys(items[0]?.binary ?? {})).toEqual(['attachment']);
	});

	it('is an error if it is not in the list, and its file is not requested', async () => {
		const server = startServer([first]);

		const { error } = await server.get(uuid(2));

		expectProblem(error, { cause: causes.notFound(`Attachment ${uuid(2)}`) });
		expect(server.paths()).toEqual(['']);
	});

	it('is an error if the list cannot be read', async () => {
		const server = startServer([], { list: jsonResponse({ error: 'No' }, 403) });

		const { error } = await server.get(uuid(2));

		expectProblem(error, { cause: causes.noAccess });
	});
});

describe('The files of a list', () => {
	const attributes = { name: 'a.txt', type: 'text/plain', size: 3 };
	const createList = (count: number) =>
		Array.from({ length: count }, (_, index) => attachment(index + 1, attributes));

	it('are with their records, with Simplify, too', async () => {
		const server = startServer(createList(3));

		const { items } = await server.getAll(
			{ downloadFiles: true, putOutputFileInField: 'file' },
			{ simple: true },
		);

		expect(items).toMatchObject(
			[1, 2, 3].map((number) => ({
				json: { id: uuid(number), name: 'a.txt' },
				binary: { file: { fileName: 'a.txt', bytes: 3 } },
			})),
		);
		expect(server.paths()).toEqual(['', uuid(1), uuid(2), uuid(3)]);
	});

	it('are not requested without Download Files', async () => {
		const server = startServer(createList(3));

		const { items } = await server.getAll({});

		expect(items.map(({ json }) => json)).toEqual(createList(3));
		expect(items.some(({ binary }) => binary !== undefined)).toBe(false);
		expect(server.paths()).toEqual(['']);
	});

	it('fail together with the list if one of them cannot be downloaded', async () => {
		const server = startServer(createList(3), {
			file: (id) => (id === uuid(2) ? denied : textResponse('abc')),
		});

		const { items, error } = await server.getAll({ downloadFiles: true });

		expect(items).toEqual([]);
		expect(error?.message).toMatch(`The file "a.txt" of ${uuid(2)} was not downloaded`);
	});

	it('are no longer requested after one of them could not be downloaded', async () => {
		const server = startServer(createList(40), { file: () => denied });

		await server.getAll({ downloadFiles: true });

		expect(server.paths().length).toBeLessThan(20);
	});
});
