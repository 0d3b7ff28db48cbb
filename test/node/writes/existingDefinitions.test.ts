import { describe, expect, it } from '@jest/globals';
import type { INodeParameters, JsonObject } from 'n8n-workflow';

import { UPDATE_EXISTING, USE_EXISTING } from '../../../nodes/shared/operations/shared/choices';
import { byId } from '../../engine/samples';
import { jsonResponse, textResponse } from '../../unit/responses';
import { advice, causes } from '../../nodeTexts';
import { connectionLost, listOf, withError } from './lostCreate';
import { externalIdFields, NO_RECORD, RECORD, useProject } from './useProject';

const startProject = useProject();

describe('A property of customers that exists', () => {
	const row = { id: RECORD, display_name: 'Plan', property_type: 'OPTION', is_active: false };
	const stored = { ...row, options: [{ id: 'o1', name: 'Gold' }] };

	/** A server with a property, whose list leaves the options out (row 455). */
	const serverWithProperty = () =>
		startProject(({ route, body }) => {
			if (route.startsWith('POST')) return jsonResponse({ error: 'already exists' }, 409);
			if (route.startsWith('PATCH')) return jsonResponse({ ...stored, ...body });

			return route === 'GET customer-properties/' ? listOf(row) : jsonResponse(stored);
		});

	const property = (
		additionalFields: INodeParameters,
		propertyType = 'OPTION',
	): INodeParameters => ({
		displayName: 'Plan',
		propertyType,
		additionalFields,
		options: { ifItAlreadyExists: UPDATE_EXISTING },
	});

	const changesOf = ({ requests }: ReturnType<typeof serverWithProperty>) =>
		requests()
			.filter(({ route }) => route.startsWith('PATCH'))
			.map(({ body }) => body);

	it.each<[title: string, fields: INodeParameters, sent: JsonObject[]]>([
		['stays out of use', {}, []],
		['is taken into use if the item says so', { isActive: true }, [{ is_active: true }]],
		['gets no option twice', { options: 'Gold' }, []],
		['gets no option twice in another case', { options: 'gold' }, []],
		[
			'gets the options that are missing',
			{ options: 'Gold, Silver' },
			[{ options: [{ name: 'Silver' }] }],
		],
		[
			'has an option changed by its ID (row 453)',
			{ options: '[{"name": "GOLD", "is_default": true}]' },
			[{ options: [{ id: 'o1', name: 'Gold', is_default: true }] }],
		],
	])('%s', async (_, fields, sent) => {
		const server = serverWithProperty();

		const output = await server.run('customerProperty.create', property(fields));

		expect(output.error).toBeUndefined();
		expect(output).toMatchObject({ json: [{ id: RECORD }] });
		expect(changesOf(server)).toEqual(sent);
	});

	it.each([
		[
			'is updated if the item has its kind in another case',
			'option',
			{ json: [{ id: RECORD, description: 'x' }] },
			1,
		],
		[
			'is not changed if the item has another kind, which cannot be changed',
			'TEXT',
			withError(causes.notChangeable('Kind (')),
			0,
		],
	])('%s', async (_, kind, result, changes) => {
		const server = serverWithProperty();

		const output = await server.run(
			'customerProperty.create',
			property({ description: 'x' }, kind),
		);

		expect(output).toMatchObject(result);
		expect(changesOf(server)).toHaveLength(changes);
	});

	it('gets no option twice by an update, either', async () => {
		const server = serverWithProperty();

		await server.run('customerProperty.update', {
			propertyId: byId(RECORD),
			updateFields: { options: 'Gold, Silver' },
		});

		expect(changesOf(server)).toEqual([{ options: [{ name: 'Silver' }] }]);
	});
});

describe('The estimate of a project', () => {
	const post = 'POST estimates/';
	const read = 'GET estimates/';
	const stored = { id: 'r1', name: 'Points', type: 'points', description: '' };
	const refusal = { error: 'Estimate already exists' };
	const withId = jsonResponse({ ...refusal, id: 'r1' }, 409);
	const withoutId = jsonResponse(refusal, 409);

	const estimate = (
		ifItAlreadyExists: string,
		additionalFields: INodeParameters = {},
	): INodeParameters => ({ name: 'Effort', additionalFields, options: { ifItAlreadyExists } });

	const serverWith = (refused = withId, response = jsonResponse(stored)) =>
		startProject({
			[post]: refused,
			[read]: response,
			'PATCH estimates/': ({ body }) => jsonResponse({ ...stored, ...body }),
		});

	const description = (text: string) => ({
		error: { description: expect.stringContaining(text) },
	});

	it.each<[title: string, INodeParameters, refused: typeof withId, result: object]>([
		[
			'is refused if there is one already (row 467)',
			estimate('fail'),
			withId,
			description(`Its ID is r1. There is one in each project at most. ${advice.useExisting}`),
		],
		['is found by its ID in a refusal', estimate(USE_EXISTING), withId, { json: [stored] }],
		['is found without an ID in a refusal', estimate(USE_EXISTING), withoutId, { json: [stored] }],
		[
			'of another kind is refused, because the kind cannot be changed',
			estimate(UPDATE_EXISTING, { type: 'time' }),
			withId,
			withError('Plane cannot change Kind'),
		],
	])('%s', async (_, parameters, refused, result) => {
		const output = await serverWith(refused).run('estimate.create', parameters);

		expect(output).toMatchObject(result);
	});

	it.each<[title: string, fields: INodeParameters, record: JsonObject]>([
		['is updated at its own path', {}, stored],
		[
			'that was made by hand is updated by an item with an External ID',
			externalIdFields,
			{ ...stored, external_source: null, external_id: null },
		],
	])('%s', async (_, fields, record) => {
		const server = serverWith(withId, jsonResponse(record));

		const output = await server.run('estimate.create', estimate(UPDATE_EXISTING, fields));

		expect(output).toMatchObject({ json: [{ name: 'Effort' }] });
		expect(server.routes()).toEqual([post, read, 'PATCH estimates/']);
		expect(server.writtenBodies().at(-1)).toEqual({ name: 'Effort' });
	});

	it.each([USE_EXISTING, UPDATE_EXISTING])(
		'that is refused, but not returned, is no reason to advise the option that is set (%s)',
		async (choice) => {
			const server = serverWith(withoutId, NO_RECORD);

			const output = await server.run('estimate.create', estimate(choice));

			expect(output).toMatchObject(
				description(
					'There is one in each project at most. Plane does not return it: it may have been deleted in the meantime, so run the item again.',
				),
			);
		},
	);

	it('is created again if the first request got no answer, and there is none', async () => {
		let posts = 0;
		const server = startProject(({ route }) => {
			if (route === read) return NO_RECORD;

			return posts++ === 0 ? connectionLost : jsonResponse({ ...stored, name: 'Effort' }, 201);
		});

		const output = await server.run('estimate.create', estimate('fail'));

		expect(output).toMatchObject({ json: [{ name: 'Effort' }] });
		expect(server.routes()).toEqual([post, read, post]);
	});
});

describe('Points of an estimate', () => {
	const list = `GET estimates/${RECORD}/estimate-points/`;
	const post = `POST estimates/${RECORD}/estimate-points/`;
	const one = { id: 'r1', key: 0, value: '1' };
	const three = { id: 'r3', key: 2, value: '3' };
	const two = { id: 'r2', value: '2' };

	const serverWith = (stored: readonly JsonObject[]) =>
		startProject({
			[list]: listOf(...stored),
			[post]: ({ body }) => jsonResponse(body?.estimate_points ?? [], 201),
		});

	const points = (rows: readonly JsonObject[]): INodeParameters => ({
		estimateId: byId(RECORD),
		values: JSON.stringify(rows),
	});
	const oneToThree = points([{ value: '1' }, { value: '2' }, { value: '3' }]);

	it('are created if they are missing, and all are returned', async () => {
		const server = serverWith([one, three]);

		const { json } = await server.run('estimatePoint.create', oneToThree);

		expect(json).toMatchObject([one, three, { value: '2' }]);
		expect(server.writtenBodies()).toEqual([{ estimate_points: [{ key: 3, value: '2' }] }]);
	});

	it.each<[title: string, stored: JsonObject[], rows: JsonObject[], keys: number[]]>([
		['from 1 for an estimate without points', [], [{ value: 'S' }, { value: 'M' }], [1, 2]],
		['behind the highest one', [one, three], [{ value: '5' }, { value: '8' }], [3, 4]],
		['that the item gives', [one, three], [{ value: '2', key: 1 }, { value: '5' }], [1, 3]],
		['behind one of the item', [], [{ value: '13', key: 6 }, { value: '21' }], [6, 7]],
	])('get positions %s (row 467)', async (_, stored, rows, keys) => {
		const server = serverWith(stored);

		await server.run('estimatePoint.create', points(rows));

		expect(server.writtenBodies()).toEqual([
			{ estimate_points: rows.map((row, index) => ({ ...row, key: keys[index] })) },
		]);
	});

	it.each<[member: string, row: JsonObject]>([
		['description', { value: '3', description: 'A day' }],
		['key', { value: '3', key: 7 }],
	])('are refused before anything is sent if one exists with another %s', async (member, row) => {
		const server = serverWith([one, three]);

		const output = await server.run('estimatePoint.create', points([{ value: '2' }, row]));

		expect(output).toMatchObject({
			error: {
				message: expect.stringContaining(`"3" exists already, with another ${member}`),
				description: expect.stringContaining(
					`Leave out ${member}, or change it with Estimate Point → Update.`,
				),
			},
		});
		expect(server.routes()).toEqual([list]);
	});

	it.each([201, 500])(
		'are not added again by the next item, whatever the response was (%i)',
		async (status) => {
			const stored: JsonObject[] = [one];
			const server = startProject(({ route, body }) => {
				if (route === list) return listOf(...stored);

				stored.push({ ...two, key: 3 });

				return jsonResponse(body?.estimate_points ?? [], status);
			});

			const { json } = await server.run(
				'estimatePoint.create',
				{ ...points([{ value: '2' }]), limits: { retries: 0 } },
				{ items: [{}, {}], onError: 'continueRegularOutput' },
			);

			expect(json[1]).toMatchObject(two);
			expect(server.routes()).toEqual([list, post, list]);
		},
	);

	const described = { ...three, description: 'A day' };
	const cafe = { id: 'r1', value: 'Caf\u00e9' };

	it.each<[title: string, stored: JsonObject[], rows: JsonObject[]]>([
		['as the item has them', [described], [{ value: '3', key: 2, description: 'A day' }]],
		['all of them', [one, two, three], [{ value: '1' }, { value: '2' }, { value: '3' }]],
		['with accents that are composed otherwise', [cafe], [{ value: 'Cafe\u0301' }]],
	])(
		'are returned without another request if the estimate has them, %s',
		async (_, stored, rows) => {
			const server = serverWith(stored);

			const { json } = await server.run('estimatePoint.create', points(rows));

			expect(json).toMatchObject(stored);
			expect(server.routes()).toEqual([list]);
		},
	);

	it('are not created if those of the estimate cannot be read', async () => {
		const server = startProject({ '*': textResponse('', 403) });

		const output = await server.run('estimatePoint.create', oneToThree);

		expect(output).toMatchObject(withError(causes.noAccess));
		expect(server.routes()).toEqual([list]);
	});
});
