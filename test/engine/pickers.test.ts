import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import type { ServerKind } from '../service/service';
import type { ServiceState } from '../service/state';
import { causes } from '../nodeTexts';
import { credentialFor } from './credentials';
import { listNames, openList, flattenParameters, scrollList } from './pickers';
import { byId, byUrl, locateFirst } from './samples';
import { respondWith } from '../service/testing/stubServer';
import { useStubServers } from '../service/testing/useStubServers';
import { serverKinds } from './serverKinds';
import { useWorld } from './useWorld';

/** The rows that a list shows: the ID and the name of each. */
type Shown = readonly (readonly [id: string, name: string])[];

const toShown = (rows: readonly { readonly id: string; readonly name: string }[]): Shown =>
	rows.map(({ id, name }) => [id, name]);

const inProject = (kind: 'modules' | 'states' | 'labels') => (state: ServiceState) =>
	toShown(state[kind].filter(({ project }) => project === state.projects[0]?.id));

const CURRENT = ['current', 'Current (the active cycle each time the workflow runs)'] as const;

const cycles = ({ cycles, projects }: ServiceState): Shown => [
	CURRENT,
	...cycles
		.filter(({ project, archived_at }) => project === projects[0]?.id && archived_at === null)
		.map(withDays),
];

const dayOf = (time: string) => time.slice(0, 10);

const withDays = ({ id, name, start_date: start, end_date: end }: ServiceState['cycles'][number]) =>
	[id, start === null || end === null ? name : `${name} (${start} to ${end})`] as const;

const showNames =
	(
		kind:
			| 'customers'
			| 'initiatives'
			| 'teamspaces'
			| 'initiativeLabels'
			| 'projectLabels'
			| 'projectTemplates'
			| 'relationDefinitions',
	) =>
	(state: ServiceState) =>
		toShown(state[kind]);

/** The pages of the first project, or of the wiki: those that are archived, or the others. */
const showPages =
	(isOfWiki: boolean, isArchived = false) =>
	(state: ServiceState) =>
		toShown(
			state.pages.filter(
				({ project, archived_at: at }) =>
					(at !== null) === isArchived && (project === null) === isOfWiki,
			),
		);

const showUsers = ({ users }: ServiceState): Shown =>
	users.map(({ id, first_name, last_name, email }) => [
		id,
		`${first_name} ${last_name} (${email})`,
	]);

/** The parameters that must be chosen before a list can be opened, and whether it is commercial only. */
interface Place {
	readonly needs: readonly (keyof typeof LABELS)[];
	commercial?: true;
}

/** The parameters that lists need, as the panel shows them. */
const LABELS = {
	projectId: 'Project',
	workItemId: 'Work Item',
	customerId: 'Customer',
	typeId: 'Type',
	propertyId: 'Property',
	estimateId: 'Estimate',
} as const;

const WORKSPACE: Place = { needs: [] };
const COMMERCIAL: Place = { needs: [], commercial: true };
const PROJECT: Place = { needs: ['projectId'] };
const WORK_ITEM: Place = { needs: ['projectId', 'workItemId'] };
const commercialIn = (...needs: Place['needs']): Place => ({ needs, commercial: true });

type List = readonly [
	method: string,
	place: Place,
	/** In any order. */
	shows: (state: ServiceState, serverKind: ServerKind) => Shown,
	/** Text to search for. */
	filter: string,
	/** The number of rows that the search finds. */
	found: number,
];

const rows: readonly List[] = [
	[
		'searchProjects',
		WORKSPACE,
		({ projects }) => projects.map(({ id, name, identifier }) => [id, `${name} (${identifier})`]),
		'lnch',
		1,
	],
	['searchModules', PROJECT, inProject('modules'), 'week opening', 1],
	['searchCycles', PROJECT, cycles, 'WEEK', 2],
	['searchStates', PROJECT, inProject('states'), 'done', 1],
	['searchLabels', PROJECT, inProject('labels'), 'bug', 1],
	[
		'searchLinks',
		WORK_ITEM,
		({ links, workItems }) =>
			links
				.filter(({ issue }) => issue === workItems[0]?.id)
				.map(({ id, name, url }) => [id, `${name} (${url})`]),
		'draft',
		1,
	],
	[
		'searchComments',
		WORK_ITEM,
		({ comments, workItems }) =>
			comments
				.filter(({ issue }) => issue === workItems[0]?.id)
				.map(({ id, comment_html: html, created_at: created }) => [
					id,
					`${html.replace(/<\/?p>/g, '')} (${dayOf(created)})`,
				]),
		'right',
		1,
	],
	[
		'searchActivities',
		WORK_ITEM,
		({ activities, workItems }) =>
			activities
				.filter(({ issue }) => issue === workItems[0]?.id)
				.map(({ id, comment, created_at: created }) => [id, `${comment} (${dayOf(created)})`]),
		'created the issue',
		1,
	],
	[
		'searchAttachments',
		WORK_ITEM,
		({ attachments, workItems }) =>
			attachments
				.filter(({ issue, is_uploaded }) => is_uploaded && issue === workItems[0]?.id)
				.map(({ id, attributes }) => [id, attributes.name]),
		'.pdf',
		1,
	],
	[
		'searchArchivedModules',
		PROJECT,
		({ modules }) => toShown(modules.filter(({ archived_at: archived }) => archived !== null)),
		'old',
		1,
	],
	[
		'searchArchivedCycles',
		PROJECT,
		({ cycles }) => cycles.filter(({ archived_at: at }) => at !== null).map(withDays),
		'2025-12-22',
		1,
	],
	[
		'searchIntakeItems',
		PROJECT,
		({ intakeItems, workItems }, serverKind) =>
			intakeItems.map(({ issue }) => {
				const item = workItems.find(({ id }) => id === issue);
				const label = `${item?.sequence_id} ${item?.name} (Accepted)`;

				// Only the real server sends the work item with it.
				return [issue, serverKind === 'community' ? label : issue];
			}),
		'',
		1,
	],
	[
		'searchInvitations',
		WORKSPACE,
		({ invitations }) => invitations.map(({ id, email }) => [id, email]),
		'carol',
		1,
	],
	[
		'searchStickies',
		WORKSPACE,
		({ stickies }) => stickies.map(({ id, name }) => [id, name ?? '']),
		'printer',
		1,
	],
	['searchMembers', WORKSPACE, showUsers, 'ada', 1],
	['searchProjectMembers', PROJECT, showUsers, 'KAHN', 1],
	['searchCustomers', COMMERCIAL, showNames('customers'), 'gardens', 1],
	[
		'searchCustomerProperties',
		COMMERCIAL,
		(state) => state.customerProperties.map(({ id, display_name }) => [id, display_name]),
		'account manager',
		1,
	],
	['searchInitiatives', COMMERCIAL, showNames('initiatives'), 'nordic', 1],
	['searchTeamspaces', COMMERCIAL, showNames('teamspaces'), 'product', 1],
	['searchInitiativeLabels', COMMERCIAL, showNames('initiativeLabels'), 'growth', 1],
	['searchProjectTemplates', COMMERCIAL, showNames('projectTemplates'), 'fair', 1],
	['searchRelationDefinitions', COMMERCIAL, showNames('relationDefinitions'), 'implement', 1],
	['searchProjectLabels', COMMERCIAL, showNames('projectLabels'), 'internal', 1],
	[
		'searchCustomerRequests',
		commercialIn('customerId'),
		({ customerRequests, customers }) =>
			toShown(customerRequests.filter(({ customer }) => customer === customers[0]?.id)),
		'wish',
		65,
	],
	[
		'searchEpics',
		commercialIn('projectId'),
		({ epics, projects }) =>
			epics.map(({ id, name, sequence_id: number }) => [
				id,
				`${projects[0]?.identifier ?? ''}-${String(number)} ${name}`,
			]),
		'checkout',
		1,
	],
	[
		'searchMilestones',
		commercialIn('projectId'),
		({ milestones }) => milestones.map(({ id, title }) => [id, title]),
		'beta',
		1,
	],
	[
		'searchWorkItemTypes',
		commercialIn('projectId'),
		({ types, projects }) => toShown(types.filter(({ project }) => project === projects[0]?.id)),
		'epic',
		1,
	],
	[
		'searchWorkItemProperties',
		commercialIn('projectId', 'typeId'),
		({ workItemProperties }) =>
			workItemProperties
				.filter(({ issue_type: type }) => type === workItemProperties[0]?.issue_type)
				.map(({ id, display_name: name }) => [id, name]),
		'severity',
		1,
	],
	[
		'searchPropertyOptions',
		commercialIn('projectId', 'propertyId'),
		({ workItemPropertyOptions: options, workItemProperties }) =>
			toShown(options.filter(({ property }) => property === workItemProperties[0]?.id)),
		'high',
		1,
	],
	[
		'searchWorklogs',
		commercialIn('projectId', 'workItemId'),
		({ worklogs }) =>
			worklogs.map(({ id, duration, description }) => [
				id,
				`${String(duration)} min (${description})`,
			]),
		'60 min',
		1,
	],
	[
		'searchEstimatePoints',
		commercialIn('projectId', 'estimateId'),
		({ estimatePoints }) => estimatePoints.map(({ id, value }) => [id, value]),
		'',
		4,
	],
	[
		'searchProjectEstimatePoints',
		commercialIn('projectId'),
		({ estimatePoints }) => estimatePoints.map(({ id, value }) => [id, value]),
		'',
		4,
	],
	['searchPages', commercialIn('projectId'), showPages(false), 'handbook', 1],
	['searchWikiPages', COMMERCIAL, showPages(true), 'handbook', 1],
	['searchArchivedPages', commercialIn('projectId'), showPages(false, true), 'old notes', 1],
	['searchArchivedWikiPages', COMMERCIAL, showPages(true, true), 'old notes', 1],
	[
		'searchWorkItemPages',
		commercialIn('projectId', 'workItemId'),
		({ workItemPages, pages }) =>
			workItemPages.map(({ id, page }) => [id, pages.find((row) => row.id === page)?.name ?? '']),
		'',
		1,
	],
	[
		'searchWorkItems',
		PROJECT,
		// Of the second project: it has seven, the first one more than a page.
		({ workItems, projects }) =>
			workItems
				.filter(({ project }) => project === projects[1]?.id)
				.map(({ id, name, sequence_id }) => [id, `WEB-${String(sequence_id)} ${name}`]),
		'web-5',
		1,
	],
];
const lists = rows.map(([method, place, shows, filter, found]) => ({
	method,
	...place,
	shows,
	filter,
	found,
}));

/** How many requests a page takes: the points of an estimate need the estimate first. */
const requestsOf = (method: string): number => (method === 'searchProjectEstimatePoints' ? 2 : 1);

/** Parameters with everything that any of the lists needs. */
function choosePath(state: ServiceState, method = ''): INodeParameters {
	const { projects, workItems, customers, workItemProperties, estimates } = state;
	const [first, second] = projects;
	const [property] = workItemProperties;
	const usesSecondProject = /WorkItems|Archived(Cycles|Modules)|Intake/.test(method);
	const project = usesSecondProject ? second : first;

	return {
		projectId: byId(project?.id),
		workItemId: locateFirst(workItems),
		customerId: locateFirst(customers),
		typeId: byId(property?.issue_type),
		propertyId: byId(property?.id),
		estimateId: locateFirst(estimates),
	};
}

describe.each(serverKinds)('A list of the panel on a %s server', (serverKind) => {
	const world = useWorld({ serverKind });
	const availableLists = lists.filter(
		({ commercial }) => serverKind === 'specification' || commercial !== true,
	);

	it.each(availableLists)('shows every record by its name ($method)', async ({ method, shows }) => {
		const { state } = world.service;

		const page = await openList(world, method, choosePath(state, method));
		const rows = page.results.map(({ value, name }) => [value, name]);

		expect(rows.sort()).toEqual(
			shows(state, serverKind)
				.map((row) => [...row])
				.sort(),
		);
		expect(page.paginationToken).toBeUndefined();
		expect(page.requests).toBe(requestsOf(method));
	});

	it.each(availableLists)(
		'finds records by the text in its search field ($method)',
		async ({ method, filter, found }) => {
			const parameters = choosePath(world.service.state, method);

			const page = await openList(world, method, parameters, { filter });

			expect(page.results).toHaveLength(found);
			expect(page.requests).toBe(requestsOf(method));

			const emptyPage = await openList(world, method, parameters, { filter: 'no such thing' });

			expect(emptyPage.results).toEqual([]);
		},
	);

	it.each(availableLists.flatMap(({ method, needs }) => needs.map((name) => ({ method, name }))))(
		'says that $name must be chosen first and sends no request ($method)',
		async ({ method, name }) => {
			const allParameters = choosePath(world.service.state, method);

			for (const missing of [undefined, '', { __rl: true, mode: 'list', value: '' }]) {
				const parameters: INodeParameters = { ...allParameters, [name]: missing };
				const page = await openList(world, method, parameters);

				expect(page.requests).toBe(0);
				expect(page.results).toEqual([{ name: `Choose ${LABELS[name]} first`, value: '' }]);
			}
		},
	);

	it('shows every record of a long list once, with one request per page', async () => {
		const parameters = choosePath(world.service.state);

		const { names, pages } = await scrollList(world, 'searchWorkItems', parameters);

		expect(pages).toBe(3);
		expect(new Set(names).size).toBe(250);
		expect(names).toHaveLength(250);
		expect(names).toContain('LNCH-1 Write the press release 1');
	});

	it.each([
		['its key', 'LNCH-12', 'LNCH-12 '],
		['its number', '12', 'LNCH-12 '],
		['a part of its name', 'press release 22', 'LNCH-22 '],
	])('finds a work item by %s', async (_, filter, start) => {
		const parameters = choosePath(world.service.state);

		const page = await openList(world, 'searchWorkItems', parameters, { filter });

		expect(page.requests).toBe(1);
		expect(listNames(page).filter((name) => name.startsWith(start))).toHaveLength(1);
		expect(world.service.requests.at(-1)?.url).toContain('/work-items/search/');
	});

	it.each([
		['searchModules', 'modules', 'This project has no modules'],
		['searchLinks', 'links', 'This work item has no links'],
	] as const)('(%s) says that there are no %s', async (method, records, sentence) => {
		const { state } = world.service;
		const parameters = choosePath(state);
		const removed = state[records].splice(0);

		const page = await openList(world, method, parameters);

		state[records].push(...(removed as never[]));

		expect(page.results).toEqual([{ name: sentence, value: '' }]);
	});

	it('offers all members if several can be chosen', async () => {
		const { state } = world.service;
		const parameters = choosePath(state);
		const expected = showUsers(state).map(([value, name]) => ({ name, value }));

		for (const method of ['searchMembers', 'searchProjectMembers']) {
			const options = await world.engine.loadOptions({ method, parameters }, world.credential);

			expect(options).toHaveLength(expected.length);
			expect(options).toEqual(expect.arrayContaining(expected));
		}
	});
});

describe('A list of the panel', () => {
	const world = useWorld();
	const startStubServer = useStubServers();

	it('is tested in this file, without exception', () => {
		const methods = flattenParameters(world.engine.panelParameters).flatMap(({ modes = [] }) =>
			modes.flatMap(({ typeOptions }) => typeOptions?.searchListMethod ?? []),
		);

		expect(new Set(methods)).toEqual(new Set(lists.map(({ method }) => method)));
	});

	it('accepts the project as an address, an expression and bare text', async () => {
		const { state, workspace } = world.service;
		const id = state.projects[0]?.id ?? '';
		const address = `https://plane.example.com/pm/${workspace}/projects/${id}/issues/`;

		// The editor has evaluated expressions by then; a bare one becomes a locator without a mode.
		for (const projectId of [byUrl(address), { __rl: true, mode: '', value: id }, id]) {
			const page = await openList(world, 'searchModules', { projectId });

			expect(listNames(page).sort()).toEqual(['Opening week', 'Preparation']);
		}
	});

	const NO_VALUE = /^Project has no value yet: run the nodes before this one first$/;

	it.each([
		['an expression that the editor could not evaluate', { ...byId(''), value: null }, NO_VALUE],
		['an expression without a result', { ...byId(''), value: undefined }, NO_VALUE],
		['an expression that was not evaluated', byId('={{ $json.project }}'), NO_VALUE],
		['an expression that failed as a whole', null, NO_VALUE],
		[
			'another address',
			byUrl('https://plane.example.com/acme/'),
			/is not the address of such a record/,
		],
	])('says what is wrong with %s and sends no request', async (_, projectId, message) => {
		const page = await openList(world, 'searchModules', { projectId });

		expect(listNames(page)).toEqual([expect.stringMatching(message)]);
		expect(page.requests).toBe(0);
	});

	it('says if neither the node nor the credential has a workspace', async () => {
		const credential = { ...world.credential, workspaceSlug: '' };

		const page = await openList(world, 'searchProjects', {}, { credential });

		expect(listNames(page)).toEqual(['Enter a Workspace Slug first, here or in the credential']);
	});

	it('has nothing to choose as long as no project is chosen, without an error, if several records can be chosen', async () => {
		const request = { method: 'searchProjectMembers', parameters: {} };
		const requestsBefore = world.service.requests.length;

		const rows = await world.engine.loadOptions(request, world.credential);

		expect(rows).toEqual([]);
		expect(world.service.requests).toHaveLength(requestsBefore);
	});

	it('reads from the workspace of the node, and writes its name with hyphens at which the editor does not break the line', async () => {
		const parameters = { workspaceSlug: 'another-place' };
		const search = openList(world, 'searchProjects', parameters);

		const error = await search.catch((thrown: unknown) => thrown);

		expect(world.service.requests.at(-1)?.url).toContain('/workspaces/another-place/projects/');

		const message = error instanceof Error ? error.message : '';

		expect(message).toContain('another\u2011place');
		expect(message).not.toContain('-');
	});

	it('says that the API key is wrong without repeating it', async () => {
		const credential = { ...world.credential, apiKey: 'plane_api_wrong_0123456789' };
		const search = openList(world, 'searchProjects', {}, { credential });

		const error = await search.catch((thrown: unknown) => thrown);

		expect(error).toMatchObject({
			name: 'NodeApiError',
			message: `${causes.keyRefused}: Given API token is not valid`,
			description: expect.stringContaining('put it into the credential'),
			httpCode: '403',
		});
		expect(JSON.stringify(error)).not.toContain(credential.apiKey);
	});

	it('does not follow a redirect to another origin with the key', async () => {
		const otherServer = await startStubServer(respondWith(200, []));
		const redirect = respondWith(302, '', { location: `${otherServer.url}/api/v1/` });
		const server = await startStubServer(redirect);
		const credential = credentialFor(server);
		const search = openList(world, 'searchProjects', {}, { credential });

		await expect(search).rejects.toThrow(/redirects to/);
		expect(server.arrived).toHaveLength(1);
		expect(otherServer.arrived).toEqual([]);
	});
});

describe('A commercial list of the panel on a Community Edition', () => {
	const world = useWorld({ serverKind: 'community' });

	it.each(lists.filter(({ commercial }) => commercial === true))(
		'says that only the commercial editions have it ($method)',
		async ({ method }) => {
			const page = await openList(world, method, choosePath(world.service.state, method));

			expect(page.requests).toBe(1);
			expect(listNames(page)).toEqual([
				expect.stringMatching(new RegExp(`^${causes.onlyCommercial('[a-z ]+')}$`)),
			]);
			expect(page.results[0]?.value).toBe('');
			expect(page.paginationToken).toBeUndefined();
		},
	);
});

describe('The list of projects in the panel', () => {
	const world = useWorld({ serverKind: 'community' });

	it('marks projects that the API key may not use, and shows them last', async () => {
		world.service.state.projects[0]?.members.splice(0);

		const page = await openList(world, 'searchProjects');

		expect(listNames(page)).toEqual(['Website (WEB)', 'Launch (LNCH) – no access']);
	});

	it('finds projects without access by their name, not by the mark', async () => {
		const search = async (filter: string) =>
			listNames(await openList(world, 'searchProjects', {}, { filter }));

		expect(await search('lnch')).toEqual(['Launch (LNCH) – no access']);
		expect(await search('access')).toEqual([]);
	});

	it('says that the user of the credential sees no projects if it is empty', async () => {
		world.service.state.projects.splice(0);

		const page = await openList(world, 'searchProjects');

		expect(listNames(page)).toEqual([
			'The user of the credential sees no projects in this workspace',
		]);
	});
});
