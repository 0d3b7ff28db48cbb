import { describe, expect, test } from '@jest/globals';

import { readAcrossProjects } from '../../../nodes/Plane/execute/readAcrossProjects';
import { readRecords } from '../../../nodes/Plane/execute/readRecords';
import type {
	Call,
	ClientFilterValues,
	ContainerFilterValues,
	ListQuery,
} from '../../../nodes/shared/model/call';
import { getWorkItems } from '../../../nodes/shared/operations';
import { isProblem } from '../../../nodes/shared/result/problem';
import type { Outcome } from '../../../nodes/shared/transport/response';
import { random, runs } from '../random';
import { jsonResponse, networkFault, problemDocument, textResponse, webPage } from '../responses';
import { createExecution } from './testExecution';
import { type StoredItem, twoInterfaces, type TwoInterfaceOptions } from './twoInterfaces';

const pageNotFound = jsonResponse({ error: 'Page not found.' }, 404);

const listCall = (query: Partial<ListQuery>, project = 'p1'): Call<'list'> => ({
	kind: 'list',
	itemIndex: 0,
	operation: getWorkItems,
	workspace: 'acme',
	path: { project_id: project },
	query: {
		offset: 0,
		isOrdered: true,
		...query,
		// With it, the key of a work item needs no request.
		queryParameters: { expand: 'project', ...query.queryParameters },
	},
});

const filter = (
	rowPath: string,
	test: ClientFilterValues['test'],
	...values: readonly string[]
): ClientFilterValues => ({ displayName: rowPath, rowPath, test, values });

const urgent: Partial<ListQuery> = { clientFilters: [filter('priority', 'is', 'urgent')] };

const inCycle = (id: string): ContainerFilterValues => {
	const [container] = getWorkItems.containerFilters ?? [];
	if (container === undefined) throw new Error('There is no filter by cycle');

	return { displayName: 'Cycle', filter: container, values: [id] };
};

const toTime = (minutes: number): string =>
	new Date(Date.parse('2026-03-01T00:00:00Z') + minutes * 60_000).toISOString();

/** Work items, the newest with the highest number. Each is like this one, except for the parts of its own. */
const buildItems = (
	count: number,
	own: (index: number) => Partial<StoredItem> = () => ({}),
): StoredItem[] =>
	Array.from({ length: count }, (_, index) => ({
		id: `w${index}`,
		project: 'p1',
		sequence: index,
		name: `Task ${index}`,
		priority: 'none',
		state: 's1',
		assignees: [],
		labels: [],
		parent: null,
		cycle: null,
		start: null,
		target: null,
		createdBy: 'u1',
		createdAt: toTime(index),
		updatedAt: toTime(index),
		...own(index),
	}));

interface Reading {
	/** The records of the output, or the Problem. */
	readonly outcome: unknown;
	readonly routes: readonly string[];
	readonly queries: readonly URLSearchParams[];
}

interface Workspace extends TwoInterfaceOptions {
	readonly items: StoredItem[];
	/** Set if the list is read in all of these projects. */
	readonly projects?: readonly string[];
}

async function readItems(
	query: Partial<ListQuery>,
	{ items, projects, ...options }: Workspace,
): Promise<Reading> {
	const server = createExecution(twoInterfaces([...items], options));
	const call: Call<'list'> = { ...listCall(query), projects: { kind: 'all', names: [] } };
	const parts = (projects ?? []).map((project) => ({ ...call, path: { project_id: project } }));
	const result =
		projects === undefined
			? await readRecords(listCall(query), server.execution)
			: await readAcrossProjects(call, { parts, closedProjects: [] }, server.execution);
	const isOutput = !isProblem(result) && result.kind === 'outputs';

	return {
		outcome: isOutput ? result.outputs.map(({ json }) => json) : result,
		routes: server.routes(),
		queries: server.requests.map(({ query: sent }) => sent),
	};
}

/** Reads a list from a server that has API v2, and from the same server without it. */
async function compare(query: Partial<ListQuery>, workspace: Workspace) {
	const withV2 = await readItems(query, workspace);
	const withoutV2 = await readItems(query, { ...workspace, apiV2Answer: pageNotFound });

	return { withV2, withoutV2 };
}

const v2Route = (route: string) => route.startsWith('GET v2/');
const itemRoute = (route: string) => /^GET projects\/\w+\/work-items\/w\d+\/$/.test(route);

describe('finding the work items of a project by API v2', () => {
	const items = buildItems(1_000, (index) => (index % 200 === 7 ? { priority: 'urgent' } : {}));

	test('reads the few that match instead of all pages, and returns the same', async () => {
		const { withV2, withoutV2 } = await compare(urgent, { items });

		expect(withV2.outcome).toEqual(withoutV2.outcome);
		expect(withV2.outcome).toHaveLength(5);
		// The first page, the list of API v2, and each record that the first page did not show.
		expect(withV2.routes).toHaveLength(1 + 1 + 5);
		expect(withoutV2.routes).toHaveLength(10 + 1);
	});

	test('does not read again what the first page has shown', async () => {
		const { routes, outcome } = await readItems(urgent, {
			items: buildItems(1_000, (index) => (index > 990 ? { priority: 'urgent' } : {})),
		});

		expect(outcome).toHaveLength(9);
		expect(routes).toEqual(['GET projects/p1/work-items/', 'GET v2/projects/p1/work-items/']);
	});

	test.each<[title: string, query: Partial<ListQuery>, count: number]>([
		['there is no filter', {}, 1_000],
		['there are few pages', urgent, 400],
		[
			'the node alone applies the filter',
			{ clientFilters: [filter('name', 'contains', '7')] },
			1_000,
		],
		['enough match on the first page', { ...urgent, limit: 1 }, 1_000],
		[
			'the list ends at a time',
			{ clientFilters: [filter('updated_at', 'from', toTime(950))] },
			1_000,
		],
		[
			'the order is that of the titles',
			{ ...urgent, queryParameters: { order_by: 'name' } },
			1_000,
		],
	])('asks nothing of API v2 if %s', async (_, query, count) => {
		const { routes } = await readItems(query, {
			items: buildItems(count, (index) => (index % 100 === 97 ? { priority: 'urgent' } : {})),
		});

		expect(routes.filter(v2Route)).toEqual([]);
	});

	test('asks nothing of API v2 if API v1 has filtered by itself', async () => {
		const { routes } = await readItems(
			{ serverFilters: [{ displayName: 'State', rowPath: 'state', values: ['s1'] }] },
			{ items },
		);

		expect(routes.filter(v2Route)).toEqual([]);
	});

	test('reads the pages if more match than API v1 has pages, and asks only once in an execution', async () => {
		const server = createExecution(
			twoInterfaces(buildItems(1_000, (index) => (index % 10 === 0 ? { priority: 'urgent' } : {}))),
		);

		await readRecords(listCall(urgent), server.execution);
		await readRecords(listCall(urgent), server.execution);

		expect(server.routes().filter(v2Route)).toHaveLength(1);
		expect(server.routes()).toHaveLength(10 + 1 + 10);
	});

	test('reads the pages if an order does not say which of two comes first', async () => {
		const query = { ...urgent, queryParameters: { order_by: 'target_date' } };
		const { withV2, withoutV2 } = await compare(query, { items });

		expect(withV2.outcome).toEqual(withoutV2.outcome);
		expect(withV2.routes.filter(itemRoute)).toEqual([]);
	});

	test.each<[title: string, answer: Outcome]>([
		['has no API v2', pageNotFound],
		['answers with the page of a proxy', webPage(200)],
		['answers with an error page of a proxy', webPage(502)],
		['lacks the route, as a preview', problemDocument('method_not_allowed', 405)],
		['refuses the plan', problemDocument('payment_required', 402)],
		['refuses the right', problemDocument('forbidden', 403)],
		['refuses the filter', problemDocument('invalid_request', 400)],
		['fails', problemDocument('server_error', 500)],
		['receives too many requests', problemDocument('rate_limited', 429)],
		['does not answer', networkFault('ECONNRESET')],
		['answers with a text', textResponse('OK')],
		['answers with a list of another form', jsonResponse([])],
	])(
		'reads the pages, after one request more in an execution, if the server %s',
		async (_, apiV2Answer) => {
			const server = createExecution(twoInterfaces(items, { apiV2Answer }));

			const first = await readRecords(listCall(urgent), server.execution);
			const second = await readRecords(listCall(urgent), server.execution);

			expect(first).toMatchObject({ kind: 'outputs', outputs: { length: 5 } });
			expect(second).toEqual(first);
			expect(server.routes()).toHaveLength(10 + 1 + 10);
		},
	);

	test('reads the pages if the server ignores a filter, which its rows show', async () => {
		const { withV2, withoutV2 } = await compare(
			{ clientFilters: [...(urgent.clientFilters ?? []), filter('labels', 'is', 'l1')] },
			{
				items: buildItems(1_000, (index) => ({
					labels: index % 250 === 1 ? ['l1'] : [],
					priority: index % 500 === 1 ? 'urgent' : 'low',
				})),
				ignoredFilters: ['priority__in'],
			},
		);

		expect(withV2.outcome).toEqual(withoutV2.outcome);
		expect(withV2.outcome).toHaveLength(2);
		expect(withV2.routes.filter(itemRoute)).toEqual([]);
	});

	test('reads the pages if a work item by itself has other fields than in the list, and only one for that', async () => {
		const respond = twoInterfaces([...items]);
		const server = createExecution((request, number) => {
			const outcome = respond(request, number);
			if (!itemRoute(request.route) || !('json' in outcome)) return outcome;

			return jsonResponse({ ...(outcome.json as object), sub_issues_count: 0 });
		});
		const result = await readRecords(listCall(urgent), server.execution);

		expect(result).toMatchObject({ kind: 'outputs', outputs: { length: 5 } });
		expect(JSON.stringify(result)).not.toContain('sub_issues_count');
		expect(server.routes().filter(itemRoute)).toHaveLength(1);
	});

	test('leaves out a work item whose label was removed, although API v2 still shows it', async () => {
		const { withV2, withoutV2 } = await compare(
			{ clientFilters: [filter('labels', 'is', 'l1')] },
			{
				items: buildItems(1_000, (index) => ({
					labels: index === 5 ? ['l1'] : [],
					...(index === 6 && { removedLabels: ['l1'] }),
				})),
			},
		);

		expect(withV2.outcome).toEqual(withoutV2.outcome);
		expect(withV2.outcome).toHaveLength(1);
		expect(withV2.routes.filter(itemRoute)).toHaveLength(2);
	});

	test.each<[title: string, own: Partial<StoredItem>]>([
		['an epic', { isEpic: true }],
		['a request that is not accepted yet', { state: 's5' }],
	])('reads the pages if API v2 shows %s, which API v1 may not list', async (_, own) => {
		const { withV2, withoutV2 } = await compare(urgent, {
			items: buildItems(1_000, (index) => (index === 5 ? { ...own, priority: 'urgent' } : {})),
		});

		expect(withV2.outcome).toEqual(withoutV2.outcome);
		expect(withV2.routes.filter(itemRoute)).toEqual([]);
	});

	test('reads the pages if API v2 lacks a work item that the first page has', async () => {
		const newest = buildItems(1_000, (index) =>
			index === 999 || index === 3 ? { priority: 'urgent' } : {},
		);
		const { outcome } = await readItems(urgent, {
			items: newest,
			onRequest: ({ route }, stored) => {
				// Between both requests, as on a replica that lags behind.
				const isV2 = v2Route(route);
				const last = newest.at(-1);
				if (isV2) stored.pop();
				else if (last !== undefined && !stored.includes(last)) stored.push(last);
			},
		});

		expect(outcome).toMatchObject([{ id: 'w999' }, { id: 'w3' }]);
	});

	test('leaves out a work item that is deleted or changed before it is read', async () => {
		const { outcome } = await readItems(urgent, {
			items,
			onRequest: ({ route }, stored) => {
				if (!itemRoute(route)) return;

				const deleted = stored.findIndex(({ id }) => id === 'w207');
				const changed = stored.findIndex(({ id }) => id === 'w407');
				if (deleted >= 0) stored.splice(deleted, 1);

				const item = stored[changed - 1];
				if (item?.id === 'w407') stored[changed - 1] = { ...item, priority: 'low' };
			},
		});

		expect(outcome).toMatchObject([{ id: 'w807' }, { id: 'w607' }, { id: 'w7' }]);
	});
});

describe('work items of which the output shows little', () => {
	const items = buildItems(1_000, (index) => ({
		priority: index % 50 === 7 ? 'urgent' : 'none',
		...(index === 57 && { labels: ['l1'] }),
		...(index === 107 && { removedLabels: ['l1'] }),
	}));
	const simplified: Partial<ListQuery> = {
		...urgent,
		queryParameters: { expand: 'state,assignees,labels,project' },
		simplify: true,
	};

	test('are not read by themselves, if they have neither assignees nor labels', async () => {
		const { withV2, withoutV2 } = await compare(simplified, { items });

		expect(withV2.outcome).toEqual(withoutV2.outcome);
		expect(withV2.outcome).toHaveLength(20);
		// Only API v1 shows whether a label was removed.
		expect(withV2.routes.filter(itemRoute)).toEqual([
			'GET projects/p1/work-items/w107/',
			'GET projects/p1/work-items/w57/',
		]);
	});

	test.each<[fields: string, readCount: number]>([
		['name,priority,target_date', 0],
		['state,parent,created_by,sequence_id', 0],
		['name,labels', 2],
		['name,assignees', 0],
	])(
		'are read by themselves only if it is needed, with the Fields %s',
		async (names, readCount) => {
			const fields = names.split(',');
			const query = {
				...urgent,
				fields,
				queryParameters: { expand: '', fields: `id,created_at,updated_at,priority,${names}` },
			};
			const { withV2, withoutV2 } = await compare(query, { items });

			expect(withV2.outcome).toEqual(withoutV2.outcome);
			expect(withV2.outcome).toHaveLength(20);
			expect(withV2.routes.filter(itemRoute)).toHaveLength(readCount);
		},
	);

	test.each<[title: string, query: Partial<ListQuery>]>([
		['the time of the creation, which API v1 writes otherwise', { fields: ['name', 'created_at'] }],
		['an expanded state', { fields: ['state'], queryParameters: { expand: 'state' } }],
		[
			'a match that API v2 does not show',
			{ fields: ['name'], clientFilters: [filter('updated_at', 'before', toTime(9))] },
		],
	])('are read by themselves for %s', async (_, query) => {
		const { withV2, withoutV2 } = await compare(
			{
				...query,
				clientFilters: [filter('priority', 'is', 'urgent'), ...(query.clientFilters ?? [])],
				queryParameters: { expand: '', ...query.queryParameters },
			},
			{ items: items.map((item, index) => (index > 200 ? { ...item, priority: 'none' } : item)) },
		);

		expect(withV2.outcome).toEqual(withoutV2.outcome);
		expect(withV2.routes.filter(itemRoute).length).toBeGreaterThan(0);
	});
});

describe('finding the work items of a cycle by API v2', () => {
	const items = buildItems(1_200, (index) => ({
		cycle: index < 1_000 ? 'c1' : null,
		priority: index % 300 === 7 ? 'urgent' : 'none',
	}));

	test('sends the cycle as well, and returns the same', async () => {
		const query = { ...urgent, containers: [inCycle('c1')] };
		const { withV2, withoutV2 } = await compare(query, { items });

		expect(withV2.outcome).toEqual(withoutV2.outcome);
		expect(withV2.outcome).toHaveLength(4);
		expect(withV2.routes).toHaveLength(1 + 1 + 3);
		expect(withV2.queries[1]?.get('cycle_id__in')).toBe('c1');
	});

	test('reads the list of the cycle if the server ignores the cycle', async () => {
		const query = { ...urgent, containers: [inCycle('c1')] };
		const inOther = items.map((item) => (item.id === 'w7' ? { ...item, cycle: null } : item));
		const { withV2, withoutV2 } = await compare(query, {
			items: inOther,
			ignoredFilters: ['cycle_id__in'],
		});

		expect(withV2.outcome).toEqual(withoutV2.outcome);
		expect(withV2.routes.filter(itemRoute)).toEqual([]);
	});
});

describe('finding the work items of all projects by API v2', () => {
	const projects = Array.from({ length: 30 }, (_, index) => `p${index}`);
	const items = buildItems(600, (index) => ({
		project: `p${index % 30}`,
		priority: index % 150 === 7 ? 'urgent' : 'none',
	}));

	test('takes two requests and one for each that matches instead of one for each project', async () => {
		const { withV2, withoutV2 } = await compare(urgent, { items, projects });

		expect(withV2.outcome).toEqual(withoutV2.outcome);
		expect(withV2.outcome).toHaveLength(4);
		// The list of the workspace in API v1, which the server lacks, that of API v2, and a row to compare with.
		expect(withV2.routes).toHaveLength(1 + 1 + 1 + 4);
		expect(withoutV2.routes).toHaveLength(1 + 1 + 30);
	});

	test('asks API v2 only if the list of the workspace in API v1 has many pages', async () => {
		const few = await readItems(urgent, {
			items: items.slice(0, 300),
			projects,
			hasWorkspaceList: true,
		});
		const many = await compare(urgent, { items, projects, hasWorkspaceList: true });

		expect(few.routes.filter(v2Route)).toEqual([]);
		expect(many.withV2.outcome).toEqual(many.withoutV2.outcome);
		expect(many.withV2.routes).toHaveLength(1 + 1 + 4);
	});

	test('asks nothing of API v2 for few projects, or without a filter', async () => {
		const few = await readItems(urgent, { items, projects: ['p1', 'p2', 'p3'] });
		const unfiltered = await readItems({}, { items, projects });

		expect([...few.routes, ...unfiltered.routes].filter(v2Route)).toEqual([]);
	});

	test('reads each project if more match than a page of API v2 has, although few are needed', async () => {
		const many = items.map((item, index) => ({
			...item,
			priority: index % 2 === 0 ? 'urgent' : 'none',
		}));
		const { withV2, withoutV2 } = await compare({ ...urgent, limit: 3 }, { items: many, projects });

		expect(withV2.outcome).toEqual(withoutV2.outcome);
		expect(withV2.routes.filter(itemRoute)).toEqual([]);
	});

	test('reads each project for a cycle that none of them has, so that the error is the same', async () => {
		const query = { ...urgent, containers: [inCycle('c9')] };
		const { withV2, withoutV2 } = await compare(query, { items, projects });

		expect(withV2.outcome).toEqual(withoutV2.outcome);
	});
});

describe('finding the work items of several projects by API v2', () => {
	test.each<[title: string, answer: Outcome]>([
		['has no API v2', pageNotFound],
		['refuses the plan', problemDocument('payment_required', 402)],
		['fails', problemDocument('server_error', 500)],
	])('takes one request more for all of them if the server %s', async (_, apiV2Answer) => {
		const projects = ['p0', 'p1', 'p2', 'p3'];
		// The first project is small, so that the others find out at the same time.
		const items = buildItems(2_100, (index) => ({
			project: index < 50 ? 'p0' : `p${1 + (index % 3)}`,
			priority: index % 300 === 7 ? 'urgent' : 'none',
		}));
		const server = createExecution(twoInterfaces(items, { apiV2Answer }));
		const call: Call<'list'> = {
			...listCall(urgent),
			projects: { kind: 'several', names: projects },
		};
		const parts = projects.map((project) => ({ ...call, path: { project_id: project } }));

		const result = await readAcrossProjects(call, { parts, closedProjects: [] }, server.execution);

		expect(result).toMatchObject({ kind: 'outputs', outputs: { length: 7 } });
		expect(server.routes().filter(v2Route)).toHaveLength(1);
	});
});

describe('a list that API v2 may find', () => {
	const RUNS = runs(60);

	test(`is the same with API v2 as without it, in ${RUNS} random workspaces`, async () => {
		let savedRequests = 0;

		for (let seed = 1; seed <= RUNS; seed++) {
			const next = random(seed);
			const pick = (limit: number) => Math.floor(next() * limit);
			const choose = <Entry>(...entries: readonly [Entry, ...Entry[]]): Entry =>
				entries[pick(entries.length)] ?? entries[0];
			const rarity = choose(3, 40, 400);
			const isRare = () => pick(rarity) === 0;
			const count = choose(0, 90, 450, 900);
			const day = () => (isRare() ? `2026-03-${String(1 + pick(28)).padStart(2, '0')}` : null);
			const projects = choose<readonly string[] | undefined>(
				undefined,
				Array.from({ length: 2 + pick(9) }, (_, index) => `p${index}`),
			);
			const items = buildItems(count, (index) => ({
				project: projects?.[pick(projects.length)] ?? 'p1',
				priority: isRare() ? 'urgent' : 'low',
				state: isRare() ? choose('s2', 's3', 's4') : 's1',
				assignees: isRare() ? [`u${pick(3)}`] : [],
				labels: isRare() ? ['l1', 'l2'] : [],
				parent: isRare() ? 'w1' : null,
				cycle: isRare() ? null : 'c1',
				start: day(),
				target: day(),
				createdBy: `u${pick(3)}`,
				// Some are created at the same time.
				createdAt: toTime(pick(20) === 0 ? 0 : index),
				updatedAt: toTime(pick(2_000)),
				isArchived: pick(50) === 0,
				isEpic: pick(2_000) === 0,
				...(isRare() && { removedLabels: ['l1'] }),
			}));
			const candidates = [
				filter('priority', 'is', 'urgent'),
				filter('state.group', 'is', 'unstarted', choose('started', 'completed')),
				filter('state', 'is', 's3'),
				filter('assignees', 'is', 'u1', 'u2'),
				filter('assignees', 'isEmpty', choose('true', 'false')),
				filter('labels', 'is', 'l1'),
				filter('parent', 'is', 'w1'),
				filter('created_by', 'is', 'u1'),
				filter('name', 'contains', '1'),
				filter('start_date', 'from', '2026-03-10'),
				filter('start_date', 'to', '2026-03-20'),
				filter('target_date', 'from', '2026-03-10'),
				filter('target_date', 'to', '2026-03-20'),
				filter('created_at', 'before', toTime(pick(900))),
				filter('updated_at', 'from', toTime(pick(2_000))),
				filter('updated_at', 'before', toTime(pick(2_000))),
			];
			const clientFilters = candidates.filter(() => pick(6) === 0);
			const orderBy = choose<string | undefined>(
				undefined,
				undefined,
				'-created_at',
				'sequence_id',
				'updated_at',
				'target_date',
				'priority',
			);
			const shown = ['id', 'name', 'key', choose('priority', 'state', 'target_date', 'labels')];
			const fields = [
				'id',
				'name',
				'project',
				'sequence_id',
				'state',
				'priority',
				'labels',
				'target_date',
				'created_at',
				'updated_at',
				...clientFilters.map(({ rowPath }) => rowPath.replace('.group', '')),
				...(orderBy === undefined ? [] : [orderBy.replace('-', '')]),
			];
			const showsFields = pick(2) === 0;
			const needsState = clientFilters.some(({ rowPath }) => rowPath === 'state.group');
			const expand = needsState ? 'state' : '';
			const query: Partial<ListQuery> = {
				clientFilters,
				queryParameters: {
					expand: showsFields ? expand : 'state,assignees,project',
					...(orderBy !== undefined && { order_by: orderBy }),
					...(showsFields && { fields: fields.join(',') }),
				},
				...(showsFields && { fields: shown }),
				...(showsFields && needsState && { expandedForFilters: ['state'] }),
				simplify: !showsFields && pick(2) === 0,
				offset: pick(3) === 0 ? pick(5) : 0,
				...(pick(2) === 0 && { limit: 1 + pick(60) }),
				...(pick(6) === 0 && { containers: [inCycle('c1')] }),
			};
			const { withV2, withoutV2 } = await compare(query, {
				items,
				...(projects && { projects }),
				hasWorkspaceList: pick(2) === 0,
			});
			const label = JSON.stringify({ seed, query, projects: projects?.length, count });

			expect([label, withV2.outcome]).toEqual([label, withoutV2.outcome]);
			savedRequests += withoutV2.routes.length - withV2.routes.length;
		}

		expect(savedRequests).toBeGreaterThan(RUNS);
	});
});
