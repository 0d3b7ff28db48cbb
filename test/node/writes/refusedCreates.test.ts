import { describe, expect, it } from '@jest/globals';
import type { INodeParameters, JsonObject } from 'n8n-workflow';

import { UPDATE_EXISTING, USE_EXISTING } from '../../../nodes/shared/operations/shared/choices';
import { byId } from '../../engine/samples';
import type { ReceivedRequest } from '../../unit/fakePlane';
import { jsonResponse, networkFault, textResponse } from '../../unit/responses';
import type { Outcome } from '../../../nodes/shared/transport/response';
import { advice, causes, outcomes } from '../../nodeTexts';
import { externalId, externalIdFields, NO_RECORD, RECORD, useProject } from './useProject';

const startProject = useProject();

const stored = { id: 'r1', name: 'bug', ...externalId, color: '#000000' };

/** The refusal of a record that exists: with its ID as in row 12, without it as in row 23. */
const conflict = (id?: string) =>
	jsonResponse({ error: 'already exists', ...(id !== undefined && { id }) }, 409);

const labelWith = (
	ifItAlreadyExists: string,
	additionalFields: INodeParameters = {},
): INodeParameters => ({ name: 'bug', additionalFields, options: { ifItAlreadyExists } });

/** A server that refuses new records, and has one. It responds to changes like this. */
const serverWith = (record: JsonObject, changed: Outcome = jsonResponse(record)) =>
	startProject(({ route }: ReceivedRequest) => {
		if (route.startsWith('POST')) return conflict('r1');

		return route.startsWith('PATCH') ? changed : jsonResponse(record);
	});

describe('A create that is refused because the record exists', () => {
	const directLookup = ['POST labels/', 'GET labels/r1/'];
	const lookupInList = ['POST labels/', 'GET labels/'];
	const duplicate = { error: { message: expect.stringContaining('Plane already has') } };
	const other = { id: 'r2', name: 'y' };

	interface Case {
		readonly refusal: Outcome;
		/** The record of the server. */
		readonly record?: JsonObject;
		readonly result: object;
		readonly routes: string[];
	}

	it.each<[title: string, ifItAlreadyExists: string, Case]>([
		[
			'fails without the option',
			'fail',
			{ refusal: conflict('r1'), result: duplicate, routes: ['POST labels/'] },
		],
		[
			'returns the record whose ID is in the refusal (row 12)',
			USE_EXISTING,
			{ refusal: conflict('r1'), result: { json: [stored] }, routes: directLookup },
		],
		[
			'finds the record by its name if there is no ID in the refusal',
			USE_EXISTING,
			{ refusal: conflict(), result: { json: [stored] }, routes: lookupInList },
		],
		[
			'fails if the list does not contain the name either',
			USE_EXISTING,
			{ refusal: conflict(), record: other, result: duplicate, routes: lookupInList },
		],
		[
			'sends the values that differ',
			UPDATE_EXISTING,
			{
				refusal: conflict('r1'),
				result: { json: [{ ...stored, color: '#ffffff', changed: true }] },
				routes: [...directLookup, 'PATCH labels/r1/ {"color":"#ffffff"}'],
			},
		],
		[
			'fails as it is if the reason is another one',
			USE_EXISTING,
			{
				refusal: textResponse('', 403),
				result: { error: { message: expect.stringContaining(`${causes.noAccess} this project`) } },
				routes: ['POST labels/'],
			},
		],
	])('%s (%s)', async (_, ifItAlreadyExists, { refusal, record = stored, result, routes }) => {
		const server = startProject(({ route, body }) => {
			if (route.startsWith('POST')) return refusal;
			if (route.startsWith('PATCH')) return jsonResponse({ ...record, ...body, changed: true });

			const rows = [{ id: 'r0', name: 'x' }, record];

			return jsonResponse(route.endsWith('/r1/') ? record : { results: rows, total_count: 2 });
		});
		const color = ifItAlreadyExists === UPDATE_EXISTING ? { color: '#ffffff' } : {};

		const output = await server.run('label.create', labelWith(ifItAlreadyExists, color));
		const sent = server
			.requests()
			.map(({ route, body }) =>
				route.startsWith('PATCH') ? `${route} ${JSON.stringify(body)}` : route,
			);

		expect(output).toMatchObject(result);
		expect(sent).toEqual(routes);
	});
});

describe('An existing record', () => {
	const updateColor = labelWith(UPDATE_EXISTING, { color: '#ff0000' });
	const unchanged = { id: 'r1', name: 'bug', color: '' };
	const changed = { id: 'r1', x: 1 };

	it.each<[title: string, Outcome, json: JsonObject]>([
		['the record in the response', jsonResponse(changed), changed],
		['its ID if the response is empty', textResponse('', 204), { id: 'r1' }],
	])('that is updated is returned as %s', async (_, response, json) => {
		const server = serverWith(unchanged, response);

		const output = await server.run('label.create', updateColor);

		expect(output).toMatchObject({ json: [json] });
	});

	it.each<[title: string, Outcome, error: object]>([
		[
			'is refused',
			textResponse('', 403),
			{ message: expect.stringContaining(`${causes.noAccess} this project`) },
		],
		[
			'has an unknown outcome',
			networkFault('ECONNRESET'),
			{
				description: expect.stringContaining(outcomes.safeAgain),
			},
		],
		[
			'returns no record',
			jsonResponse(['a']),
			{ message: expect.stringContaining('not a record') },
		],
	])('makes the item fail if its update %s', async (_, response, error) => {
		const server = serverWith(unchanged, response);

		const output = await server.run('label.create', updateColor);

		expect(output).toMatchObject({ error });
	});

	const importedLabel = { id: 'r1', name: 'bug', ...externalId };
	const otherId = { ...externalIdFields, externalId: 'row-2' };

	it.each<[title: string, record: JsonObject, fields: INodeParameters, result: object]>([
		['is used if it has the same one', importedLabel, externalIdFields, { json: [importedLabel] }],
		['is used if it has none', { id: 'r1' }, externalIdFields, { json: [{ id: 'r1' }] }],
		['is used if the item has none', importedLabel, {}, { json: [importedLabel] }],
		[
			'is not used if it has another one',
			importedLabel,
			otherId,
			{
				error: {
					message: expect.stringContaining(
						'Plane already has a record of this name (ID r1), imported as sheet:row-1',
					),
				},
			},
		],
	])('with the name of an item with an External ID %s', async (_, record, fields, result) => {
		const server = serverWith(record);

		const output = await server.run('label.create', labelWith(USE_EXISTING, fields));

		expect(output).toMatchObject(result);
		expect(server.routes()).toEqual(['POST labels/', 'GET labels/r1/']);
	});

	it('is read again while a replica does not have it yet (row 166)', async () => {
		let reads = 0;
		const server = startProject(({ route }) => {
			if (route.startsWith('POST')) return conflict('r1');

			return reads++ < 2 ? NO_RECORD : jsonResponse(stored);
		});

		const output = await server.run('label.create', labelWith(USE_EXISTING));

		expect(output).toMatchObject({ json: [stored] });
	});

	it('is updated although the server does not return it yet (row 166)', async () => {
		const server = startProject({
			'POST modules/': conflict(RECORD),
			[`PATCH modules/${RECORD}/`]: jsonResponse({ id: RECORD }),
			'*': NO_RECORD,
		});

		const output = await server.run('module.create', labelWith(UPDATE_EXISTING, externalIdFields));

		expect(output).toMatchObject({ json: [{ id: RECORD }] });
		expect(server.writtenBodies()).toEqual([
			{ name: 'bug', ...externalId },
			{ name: 'bug', ...externalId },
		]);
	});

	it('takes no request if an earlier item has created it (row 166)', async () => {
		let posts = 0;
		const server = startProject(({ route }) => {
			if (!route.startsWith('POST')) return NO_RECORD;

			return posts++ === 0 ? jsonResponse(stored, 201) : conflict('r1');
		});

		const output = await server.run('label.create', labelWith(USE_EXISTING), { items: [{}, {}] });

		expect(output).toMatchObject({ json: [stored, stored] });
		expect(server.routes()).toEqual(['POST labels/', 'POST labels/']);
	});

	it.each([
		['module', 'is most likely archived', 'Most likely, it is archived: unarchive it'],
		['label', 'may be gone, because it cannot be archived', 'It may have been deleted'],
		// Row 27.
		['workItem', 'would be found if it were archived', 'It may have been deleted'],
	])('that the server does not return, such as a %s, %s', async (resource, _, description) => {
		const server = startProject({ 'POST *': conflict('r1'), '*': NO_RECORD });

		const output = await server.run(
			`${resource}.create`,
			labelWith(USE_EXISTING, externalIdFields),
		);

		expect(output).toMatchObject({
			error: {
				message: expect.stringContaining(`${causes.exists} (ID r1), but does not return it`),
				description: expect.stringContaining(description),
			},
		});
	});

	it('that a list shows, but the server does not return, is read only a few times', async () => {
		const row = { id: 'r1', name: 'bug', ...externalId };
		// A server that does not know external IDs ignores the query for one.
		const server = startProject(({ route }) => {
			if (route.startsWith('POST')) return conflict('r1');

			return route.endsWith('/r1/')
				? NO_RECORD
				: jsonResponse({ results: [row], next_page_results: false });
		});

		const output = await server.run(
			'workItem.create',
			labelWith(UPDATE_EXISTING, { ...externalIdFields, description: 'B' }),
		);

		expect(output).toMatchObject({
			error: {
				message: expect.stringContaining('Plane lists this record (ID r1), but does not return it'),
			},
		});
		expect(server.routes().length).toBeLessThan(12);
	});

	it.each([
		['record', conflict('r1'), 403],
		['record', conflict('r1'), 500],
		['list', conflict(), 403],
		['list', conflict(), 500],
	])('makes the item fail if the %s cannot be read (%#)', async (_, refusal, status) => {
		const server = startProject({ 'POST *': refusal, '*': textResponse('', status) });

		const output = await server.run('label.create', labelWith(USE_EXISTING));
		const message = status === 403 ? causes.noAccess : 'status 500';

		expect(output).toMatchObject({ error: { message: expect.stringContaining(message) } });
		expect(server.writtenBodies()).toHaveLength(1);
	});
});

describe('A comment of another work item with the same External ID (row 67)', () => {
	const comments = `work-items/${RECORD}/comments/`;
	const refusal = 'Comment with the same external id and external source already exists';
	const howIdsAreCompared =
		'Plane compares the External IDs of comments in the whole project. Put the key or the External ID of the work item in front of that of the comment, so that each is used once.';

	it.each([
		[
			'is not changed',
			USE_EXISTING,
			'A comment of another work item has the External ID sheet:row-1 (ID of the comment: r1)',
			`${howIdsAreCompared} Nothing was created or changed.`,
			[`POST ${comments}`, `GET ${comments}r1/`],
		],
		[
			'is not changed',
			UPDATE_EXISTING,
			'A comment of another work item has the External ID sheet:row-1 (ID of the comment: r1)',
			`${howIdsAreCompared} Nothing was created or changed.`,
			[`POST ${comments}`, `GET ${comments}r1/`],
		],
		[
			'may be the reason of a refusal',
			'fail',
			`${causes.exists}: ${refusal}`,
			`Its ID is r1. ${advice.useExisting} It may also be a comment of another work item. ${howIdsAreCompared}`,
			[`POST ${comments}`],
		],
	])('%s (%s)', async (_, ifItAlreadyExists, message, description, routes) => {
		const server = startProject({
			'POST *': jsonResponse({ error: refusal, id: 'r1' }, 409),
			'*': NO_RECORD,
		});

		const output = await server.run('workItemComment.create', {
			workItemId: byId(RECORD),
			comment: 'B',
			additionalFields: externalIdFields,
			options: { ifItAlreadyExists },
		});

		expect(output).toMatchObject({
			error: {
				message: expect.stringContaining(message),
				description: expect.stringContaining(description),
			},
		});
		expect([...new Set(server.routes())]).toEqual(routes);
	});
});
