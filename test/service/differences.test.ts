import { describe, expect, it } from '@jest/globals';
import { differences, type Difference, type ServerKind } from './differences';
import type { Service } from './service';
import { at, column, first, projectPath, send } from './testing/client';
import { unknownId } from './testing/recordedWorkspace';
import { furtherProbes } from './probes/further';
import { laterProbes } from './probes/later';
import { recordedProbes } from './probes/recorded';
import { useServers } from './testing/useServers';

const { start } = useServers();

/** Returns functions that send requests below the first project. */
function client(service: Service) {
	const request = async (method: string, path: string, body?: unknown) =>
		await send(service, method, projectPath(service) + path, body);

	return {
		get: async (path: string) => await request('GET', path),
		post: async (path: string, body: unknown) => await request('POST', path, body),
		patch: async (path: string, body: unknown) => await request('PATCH', path, body),
	};
}

const modulePath = ({ state }: Service) => `modules/${first(state.modules).id}/`;
/** The only path whose slash depends on the kind of server. */
const linkPath = ({ state: { links } }: Service, serverKind: ServerKind) =>
	`work-items/${first(links).issue}/links/${first(links).id}${serverKind === 'community' ? '/' : ''}`;

/** 200 or 201. */
const successStatus = expect.closeTo(200, -1);
const withoutId = expect.not.objectContaining({ id: expect.any(String) });

/** A request for each difference, and the part of its answer that shows the difference. */
const probes: Partial<Record<Difference, [request: string, shown: object, body?: object]>> = {
	slash301: ['GET work-items', { status: 301 }],
	usesLinkTitle: ['PATCH <link>', { body: { title: 'x' } }, { title: 'x' }],
	creationsAnswer200: ['POST states/', { status: 200 }, { name: 'x', color: '#12ab9f' }],
	pagesByCursor: ['GET work-items/?per_page=2&limit=3', { body: { results: { length: 2 } } }],
	ignoresFilters: ['GET work-items/?state=<unknown>', { body: { results: { length: 7 } } }],
	newestFirst: ['GET work-items/', { body: { results: { 0: { sequence_id: 7 } } } }],
	skipsUnknownItems: [
		'POST modules/<module>/module-issues/',
		{ status: successStatus },
		{ issues: ['<item>', '<unknown>'] },
	],
	skipsRecordsOfOtherProjects: [
		'PATCH work-items/<item>/',
		{ status: 200, body: { labels: [] } },
		{ labels: ['<label>'] },
	],
	hidesUnknownItem: [
		'POST cycles/<cycle>/cycle-issues/',
		{ body: { error: 'The payload is not valid' } },
		{ issues: ['<unknown>'] },
	],
	additionsListAll: [
		'POST cycles/<cycle>/cycle-issues/',
		{ body: { length: 1 } },
		{ issues: ['<item>'] },
	],
	endedCyclesRefuseChanges: [
		'POST cycles/<ended>/cycle-issues/',
		{ status: 400, body: { code: 'CYCLE_COMPLETED' } },
		{ issues: ['<item>'] },
	],
	refusesTakenNames: ['POST labels/', { status: 409 }, { name: 'bug' }],
	updatesOmitId: ['PATCH modules/<module>/', { status: 200, body: withoutId }, { name: 'x' }],
	recordedShapes: ['GET states/', { body: { results: { 0: { is_triage: false } } } }],
	ownValidation: [
		'PATCH modules/<module>/',
		{ body: { status: { length: 1 } } },
		{ status: 'bogus' },
	],
	forbidsUnknownProjects: ['GET ../<unknown>/states/', { status: 403 }],
	emptyListsOfUnknownItems: ['GET work-items/<unknown>/links/', { status: 200 }],
	emptyListsOfUnknownContainers: ['GET cycles/<unknown>/cycle-issues/', { status: 200 }],
	requiresUuids: ['GET ../1/states/', { body: { error: 'Page not found.' } }],
	lacksCommercialPaths: ['GET ../../customers/', { status: 404 }],
	sendsAllowHeader: ['GET labels/', { headers: { allow: 'GET, POST' } }],
	jsonWithoutCharset: ['GET labels/', { headers: { 'content-type': 'application/json' } }],
	sendsRateLimitHeaders: [
		'GET labels/',
		{ headers: { 'x-ratelimit-remaining': expect.any(String) } },
	],
};

/** Sends a request with the ids of records of this service. */
async function sendProbe(
	service: Service,
	serverKind: ServerKind,
	[request, , body]: NonNullable<(typeof probes)[Difference]>,
) {
	const { modules, cycles, workItems, labels, ...others } = service.state;
	const cycle = first(cycles);
	const ended = first(cycles.slice(1));

	ended.end_date = '2026-01-01';
	service.state.webhooks.push({
		...cycle,
		name: null,
		url: 'https://n8n.example/webhook/taken',
		content_type: 'application/json',
		is_active: false,
		scopes: [],
		version: 'v2',
		secret_key: '',
	});

	for (const record of [first(others.milestones), first(workItems)]) {
		Object.assign(record, { external_source: 'sheet', external_id: 'row-1' });
	}

	const ids: Record<string, string> = {
		module: first(modules).id,
		cycle: cycle.id,
		ended: ended.id,
		done: others.states.find(({ group }) => group === 'completed')?.id ?? '',
		// A label of the other project.
		label: labels.at(-1)?.id ?? '',
		item: first(workItems).id,
		link: linkPath(service, serverKind),
		unknown: unknownId,
		project: first(others.projects).id,
		initiative: first(others.initiatives).id,
		initiativeLabel: first(others.initiativeLabels).id,
		customer: first(others.customers).id,
		customerProperty: first(others.customerProperties).id,
		version: others.workItemProperties[1]?.id ?? '',
		v2: `../../../../../v2/workspaces/${service.workspace}/projects/${first(others.projects).id}`,
	};
	const fillIds = (text: string) => text.replace(/<(\w+)>/g, (_, name: string) => ids[name] ?? '');
	const [method = '', path = ''] = fillIds(request).split(' ');
	const { pathname, search } = new URL(projectPath(service) + path, 'http://localhost');
	const sent = body && fillIds(JSON.stringify(body));

	return await send(service, method, pathname + search, sent);
}

describe('Each difference of the test service', () => {
	it('has a probe', () => {
		const probedDifferences = [...recordedProbes, ...laterProbes, ...furtherProbes].map(
			({ difference }) => difference,
		);
		const allProbed = [
			...Object.keys(probes),
			...Object.keys(commercialProbes),
			...Object.keys(v2Probes),
			// A delivery shows it: see v2/webhooks.test.ts.
			'sendsNoneTexts',
			// It needs a token: see v2/workItems.test.ts.
			'hidesUserFromTokens',
			...probedDifferences,
		];

		expect(Object.keys(differences).filter((name) => !allProbed.includes(name))).toEqual([]);
	});

	it.each(Object.entries(probes))('%s can be switched on and off', async (name, probe) => {
		const servers = [
			{ serverKind: 'specification', isShown: false },
			{ serverKind: 'specification', differences: { [name]: true }, isShown: true },
			{ serverKind: 'community', isShown: true },
			{ serverKind: 'community', differences: { [name]: false }, isShown: false },
		] as const;

		for (const { isShown, ...options } of servers) {
			const reply = await sendProbe(await start(options), options.serverKind, probe);
			const expectation = isShown ? expect(reply) : expect(reply).not;

			expectation.toMatchObject(probe[1]);
		}
	});
});

const rows = expect.arrayContaining([expect.objectContaining({ id: expect.any(String) })]);

/** A request for each difference of commercial servers, and what shows it. No such server was tried. */
const commercialProbes: typeof probes = {
	lacksPlan: ['GET ../../customers/', { status: 402 }],
	ownsRecordsInWorkspace: [
		'POST work-item-types/',
		{ status: 400, body: { code: 'workspace_managed' } },
		{ name: 'Bug' },
	],
	pagesCannotChange: ['DELETE pages/<unknown>/', { status: 405 }],
	asksForUpgrade: ['POST ../../customers/', { status: 400 }, { name: 'Acme' }],
	turnsInitiativesOff: ['GET ../../initiatives/', { status: 404 }],
	lacksRecentPaths: ['GET ../../initiatives/<initiative>/work-items/', { status: 404 }],
	lacksValueLists: ['GET work-items/<item>/work-item-properties/values/', { status: 404 }],
	refusesLabelChanges: [
		'PATCH ../../initiatives/labels/<initiativeLabel>/',
		{ status: 403 },
		{ name: 'x' },
	],
	wrapsLists: ['GET ../../customers/', { body: [{ results: expect.any(Array) }] }],
	listsBare: ['GET ../../teamspaces/', { body: rows }],
	listsLabelsBare: ['GET ../../project-labels/', { body: rows }],
	newPropertiesAreInUse: [
		'POST ../../customer-properties/',
		{ body: { is_active: true } },
		{ display_name: 'x', property_type: 'DECIMAL' },
	],
	setsAnswer201: [
		'POST ../../initiatives/<initiative>/projects/',
		{ status: 201 },
		{ project_ids: ['<project>'] },
	],
	customerValuesAnswer: [
		'PATCH ../../customers/<customer>/property-values/<customerProperty>/',
		{ status: 200, body: { values: ['x'] } },
		{ values: ['x'] },
	],
	checksExternalIds: [
		'POST milestones/',
		{ status: 409 },
		{ title: 'x', external_source: 'sheet', external_id: 'row-1' },
	],
	hidesExternalIdsOfPages: [
		'GET pages/',
		{ body: { results: { 0: expect.not.objectContaining({ external_id: null }) } } },
	],
	valuesAnswer201: [
		'POST work-items/<item>/work-item-properties/<version>/values/',
		{ status: 201 },
		{ value: '1.0' },
	],
	valuesAnswerLists: [
		'POST work-items/<item>/work-item-properties/<version>/values/',
		{ body: [{ value: '1.0' }] },
		{ value: '1.0' },
	],
	valuesAreObjects: [
		'GET work-items/<item>/work-item-properties/values/',
		{ body: [{ values: [{ value: expect.any(String) }] }] },
	],
	relationsListIds: [
		'GET work-items/<item>/relations/',
		{ body: { blocking: [expect.any(String)] } },
	],
	worklogsNeedDescriptions: ['POST work-items/<item>/worklogs/', { status: 400 }, { duration: 5 }],
};

describe('Each difference of commercial servers', () => {
	it.each(Object.entries(commercialProbes))('%s can be switched on', async (name, probe) => {
		const usual = await start();
		const different = await start({ differences: { [name]: true } });

		expect(await sendProbe(usual, 'specification', probe)).not.toMatchObject(probe[1]);
		expect(await sendProbe(different, 'specification', probe)).toMatchObject(probe[1]);
	});
});

/** A request for each difference of API v2, and what shows it. No such server was tried. */
const v2Probes: typeof probes = {
	servesApiV2: ['GET <v2>/work-items/', { status: 200 }],
	hasPreviewBulk: [
		'POST <v2>/work-items/bulk-create/',
		{ status: 404, body: { error: 'Page not found.' } },
		{ items: [{ name: 'x' }] },
	],
	newPathsAnswer405: [
		'POST <v2>/nothing/bulk-create/',
		{ status: 405, body: { type: 'method_not_allowed' } },
		{ items: [{ name: 'x' }] },
	],
	callsBatchesConflicts: [
		'POST <v2>/work-items/bulk-create/',
		{ status: 409, body: { code: 'conflict' } },
		{ items: [{}], all_or_none: true },
	],
	acceptsTakenExternalIds: [
		'POST <v2>/work-items/',
		{ status: 201 },
		{ name: 'x', external_source: 'sheet', external_id: 'row-1' },
	],
	returnsNewSecrets: [
		'POST <v2>/../../webhooks/',
		{ status: 201, body: { secret_key: expect.stringMatching(/^plane_wh_/) } },
		{ url: 'https://n8n.example/webhook/1', scopes: ['workitem.created'] },
	],
	refusesPrivateAddresses: [
		'POST <v2>/../../webhooks/',
		{ status: 400, body: { errors: [{ field: 'url' }] } },
		{ url: 'http://127.0.0.1:5678/webhook/1' },
	],
	refusesTakenAddresses: [
		'POST <v2>/../../webhooks/',
		{ status: 409 },
		{ url: 'https://n8n.example/webhook/taken' },
	],
	deniesTransitions: [
		'PATCH <v2>/work-items/<item>/',
		{ status: 403, body: { type: 'forbidden', code: 'workflow_transition_denied' } },
		{ state_id: '<done>' },
	],
	writesPreviewProblems: [
		'GET <v2>/work-items/<unknown>/',
		{
			status: 404,
			body: { type: expect.stringMatching(/^https:/), title: 'not found', status: 404 },
		},
	],
	lacksV2Features: ['GET <v2>/work-items/', { status: 402, body: { type: 'payment_required' } }],
};

describe('Each difference of API v2', () => {
	it.each(Object.entries(v2Probes))('%s can be switched on', async (name, probe) => {
		const usual = await start({ differences: { servesApiV2: name !== 'servesApiV2' } });
		const different = await start({ differences: { servesApiV2: true, [name]: true } });

		expect(await sendProbe(usual, 'specification', probe)).not.toMatchObject(probe[1]);
		expect(await sendProbe(different, 'specification', probe)).toMatchObject(probe[1]);
	});
});

describe('A community server', () => {
	const startCommunity = async (options: Parameters<typeof start>[0] = {}) => {
		const service = await start({ serverKind: 'community', ...options });

		return { service, ...client(service) };
	};

	it('redirects only existing paths, and keeps query and prefix', async () => {
		const { service, get, post } = await startCommunity({ prefix: '/plane' });
		const { headers } = await get('work-items?per_page=2');

		expect(headers.location).toBe(`/plane${projectPath(service)}work-items/?per_page=2`);
		expect((await post('labels', { name: 'x' })).status).toBe(301);
		expect((await get('pages')).status).toBe(404);
	});

	it('returns pages in any order, and each work item on one page only', async () => {
		const { get } = await startCommunity({ workItems: 250 });
		const numbers: unknown[] = [];

		for (const page of [2, 0, 1]) {
			const query = `per_page=100&cursor=100:${page}:0&limit=1&offset=7&assignee=x&anything=1`;
			const { body } = await get(`work-items/?${query}`);

			expect(body).toMatchObject({
				next_cursor: `100:${page + 1}:0`,
				next_page_results: page < 2,
			});
			numbers.push(...column(at(body, 'results'), 'sequence_id'));
		}

		const descending = Array.from({ length: 250 }, (_, index) => 250 - index);

		expect(numbers).toEqual([...descending.slice(200), ...descending.slice(0, 200)]);
	});

	it.each([
		['sequence_id', [1, 2, 3, 4, 5, 6, 7]],
		['-updated_at', [2, 7, 6, 5, 4, 3, 1]],
	])('sorts work items by %s', async (order, numbers) => {
		const { service, get } = await startCommunity();

		first(service.state.workItems.slice(1)).updated_at = new Date().toISOString();
		const { body } = await get(`work-items/?order_by=${order}`);

		expect(column(at(body, 'results'), 'sequence_id')).toEqual(numbers);
		expect((await get('work-items/?order_by=bogus')).status).toBe(500);
	});

	it('adds nothing to a cycle if one ID is unknown, and moves work items from other cycles', async () => {
		const { service, post } = await startCommunity();
		const [firstCycle, secondCycle] = service.state.cycles;
		const ids = service.state.workItems.slice(0, 2).map(({ id }) => id);
		const cyclePath = (id = '') => `cycles/${id}/cycle-issues/`;

		expect((await post(cyclePath(firstCycle?.id), { issues: [...ids, unknownId] })).status).toBe(
			400,
		);
		expect(firstCycle?.issues).toEqual([]);
		await post(cyclePath(firstCycle?.id), { issues: ids });
		await post(cyclePath(secondCycle?.id), { issues: ids.slice(1) });
		expect([firstCycle?.issues, secondCycle?.issues]).toEqual([ids.slice(0, 1), ids.slice(1)]);
	});

	it.each([
		[{ members: [unknownId] }, { members: { 0: [expect.stringContaining('Invalid pk')] } }],
		[{ lead: 'nope' }, { lead: ['“nope” is not a valid UUID.'] }],
		[{ name: '' }, { name: ['This field may not be blank.'] }],
		[{ status: null }, { status: ['This field may not be null.'] }],
		[
			{ target_date: '2026-02-30', status: 'x' },
			{
				target_date: [expect.stringContaining('wrong format')],
				status: ['"x" is not a valid choice.'],
			},
		],
		[
			{ start_date: '2026-03-02', target_date: '2026-03-01' },
			{ non_field_errors: ['Start date cannot exceed target date'] },
		],
		[{ name: 'Opening week' }, { error: 'Module with this name already exists' }],
		[[], { non_field_errors: ['Invalid data. Expected a dictionary, but got list.'] }],
	])('refuses the update %j of a module with %j and changes nothing', async (body, problems) => {
		const { service, patch } = await startCommunity();
		const before = structuredClone(service.state);

		expect(await patch(modulePath(service), body)).toMatchObject({ status: 400, body: problems });
		expect(service.state).toEqual(before);
	});

	it('records violations of the contract without refusing them', async () => {
		const { service, patch, post } = await startCommunity();

		expect((await post('labels/', { name: 'x', extra: 1 })).status).toBe(201);
		// This server names `title` what the contract names `name`.
		await patch(linkPath(service, 'community'), { title: 'x' });
		expect(service.requests).toMatchObject([
			{ operation: 'label.create', problem: expect.stringContaining('"extra"') },
			{ operation: 'workItemLink.update' },
		]);
		expect(service.requests[1]?.problem).toBeUndefined();
	});
});
