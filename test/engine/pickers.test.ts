import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import type { ServerKind } from '../service/service';
import type { ServiceState } from '../service/state';
import { causes } from '../nodeTexts';
import { listNames, openList, flattenParameters } from './pickers';
import { byId, locateFirst } from './samples';
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

type List = readonly [
	method: string,
	edition: 'any' | 'commercial',
	/** In any order. */
	shows: (state: ServiceState, serverKind: ServerKind) => Shown,
];

const rows: readonly List[] = [
	[
		'searchProjects',
		'any',
		({ projects }) => projects.map(({ id, name, identifier }) => [id, `${name} (${identifier})`]),
	],
	['searchModules', 'any', inProject('modules')],
	['searchCycles', 'any', cycles],
	['searchStates', 'any', inProject('states')],
	['searchLabels', 'any', inProject('labels')],
	[
		'searchLinks',
		'any',
		({ links, workItems }) =>
			links
				.filter(({ issue }) => issue === workItems[0]?.id)
				.map(({ id, name, url }) => [id, `${name} (${url})`]),
	],
	[
		'searchComments',
		'any',
		({ comments, workItems }) =>
			comments
				.filter(({ issue }) => issue === workItems[0]?.id)
				.map(({ id, comment_html: html, created_at: created }) => [
					id,
					`${html.replace(/<\/?p>/g, '')} (${dayOf(created)})`,
				]),
	],
	[
		'searchActivities',
		'any',
		({ activities, workItems }) =>
			activities
				.filter(({ issue }) => issue === workItems[0]?.id)
				.map(({ id, comment, created_at: created }) => [id, `${comment} (${dayOf(created)})`]),
	],
	[
		'searchAttachments',
		'any',
		({ attachments, workItems }) =>
			attachments
				.filter(({ issue, is_uploaded }) => is_uploaded && issue === workItems[0]?.id)
				.map(({ id, attributes }) => [id, attributes.name]),
	],
	[
		'searchArchivedModules',
		'any',
		({ modules }) => toShown(modules.filter(({ archived_at: archived }) => archived !== null)),
	],
	[
		'searchArchivedCycles',
		'any',
		({ cycles }) => cycles.filter(({ archived_at: at }) => at !== null).map(withDays),
	],
	[
		'searchIntakeItems',
		'any',
		({ intakeItems, workItems }, serverKind) =>
			intakeItems.map(({ issue }) => {
				const item = workItems.find(({ id }) => id === issue);
				const label = `${item?.sequence_id} ${item?.name} (Accepted)`;

				// Only the real server sends the work item with it.
				return [issue, serverKind === 'community' ? label : issue];
			}),
	],
	[
		'searchInvitations',
		'any',
		({ invitations }) => invitations.map(({ id, email }) => [id, email]),
	],
	['searchStickies', 'any', ({ stickies }) => stickies.map(({ id, name }) => [id, name ?? ''])],
	['searchMembers', 'any', showUsers],
	['searchProjectMembers', 'any', showUsers],
	['searchCustomers', 'commercial', showNames('customers')],
	[
		'searchCustomerProperties',
		'commercial',
		(state) => state.customerProperties.map(({ id, display_name }) => [id, display_name]),
	],
	['searchInitiatives', 'commercial', showNames('initiatives')],
	['searchTeamspaces', 'commercial', showNames('teamspaces')],
	['searchInitiativeLabels', 'commercial', showNames('initiativeLabels')],
	['searchProjectTemplates', 'commercial', showNames('projectTemplates')],
	['searchRelationDefinitions', 'commercial', showNames('relationDefinitions')],
	['searchProjectLabels', 'commercial', showNames('projectLabels')],
	[
		'searchCustomerRequests',
		'commercial',
		({ customerRequests, customers }) =>
			toShown(customerRequests.filter(({ customer }) => customer === customers[0]?.id)),
	],
	[
		'searchEpics',
		'commercial',
		({ epics, projects }) =>
			epics.map(({ id, name, sequence_id: number }) => [
				id,
				`${projects[0]?.identifier ?? ''}-${String(number)} ${name}`,
			]),
	],
	[
		'searchMilestones',
		'commercial',
		({ milestones }) => milestones.map(({ id, title }) => [id, title]),
	],
	[
		'searchWorkItemTypes',
		'commercial',
		({ types, projects }) => toShown(types.filter(({ project }) => project === projects[0]?.id)),
	],
	[
		'searchWorkItemProperties',
		'commercial',
		({ workItemProperties }) =>
			workItemProperties
				.filter(({ issue_type: type }) => type === workItemProperties[0]?.issue_type)
				.map(({ id, display_name: name }) => [id, name]),
	],
	[
		'searchPropertyOptions',
		'commercial',
		({ workItemPropertyOptions: options, workItemProperties }) =>
			toShown(options.filter(({ property }) => property === workItemProperties[0]?.id)),
	],
	[
		'searchWorklogs',
		'commercial',
		({ worklogs }) =>
			worklogs.map(({ id, duration, description }) => [
				id,
				`${String(duration)} min (${description})`,
			]),
	],
	[
		'searchEstimatePoints',
		'commercial',
		({ estimatePoints }) => estimatePoints.map(({ id, value }) => [id, value]),
	],
	[
		'searchProjectEstimatePoints',
		'commercial',
		({ estimatePoints }) => estimatePoints.map(({ id, value }) => [id, value]),
	],
	['searchPages', 'commercial', showPages(false)],
	['searchWikiPages', 'commercial', showPages(true)],
	['searchArchivedPages', 'commercial', showPages(false, true)],
	['searchArchivedWikiPages', 'commercial', showPages(true, true)],
	[
		'searchWorkItemPages',
		'commercial',
		({ workItemPages, pages }) =>
			workItemPages.map(({ id, page }) => [id, pages.find((row) => row.id === page)?.name ?? '']),
	],
	[
		'searchWorkItems',
		'any',
		// Of the second project: it has seven, the first one more than a page.
		({ workItems, projects }) =>
			workItems
				.filter(({ project }) => project === projects[1]?.id)
				.map(({ id, name, sequence_id }) => [id, `WEB-${String(sequence_id)} ${name}`]),
	],
];
const lists = rows.map(([method, edition, shows]) => ({ method, edition, shows }));

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
		({ edition }) => serverKind === 'specification' || edition === 'any',
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

	it('is tested in this file, without exception', () => {
		const methods = flattenParameters(world.engine.panelParameters).flatMap(({ modes = [] }) =>
			modes.flatMap(({ typeOptions }) => typeOptions?.searchListMethod ?? []),
		);

		expect(new Set(methods)).toEqual(new Set(lists.map(({ method }) => method)));
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
});

describe('A commercial list of the panel on a Community Edition', () => {
	const world = useWorld({ serverKind: 'community' });

	it.each(lists.filter(({ edition }) => edition === 'commercial'))(
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
