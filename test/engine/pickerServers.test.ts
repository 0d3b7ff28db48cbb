import { describe, expect, it } from '@jest/globals';

import { credentialFor } from './credentials';
import { listNames, openList, scrollList } from './pickers';
import { byId, locateFirst } from './samples';
import { respondWith } from '../service/testing/stubServer';
import { useStubServers } from '../service/testing/useStubServers';
import { useWorlds } from './useWorld';

// The lists of the panel with servers that page in other ways than the two kinds of server do.

const { world, start } = useWorlds();
const startStubServer = useStubServers();

const inFirstProject = () => ({ projectId: locateFirst(world.service.state.projects) });

/** Copies the first of these rows so many times, each with a number in its ID and its name. */
const createNumberedRows = <Row extends object>([first]: readonly Row[], count: number): Row[] => {
	if (first === undefined) throw new Error('The service has no such record');

	return Array.from({ length: count }, (_, number) => ({
		...first,
		id: `record-${String(number)}`,
		name: `Module ${String(number)}`,
	}));
};

describe('Scrolling shows each record once and ends', () => {
	it.each([
		['that sends smaller pages', { largestPage: 40 }, 7, 250],
		['with smaller pages by cursor', { serverKind: 'community', largestPage: 1000 }, 3, 250],
		['without a total', { total: false }, 3, 250],
		['that sends bare arrays', { envelope: 'array' }, 3, 250],
		['with an envelope in an envelope', { envelope: 'nested' }, 3, 250],
		['that sends all records at once, whatever the limit', { paging: 'ignored' }, 1, 250],
		[
			'that sends all records at once, without a total',
			{ paging: 'ignored', total: false },
			1,
			250,
		],
		[
			'that sends the same full page again and again',
			{ paging: 'ignored', total: false, workItems: 100 },
			2,
			100,
		],
		['whose last page is full', { workItems: 200 }, 2, 200],
	] as const)('on a server %s', async (_, options, pages, count) => {
		await start(options);
		const { names, ...rest } = await scrollList(world, 'searchWorkItems', inFirstProject());

		expect(rest.pages).toBe(pages);
		expect(names).toHaveLength(count);
		expect(new Set(names).size).toBe(count);
	});

	it('in an empty list', async () => {
		await start({ workItems: 0 });
		expect(await scrollList(world, 'searchWorkItems', inFirstProject())).toEqual({
			pages: 1,
			names: ['This project has no work items'],
		});
	});
});

describe('A search that the server does not support', () => {
	/** Searches a project of so many modules for this text. */
	const search = async (count: number, filter: string, token?: string) => {
		const { state } = world.service;

		state.modules = createNumberedRows(state.modules, count);

		return await openList(world, 'searchModules', inFirstProject(), { filter, token });
	};

	it('reads pages until it finds something', async () => {
		await start();
		const page = await search(350, '333');

		expect(listNames(page)).toEqual(['Module 333']);
		expect(page.requests).toBe(4);
		expect(page.paginationToken).toBeUndefined();
	});

	it('stops when there is enough to scroll and continues from there', async () => {
		await start();
		const first = await search(350, '7');

		expect(first.requests).toBe(1);
		expect(first.results).toHaveLength(19);
		const next = await search(350, '7', first.paginationToken);

		expect(listNames(next)[0]).toBe('Module 107');
	});

	it('stops after 1,000 records and says so', async () => {
		await start();
		const page = await search(1500, '1499');

		expect(page.requests).toBe(10);
		expect(page.results).toEqual([
			{ name: 'Not among the first 1000 modules: choose By ID', value: '' },
		]);
		expect(page.paginationToken).toBeUndefined();
	});
});

describe('A list for choosing several records, which is loaded at once,', () => {
	/** Loads the members of a workspace that has so many. */
	const load = async (count: number) => {
		const { users } = world.service.state;

		users.splice(0, users.length, ...createNumberedRows(users, count));
		const request = { method: 'searchMembers', parameters: {} };

		return await world.engine.loadOptions(request, world.credential);
	};

	it('has the records of all pages', async () => {
		await start();
		const values = (await load(250)).map(({ value }) => value);

		expect(values).toHaveLength(250);
		expect(new Set(values).size).toBe(250);
		expect(world.service.requests).toHaveLength(3);
	});

	it('ends after 1,000 records and says so', async () => {
		await start();
		const options = await load(1500);

		expect(options).toHaveLength(1000);
		expect(options.at(-1)).toMatchObject({
			description: 'Only the first 1000 members are listed: use an expression for others',
		});
	});
});

// Bare arrays occur too (row 5). No known server leaves out names or IDs, or has numbers for IDs, but the
// panel shows what it can of such records.
describe('A record in a list of the panel', () => {
	const shownById = [{ name: 'm1', value: 'm1' }];

	it.each([
		['without a name is shown by its ID', { id: 'm1' }, shownById],
		['with a blank name is shown by its ID', { id: 'm1', name: ' ' }, shownById],
		['with a number for an ID can be chosen', { id: 7, name: 'A' }, [{ name: 'A', value: '7' }]],
		['without an ID cannot be chosen', { name: 'A' }, []],
	])('%s', async (_, row, expected) => {
		await start();
		const credential = credentialFor(await startStubServer(respondWith(200, [row])));
		const page = await openList(
			world,
			'searchModules',
			{ projectId: byId('dea35cbb-1f93-48ff-8bfb-bd57d6a206f8') },
			{ credential },
		);

		expect(page.results).toEqual(expected);
	});

	it('is shown with more others than a function call can have arguments', async () => {
		await start();
		const rows = Array.from({ length: 130_000 }, (_, number) => ({ id: number, name: 'A' }));
		const credential = credentialFor(await startStubServer(respondWith(200, rows)));
		const page = await openList(world, 'searchProjects', {}, { credential });

		expect(page.results).toHaveLength(130_000);
	});

	it.each([
		['a web page', 200, '<html></html>', 'The Base URL of the credential leads to a web page'],
		['no list', 200, '{"a": 1}', 'The response of the server is not a list of records'],
		[
			'a limit',
			429,
			'{"error_code": 5900, "error_message": "RATE_LIMIT_EXCEEDED"}',
			'Plane received too many requests',
		],
		['a failure', 500, '{"error": "Oh"}', 'Plane failed with status 500'],
	])(
		'that is missing because of %s causes an error after one request',
		async (_, status, body, message) => {
			await start();
			const server = await startStubServer(respondWith(status, body, { 'retry-after': '9' }));
			const credential = credentialFor(server);
			const search = openList(world, 'searchProjects', {}, { credential });
			const error = await search.catch((thrown: unknown) => thrown);

			expect(error).toMatchObject({
				name: 'NodeApiError',
				message: expect.stringContaining(message),
			});
			expect(server.arrived).toHaveLength(1);
		},
	);

	it('that is missing because there is no server causes an error that says so', async () => {
		await start();
		const server = await startStubServer();

		await server.close();
		const credential = credentialFor(server);
		const search = openList(world, 'searchProjects', {}, { credential });

		await expect(search).rejects.toThrow('refused the connection');
	});
});
