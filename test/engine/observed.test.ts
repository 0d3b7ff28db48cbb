import { describe, expect, test } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { idOf } from '../service/state';
import type { Outcome } from './engine';
import { byId, samples } from './samples';
import { jsonItems } from './startNode';
import { useWorld } from './useWorld';

// Where a real server differs from the specification and the node makes up for it. The numbers are
// the rows of the table of differences; those that are not here have tests of their own.

const world = useWorld({ face: 'community' });

/** Runs an operation as in the samples, and gives what was sent for it too. */
async function run(
	name: string,
	parameters: INodeParameters = {},
	items: readonly IDataObject[] = [{}],
): Promise<Outcome & { readonly sent: readonly string[]; readonly bodies: readonly unknown[] }> {
	const { requests, state } = world.service;
	const before = requests.length;
	const all = { ...samples(state)[name], ...parameters };
	const outcome = await world.run(name, all, { items: jsonItems(items) });
	const sent = requests.slice(before);
	return {
		...outcome,
		sent: sent.map(
			({ method, url, status }) => `${method} …/${url.split('/').slice(-2).join('/')} ${status}`,
		),
		bodies: sent.map(({ body }) => body),
	};
}

const inFirstProject = <Row extends { readonly project: string }>(rows: readonly Row[]) =>
	rows.filter(({ project }) => project === world.service.state.projects[0]?.id);
const workItemIds = () => inFirstProject(world.service.state.workItems).map(({ id }) => id);
const UNKNOWN = idOf('nothing', 1);

test('2: the path of a link is followed to the one with a slash, with its method and body, and remembered', async () => {
	const [first, second] = inFirstProject(world.service.state.links);
	const url = 'https://example.com/row2';
	const { error, sent, bodies } = await run(
		'workItemLink.update',
		{
			workItemId: byId('={{ $json.issue }}'),
			linkId: byId('={{ $json.id }}'),
			updateFields: { url },
		},
		[first, second].map((link) => ({ id: link?.id, issue: link?.issue })),
	);
	expect(error).toBeUndefined();
	expect(sent).toEqual([
		`PATCH …/links/${first?.id ?? ''} 301`,
		`PATCH …/${first?.id ?? ''}/ 200`,
		`PATCH …/${second?.id ?? ''}/ 200`,
	]);
	expect(bodies).toEqual([{ url }, { url }, { url }]);
	expect([first?.url, second?.url]).toEqual([url, url]);
});

test('3: the name of a link is changed as its title, which later items use at once', async () => {
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

test('9: an addition puts out the record of each input item, not all that the module holds', async () => {
	const ids = workItemIds();
	await run('module.addWorkItems', { workItemIds: ids.slice(10, 15).join(',') });
	const { outputs } = await run(
		'module.addWorkItems',
		{ workItemIds: '={{ $json.id }}' },
		ids.slice(0, 3).map((id) => ({ id })),
	);
	expect(outputs[0]?.map(({ json, pairedItem }) => [json.issue, pairedItem])).toEqual(
		ids.slice(0, 3).map((id, item) => [id, { item }]),
	);
});

test('11: adding again is a success and doubles nothing', async () => {
	const id = workItemIds()[40] ?? '';
	await run('cycle.addWorkItems', { workItemIds: id });
	const { json, error } = await run('cycle.addWorkItems', { workItemIds: id });
	expect(error).toBeUndefined();
	expect(json.map(({ issue }) => issue)).toEqual([id]);
	expect(world.service.state.cycles[0]?.issues.filter((each) => each === id)).toHaveLength(1);
});

test.each(['label.create', 'state.create'])(
	'12: a name that is taken is an error of %s, or gives the existing record where that is wanted',
	async (name) => {
		const first = await run(name, { name: 'Row 12' });
		expect((await run(name, { name: 'Row 12' })).error?.message).toMatch(/already/);
		const existing = { ifItAlreadyExists: 'use_the_existing_one' };
		const again = await run(name, { name: 'Row 12', options: existing });
		expect(again.error).toBeUndefined();
		expect(again.json).toEqual(first.json);
		expect(again.sent[1]).toMatch(/^GET .* 200$/);
	},
);

describe('17, 18: what the server refuses is told apart', () => {
	test.each<[string, INodeParameters, message: RegExp]>([
		['a project that is not there', { projectId: byId(UNKNOWN) }, /denied access|permission/],
		['a module that is not there', { moduleId: byId(UNKNOWN) }, /Module/],
		['an ID that is none', { moduleId: byId('nope') }, /Module.*nope/],
		['a workspace that is not there', { workspaceSlug: 'nope' }, /nope/],
	])('%s', async (_, parameters, message) => {
		const { error } = await run('module.update', parameters);
		expect(error?.message).toMatch(message);
		expect(error?.message).not.toMatch(/[{}<>]|status code/);
	});
});
