import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId } from '../../engine/samples';
import { jsonItems } from '../../engine/startNode';
import type { Respond } from '../../unit/fakePlane';
import { jsonResponse, textResponse } from '../../unit/responses';
import type { NodeRun } from '../plane';
import {
	byName,
	continues,
	createMissingLabels,
	createRows,
	PROJECT_PATH,
	UNKNOWN_ID,
	useNames,
	uuid,
	WORK_ITEM_ID,
	type NamesServer,
} from './useNames';

const startServer = useNames();

const labelsPath = `${PROJECT_PATH}/labels/`;

/** Creates a work item for each of these lists of labels. */
const createEach = async (
	{ create }: NamesServer,
	labels: readonly (readonly string[])[],
	more: NodeRun = {},
) =>
	await create({ labels: '={{ $json.labels }}' }, createMissingLabels, {
		items: jsonItems(labels.map((names) => ({ labels: [...names] }))),
		...more,
	});

/** The names of the labels that were created. */
const newLabels = ({ writes }: NamesServer) =>
	writes()
		.filter(({ route }) => route === 'POST labels/')
		.map(({ body }) => body?.name);

/** The labels of the work items that were created. */
const sentLabels = ({ writes }: NamesServer) =>
	writes()
		.filter(({ route }) => route === 'POST work-items/')
		.map(({ body }) => body?.labels);

const stops: NodeRun = {};
const isFailed = ({ error }: IDataObject) => error !== undefined;

describe('A missing label', () => {
	it('is created once for all items, however each of them writes its name', async () => {
		const server = startServer();

		await createEach(server, [['New', 'bug'], ['new '], ['NEW']]);

		expect(newLabels(server)).toEqual(['New']);
		expect(sentLabels(server)).toEqual([[uuid(80), uuid(30)], [uuid(80)], [uuid(80)]]);
	});

	it.each([
		['first', [true, false, true]],
		['last', [false, true, false]],
	])(
		'is an error for items that create no labels, if an item that does is %s',
		async (_, creates) => {
			const server = startServer();

			const { json } = await server.create(
				{ labels: ['New'] },
				{ createMissingLabels: '={{ $json.creates }}' },
				{ ...continues, items: jsonItems(creates.map((value) => ({ creates: value }))) },
			);

			expect(json.map(isFailed)).toEqual(creates.map((value) => !value));
			expect(newLabels(server)).toEqual(['New']);
		},
	);

	it.each<[title: string, updateFields: INodeParameters, created: string[]]>([
		['is created if it replaces the labels of a work item', {}, ['New']],
		['is created if it is added to a work item', { labelsAction: 'add' }, ['New']],
		['is not created if it is to be removed', { labelsAction: 'remove' }, []],
	])('%s', async (_, action, created) => {
		const server = startServer();

		const { error } = await server.update({ labels: ['New'], ...action }, createMissingLabels);

		expect(newLabels(server)).toEqual(created);
		expect(error === undefined).toBe(created.length > 0);
	});

	it.each<[title: string, more: NodeRun, created: string[], failed: boolean[]]>([
		['is not created after one was refused if the run stops', stops, ['one'], []],
		[
			'is created after one of another item was refused if the run continues',
			continues,
			['one', 'three'],
			[true, false, false],
		],
	])('%s', async (_, more, created, failed) => {
		const refuseOne: Respond = ({ body }) =>
			body?.name === 'one' ? textResponse('', 403) : jsonResponse({ ...body, id: uuid(80) }, 201);
		const server = startServer({}, { 'POST *': refuseOne });

		const { json } = await createEach(server, [['one', 'two'], ['three'], ['bug']], more);

		expect(newLabels(server)).toEqual(created);
		expect(json.map(isFailed)).toEqual(failed);
	});

	it.each<[title: string, more: NodeRun, created: string[]]>([
		['is not created if another item refers to itself and the run stops', stops, []],
		['is created beside an item that refers to itself if the run continues', continues, ['New']],
	])('%s', async (_, more, created) => {
		const server = startServer();
		const items = jsonItems([
			{ item: WORK_ITEM_ID, label: 'New' },
			{ item: uuid(71), label: 'Other' },
		]);

		const { json, error } = await server.run(
			'workItem.update',
			{
				workItemId: byId('={{ $json.item }}'),
				updateFields: { parent: byName('LNCH-12'), labels: ['={{ $json.label }}'] },
				options: createMissingLabels,
			},
			{ ...more, items },
		);

		expect(newLabels(server)).toEqual(created);
		expect(error?.message ?? json.at(-1)?.error).toContain(
			'Parent: LNCH-12 is the work item itself',
		);
	});

	it.each<[title: string, labels: readonly string[]]>([
		['an unknown ID', [UNKNOWN_ID]],
		['an item that lacks another record, too', ['Other']],
	])('is not created for %s', async (_, labels) => {
		const server = startServer();

		const { json } = await server.create(
			{ labels: [...labels], state: byName(labels.includes('Other') ? 'x' : 'Done') },
			createMissingLabels,
			continues,
		);

		expect(json.map(isFailed)).toEqual([true]);
		expect(server.writes()).toEqual([]);
	});

	it.each(['undefined', 'null', 'NaN', 'true', 'false', '[object Object]'])(
		'is never created if it is called %s',
		async (name) => {
			const server = startServer();

			const { error } = await server.create({ labels: `bug, ${name}` }, createMissingLabels);

			expect(error?.message).toContain('there is no label');
			expect(server.writes()).toEqual([]);
		},
	);

	it('is an error that lists the labels that have a name', async () => {
		const server = startServer({ [labelsPath]: [...createRows(30, 'bug'), { id: uuid(31) }] });

		const { error } = await server.create({ labels: ['New'] });

		expect(error?.description).toContain(
			'The labels are: bug. To create it, turn on Create Missing Labels under Options.',
		);
	});

	it('is an error with the options of its own item, whatever others have', async () => {
		const server = startServer();
		const rows = [{ action: 'remove' }, { action: 'add' }];

		const { json } = await server.run(
			'workItem.update',
			{
				workItemId: byId(WORK_ITEM_ID),
				updateFields: { labels: 'bar', labelsAction: '={{ $json.action }}' },
			},
			{ ...continues, items: jsonItems(rows) },
		);

		expect(json.map(({ error }) => (error as string).includes('To create it'))).toEqual([
			false,
			true,
		]);
	});

	it('is an error with all names of its own item, whatever others have', async () => {
		const server = startServer();
		const rows = [{ names: 'foo, bar' }, { names: 'bar' }];

		const { json } = await server.run(
			'workItem.getAll',
			{ filters: { labels: '={{ $json.names }}' } },
			{ ...continues, items: jsonItems(rows) },
		);

		expect(json).toMatchObject([
			{ error: expect.stringContaining('no labels "foo" and "bar"') },
			{ error: expect.stringContaining('no label "bar"') },
		]);
	});

	it.each([
		[
			400,
			{ name: ['Ensure this field has no more than 255 characters.'] },
			'Nothing was saved for this item. Change the name of the label, or create the label in Plane.',
		],
		[
			500,
			{},
			'Nothing was saved for this item. Run the item again: if the label was created after all, it is found by its name.',
		],
	])(
		'that cannot be created (%i) is an error about the label, not the item',
		async (status, json, description) => {
			const server = startServer({}, { 'POST *': jsonResponse(json, status) });

			const { error } = await createEach(server, [['brandnew']]);

			expect(error?.message).toMatch(/^Label "brandnew" could not be created: /);
			expect(error?.description).toContain(description);
		},
	);
});

describe('A label that exists', () => {
	it.each(['To\u00a0Do', 'To  Do', ' to do '])(
		'is found by a name that differs only in its blanks, and no second one is created: %j',
		async (name) => {
			const server = startServer({ [labelsPath]: createRows(30, 'To Do') });

			await createEach(server, [[name]]);

			expect(newLabels(server)).toEqual([]);
			expect(sentLabels(server)).toEqual([[uuid(30)]]);
			expect(server.reads()).toEqual(['GET labels/']);
		},
	);
});

describe('A color in parentheses after the name of a label, as Trello writes it', () => {
	it('may be part of the name of a label', async () => {
		const server = startServer({ [labelsPath]: createRows(30, 'bug', 'bug (red)') });

		await createEach(server, [['Bug (red)']]);

		expect(sentLabels(server)).toEqual([[uuid(31)]]);
	});

	it.each([
		['is left out of the name of a new label', 'New (green_dark)', 'New'],
		['is none if Trello has no such color', 'bug (urgent)', 'bug (urgent)'],
	])('%s', async (_, text, name) => {
		const server = startServer();

		await createEach(server, [[text]]);

		expect(newLabels(server)).toEqual([name]);
	});
});
