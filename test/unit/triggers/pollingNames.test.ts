import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import type { ResolvedParameterNames } from '../../../nodes/PlanePollingTrigger/changes/TriggerState';
import {
	type NamesToResolve,
	projectsEnteredByName,
	resolveParameterNames,
} from '../../../nodes/PlanePollingTrigger/resolveParameterNames';
import { isProblem } from '../../../nodes/shared/result/problem';
import { jsonResponse } from '../responses';
import { createClient } from '../testClient';
import { advice, causes } from '../../nodeTexts';

const uuid = (number: number) => `0c7da278-21b6-4225-9d30-${String(number).padStart(12, '0')}`;
const LAUNCH = uuid(1);
const OPERATIONS = uuid(2);
const TWICE = uuid(3);
const ARCHIVED = uuid(4);

/** By path below the workspace. */
const LISTS: Readonly<Record<string, readonly JsonObject[]>> = {
	'projects/': [
		{ id: LAUNCH, identifier: 'LNCH', name: 'Launch' },
		{ id: OPERATIONS, identifier: 'OPS', name: 'Operations' },
		{ id: TWICE, identifier: 'TWICE', name: 'Twice' },
		{ id: ARCHIVED, identifier: 'OLD', name: 'Old', archived_at: '2026-03-01T00:00:00Z' },
	],
	[`projects/${LAUNCH}/states/`]: [
		{ id: uuid(11), name: 'Done' },
		{ id: uuid(12), name: 'Review' },
	],
	[`projects/${OPERATIONS}/states/`]: [
		{ id: uuid(21), name: 'Done' },
		{ id: uuid(22), name: 'Shipped' },
	],
	[`projects/${LAUNCH}/labels/`]: [],
	[`projects/${OPERATIONS}/labels/`]: [{ id: uuid(43), name: 'Urgent' }],
	[`projects/${TWICE}/labels/`]: [
		{ id: uuid(41), name: 'Urgent' },
		{ id: uuid(42), name: 'urgent' },
	],
	[`projects/${ARCHIVED}/labels/`]: [],
	'members/': [{ id: uuid(31), email: 'ada@example.com', display_name: 'ada' }],
};

const NAMES: NamesToResolve = {
	access: 'key1',
	workspace: 'acme',
	projects: ['LNCH'],
	entries: [],
};
const states = (...texts: string[]) => ({ filter: 'toStates' as const, texts });
const labels = (...texts: string[]) => ({ filter: 'labels' as const, texts });
const users = (...texts: string[]) => ({ filter: 'assignedTo' as const, texts });

interface Options {
	readonly cached?: ResolvedParameterNames;
	/** The path of a list that the server refuses with status 500. */
	readonly failingPath?: string;
}

async function resolve(names: Partial<NamesToResolve>, { cached, failingPath }: Options = {}) {
	const requestedPaths: string[] = [];
	const client = createClient({
		service: async ({ url }) => {
			const path = new URL(url).pathname.replace('/api/v1/workspaces/acme/', '');

			requestedPaths.push(path);
			const rows = LISTS[path];
			if (path === failingPath) return await Promise.resolve(jsonResponse({}, 500));
			if (rows === undefined) return jsonResponse({}, 404);

			return jsonResponse({ results: [...rows], total_count: rows.length });
		},
	});
	const result = await resolveParameterNames(client, { ...NAMES, ...names }, cached);

	return { result, requestedPaths };
}

/** Resolves names that exist. */
async function resolveExisting(names: Partial<NamesToResolve>): Promise<ResolvedParameterNames> {
	const { result } = await resolve(names);
	if (isProblem(result)) throw new Error(result.message);

	return result;
}

describe('resolving the names in the parameters of the polling trigger', () => {
	test('returns the IDs in all projects, and reads each list once', async () => {
		const { result, requestedPaths } = await resolve({
			projects: ['LNCH', 'ops'],
			entries: [states('done', 'Review', 'shipped'), users('ada@example.com')],
		});

		expect(result).toMatchObject({
			projects: [LAUNCH, OPERATIONS],
			ids: {
				projects: { LNCH: [LAUNCH], ops: [OPERATIONS] },
				to_states: { done: [uuid(11), uuid(21)], Review: [uuid(12)], shipped: [uuid(22)] },
				assigned_to: { 'ada@example.com': [uuid(31)] },
			},
		});
		expect(requestedPaths).toEqual([
			'projects/',
			`projects/${LAUNCH}/states/`,
			`projects/${OPERATIONS}/states/`,
			'members/',
		]);
	});

	test('keeps IDs, and returns each project once', async () => {
		const names = await resolveExisting({
			projects: [LAUNCH, 'LNCH'],
			entries: [states(uuid(11))],
		});

		expect(names).toMatchObject({
			projects: [LAUNCH],
			ids: { to_states: { [uuid(11)]: [uuid(11)] } },
		});
	});

	test('returns the cached result if nothing has changed', async () => {
		const names = { entries: [states('done')] };
		const cached = await resolveExisting(names);

		const { result, requestedPaths } = await resolve(names, { cached });

		expect(result).toBe(cached);
		expect(requestedPaths).toEqual([]);
	});

	test.each<[string, Partial<NamesToResolve>]>([
		['the server or the key', { access: 'key2' }],
		['a project', { projects: ['LNCH', 'OPS'] }],
		['a state', { entries: [states('Review')] }],
	])('resolves all again if %s has changed', async (_, changed) => {
		const names = { entries: [states('done')] };
		const cached = await resolveExisting(names);

		const { requestedPaths } = await resolve({ ...names, ...changed }, { cached });

		expect(requestedPaths[0]).toBe('projects/');
	});

	test('resolves all again if the workspace has changed', async () => {
		const cached = await resolveExisting({});

		const { requestedPaths } = await resolve({ workspace: 'acne' }, { cached });

		expect(requestedPaths).toHaveLength(1);
	});

	test.each([
		[
			'project',
			{ projects: ['LNCH', 'NONE'] },
			`Project Names or IDs: ${causes.unknownName('project "NONE"')} workspace acme`,
		],
		[
			'state',
			{ projects: ['LNCH', 'OPS'], entries: [states('done', 'Dnoe')] },
			`To State Names or IDs: ${causes.unknownName('state "Dnoe"')} any of the 2 projects`,
		],
		[
			'user',
			{ entries: [users('bob')] },
			`Assigned To Names or IDs: ${causes.unknownName('member "bob"')} workspace acme`,
		],
	])('returns a problem if there is no such %s', async (_, names, message) => {
		const { result } = await resolve(names);

		expect(result).toMatchObject({ message: expect.stringContaining(message) });
	});

	test.each([
		['one of its projects', ['LNCH', 'OPS', 'TWICE']],
		['its only project', ['TWICE']],
	])('returns a problem that lists the candidates if %s has two labels', async (_, projects) => {
		// Names can differ in case only (row 507).
		const { result } = await resolve({ projects, entries: [labels('URGENT')] });

		expect(result).toMatchObject({
			message: `Label Names or IDs: ${causes.sameName('2 labels', '"URGENT"')}`,
			description: advice.useTheId(`${uuid(41)} for Urgent or ${uuid(42)} for urgent`),
		});
	});

	test('accepts a name that an archived project does not list if another project has it', async () => {
		const { result } = await resolve({
			projects: ['OPS', 'OLD'],
			entries: [labels('urgent')],
		});

		expect(result).toMatchObject({ ids: { labels: { urgent: [uuid(43)] } } });
	});

	test('lists the names of all projects if none has the name', async () => {
		const { result } = await resolve({
			projects: ['LNCH', 'OPS'],
			entries: [states('Review', 'Dnoe')],
		});

		expect(result).toMatchObject({
			description: expect.stringContaining('The states are: Done, Review, Shipped.'),
		});
	});

	test.each([
		['projects/', {}],
		[`projects/${OPERATIONS}/states/`, { projects: ['LNCH', 'OPS'], entries: [states('Review')] }],
	])('returns a problem if the server fails to list %s', async (failingPath, names) => {
		const { result } = await resolve(names, { failingPath });

		expect(result).toMatchObject({ status: 500 });
	});
});

describe('the projects that were entered by name', () => {
	test('have their names and IDs', async () => {
		const names = await resolveExisting({ projects: ['LNCH', 'ops', OPERATIONS] });

		expect(projectsEnteredByName(names)).toEqual([
			{ name: 'LNCH', id: LAUNCH },
			{ name: 'ops', id: OPERATIONS },
		]);
	});

	test.each([
		['nothing was resolved', {}],
		['a name has no ID', { projects: { LNCH: [] } }],
	])('are an empty list if %s', (_, ids) => {
		expect(projectsEnteredByName({ cacheKey: '', projects: [], ids })).toEqual([]);
	});
});
