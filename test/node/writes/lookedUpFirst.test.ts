import { describe, expect, it } from '@jest/globals';
import type { INodeParameters, JsonObject } from 'n8n-workflow';

import { UPDATE_EXISTING, USE_EXISTING } from '../../../nodes/shared/operations/shared/choices';
import { asText } from '../../../nodes/shared/values/asText';
import type { Outcome } from '../../../nodes/shared/transport/response';
import { byId, matchByTitle } from '../../engine/samples';
import { jsonItems } from '../../engine/startNode';
import { jsonResponse, networkFault, textResponse } from '../../unit/responses';
import type { ReceivedRequest } from '../../unit/fakePlane';
import { causes } from '../../nodeTexts';
import { externalId, externalIdFields, NO_RECORD, RECORD, useProject } from './useProject';

const startProject = useProject();

const workItem = { id: 'r1', name: 'Print', ...externalId };
/** The refusal of a record that exists (row 12). */
const conflict = jsonResponse({ error: 'already exists', id: 'r1' }, 409);
const listOf = (...rows: JsonObject[]) => jsonResponse({ results: rows, total_count: rows.length });

const post = 'POST work-items/';
const lookup = 'GET work-items/?external_id=row-1&external_source=sheet';
const list = 'GET work-items/';
const read = 'GET work-items/r1/';

const item = (
	ifItAlreadyExists = USE_EXISTING,
	additionalFields: INodeParameters = externalIdFields,
): INodeParameters => ({ name: 'Print', additionalFields, options: { ifItAlreadyExists } });

/** Routes with what the list is searched for, but not with the pages of a list. */
const addressOf = ({ route, query }: ReceivedRequest) =>
	query.has('external_id') ? `${route}?${String(query)}` : route;

/** Creates a work item on a server with these answers by address. */
async function create(
	answers: Readonly<Record<string, Outcome>>,
	parameters: INodeParameters = item(),
) {
	const server = startProject((request) => {
		const outcome = answers[addressOf(request)] ?? answers['*'];
		if (outcome === undefined) throw new Error(`Unexpected request: ${addressOf(request)}`);

		return outcome;
	});
	const output = await server.run('workItem.create', parameters);

	return { output, addresses: server.requests().map(addressOf) };
}

const withError = (text: string) => ({ error: { message: expect.stringContaining(text) } });

describe('A work item with an External ID', () => {
	const isUsed = { json: [workItem] };
	const isCreated = { json: [{ id: 'r2' }] };
	const created = jsonResponse({ id: 'r2' }, 201);
	const other = { ...workItem, id: 'r0', external_id: 'row-10' };
	const ofOtherSource = { ...workItem, external_source: 'crm' };

	it.each<[title: string, answers: Record<string, Outcome>, result: object, addresses: string[]]>([
		['is found by it', { [lookup]: jsonResponse(workItem) }, isUsed, [lookup]],
		[
			'is created if the server says that there is none (row 27)',
			{ [lookup]: NO_RECORD, [post]: created },
			isCreated,
			[lookup, post],
		],
		[
			'is found in the list if the server ignores the search',
			{ [lookup]: listOf(other, workItem), [list]: listOf(other, workItem) },
			isUsed,
			[lookup, list],
		],
		[
			'is not one of another source in the list of a server that ignores the search',
			{ [lookup]: listOf(ofOtherSource), [list]: listOf(ofOtherSource), [post]: created },
			isCreated,
			[lookup, list, post],
		],
		[
			'is not created if it cannot be looked up',
			{ '*': textResponse('', 403) },
			withError(causes.noAccess),
			[lookup],
		],
		[
			'is not created if the lookup fails for another reason than a second one of this ID (row 65)',
			{ [lookup]: textResponse('', 500), [list]: listOf(workItem) },
			withError('status 500'),
			[lookup, list],
		],
		[
			'is not created if the server does not respond',
			{ '*': networkFault('ECONNREFUSED') },
			withError('refused the connection'),
			[lookup, lookup, lookup, lookup, lookup],
		],
	])('%s', async (_, answers, result, expectedAddresses) => {
		const { output, addresses } = await create(answers);

		expect(output).toMatchObject(result);
		expect([...new Set(addresses)]).toEqual([...new Set(expectedAddresses)]);
	});

	it('is found by it after a refusal if the server does not return it by its ID', async () => {
		let lookups = 0;
		const server = startProject(({ route, query }) => {
			if (route === post) return conflict;

			return query.has('external_id') && lookups++ > 0 ? jsonResponse(workItem) : NO_RECORD;
		});

		const output = await server.run('workItem.create', item());

		expect(output).toMatchObject(isUsed);
		expect(server.requests().map(addressOf)).toEqual([lookup, post, read, lookup]);
	});

	it('is one of several if the search makes the server fail, and both are named (row 65)', async () => {
		const { output, addresses } = await create({
			[lookup]: jsonResponse({ error: 'Something went wrong please try again later' }, 500),
			[list]: listOf({ ...workItem, sequence_id: 3 }, other, {
				...workItem,
				id: 'r3',
				sequence_id: 9,
			}),
		});

		expect(output).toMatchObject(
			withError(
				'2 records have the External ID sheet:row-1: "Print" (number 3, ID r1) and "Print" (number 9, ID r3)',
			),
		);
		expect(addresses.filter((address) => address === list)).toHaveLength(1);
	});

	it('is not looked up first if an existing one is an error', async () => {
		const { addresses } = await create({ [post]: created }, item('fail'));

		expect(addresses).toEqual([post]);
	});

	it('is looked up first until one does not exist, and again after a conflict', async () => {
		let conflicts = 2;
		let lookups = 0;
		const server = startProject((request) => {
			if (request.route === post) return conflicts-- > 0 ? conflict : jsonResponse(workItem, 201);
			if (request.route === read) return jsonResponse(workItem);
			// Reading the list would take longer.
			if (addressOf(request) === list) return jsonResponse({ results: [], total_count: 1000 });

			return lookups++ === 0 ? jsonResponse(workItem) : NO_RECORD;
		});

		const { json } = await server.run('workItem.create', item(), { items: [{}, {}, {}, {}, {}] });

		expect(json).toMatchObject(Array.from({ length: 5 }, () => workItem));
		expect(server.requests().map(addressOf)).toEqual([
			list,
			lookup,
			lookup,
			post,
			read,
			lookup,
			post,
			read,
			lookup,
			post,
			post,
		]);
	});
});

describe('Work items with External IDs, more than their list has pages,', () => {
	const items = Array.from({ length: 6 }, (_, row) => ({ json: { row: `row-${row}` } }));
	const listed = (row: number): JsonObject => ({
		...workItem,
		id: `r${row}`,
		external_id: `row-${row}`,
	});
	const parameters = item(USE_EXISTING, { ...externalIdFields, externalId: '={{ $json.row }}' });

	/** Creates six work items on a server that has the first two in its list, and others in its archive. */
	async function createRows({
		archived = [],
		rows = [listed(0), listed(1)],
	}: {
		readonly archived?: readonly string[];
		readonly rows?: readonly JsonObject[];
	}) {
		const server = startProject((request) => {
			const id = request.query.get('external_id');
			if (addressOf(request) === list) return listOf(...rows);

			if (request.route === post) {
				const key = asText(request.body?.external_id) ?? '';

				return archived.includes(key)
					? jsonResponse({ error: 'already exists', id: `archived-${key}` }, 409)
					: jsonResponse({ id: `new-${key}`, ...request.body }, 201);
			}

			return id !== null && archived.includes(id)
				? jsonResponse({ ...workItem, id: `archived-${id}`, external_id: id })
				: NO_RECORD;
		});
		const { json } = await server.run('workItem.create', parameters, { items });

		return {
			ids: json.map(({ id }) => id),
			addresses: server.requests().map((request) => addressOf(request).replace(/row-\d/, '…')),
		};
	}

	it('are found in the list, which is counted and read once, and the others are created', async () => {
		const { ids, addresses } = await createRows({});

		expect(ids).toEqual(['r0', 'r1', 'new-row-2', 'new-row-3', 'new-row-4', 'new-row-5']);
		expect(addresses).toEqual([list, list, post, post, post, post]);
	});

	it('are looked up one by one as soon as one is in the archive, until one is not (row 27)', async () => {
		const { ids, addresses } = await createRows({ archived: ['row-2', 'row-3'] });
		const look = lookup.replace('row-1', '…');

		expect(ids).toEqual(['r0', 'r1', 'archived-row-2', 'archived-row-3', 'new-row-4', 'new-row-5']);
		expect(addresses).toEqual([
			list,
			list,
			post,
			'GET work-items/archived-…/',
			look,
			look,
			look,
			post,
			post,
		]);
	});

	it.each([
		[30_000, true],
		[30_001, false],
	])(
		'are looked up one by one in a list that is too long for the memory (%i)',
		async (total, isRead) => {
			const server = startProject((request) => {
				const { query, route } = request;
				if (route === post) return jsonResponse({ id: 'new' }, 201);
				if (addressOf(request) !== list) return NO_RECORD;

				// Whether it is tried is all that counts here.
				return query.get('per_page') === '1'
					? jsonResponse({ results: [workItem], total_count: total })
					: networkFault('ECONNREFUSED');
			});

			await server.run('workItem.create', parameters, {
				items: Array.from({ length: 400 }, (_, row) => ({ json: { row: `row-${row}` } })),
			});

			const reads = server.requests().filter((request) => addressOf(request) === list);

			// One counts it, and then it is read, or not.
			expect(reads.length > 1).toBe(isRead);
		},
	);

	it('are looked up one by one if the list does not show their IDs (row 484)', async () => {
		const { addresses } = await createRows({ rows: [{ id: 'r0', name: 'Print' }] });

		expect(addresses.slice(0, 3)).toEqual([list, list, lookup.replace('row-1', '…')]);
	});
});

describe('A column that is only called ID', () => {
	const first = '0c7da278-21b6-4225-9d30-da0e1a924ae5';
	const second = 'd0e1a924-21b6-4225-9d30-0c7da2784ae5';
	const readFirst = `GET work-items/${first}/`;

	/** Imports two rows, whose IDs are UUIDs, to a server that answers like this to reads of a work item. */
	async function importRows(response: Outcome) {
		const server = startProject(({ route, body }) => {
			if (route === list) return listOf();
			if (route.startsWith('GET')) return response;

			return jsonResponse({ id: 'new', ...body }, 201);
		});
		const { json } = await server.run(
			'workItem.upsert',
			{ columns: matchByTitle, externalSource: 'sheet' },
			{
				items: jsonItems([first, second].map((id) => ({ id, title: `Print ${id}` }))),
				onError: 'continueRegularOutput',
			},
		);

		return { json, routes: server.routes() };
	}

	it('has the IDs of Plane if the first one is that of a work item, and no row is created', async () => {
		const { json, routes } = await importRows(jsonResponse({ id: first }));

		expect(json).toMatchObject(
			[first, second].map((id) => ({
				error: expect.stringContaining(
					`External ID: Plane has a work item with the ID ${id} in this project`,
				),
			})),
		);
		expect(routes).not.toContain(post);
		expect(routes.filter((route) => route.includes(first))).toEqual([readFirst]);
		expect(routes.filter((route) => route.includes(second))).toEqual([]);
	});

	it('has the IDs of another tool if there is no such work item, which only the first row shows', async () => {
		const { json, routes } = await importRows(NO_RECORD);

		expect(json).toMatchObject([{ outcome: 'created' }, { outcome: 'created' }]);
		expect(routes.filter((route) => route.includes(first))).toEqual([readFirst]);
		expect(routes.filter((route) => route.includes(second))).toEqual([]);
	});

	it('leads to no new work item if the server does not respond', async () => {
		const { json, routes } = await importRows(networkFault('ECONNREFUSED'));

		expect(json[0]).toMatchObject({ error: expect.any(String) });
		expect(routes).not.toContain(post);
	});
});

it.each([
	['cycle', { name: 'Week', project_id: expect.any(String) }],
	['label', { name: 'Week' }],
])('The body of a new %s is %j', async (resource, body) => {
	const server = startProject({ 'POST *': jsonResponse({ id: 'r1' }, 201) });

	await server.run(`${resource}.create`, { name: 'Week' });

	expect(server.writtenBodies()).toEqual([body]);
});

it('A label is looked for by its External ID before its name, in the list alone', async () => {
	const rows = [
		{ id: 'l1', name: 'Print', external_source: null, external_id: null },
		{ id: 'l2', name: 'text', ...externalId },
	];
	const server = startProject({
		'POST labels/': jsonResponse({ error: 'already exists' }, 409),
		'GET labels/': listOf(...rows),
	});

	const output = await server.run('label.create', item());

	expect(output).toMatchObject({ json: [{ id: 'l2' }] });
	expect(server.requests().map(addressOf)).toEqual(['POST labels/', 'GET labels/']);
});

describe('A work item that exists with another type', () => {
	const BUG = '7f9e2a30-0000-4000-8000-00000000000b';
	const TASK = '7f9e2a30-0000-4000-8000-00000000000c';
	const SEVERITY = '7f9e2a30-0000-4000-8000-00000000000d';

	/** Creates a bug on a server that has this work item. */
	async function createBug(
		existing: JsonObject,
		ifItAlreadyExists: string,
		{ severity = 'High', isRequired = false } = {},
	) {
		const properties = [
			{
				id: SEVERITY,
				display_name: 'Severity',
				property_type: 'TEXT',
				is_required: isRequired,
				is_active: true,
			},
		];
		const server = startProject({
			'GET work-item-types/': jsonResponse([
				{ id: BUG, name: 'Bug' },
				{ id: TASK, name: 'Task' },
			]),
			[`GET work-item-types/${BUG}/work-item-properties/`]: jsonResponse(properties),
			'GET work-items/': 'id' in existing ? jsonResponse(existing) : NO_RECORD,
			'GET work-items/r1/': jsonResponse(existing),
			'GET work-items/r1/work-item-properties/values/': jsonResponse([]),
			[`POST work-items/r1/work-item-properties/${SEVERITY}/values/`]: jsonResponse({}, 201),
			'PATCH work-items/r1/': ({ body }) => jsonResponse({ ...existing, ...body }),
		});
		const output = await server.run('workItem.create', {
			...item(ifItAlreadyExists, { ...externalIdFields, typeId: byId(BUG) }),
			setCustomProperties: true,
			customProperties: {
				mappingMode: 'defineBelow',
				value: { [SEVERITY]: severity },
				schema: [{ id: SEVERITY, displayName: 'Severity' }],
			},
		});

		return { output, routes: server.routes() };
	}

	it.each<[member: string, type: JsonObject]>([
		['type_id', { type_id: TASK }],
		['type', { type: TASK }],
	])('is not given the custom properties of the item (%s)', async (_, type) => {
		const { output } = await createBug({ ...workItem, ...type }, USE_EXISTING);

		expect(output).toMatchObject(
			withError(
				'The work item exists already (ID r1), but with another type: Severity could not be set',
			),
		);
	});

	it.each<[why: string, type: JsonObject, severity: string]>([
		['it has the same type', { type_id: BUG }, 'High'],
		['it does not show its type', {}, 'High'],
		['the item has no custom properties', { type_id: TASK }, ''],
	])('is used if %s', async (_, type, severity) => {
		const { output } = await createBug({ ...workItem, ...type }, USE_EXISTING, { severity });

		expect(output.error).toBeUndefined();
		expect(output.json).toMatchObject([{ id: 'r1' }]);
	});

	it('is updated, because that changes its type', async () => {
		const { output, routes } = await createBug({ ...workItem, type_id: TASK }, UPDATE_EXISTING);

		expect(output.error).toBeUndefined();
		expect(routes).toContain('PATCH work-items/r1/');
	});

	describe('or the same one, and whose item lacks a value that the type requires,', () => {
		const without = { severity: '', isRequired: true };

		it.each([USE_EXISTING, UPDATE_EXISTING])('is found (%s)', async (ifItAlreadyExists) => {
			const existing = { ...workItem, type_id: BUG };

			const { output, routes } = await createBug(existing, ifItAlreadyExists, without);

			expect(output.error).toBeUndefined();
			expect(output.json).toMatchObject([{ id: 'r1' }]);
			expect(routes).toContain('GET work-items/');
		});

		it('is not created', async () => {
			const { output, routes } = await createBug({}, USE_EXISTING, without);

			expect(output).toMatchObject(withError(`Severity: ${causes.noValue}`));
			expect(routes).not.toContain(post);
		});
	});
});

describe('A work item that is found by its title', () => {
	it('is updated by the next item, although the update of the one before was lost', async () => {
		const row = { id: RECORD, name: 'Sails', priority: 'none' };
		const server = startProject(({ route, body }) => {
			if (route === list) return listOf(row);
			if (body?.priority === 'high') return networkFault('ECONNRESET');

			return jsonResponse({ ...row, ...body });
		});

		const { json } = await server.run(
			'workItem.upsert',
			{ columns: matchByTitle },
			{
				items: jsonItems([
					{ title: 'Sails', priority: 'high' },
					{ title: 'Sails', priority: 'low' },
				]),
				onError: 'continueRegularOutput',
			},
		);

		expect(json).toMatchObject([
			{ error: expect.stringContaining('connection') },
			{ outcome: 'updated', priority: 'low' },
		]);
	});
});
