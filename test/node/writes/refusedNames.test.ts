import { describe, expect, it } from '@jest/globals';
import type { IDataObject, JsonObject } from 'n8n-workflow';

import { UPDATE_EXISTING, USE_EXISTING } from '../../../nodes/shared/operations/shared/choices';
import { jsonItems } from '../../engine/startNode';
import { jsonResponse } from '../../unit/responses';
import { externalId, useProject } from './useProject';

const startProject = useProject();

/** The refusal of a record that exists: with its ID as in row 12, without it as in row 23. */
const conflict = (id?: string) =>
	jsonResponse({ error: 'already exists', ...(id !== undefined && { id }) }, 409);

describe('A name that is refused without an ID', () => {
	const listOf = (rows: readonly JsonObject[]) =>
		jsonResponse({ results: [...rows], total_count: rows.length });

	const createRows = (names: readonly string[]): JsonObject[] =>
		names.map((name) => ({ id: `id of ${name}`, name }));

	/** Creates labels one after the other, on a server that has them all, and shows these lists in turn. */
	async function createLabels(names: readonly string[], lists: readonly (readonly JsonObject[])[]) {
		let reads = 0;
		const server = startProject(({ route }) =>
			route.startsWith('POST') ? conflict() : listOf(lists[reads++] ?? lists.at(-1) ?? []),
		);
		const items = jsonItems(names.map((name) => ({ label: name })));
		const { json } = await server.run(
			'label.create',
			{ name: '={{ $json.label }}', options: { ifItAlreadyExists: USE_EXISTING } },
			{ items, onError: 'continueRegularOutput' },
		);

		return { results: json.map(toIdOrError), reads };
	}

	const toIdOrError = ({ id, error }: IDataObject) => (error === undefined ? id : 'failed');

	it.each<
		[title: string, names: string[], lists: JsonObject[][], results: string[], reads: number]
	>([
		[
			'is found, as are others, in the list that was read once',
			['bug', 'text', 'bug'],
			[createRows(['text', 'bug'])],
			['id of bug', 'id of text', 'id of bug'],
			1,
		],
		[
			'is newer than a list that lacks it, which is read again',
			['bug', 'new', 'new'],
			[createRows(['bug']), createRows(['bug', 'new'])],
			['id of bug', 'id of new', 'id of new'],
			2,
		],
		[
			'is looked for in the list again if that has it only in another case',
			['bug', 'TEXT'],
			[createRows(['text', 'bug']), createRows(['text', 'bug', 'TEXT'])],
			['id of bug', 'id of TEXT'],
			2,
		],
		[
			'is preferred in its own case',
			['bug'],
			[createRows(['Bug ', 'bug', 'BUG'])],
			['id of bug'],
			1,
		],
		[
			'is that of the first record in another case',
			['buG'],
			[createRows(['Bug ', 'bug', 'BUG'])],
			['id of Bug '],
			1,
		],
		// No server is known to have a name that is a number.
		['is not that of a number', ['5a'], [[{ id: 'r5', name: 5 }]], ['failed'], 1],
		// A person reads two different words, although their capitals are the same.
		['is not the same only in capitals', ['Strasse'], [createRows(['Straße'])], ['failed'], 1],
	])('%s', async (_, names, lists, results, reads) => {
		expect(await createLabels(names, lists)).toEqual({ results, reads });
	});

	it('is not that of a record which an earlier item has renamed', async () => {
		let reads = 0;
		const bug = { id: 'r1', name: 'bug', ...externalId };
		const text = { id: 'r2', name: 'text' };
		const server = startProject(({ route, body }) => {
			if (route.startsWith('PATCH')) {
				return jsonResponse({ id: route.split('/')[1] ?? '', ...body });
			}

			if (route.endsWith('/r1/')) return jsonResponse(bug);
			if (route.startsWith('POST')) return conflict(body?.name === 'fault' ? 'r1' : undefined);

			return listOf(reads++ === 0 ? [bug, text] : [{ id: 'r9', name: 'bug' }, text]);
		});
		const names = ['fault', 'text', 'bug'];

		const { json } = await server.run(
			'label.create',
			{
				name: '={{ $json.label }}',
				additionalFields: { externalSource: '={{ $json.source }}', externalId: 'row-1' },
				options: { ifItAlreadyExists: UPDATE_EXISTING },
			},
			{
				items: jsonItems(
					names.map((label) => ({ label, source: label === 'fault' ? 'sheet' : '' })),
				),
			},
		);

		expect(json).toMatchObject([{ id: 'r1', name: 'fault' }, { id: 'r2' }, { id: 'r9' }]);
	});

	it('is found on a later page', async () => {
		const names = Array.from({ length: 150 }, (_, index) => `label ${index}`);
		const server = startProject(({ route, query }) => {
			if (route.startsWith('POST')) return conflict();

			const offset = Number(query.get('offset'));

			return jsonResponse({
				results: createRows(names.slice(offset, offset + 100)),
				total_count: 150,
			});
		});

		const output = await server.run('label.create', {
			name: 'label 149',
			options: { ifItAlreadyExists: USE_EXISTING },
		});

		expect(output).toMatchObject({ json: [{ name: 'label 149' }] });
	});
});
