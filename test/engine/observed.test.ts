import { describe, expect, test } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { idOf, type ServiceState } from '../service/state';
import type { Outcome, PlaneNode } from './engine';
import { locator, parametersFor, samples } from './samples';
import { useWorld } from './useWorld';
import { startOddServer, startWorld } from './world';

// The numbers are the rows of the table of differences between the specification and a real server.

const world = useWorld({ face: 'community' });

/** Runs an operation on the community face and gives what was sent for it. */
async function run(
	name: string,
	parameters: INodeParameters = {},
	items: readonly IDataObject[] = [{}],
	more: Partial<PlaneNode> = {},
): Promise<Outcome & { readonly sent: readonly string[]; readonly bodies: readonly unknown[] }> {
	const { service, engine, credential } = world;
	const before = service.requests.length;
	const outcome = await engine.run(
		{
			...more,
			parameters: parametersFor(name, { ...samples(service.state)[name], ...parameters }),
		},
		items.map((json) => ({ json })),
		credential,
	);
	const requests = service.requests.slice(before);
	return {
		...outcome,
		sent: requests.map(
			({ method, url, status }) => `${method} …/${url.split('/').slice(-2).join('/')} ${status}`,
		),
		bodies: requests.map(({ body }) => body),
	};
}

const inFirstProject = <Row extends { readonly project: string }>(
	rows: readonly Row[],
	{ projects }: ServiceState,
): Row[] => rows.filter(({ project }) => project === projects[0]?.id);
const workItemIds = () =>
	inFirstProject(world.service.state.workItems, world.service.state).map(({ id }) => id);
const UNKNOWN = idOf('nothing', 1);

test('1: a create that is answered with 200 is a success', async () => {
	const { json, error, sent } = await run('state.create', { name: 'Row 1' });
	expect(error).toBeUndefined();
	expect(sent).toEqual(['POST …/states/ 200']);
	expect(json).toMatchObject([{ name: 'Row 1' }]);
});

describe('2: the path of a link without a slash', () => {
	const links = () => inFirstProject(world.service.state.links, world.service.state);

	test('is followed to the one with the slash, with the same method and body, and remembered', async () => {
		const [first, second] = links();
		const id = '={{ $json.id }}';
		const { error, sent, bodies } = await run(
			'workItemLink.update',
			{
				workItemId: { __rl: true, mode: 'id', value: '={{ $json.issue }}' },
				linkId: { __rl: true, mode: 'id', value: id },
				updateFields: { url: 'https://example.com/row2' },
			},
			[first, second].map((link) => ({ id: link?.id, issue: link?.issue })),
		);
		expect(error).toBeUndefined();
		expect(sent).toEqual([
			`PATCH …/links/${first?.id ?? ''} 301`,
			`PATCH …/${first?.id ?? ''}/ 200`,
			`PATCH …/${second?.id ?? ''}/ 200`,
		]);
		expect(new Set(bodies.map((body) => JSON.stringify(body)))).toEqual(
			new Set(['{"url":"https://example.com/row2"}']),
		);
		expect(
			links()
				.slice(0, 2)
				.map(({ url }) => url),
		).toEqual(Array(2).fill('https://example.com/row2'));
	});
});

describe('3: the name of a link', () => {
	test('is changed as its title, which later items use at once, and the output is the final record', async () => {
		const { json, bodies } = await run(
			'workItemLink.update',
			{ updateFields: { name: '={{ $json.name }}', url: 'https://example.com/row3' } },
			[{ name: 'One' }, { name: 'Two' }],
		);
		expect(bodies.slice(1)).toEqual([
			{ name: 'One', url: 'https://example.com/row3' },
			{ title: 'One' },
			{ title: 'Two', url: 'https://example.com/row3' },
		]);
		expect(json.map(({ title }) => title)).toEqual(['One', 'Two']);
		expect(world.service.state.links[0]?.name).toBe('Two');
	});
});

describe('9: an addition to a module', () => {
	test('puts out the record of each input item, not all that the module holds', async () => {
		const ids = workItemIds().slice(0, 3);
		await run('module.addWorkItems', { workItemIds: workItemIds().slice(10, 15).join(',') });
		const { outputs } = await run(
			'module.addWorkItems',
			{ workItemIds: '={{ $json.id }}' },
			ids.map((id) => ({ id })),
		);
		expect(outputs[0]?.map(({ json, pairedItem }) => [json.issue, pairedItem])).toEqual(
			ids.map((id, item) => [id, { item }]),
		);
	});

	test('is an error for the work item that the answer does not list', async () => {
		const [known = ''] = workItemIds().slice(20);
		const { outputs } = await run(
			'module.addWorkItems',
			{ workItemIds: '={{ $json.id }}' },
			[{ id: UNKNOWN }, { id: known }],
			{ onError: 'continueErrorOutput' },
		);
		expect(outputs[0]?.map(({ json }) => json.issue)).toEqual([known]);
		expect(outputs[1]?.map(({ json }) => json.error)).toEqual([
			expect.stringContaining(
				`Work Item IDs: ${UNKNOWN} was not added: the server does not know it in this project`,
			),
		]);
	});
});

test('10: one unknown work item does not keep the others out of a cycle', async () => {
	const [first = '', second = '', third = ''] = workItemIds().slice(30);
	const { outputs } = await run(
		'cycle.addWorkItems',
		{ workItemIds: [first, UNKNOWN, second, third].join(', ') },
		[{}],
		{ onError: 'continueErrorOutput' },
	);
	const told = outputs[1]?.[0]?.json.error;
	expect(told).toMatch(new RegExp(`^Work Item IDs: ${UNKNOWN} was not added: .*Added: 3 of 4\\.$`));
	const [cycle] = world.service.state.cycles;
	expect(cycle?.issues).toEqual(expect.arrayContaining([first, second, third]));
});

test('11: adding again is a success and doubles nothing', async () => {
	const [id = ''] = workItemIds().slice(40);
	await run('cycle.addWorkItems', { workItemIds: id });
	const { json, error } = await run('cycle.addWorkItems', { workItemIds: id });
	expect(error).toBeUndefined();
	expect(json.map(({ issue }) => issue)).toEqual([id]);
	expect(world.service.state.cycles[0]?.issues.filter((each) => each === id)).toHaveLength(1);
});

describe.each(['label.create', 'state.create'])('12: a taken name, %s', (name) => {
	const existing = { options: { ifItAlreadyExists: 'use_the_existing_one' } };

	test('is an error by default', async () => {
		await run(name, { name: `Row 12 ${name}` });
		const { error } = await run(name, { name: `Row 12 ${name}` });
		expect(error?.message).toMatch(/already/);
	});

	test('gives the existing record where that is wanted, also in the second run of a workflow', async () => {
		const first = await run(name, { name: `Row 12b ${name}`, ...existing });
		const second = await run(name, { name: `Row 12b ${name}`, ...existing });
		expect(second.error).toBeUndefined();
		expect(second.json).toEqual(first.json);
		expect(second.sent[1]).toMatch(/^GET .* 200$/);
	});

	test('is found by its name on a server that does not give the ID', async () => {
		const records = [
			{ id: 'r1', name: 'Other' },
			{ id: 'r2', name: 'Taken' },
		];
		const server = await startOddServer(({ method }, response) => {
			response.writeHead(method === 'POST' ? 409 : 200, { 'content-type': 'application/json' });
			response.end(JSON.stringify(method === 'POST' ? { error: 'It exists' } : records));
		});
		const { engine, service } = world;
		const { json } = await engine.run(
			{
				parameters: parametersFor(name, {
					...samples(service.state)[name],
					name: 'Taken',
					...existing,
				}),
			},
			[{}],
			{ apiKey: 'key-of-the-test', baseUrl: server.url, workspaceSlug: 'acme' },
		);
		await server.close();
		expect(json).toEqual([records[1]]);
	});
});

test('13: a timestamp goes out as a day, and an emptied date as null', async () => {
	const { bodies, error } = await run('module.update', {
		updateFields: { startDate: '2026-01-01T10:00:00.000Z', targetDate: '' },
	});
	expect(error).toBeUndefined();
	expect(bodies).toEqual([{ start_date: '2026-01-01', target_date: null }]);
});

test('14: the update of a module carries the ID, which the answer lacks', async () => {
	const { json } = await run('module.update', { updateFields: { name: 'Row 14' } });
	expect(json).toMatchObject([{ id: locator(world.service.state.modules).value, name: 'Row 14' }]);
});

test('15, 16: an upload with the credentials as they were issued, answered by 204 without a body', async () => {
	const content = Buffer.from('row 15');
	const issued = await world.service.issueUpload({
		name: 'r.txt',
		type: 'text/plain',
		size: content.length,
	});
	const { json } = await world.engine.run(
		{ parameters: parametersFor('workItemAttachment.upload', { uploadData: '={{ $json }}' }) },
		[{ json: { ...issued }, files: { data: { content, name: 'r.txt', mimeType: 'text/plain' } } }],
		world.credential,
	);
	expect(json).toMatchObject([{ status: 204, size: content.length, etag: expect.any(String) }]);
	const { key } = issued.upload_data.fields;
	expect(await world.store.read(key ?? '')).toEqual(content);
});

describe('17, 18: what the server refuses is told apart', () => {
	const projectId = { __rl: true, mode: 'id', value: UNKNOWN };
	const moduleId = (value: string) => ({ __rl: true, mode: 'id', value });
	const change = { updateFields: { name: 'x' } };

	test.each([
		['a project that is not there', { ...change, projectId }, /may not|not allow|permission/i],
		['a module that is not there', { ...change, moduleId: moduleId(UNKNOWN) }, /Module/],
		['an ID that is none', { ...change, moduleId: moduleId('nope') }, /Module.*nope/],
		['a workspace that is not there', { ...change, workspaceSlug: 'nope' }, /nope/],
	])('%s', async (_, parameters, message) => {
		const { error } = await run('module.update', parameters);
		expect(error?.message).toMatch(message);
		expect(error?.message).not.toMatch(/[{}<>]|status code/);
	});

	test('a refused key', async () => {
		const { engine, credential, service } = world;
		const { error } = await engine.run(
			{ parameters: parametersFor('label.create', samples(service.state)['label.create']) },
			[{}],
			{ ...credential, apiKey: 'plane_api_of_nobody' },
		);
		expect(error?.message).toMatch(/API key/i);
	});
});

test('19: a limit that is reached is told with the time to wait', async () => {
	const limited = await startWorld({ face: 'community', limit: { requests: 1, windowMs: 60_000 } });
	const parameters = parametersFor('label.create', {
		...samples(limited.service.state)['label.create'],
		name: '={{ $json.name }}',
		options: { maxWait: 10 },
	});
	const items = ['One', 'Two'].map((name) => ({ json: { name } }));
	const { error } = await limited.engine.run({ parameters }, items, limited.credential);
	await limited.close();
	expect(`${error?.message ?? ''} ${error?.description ?? ''}`).toMatch(
		/(59|60) seconds|1 minute|a minute/,
	);
});

test('21: an overloaded server is told, and that a create may have been carried out all the same', async () => {
	const server = await startOddServer((_, response) => {
		response.writeHead(500, { 'content-type': 'application/json' });
		response.end('{"error": "Something went wrong please try again later"}');
	});
	const { engine, service } = world;
	const { error } = await engine.run(
		{ parameters: parametersFor('label.create', samples(service.state)['label.create']) },
		[{}],
		{ apiKey: 'key-of-the-test', baseUrl: server.url, workspaceSlug: 'acme' },
	);
	await server.close();
	expect(error?.message).toMatch(/Something went wrong please try again later/);
	expect(error?.description).toMatch(
		/may or may not have saved this\. Check Plane for "from n8n" before/,
	);
});
