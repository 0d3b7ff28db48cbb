import { describe, expect, it } from '@jest/globals';
import type { INodeParameters, NodeParameterValueType } from 'n8n-workflow';

import { byId, locator } from './samples';
import { jsonItems } from './startNode';
import { useWorld } from './useWorld';

/** Records in collections: filters, leads and members, however a workflow holds them. */

const fromList = (value: string): INodeParameters => ({
	__rl: true,
	mode: 'list',
	value,
	cachedResultName: 'Somebody',
});

const ways: [title: string, way: (id: string) => NodeParameterValueType][] = [
	['from the list', fromList],
	['by its ID', byId],
	['by an expression', () => byId('={{ $json.id }}')],
	['as the text that it was before there was a list', (id) => id],
	['as an expression from before there was a list', () => '={{ $json.id }}'],
];

const world = useWorld();

const userId = () => world.service.state.users[1]?.id ?? '';

it.each(ways)('A filter takes a record given %s', async (_, way) => {
	const { projects, states } = world.service.state;
	const state = states[1]?.id ?? '';
	const { json, error } = await world.run(
		'workItem.getAll',
		{ projectId: locator(projects), returnAll: true, filters: { state: way(state) } },
		{ items: jsonItems([{ id: state }]) },
	);
	expect(error).toBeUndefined();
	expect(new Set(json.map((row) => row.state))).toEqual(new Set([state]));
	expect(json).toHaveLength(63);
	expect(world.service.requests.at(-1)?.url).toContain(`state=${state}`);
});

describe('An update of a module', () => {
	/** What is sent for these fields. */
	const update = async (updateFields: INodeParameters) => {
		const { projects, modules } = world.service.state;
		const { error } = await world.run(
			'module.update',
			{ projectId: locator(projects), moduleId: locator(modules), updateFields },
			{ items: jsonItems([{ id: userId(), ids: [userId()] }]) },
		);
		expect(error).toBeUndefined();
		return world.service.requests.at(-1)?.body;
	};

	it.each(ways)('sets a lead given %s', async (_, way) => {
		expect(await update({ lead: way(userId()) })).toEqual({ lead: userId() });
	});

	it('removes a lead left empty in the list', async () => {
		expect(await update({ lead: fromList('') })).toEqual({ lead: null });
	});

	it.each<[string, (user: string) => NodeParameterValueType]>([
		['chosen from the list', (user) => [user]],
		['as text', (user) => ` ${user},\n${user}`],
		['by an expression that is a list', () => '={{ $json.ids }}'],
		['by an expression with text around it', () => '={{ $json.id }}, {{ $json.id }}'],
	])('sets members given %s', async (_, way) => {
		expect(await update({ members: way(userId()) })).toEqual({ members: [userId()] });
	});
});
