import { describe, expect, it } from '@jest/globals';
import type { INodeParameters, JsonObject } from 'n8n-workflow';

import { UPDATE_EXISTING, USE_EXISTING } from '../../../nodes/shared/operations/shared/choices';
import { jsonItems } from '../../engine/startNode';
import { jsonResponse, textResponse } from '../../unit/responses';
import { advice, causes, outcomes } from '../../nodeTexts';
import { listOf, withError } from './lostCreate';
import { externalId, externalIdFields, NO_RECORD, useProject } from './useProject';

const startProject = useProject();

const list = 'GET pages/';
const post = 'POST pages/';
const read = 'GET pages/r1/';
/** That of the archived pages is another one. */
const lists = [list, list];

const stored = { id: 'r1', name: 'Guide', access: 0, ...externalId };
const EMPTY = '<p></p>';

interface PageOptions {
	readonly name?: string;
	readonly fields?: INodeParameters;
}

const page = (
	ifItAlreadyExists: string,
	{ name = 'Guide', fields = {} }: PageOptions = {},
): INodeParameters => ({
	name,
	additionalFields: { ...externalIdFields, ...fields },
	options: { ifItAlreadyExists },
});

/** A server with a page, whose lists leave the text out (row 463). */
const serverWithPage = ({
	isArchived = false,
	rows = [stored],
}: { readonly isArchived?: boolean; readonly rows?: readonly JsonObject[] } = {}) =>
	startProject(({ route, query, body }) => {
		if (route === list) {
			const isShown = (query.get('type') === 'archived') === isArchived;

			return listOf(...(isShown ? rows : []));
		}
		if (route === post) return jsonResponse({ id: 'r2', ...body }, 201);

		return jsonResponse({ ...stored, description_html: '<p>Text</p>', ...body });
	});

describe('A page that exists', () => {
	it.each<[title: string, PageOptions, sent: JsonObject[]]>([
		['keeps its text if the item has none', {}, []],
		['is sent a new name alone', { name: 'Handbook' }, [{ name: 'Handbook' }]],
		['is sent nothing if the text is the same', { fields: { description: 'Text' } }, []],
		[
			'gets the text of the item',
			{ fields: { description: 'New' } },
			[{ description_html: '<p>New</p>' }],
		],
	])('%s', async (_, options, sent) => {
		const server = serverWithPage();

		const output = await server.run('page.create', page(UPDATE_EXISTING, options));

		expect(output).toMatchObject({ json: [{ id: 'r1' }] });
		expect(server.writtenBodies()).toEqual(sent);
		expect(server.routes()).toEqual([...lists, read, ...sent.map(() => 'PUT pages/r1/')]);
	});

	it('and is archived is returned with its text, although the list leaves it out (row 466)', async () => {
		const server = serverWithPage({ isArchived: true });

		const output = await server.run('page.create', page(USE_EXISTING));

		expect(output).toMatchObject({ json: [{ id: 'r1', description_html: '<p>Text</p>' }] });
		expect(server.routes()).toEqual([...lists, read]);
	});

	it('is not changed if the item asks for what no update can change', async () => {
		const server = serverWithPage();

		const output = await server.run(
			'page.create',
			page(UPDATE_EXISTING, { name: 'Handbook', fields: { access: 1 } }),
		);

		expect(output).toMatchObject({
			error: {
				message: expect.stringContaining(
					causes.notChangeable(causes.differs('Access', 'Private', 'Public')),
				),
				description: expect.stringContaining(
					'Only a new record takes Access, and this one (ID r1) exists already, and stays as it is: give the item the values that the record has, or leave them out.',
				),
			},
		});
		expect(server.routes()).toEqual([...lists, read]);
	});

	it.each<[string, result: object]>([
		[USE_EXISTING, withError('does not show External IDs')],
		[UPDATE_EXISTING, withError('does not show External IDs')],
		['fail', { json: [{ id: 'r2' }] }],
	])('is not created again if the list does not show External IDs (%s)', async (choice, result) => {
		const server = serverWithPage({ rows: [{ id: 'r1', name: 'Guide' }] });

		const output = await server.run('page.create', page(choice));

		expect(output).toMatchObject(result);
	});

	it('is updated although the server adds a member to its icon', async () => {
		const kept = { in_use: 'icon', icon: { name: 'Book', color: '#6d7b8a' }, emoji: null };
		const server = serverWithPage({ rows: [{ ...stored, logo_props: kept }] });
		const fields = { logoProps: '{"in_use": "icon", "icon": {"name": "Book"}}' };

		const output = await server.run('page.create', page(UPDATE_EXISTING, { name: 'B', fields }));

		expect(output).toMatchObject({ json: [{ name: 'B' }] });
		expect(server.writtenBodies()).toEqual([{ name: 'B' }]);
	});

	it.each([USE_EXISTING, UPDATE_EXISTING])(
		'is not returned if it was deleted after the list was read (%s)',
		async (choice) => {
			const server = startProject({ [list]: listOf(stored), '*': NO_RECORD });

			const output = await server.run(
				'page.create',
				page(choice, { fields: { description: 'New' } }),
			);

			expect(output).toMatchObject(
				withError('Plane lists this record (ID r1), but does not return it'),
			);
		},
	);

	it('is returned if the run has created it, although a replica lacks it (row 166)', async () => {
		const server = startProject({
			[list]: listOf(),
			[post]: ({ body }) => jsonResponse({ id: 'r1', ...body }, 201),
			'*': NO_RECORD,
		});

		const output = await server.run('page.create', page(USE_EXISTING), { items: [{}, {}] });

		expect(output).toMatchObject({ json: [{ id: 'r1' }, { id: 'r1' }] });
		expect(server.writtenBodies()).toHaveLength(1);
	});

	it('cannot be changed on a server that is too old for it, which the error says', async () => {
		const server = startProject({
			[list]: listOf(stored),
			[read]: jsonResponse({ ...stored, description_html: '' }),
			'PUT *': jsonResponse({ detail: 'Method "PUT" not allowed.' }, 405),
		});

		const output = await server.run('page.create', page(UPDATE_EXISTING, { name: 'Handbook' }));

		expect(output).toMatchObject({
			error: { description: expect.stringContaining(advice.updateForIt) },
		});
	});
});

describe('A new page', () => {
	it('has an empty paragraph if the item has no text', async () => {
		const server = serverWithPage({ rows: [] });

		await server.run('page.create', page('fail'));

		expect(server.writtenBodies()).toEqual([
			{ name: 'Guide', ...externalId, description_html: EMPTY },
		]);
	});

	it.each<[status: number, result: object]>([
		[400, { json: [{ id: 'r1' }] }],
		[404, { json: [{ id: 'r1' }] }],
		[403, withError(causes.noAccess)],
	])('and an answer of %i to the query for archived pages', async (status, result) => {
		const server = startProject(({ route, query, body }) => {
			if (route === post) return jsonResponse({ id: 'r1', ...body }, 201);
			if (!query.has('type')) return listOf();

			return status === 403
				? textResponse('', status)
				: jsonResponse({ error: 'Invalid type' }, status);
		});

		const output = await server.run('page.create', page('fail'));

		expect(output).toMatchObject(result);
	});

	/** Creates pages on a server that keeps External IDs, but shows them in no response, or in its lists alone. */
	async function createPages(
		isListed: boolean,
		{ choice, rows }: { readonly choice: string; readonly rows: readonly string[] },
	) {
		const pages: JsonObject[] = [];
		const server = startProject(({ route, query, body }) => {
			if (route.startsWith('GET')) return listOf(...(query.has('type') ? [] : pages));

			const shown = { id: `r${pages.length + 1}`, name: 'Guide' };

			pages.push(isListed ? { ...body, ...shown } : shown);

			return jsonResponse(shown, 201);
		});
		const { json } = await server.run(
			'page.create',
			page(choice, { fields: { externalId: '={{ $json.row }}' } }),
			{
				items: jsonItems(rows.map((row) => ({ row }))),
				onError: 'continueRegularOutput',
			},
		);

		return { json, pages, routes: server.routes() };
	}

	it('is the only one in a list that does not show External IDs (row 484)', async () => {
		const { json, pages } = await createPages(false, {
			choice: USE_EXISTING,
			rows: ['row-1', 'row-2'],
		});

		expect(json).toMatchObject([
			{ error: expect.stringContaining(`${outcomes.saved('r1')}the list`) },
			{ error: expect.stringContaining('does not show External IDs') },
		]);
		expect(pages).toHaveLength(1);
	});

	it('takes one more look at the list if only the responses to creates lack External IDs', async () => {
		const { json, pages, routes } = await createPages(true, {
			choice: UPDATE_EXISTING,
			rows: ['row-1', 'row-2', 'row-1'],
		});

		expect(json).toMatchObject([{ id: 'r1' }, { id: 'r2' }, { id: 'r1' }]);
		expect(pages).toHaveLength(2);
		// Each time that of the archived pages, too.
		expect(routes.filter((route) => route === list)).toHaveLength(4);
	});
});
