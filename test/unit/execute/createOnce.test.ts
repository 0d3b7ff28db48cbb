import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { createOnce } from './inside';
import { updateRecord } from './inside';
import type { Call } from '../../../nodes/shared/model/call';
import {
	createCustomerProperty,
	createEstimate,
	createEstimatePoints,
	createMilestone,
	createPage,
	createWorkItemType,
	updateCustomerProperty,
} from '../../../nodes/shared/operations';
import type { Operation } from '../../../nodes/shared/operations/operation';
import { writeDefaults } from '../calls';
import type { ReceivedRequest } from '../fakePlane';
import { jsonResponse, networkFault, textResponse, withHeaders } from '../responses';
import { createExecution } from './testExecution';

const imported = { external_source: 'sheet', external_id: 'row-1' };
const place = { itemIndex: 0, workspace: 'acme', path: { project_id: 'p1' } };

const buildCall = (
	operation: Operation<'create'>,
	body: JsonObject,
	more: Partial<Call<'create'>> = {},
): Call<'create'> => ({ ...writeDefaults, ...place, kind: 'create', operation, body, ...more });

const listOf = (rows: readonly JsonObject[]) =>
	jsonResponse({ results: [...rows], total_count: rows.length });

const milestones = 'projects/p1/milestones/';
const milestone = (more: Partial<Call<'create'>> = {}): Call<'create'> =>
	buildCall(createMilestone, { title: 'Release', ...imported }, more);

/** A server that accepts every record, as no source of the commercial editions denies (row 484). */
function serverThatAccepts(rows: JsonObject[], respondToCreate?: () => 'lost' | 'notSaved') {
	return createExecution(({ route, body }) => {
		if (route.startsWith('GET')) return listOf(rows);

		const outcome = respondToCreate?.();
		const record = { id: `r${rows.length + 1}`, ...body };

		if (outcome !== 'notSaved') rows.push(record);

		return outcome === undefined ? jsonResponse(record, 201) : networkFault('ECONNRESET');
	});
}

describe('createOnce, where servers may accept an external ID twice,', () => {
	test('creates nothing if the list has the record', async () => {
		const existing = { id: 'r1', title: 'Release', ...imported };
		const server = serverThatAccepts([existing]);

		expect(await createOnce(milestone(), server.execution)).toMatchObject({
			message: 'Plane already has this record',
			description:
				'Its ID is r1. To return or update it, add the option If It Already Exists. If this is to be another record, use another name or External ID.',
		});
		expect(await createOnce(milestone({ ifExists: 'use' }), server.execution)).toMatchObject([
			{ record: existing },
		]);
		expect(server.routes()).toEqual([`GET ${milestones}`]);
	});

	test('reads the list once for all items, and creates one record for two of them', async () => {
		const server = serverThatAccepts([]);
		const other = milestone({ body: { title: 'Beta', ...imported, external_id: 'row-2' } });

		const results = [
			await createOnce(milestone({ ifExists: 'use' }), server.execution),
			await createOnce(other, server.execution),
			await createOnce(milestone({ ifExists: 'use', itemIndex: 2 }), server.execution),
			await createOnce(milestone({ itemIndex: 3 }), server.execution),
		];

		expect(results).toMatchObject([
			[{ record: { id: 'r1' } }],
			[{ record: { id: 'r2' } }],
			[{ record: { id: 'r1' } }],
			{ message: 'Plane already has this record' },
		]);
		expect(server.routes()).toEqual([
			`GET ${milestones}`,
			`POST ${milestones}`,
			`POST ${milestones}`,
		]);
	});

	test('reads the list again for the next item if it could not be read', async () => {
		let reads = 0;
		const server = createExecution(({ route, body }) => {
			if (route.startsWith('POST')) return jsonResponse({ id: 'r1', ...body }, 201);

			reads += 1;

			return reads === 1 ? textResponse('', 403) : listOf([]);
		});

		expect(await createOnce(milestone(), server.execution)).toMatchObject({ status: 403 });
		expect(await createOnce(milestone(), server.execution)).toMatchObject([
			{ record: { id: 'r1' } },
		]);
	});

	test('recognizes an external ID with other blanks and accents that are composed otherwise', async () => {
		const existing = { id: 'r1', title: 'Release', ...imported, external_id: ' Caf\u00e9 ' };
		const server = serverThatAccepts([existing]);
		const call = milestone({
			ifExists: 'use',
			body: { title: 'Release', ...imported, external_id: 'Cafe\u0301' },
		});

		expect(await createOnce(call, server.execution)).toMatchObject([{ record: existing }]);
	});

	test('takes an ID of another source for another record', async () => {
		const server = serverThatAccepts([{ id: 'r1', ...imported, external_source: 'jira' }]);

		await createOnce(milestone(), server.execution);

		expect(server.routes()).toEqual([`GET ${milestones}`, `POST ${milestones}`]);
	});

	test('reads no list without an external ID', async () => {
		const server = serverThatAccepts([]);

		await createOnce(buildCall(createMilestone, { title: 'Release' }), server.execution);

		expect(server.routes()).toEqual([`POST ${milestones}`]);
	});

	test('lists the records if several have the external ID', async () => {
		const server = serverThatAccepts([
			{ id: 'r1', title: 'Alpha', ...imported },
			{ id: 'r2', title: 'Beta', ...imported, archived_at: '2026-11-01' },
		]);

		expect(await createOnce(milestone({ ifExists: 'update' }), server.execution)).toMatchObject({
			message:
				'2 records have the External ID sheet:row-1: "Alpha" (ID r1) and "Beta" (ID r2, archived)',
		});
	});

	test('does not send a create again if its outcome is unknown, and creates none of its other items', async () => {
		const server = serverThatAccepts([], () => 'notSaved');

		const result = await createOnce(milestone({ ifExists: 'use' }), server.execution);
		const second = await createOnce(milestone({ ifExists: 'use' }), server.execution);

		expect(result).toMatchObject({ tag: 'unknownOutcome' });
		expect(second).toBe(result);
		expect(server.routes()).toEqual([
			`GET ${milestones}`,
			`POST ${milestones}`,
			`GET ${milestones}`,
		]);
	});

	test('returns the record whose response was lost', async () => {
		const now = new Date('2026-11-26T12:00:00Z');
		const rows: JsonObject[] = [];
		const server = createExecution(({ route, body }) => {
			if (route.startsWith('GET')) {
				return withHeaders(listOf(rows), { date: now.toUTCString() });
			}

			rows.push({ id: 'r1', ...body, created_at: now.toISOString() });

			return networkFault('ECONNRESET');
		});

		expect(await createOnce(milestone(), server.execution)).toMatchObject([
			{ record: { id: 'r1' } },
		]);
		expect(rows).toHaveLength(1);
	});

	test('reads the list again after an item whose record was saved without one of its values', async () => {
		const rows: JsonObject[] = [];
		const server = createExecution(({ route, body }) => {
			if (route.startsWith('GET')) return listOf(rows);

			rows.push({ id: 'r1', ...body, target_date: null });

			return jsonResponse(rows[0] ?? {}, 201);
		});
		const call = milestone({
			ifExists: 'use',
			body: { title: 'Release', target_date: '2026-06-30', ...imported },
		});

		expect(await createOnce(call, server.execution)).toMatchObject({ tag: 'partlyDone' });
		expect(await createOnce(call, server.execution)).toMatchObject([{ record: { id: 'r1' } }]);
		expect(rows).toHaveLength(1);
	});

	test('lets a record be found by another field after it was created', async () => {
		const rows: JsonObject[] = [];
		const { execution } = createExecution(({ route, body }) => {
			if (route.startsWith('GET')) return listOf(rows);

			rows.push({ id: 'r1', ...body });

			return jsonResponse(rows[0] ?? {}, 201);
		});

		await createOnce(milestone(), execution);

		expect(await execution.recordsByValue.find(milestone(), 'title')).toMatchObject({ id: 'r1' });
	});

	test('asks the server, too, which may refuse a name', async () => {
		const renamed = { name: 'Incident', ...imported };
		const server = createExecution(({ route }) => {
			if (route.startsWith('POST')) return jsonResponse({ error: 'already exists' }, 409);

			return listOf([{ id: 'r1', name: 'Incident', external_id: null, external_source: null }]);
		});
		const result = await createOnce(
			buildCall(createWorkItemType, renamed, { ifExists: 'use' }),
			server.execution,
		);
		const types = 'projects/p1/work-item-types/';

		expect(result).toMatchObject([{ record: { id: 'r1' } }]);
		// The list that was read before shows which record the server means.
		expect(server.routes()).toEqual([`GET ${types}`, `POST ${types}`]);
	});

	test('recognizes a type by its external ID, whatever its name is now', async () => {
		const server = serverThatAccepts([{ id: 'r1', name: 'Incident', ...imported }]);
		const call = buildCall(
			createWorkItemType,
			{ name: 'Outage', ...imported },
			{ ifExists: 'use' },
		);

		expect(await createOnce(call, server.execution)).toMatchObject([{ record: { id: 'r1' } }]);
	});
});

const pages = 'projects/p1/pages/';

describe('createOnce, for a page,', () => {
	const stored = { id: 'r1', name: 'Guide', access: 0, ...imported };
	const page = (body: JsonObject, more: Partial<Call<'create'>> = {}): Call<'create'> =>
		buildCall(createPage, { name: 'Guide', ...imported, ...body }, more);
	const initialValues = { description_html: '<p></p>' };

	/** A server with a page, whose lists leave the text out (row 463). */
	const serverWithPage = (isArchived = false, rows: readonly JsonObject[] = [stored]) =>
		createExecution(({ route, query, body }: ReceivedRequest) => {
			if (route === `GET ${pages}`) {
				const isShown = (query.get('type') === 'archived') === isArchived;

				return listOf(isShown ? rows : []);
			}
			if (route.startsWith('POST')) return jsonResponse({ id: 'r2', ...body }, 201);

			return jsonResponse({ ...stored, description_html: '<p>Text</p>', ...body });
		});

	const listRoutes = [`GET ${pages}`, `GET ${pages}`];

	test('creates it with an empty paragraph if the item has no text', async () => {
		const server = serverWithPage(false, []);

		await createOnce(page({}, { initialValues }), server.execution);

		expect(server.requests.at(-1)?.body).toEqual({ name: 'Guide', ...imported, ...initialValues });
	});

	test.each<[title: string, body: JsonObject, routes: string[], sent: JsonObject[]]>([
		['keeps its text if the item has none', {}, [], []],
		['sends a new name alone', { name: 'Handbook' }, [`PUT ${pages}r1/`], [{ name: 'Handbook' }]],
		['sends nothing if the text is the same', { description_html: '<p>Text</p>' }, [], []],
		[
			'replaces the text by that of the item',
			{ description_html: '<p>New</p>' },
			[`PUT ${pages}r1/`],
			[{ description_html: '<p>New</p>' }],
		],
	])('%s', async (_, body, routes, sent) => {
		const server = serverWithPage();
		const call = page(body, { ifExists: 'update', initialValues });

		expect(await createOnce(call, server.execution)).toMatchObject([{ record: { id: 'r1' } }]);
		expect(server.requests.flatMap((request) => request.body ?? [])).toEqual(sent);
		expect(server.routes()).toEqual([...listRoutes, `GET ${pages}r1/`, ...routes]);
	});

	test('returns one that is archived, which the list leaves out, with its text (row 466)', async () => {
		const server = serverWithPage(true);

		expect(await createOnce(page({}, { ifExists: 'use' }), server.execution)).toMatchObject([
			{ record: { id: 'r1', description_html: '<p>Text</p>' } },
		]);
		expect(server.routes()).toEqual([...listRoutes, `GET ${pages}r1/`]);
	});

	test('changes nothing if the item asks for what no update can change', async () => {
		const server = serverWithPage();
		const call = page({ access: 1, name: 'Handbook' }, { ifExists: 'update', initialValues });

		expect(await createOnce(call, server.execution)).toMatchObject({
			message: 'Plane cannot change Access (the item asks for Private, Plane has Public)',
			description:
				'Only a new record takes Access, and this one (ID r1) exists already, and stays as it is: give the item the values that the record has, or leave them out.',
		});
		expect(server.routes()).toEqual([...listRoutes, `GET ${pages}r1/`]);
	});

	test.each<[Call<'create'>['ifExists'], outcome: object]>([
		['use', { message: expect.stringContaining('does not show External IDs') }],
		['update', { message: expect.stringContaining('does not show External IDs') }],
		['fail', [{ record: { id: 'r2' } }]],
	])(
		'of which the list does not show external IDs, creates no second one (%s)',
		async (ifExists, outcome) => {
			const server = serverWithPage(false, [{ id: 'r1', name: 'Guide' }]);

			expect(await createOnce(page({}, { ifExists }), server.execution)).toMatchObject(outcome);
		},
	);

	test('can be updated by its own item, although the server adds a member to its icon', async () => {
		const icon = { in_use: 'icon', icon: { name: 'Book' } };
		const kept = { in_use: 'icon', icon: { name: 'Book', color: '#6d7b8a' }, emoji: null };
		const server = serverWithPage(false, [{ ...stored, logo_props: kept }]);
		const call = page({ logo_props: icon, name: 'Handbook' }, { ifExists: 'update' });

		expect(await createOnce(call, server.execution)).toMatchObject([
			{ record: { name: 'Handbook' } },
		]);
	});

	test.each<Call<'create'>['ifExists']>(['use', 'update'])(
		'does not return one that was deleted after the list was read (%s)',
		async (ifExists) => {
			const server = createExecution({
				[`GET ${pages}`]: listOf([stored]),
				'*': jsonResponse({ error: 'The requested resource does not exist.' }, 404),
			});
			const call = page({ description_html: '<p>New</p>' }, { ifExists });

			expect(await createOnce(call, server.execution)).toMatchObject({
				message: 'Plane lists this record (ID r1), but does not return it',
			});
		},
	);

	test('returns one that the run has created, although a replica lacks it (row 166)', async () => {
		const server = createExecution(({ route, body }) => {
			if (route === `GET ${pages}`) return listOf([]);

			return route.startsWith('POST')
				? jsonResponse({ id: 'r1', ...body }, 201)
				: jsonResponse({ error: 'The requested resource does not exist.' }, 404);
		});
		const call = page({}, { ifExists: 'use' });

		await createOnce(call, server.execution);

		expect(await createOnce(call, server.execution)).toMatchObject([{ record: { id: 'r1' } }]);
	});

	test.each([400, 404])(
		'creates it if the server answers %i to the query for archived pages',
		async (status) => {
			const server = createExecution(({ route, query, body }) => {
				if (route.startsWith('POST')) return jsonResponse({ id: 'r1', ...body }, 201);

				return query.has('type') ? jsonResponse({ error: 'Invalid type' }, status) : listOf([]);
			});

			expect(await createOnce(page({}), server.execution)).toMatchObject([
				{ record: { id: 'r1' } },
			]);
		},
	);

	test('fails if the archived pages cannot be read for another reason', async () => {
		const server = createExecution(({ query }) =>
			query.has('type') ? textResponse('', 403) : listOf([]),
		);

		expect(await createOnce(page({}), server.execution)).toMatchObject({ status: 403 });
	});

	/** A server that keeps external IDs, but shows them in no response, or in its lists alone. */
	const serverThatHides = (isListed: boolean) => {
		const rows: JsonObject[] = [];

		return createExecution(({ route, query, body }) => {
			if (route.startsWith('GET')) return listOf(query.has('type') ? [] : rows);

			const shown = { id: `r${rows.length + 1}`, name: 'Guide' };

			rows.push(isListed ? { ...body, ...shown } : shown);

			return jsonResponse(shown, 201);
		});
	};

	const postsTo = ({ routes }: ReturnType<typeof serverThatHides>) =>
		routes().filter((route) => route.startsWith('POST'));

	test('stops after the first one of a list that does not show external IDs (row 484)', async () => {
		const server = serverThatHides(false);
		const other = page({ external_id: 'row-2' }, { ifExists: 'use' });

		expect(await createOnce(page({}, { ifExists: 'use' }), server.execution)).toMatchObject({
			tag: 'partlyDone',
			message: expect.stringMatching(/^It was saved \(ID r1\), but the list/),
		});
		expect(await createOnce(other, server.execution)).toMatchObject({
			message: expect.stringContaining('does not show External IDs'),
		});
		expect(postsTo(server)).toHaveLength(1);
	});

	test('reads the list again once if only the responses to creates lack external IDs', async () => {
		const server = serverThatHides(true);

		const rows = [
			['row-1', 'created'],
			['row-2', 'created'],
			['row-1', 'unchanged'],
		] as const;

		for (const [external_id, outcome] of rows) {
			expect(
				await createOnce(page({ external_id }, { ifExists: 'update' }), server.execution),
			).toMatchObject([{ outcome }]);
		}

		const lists = server.routes().filter((route) => route === `GET ${pages}`);

		expect(postsTo(server)).toHaveLength(2);
		// Each time that of the archived pages, too.
		expect(lists).toHaveLength(4);
	});

	test('says that a server is too old to change it', async () => {
		const server = createExecution(({ route }) => {
			if (route.startsWith('PUT'))
				return jsonResponse({ detail: 'Method "PUT" not allowed.' }, 405);

			return route === `GET ${pages}`
				? listOf([stored])
				: jsonResponse({ ...stored, description_html: '' });
		});
		const call = page({ name: 'Handbook' }, { ifExists: 'update' });

		expect(await createOnce(call, server.execution)).toMatchObject({
			description: expect.stringContaining('This Plane is too old for it'),
		});
	});
});

describe('createOnce, for a property of customers,', () => {
	const properties = 'customer-properties/';
	const gold = { id: 'o1', name: 'Gold' };
	const stored = {
		id: 'r1',
		display_name: 'Plan',
		property_type: 'OPTION',
		is_active: false,
		options: [gold],
	};
	const row: JsonObject = { ...stored };

	delete row.options;

	/** A server with a property, whose list leaves the options out (row 455). */
	const server = () =>
		createExecution({
			[`POST ${properties}`]: jsonResponse({ error: 'already exists' }, 409),
			[`GET ${properties}`]: listOf([row]),
			[`GET ${properties}r1/`]: jsonResponse(stored),
			[`PATCH ${properties}r1/`]: ({ body }) => jsonResponse({ ...stored, ...body }),
		});
	const property = (body: JsonObject): Call<'create'> =>
		buildCall(
			createCustomerProperty,
			{ display_name: 'Plan', property_type: 'OPTION', ...body },
			{ ifExists: 'update', initialValues: { is_active: true } },
		);
	const sentTo = ({ requests }: ReturnType<typeof server>) =>
		requests.filter(({ route }) => route.startsWith('PATCH')).map(({ body }) => body);

	test.each<[title: string, body: JsonObject, sent: JsonObject[]]>([
		['leaves it out of use', {}, []],
		['takes it into use if the item says so', { is_active: true }, [{ is_active: true }]],
		['adds no option twice', { options: [{ name: 'Gold' }] }, []],
		['adds no option twice in another case', { options: [{ name: 'gold' }] }, []],
		[
			'adds the options that are missing',
			{ options: [{ name: 'Gold' }, { name: 'Silver' }] },
			[{ options: [{ name: 'Silver' }] }],
		],
		[
			'changes an option by its ID (row 453)',
			{ options: [{ name: 'GOLD', is_default: true }] },
			[{ options: [{ id: 'o1', name: 'Gold', is_default: true }] }],
		],
	])('%s', async (_, body, sent) => {
		const target = server();

		expect(await createOnce(property(body), target.execution)).toMatchObject([
			{ record: { id: 'r1' } },
		]);
		expect(sentTo(target)).toEqual(sent);
	});

	test('updates one whose kind the server shows in another case', async () => {
		const target = server();

		expect(
			await createOnce(property({ property_type: 'option', description: 'x' }), target.execution),
		).toMatchObject([{ record: { id: 'r1', description: 'x' } }]);
	});

	test('refuses one of another kind, which cannot be changed', async () => {
		const target = server();

		expect(
			await createOnce(property({ property_type: 'TEXT', description: 'x' }), target.execution),
		).toMatchObject({
			message: expect.stringMatching(/^Plane cannot change Kind \(the item asks for/),
		});
		expect(sentTo(target)).toEqual([]);
	});

	test('an update adds no option twice, either', async () => {
		const target = server();
		const call: Call<'update'> = {
			...writeDefaults,
			...place,
			kind: 'update',
			operation: updateCustomerProperty,
			path: { property_id: 'r1' },
			body: { options: [{ name: 'Gold' }, { name: 'Silver' }] },
		};

		await updateRecord(call, target.execution);

		expect(sentTo(target)).toEqual([{ options: [{ name: 'Silver' }] }]);
	});
});

describe('createOnce, for the estimate of a project,', () => {
	const estimates = 'projects/p1/estimates/';
	const stored = { id: 'r1', name: 'Points', type: 'points', description: '' };
	const refusal = jsonResponse({ error: 'Estimate already exists', id: 'r1' }, 409);
	const estimate = (ifExists: Call<'create'>['ifExists'], body: JsonObject = {}) =>
		buildCall(createEstimate, { name: 'Effort', ...body }, { ifExists });
	const server = (refused = refusal) =>
		createExecution({
			[`POST ${estimates}`]: refused,
			[`GET ${estimates}`]: jsonResponse(stored),
			[`PATCH ${estimates}`]: ({ body }) => jsonResponse({ ...stored, ...body }),
		});

	test('says that there is one already (row 467)', async () => {
		expect(await createOnce(estimate('fail'), server().execution)).toMatchObject({
			description:
				'Its ID is r1. There is one in each project at most. To return or update it, add the option If It Already Exists.',
		});
	});

	test.each([
		['with its ID', refusal],
		['without it', jsonResponse({ error: 'Estimate already exists' }, 409)],
	])('uses the one that a refusal reports %s', async (_, refused) => {
		expect(await createOnce(estimate('use'), server(refused).execution)).toMatchObject([
			{ record: stored },
		]);
	});

	test('updates it at its own path', async () => {
		const target = server();

		expect(await createOnce(estimate('update'), target.execution)).toMatchObject([
			{ record: { name: 'Effort' } },
		]);
		expect(target.routes()).toEqual([
			`POST ${estimates}`,
			`GET ${estimates}`,
			`PATCH ${estimates}`,
		]);
	});

	test('updates one that was made by hand by an item with an external ID', async () => {
		const byHand = { ...stored, external_source: null, external_id: null };
		const target = createExecution({
			[`POST ${estimates}`]: refusal,
			[`GET ${estimates}`]: jsonResponse(byHand),
			[`PATCH ${estimates}`]: ({ body }) => jsonResponse({ ...byHand, ...body }),
		});

		expect(await createOnce(estimate('update', imported), target.execution)).toMatchObject([
			{ record: { name: 'Effort' } },
		]);
		expect(target.requests.at(-1)?.body).toEqual({ name: 'Effort' });
	});

	test.each<Call<'create'>['ifExists']>(['use', 'update'])(
		'does not advise the option that is set if the server refuses one and returns none (%s)',
		async (ifExists) => {
			const target = createExecution({
				[`POST ${estimates}`]: jsonResponse({ error: 'Estimate already exists' }, 409),
				[`GET ${estimates}`]: jsonResponse(
					{ error: 'The requested resource does not exist.' },
					404,
				),
			});

			expect(await createOnce(estimate(ifExists), target.execution)).toMatchObject({
				description:
					'There is one in each project at most. Plane does not return it: it may have been deleted in the meantime, so run the item again.',
			});
		},
	);

	test('refuses one of another kind, which cannot be changed', async () => {
		expect(
			await createOnce(estimate('update', { type: 'time' }), server().execution),
		).toMatchObject({ message: expect.stringMatching(/^Plane cannot change Kind/) });
	});

	test('finds out whether a create with an unknown outcome was carried out', async () => {
		let attempts = 0;
		const target = createExecution(({ route }) => {
			if (route.startsWith('GET')) {
				return jsonResponse({ error: 'The requested resource does not exist.' }, 404);
			}

			attempts += 1;

			return attempts === 1
				? networkFault('ECONNRESET')
				: jsonResponse({ ...stored, name: 'Effort' }, 201);
		});

		expect(await createOnce(estimate('fail'), target.execution)).toMatchObject([
			{ outcome: 'created' },
		]);
		expect(target.routes()).toEqual([`POST ${estimates}`, `GET ${estimates}`, `POST ${estimates}`]);
	});
});

describe('createOnce, for points of an estimate,', () => {
	const points = 'projects/p1/estimates/e1/estimate-points/';
	const callWith = (...rows: JsonObject[]): Call<'create'> => ({
		...buildCall(createEstimatePoints, { estimate_points: rows }),
		path: { project_id: 'p1', estimate_id: 'e1' },
	});
	const call = callWith({ value: '1' }, { value: '2' }, { value: '3' });
	const server = (stored: readonly JsonObject[]) =>
		createExecution({
			[`GET ${points}`]: listOf(stored),
			[`POST ${points}`]: ({ body }) => jsonResponse(body?.estimate_points ?? [], 201),
		});
	const one = { id: 'r1', key: 0, value: '1' };
	const three = { id: 'r3', key: 2, value: '3' };

	test('creates those that it lacks, and returns all', async () => {
		const { execution, requests } = server([one, three]);

		expect(await createOnce(call, execution)).toMatchObject([
			{ record: one },
			{ record: three },
			{ record: { value: '2' } },
		]);
		expect(requests.at(-1)?.body).toEqual({ estimate_points: [{ key: 3, value: '2' }] });
	});

	test.each<[title: string, stored: JsonObject[], rows: JsonObject[], keys: number[]]>([
		['from 1 for an estimate without points', [], [{ value: 'S' }, { value: 'M' }], [1, 2]],
		['behind the highest one', [one, three], [{ value: '5' }, { value: '8' }], [3, 4]],
		['that the item gives', [one, three], [{ value: '2', key: 1 }, { value: '5' }], [1, 3]],
		['behind one of the item', [], [{ value: '13', key: 6 }, { value: '21' }], [6, 7]],
	])('gives new ones positions %s (row 467)', async (_, stored, rows, keys) => {
		const { execution, requests } = server(stored);

		await createOnce(callWith(...rows), execution);

		expect(requests.at(-1)?.body).toEqual({
			estimate_points: rows.map((row, index) => ({ ...row, key: keys[index] })),
		});
	});

	test.each<[member: string, row: JsonObject]>([
		['description', { value: '3', description: 'A day' }],
		['key', { value: '3', key: 7 }],
	])('refuses one that exists with another %s, before it sends anything', async (member, row) => {
		const { execution, routes } = server([one, three]);

		expect(await createOnce(callWith({ value: '2' }, row), execution)).toMatchObject({
			message: `"3" exists already, with another ${member}`,
			description: `Leave out ${member}, or change it with Estimate Point → Update.`,
		});
		expect(routes()).toEqual([`GET ${points}`]);
	});

	test.each([201, 500])(
		'adds nothing twice that an earlier item has added, whatever the response was (%i)',
		async (status) => {
			const stored: JsonObject[] = [one];
			const { execution, routes } = createExecution(
				{
					[`GET ${points}`]: () => listOf(stored),
					[`POST ${points}`]: ({ body }) => {
						const rows = (body?.estimate_points ?? []) as JsonObject[];

						stored.push(...rows.map((row) => ({ id: 'r2', ...row })));

						return jsonResponse(rows, status);
					},
				},
				{ retries: 0 },
			);

			await createOnce(callWith({ value: '2' }), execution);
			const second = await createOnce(callWith({ value: '2' }), execution);

			expect(second).toMatchObject([{ record: { id: 'r2', value: '2' }, outcome: 'used' }]);
			expect(routes()).toEqual([`GET ${points}`, `POST ${points}`, `GET ${points}`]);
		},
	);

	test('returns one that exists as the item has it', async () => {
		const stored = { ...three, description: 'A day' };
		const { execution, routes } = server([stored]);
		const row = { value: '3', key: 2, description: 'A day' };

		expect(await createOnce(callWith(row), execution)).toMatchObject([{ record: stored }]);
		expect(routes()).toEqual([`GET ${points}`]);
	});

	test('sends nothing if it has all of them', async () => {
		const { execution, routes } = server([one, { id: 'r2', value: '2' }, three]);

		expect(await createOnce(call, execution)).toMatchObject([
			{ record: one },
			{ record: { id: 'r2' } },
			{ record: three },
		]);
		expect(routes()).toEqual([`GET ${points}`]);
	});

	test('takes a value whose accents are composed otherwise for the same one', async () => {
		const stored = { id: 'r1', value: 'Caf\u00e9' };
		const { execution, routes } = server([stored]);

		expect(await createOnce(callWith({ value: 'Cafe\u0301' }), execution)).toMatchObject([
			{ record: stored },
		]);
		expect(routes()).toEqual([`GET ${points}`]);
	});

	test('creates nothing if they cannot be read', async () => {
		const { execution, routes } = createExecution(() => textResponse('', 403));

		expect(await createOnce(call, execution)).toMatchObject({ status: 403 });
		expect(routes()).toEqual([`GET ${points}`]);
	});
});
