import { afterEach, describe, expect, it } from '@jest/globals';

import type { Envelope } from '../service/paging';
import { byId, namesIn, open } from './pickerLists';
import { useWorld } from './useWorld';
import { credentialFor, startOddServer, startWorld } from './world';

/** The lists of servers that page otherwise than the two faces. */

const method = 'searchWorkItems';

type Started = Awaited<ReturnType<typeof startWorld>>;

let world: Started | undefined;

afterEach(async () => {
	await world?.close();
	world = undefined;
});

/** Scrolls through the work items of the first project to the end of their list. */
async function scroll(started: Started) {
	const parameters = { projectId: byId(started.service.state.projects[0]?.id) };
	const names: string[] = [];
	let pages = 0;
	let token: string | undefined;
	do {
		const request = { method, parameters, ...(token === undefined ? {} : { token }) };
		const page = await open(started, request);
		expect(page.requests).toBe(1);
		names.push(...namesIn(page));
		token = page.paginationToken;
		pages++;
	} while (token !== undefined && pages < 50);
	return { names, pages };
}

describe('scrolling shows each record once and comes to an end', () => {
	it.each([
		['in smaller pages', { largestPage: 40 }, 7],
		['in smaller pages by cursor', { face: 'community', largestPage: 1000 }, 3],
		['without a total', { total: false }, 3],
		['in bare arrays', { envelope: 'array' as Envelope }, 3],
		['in an envelope in an envelope', { envelope: 'nested' as Envelope }, 3],
		['all at once, whatever it is asked for', { paging: 'ignored' }, 1],
		['all at once, without a total', { paging: 'ignored', total: false }, 1],
	] as const)('on a server that gives them %s', async (_, options, expected) => {
		world = await startWorld(options);
		const { names, pages } = await scroll(world);
		expect(pages).toBe(expected);
		expect(names).toHaveLength(250);
		expect(new Set(names).size).toBe(250);
	});

	it('on a server that gives the same full page again and again', async () => {
		world = await startWorld({ paging: 'ignored', total: false, workItems: 100 });
		const { names, pages } = await scroll(world);
		expect(pages).toBe(2);
		expect(names).toHaveLength(100);
	});

	it('where the last page is full', async () => {
		world = await startWorld({ workItems: 200 });
		expect(await scroll(world)).toMatchObject({ pages: 2, names: { length: 200 } });
	});

	it('where nothing is in it', async () => {
		world = await startWorld({ workItems: 0 });
		expect(await scroll(world)).toEqual({ pages: 1, names: ['This project has no work items'] });
	});
});

describe('a search that the server does not know', () => {
	const modules = (started: Started, count: number) => {
		const { state } = started.service;
		const [first] = state.modules;
		if (first === undefined) throw new Error('The service has no module');
		state.modules = Array.from({ length: count }, (_, number) => ({
			...first,
			id: `module-${String(number)}`,
			name: `Module ${String(number)}`,
		}));
		return { projectId: byId(state.projects[0]?.id) };
	};

	it('looks through the pages until it has found something', async () => {
		world = await startWorld();
		const parameters = modules(world, 350);
		const page = await open(world, { method: 'searchModules', parameters, filter: '333' });
		expect(namesIn(page)).toEqual(['Module 333']);
		expect(page.requests).toBe(4);
		expect(page.paginationToken).toBeUndefined();
	});

	it('stops where there is enough to scroll, and goes on from there', async () => {
		world = await startWorld();
		const parameters = modules(world, 350);
		const first = await open(world, { method: 'searchModules', parameters, filter: '7' });
		expect(first.requests).toBe(1);
		expect(first.results).toHaveLength(19);
		const token = first.paginationToken ?? '';
		const next = await open(world, { method: 'searchModules', parameters, filter: '7', token });
		expect(namesIn(next)[0]).toBe('Module 107');
	});

	it('gives up after 1,000 records, and says so', async () => {
		world = await startWorld();
		const parameters = modules(world, 1500);
		const page = await open(world, { method: 'searchModules', parameters, filter: '1499' });
		expect(page.requests).toBe(10);
		expect(page.results).toEqual([
			{ name: 'Not among the first 1000 modules: choose By ID', value: '' },
		]);
		expect(page.paginationToken).toBeUndefined();
	});
});

describe('a list of several that is loaded whole', () => {
	const users = (started: Started, count: number) => {
		const { state } = started.service;
		const [first] = state.users;
		if (first === undefined) throw new Error('The service has no user');
		const all = Array.from({ length: count }, (_, number) => ({ ...first, id: `u${number}` }));
		state.users.splice(0, state.users.length, ...all);
	};

	const load = async (started: Started) => {
		const request = { method: 'searchMembers', parameters: {} };
		return await started.engine.options(request, started.credential);
	};

	it('has the rows of all its pages', async () => {
		world = await startWorld();
		users(world, 250);
		const values = (await load(world)).map(({ value }) => value);
		expect(values).toHaveLength(250);
		expect(new Set(values).size).toBe(250);
		expect(world.service.requests).toHaveLength(3);
	});

	it('ends after 1,000 rows, and says so', async () => {
		world = await startWorld();
		users(world, 1500);
		const options = await load(world);
		expect(options).toHaveLength(1001);
		expect(options.at(-1)).toEqual({
			name: 'Only the first 1000 members: give others by an expression',
			value: '',
		});
	});
});

describe('a row', () => {
	const started = useWorld();

	it.each([
		['without a name is shown by its ID', { id: 'm1' }, [{ name: 'm1', value: 'm1' }]],
		[
			'with a blank name is shown by its ID',
			{ id: 'm1', name: ' ' },
			[{ name: 'm1', value: 'm1' }],
		],
		['with a number for an ID can be chosen', { id: 7, name: 'A' }, [{ name: 'A', value: '7' }]],
		['without an ID cannot be chosen', { name: 'A' }, []],
	])('%s', async (_, row, expected) => {
		const odd = await startOddServer((_request, response) => {
			response.setHeader('content-type', 'application/json').end(JSON.stringify([row]));
		});
		const credential = { ...credentialFor(started.service), baseUrl: odd.url };
		const parameters = { projectId: byId('p1') };
		const page = await started.engine.search({ method: 'searchModules', parameters }, credential);
		expect(page.results).toEqual(expected);
		await odd.close();
	});

	it.each([
		['a web page', 200, '<html></html>', 'The Base URL of the credential leads to a web page'],
		['no list', 200, '{"a": 1}', 'The answer of the server is not a list of records'],
		['a limit', 429, '{"error_message": "RATE_LIMIT_EXCEEDED"}', 'Plane has had too many requests'],
		['a failure', 500, '{"error": "Oh"}', 'Plane failed with status 500'],
	])(
		'that is not there because of %s is an error, asked for once',
		async (_, status, body, said) => {
			const odd = await startOddServer((_request, response) => {
				response.writeHead(status, { 'retry-after': '9' }).end(body);
			});
			const credential = { ...credentialFor(started.service), baseUrl: odd.url };
			const search = started.engine.search(
				{ method: 'searchProjects', parameters: {} },
				credential,
			);
			const error = await search.catch((thrown: unknown) => thrown);
			expect(error).toMatchObject({ name: 'NodeApiError', message: expect.stringContaining(said) });
			expect(odd.arrived).toHaveLength(1);
			await odd.close();
		},
	);

	it('that is not there because no server is says so', async () => {
		const odd = await startOddServer((_request, response) => response.end());
		await odd.close();
		const credential = { ...credentialFor(started.service), baseUrl: odd.url };
		const search = started.engine.search({ method: 'searchProjects', parameters: {} }, credential);
		await expect(search).rejects.toThrow('refused the connection');
	});
});
