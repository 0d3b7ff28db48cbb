import { describe, expect, it } from '@jest/globals';
import type { INodeParameters, NodeParameterValueType } from 'n8n-workflow';

import { byId } from './pickerLists';
import { parametersFor } from './samples';
import { faceNames, useWorld } from './world';

/** Records in collections: filters, leads and members, however a workflow holds them. */

const fromList = (value: string): INodeParameters => ({
	__rl: true,
	mode: 'list',
	value,
	cachedResultName: 'Somebody',
});

describe.each(faceNames)('on the face %s', (face) => {
	const world = useWorld({ face });

	const ids = () => {
		const { projects, states, users, modules } = world.service.state;
		const [project, state, user, module] = [projects[0], states[1], users[1], modules[0]];
		if (!project || !state || !user || !module) throw new Error('The service lacks a record');
		return { project: project.id, state: state.id, user: user.id, module: module.id };
	};

	const ways: [title: string, way: (id: string) => NodeParameterValueType][] = [
		['from the list', fromList],
		['by its ID', byId],
		['by an expression', () => ({ __rl: true, mode: 'id', value: '={{ $json.id }}' })],
		['as the text that it was before there was a list', (id) => id],
		['as an expression from before there was a list', () => '={{ $json.id }}'],
	];

	it.each(ways)('a filter takes a record %s', async (_, way) => {
		const { project, state } = ids();
		const parameters = parametersFor('workItem.getAll', {
			projectId: byId(project),
			returnAll: true,
			filters: { state: way(state) },
		});
		const items = [{ json: { id: state } }];
		const { json, error } = await world.engine.run({ parameters }, items, world.credential);
		expect(error).toBeUndefined();
		expect(new Set(json.map((row) => row.state))).toEqual(new Set([state]));
		expect(json).toHaveLength(63);
		expect(world.service.requests.at(-1)?.url).toContain(`state=${state}`);
	});

	const update = async (updateFields: INodeParameters) => {
		const { project, module, user } = ids();
		const parameters = parametersFor('module.update', {
			projectId: byId(project),
			moduleId: byId(module),
			updateFields,
		});
		const items = [{ json: { id: user, ids: [user] } }];
		const { error } = await world.engine.run({ parameters }, items, world.credential);
		expect(error).toBeUndefined();
		return world.service.requests.at(-1)?.body;
	};

	it.each(ways)('a lead is set %s', async (_, way) => {
		const { user } = ids();
		expect(await update({ lead: way(user) })).toEqual({ lead: user });
	});

	it.each([
		['in the list', fromList('')],
		['as an ID', byId('')],
		['as text', ''],
		['by an expression', { __rl: true, mode: 'id', value: '={{ null }}' }],
	])('a lead that is left empty %s is taken off', async (_, lead) => {
		expect(await update({ lead })).toEqual({ lead: null });
	});

	it.each<[string, (user: string) => NodeParameterValueType]>([
		['chosen from the list', (user) => [user]],
		['as text', (user) => ` ${user},\n${user}`],
		['as JSON text', (user) => JSON.stringify([user])],
		['by an expression that is a list', () => '={{ $json.ids }}'],
		['by an expression that is text', () => '={{ $json.ids.join(", ") }}'],
		['by an expression with text around it', () => '={{ $json.id }}, {{ $json.id }}'],
	])('members are set %s', async (_, way) => {
		const { user } = ids();
		expect(await update({ members: way(user) })).toEqual({ members: [user] });
	});

	it('members that are left empty are taken off', async () => {
		expect(await update({ members: [] })).toEqual({ members: [] });
	});
});
