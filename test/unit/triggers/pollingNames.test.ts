import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import {
	lookUpNames,
	type Named,
	namedProjects,
} from '../../../nodes/PlanePollingTrigger/lookUpNames';
import { pollingFields } from '../../../nodes/PlanePollingTrigger/pollingPanel';
import { isProblem } from '../../../nodes/shared/result/problem';
import { clientOf } from '../execute/clientOf';
import { jsonResponse } from '../responses';

const uuid = (number: number) => `0c7da278-21b6-4225-9d30-${String(number).padStart(12, '0')}`;
const [launch, other] = [uuid(1), uuid(2)];

const LISTS: Readonly<Record<string, readonly JsonObject[]>> = {
	'projects/': [
		{ id: launch, identifier: 'LNCH', name: 'Launch' },
		{ id: other, identifier: 'OPS', name: 'Operations' },
	],
	[`projects/${launch}/states/`]: [
		{ id: uuid(11), name: 'Done' },
		{ id: uuid(12), name: 'Review' },
	],
	[`projects/${other}/states/`]: [
		{ id: uuid(21), name: 'Done' },
		{ id: uuid(22), name: 'Shipped' },
	],
	'members/': [{ id: uuid(31), email: 'ada@example.com', display_name: 'ada' }],
};

const named: Named = { access: 'key1', workspace: 'acme', projects: ['LNCH'], others: [] };
const states = (...texts: string[]) => ({ field: pollingFields.toStates, texts });
const people = (...texts: string[]) => ({ field: pollingFields.assignedTo, texts });

/** Looks names up on a server with these lists; a number stands for the status of one that it refuses. */
async function lookUp(
	more: Partial<Named>,
	changed: Readonly<Record<string, readonly JsonObject[] | number>> = {},
	before?: Parameters<typeof lookUpNames>[2],
) {
	const asked: string[] = [];
	const client = clientOf({
		service: async ({ url }) => {
			const path = new URL(url).pathname.replace('/api/v1/workspaces/acme/', '');

			asked.push(path);
			const rows = { ...LISTS, ...changed }[path] ?? 404;
			const response =
				typeof rows === 'number'
					? jsonResponse({}, rows)
					: jsonResponse({ results: [...rows], total_count: rows.length });

			return await Promise.resolve(response);
		},
	});
	const found = await lookUpNames(client, { ...named, ...more }, before);

	return { found, asked };
}

describe('what is called by a name', () => {
	test('has its ID, in each of the projects', async () => {
		const others = [states('done', 'Review', 'shipped'), people('ada@example.com')];
		const { found, asked } = await lookUp({ projects: ['LNCH', 'ops'], others });

		expect(found).toMatchObject({
			projects: [launch, other],
			ids: {
				projects: { LNCH: [launch], ops: [other] },
				to_states: { done: [uuid(11), uuid(21)], Review: [uuid(12)], shipped: [uuid(22)] },
				assigned_to: { 'ada@example.com': [uuid(31)] },
			},
		});
		// Each list is read once.
		expect(asked).toEqual([
			'projects/',
			`projects/${launch}/states/`,
			`projects/${other}/states/`,
			'members/',
		]);
		if (isProblem(found)) throw new Error(found.message);

		expect(namedProjects(found)).toEqual([
			['LNCH', launch],
			['ops', other],
		]);
	});

	test('stands for itself where it is an ID, each once', async () => {
		const { found } = await lookUp({ projects: [launch, 'LNCH'], others: [states(uuid(11))] });

		expect(found).toMatchObject({
			projects: [launch],
			ids: { to_states: { [uuid(11)]: [uuid(11)] } },
		});
		if (isProblem(found)) throw new Error(found.message);

		expect(namedProjects(found)).toEqual([['LNCH', launch]]);
		expect(namedProjects({ ...found, ids: {} })).toEqual([]);
		expect(namedProjects({ ...found, ids: { projects: { LNCH: [] } } })).toEqual([]);
	});

	test('is looked up again only where the panel, the server or the key is another', async () => {
		const more = { projects: ['LNCH'], others: [states('done')] };
		const { found } = await lookUp(more);
		if (isProblem(found)) throw new Error(found.message);

		const same = await lookUp(more, {}, found);

		expect([same.found, same.asked]).toEqual([found, []]);
		expect(same.found).toBe(found);

		for (const another of [
			{ access: 'key2' },
			{ projects: ['LNCH', 'OPS'] },
			{ others: [states('Review')] },
		]) {
			const { asked } = await lookUp({ ...more, ...another }, {}, found);

			expect(asked[0]).toBe('projects/');
		}

		const { asked } = await lookUp({ ...more, workspace: 'acne' }, {}, found);

		expect(asked).toHaveLength(1);
	});

	test.each([
		['a project', { projects: ['LNCH', 'NONE'] }, 'Plane did not find Project NONE'],
		[
			'a state',
			{ projects: ['LNCH', 'OPS'], others: [states('done', 'Dnoe')] },
			'To State Names or IDs: Plane did not find Dnoe',
		],
		['a user', { others: [people('bob')] }, 'Assigned To Names or IDs: Plane did not find bob'],
	])('has to be there: %s', async (_, more, message) => {
		expect((await lookUp(more)).found).toMatchObject({ message });
	});

	test('is reported by the first project where it is in none, whatever was in one of them', async () => {
		const more = { projects: ['LNCH', 'OPS'], others: [states('Review', 'Dnoe')] };

		expect((await lookUp(more)).found).toMatchObject({
			description: expect.stringContaining('There are these states: Done, Review.'),
		});
	});

	test.each([
		['projects/', {}],
		[`projects/${other}/states/`, { projects: ['LNCH', 'OPS'], others: [states('Review')] }],
	])('cannot be looked up where the server refuses %s', async (path, more) => {
		expect((await lookUp(more, { [path]: 500 })).found).toMatchObject({ status: 500 });
	});
});
