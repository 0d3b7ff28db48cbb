import { at, column, type Reply } from '../testing/client';
import {
	buildExternalId,
	readNames,
	readRows,
	readStatus,
	requireAvailable,
	type OpenProbe,
	type ProbeClient,
} from './probe';

/** Describes the form of a list (row 475). */
function describeList({ body }: Reply): string {
	if (Array.isArray(body)) return Array.isArray(body[0]) ? 'an array in an array' : 'an array';

	return Array.isArray(at(body, 'results')) ? 'a page' : `an object of ${readNames(body).join()}`;
}

/** Reads below the project. @throws Unavailable if the server lacks the path */
const readProject = async ({ request }: ProbeClient, path: string): Promise<Reply> =>
	requireAvailable(await request('GET', path), path);

/** Returns a probe of the form of a list of the workspace. */
const listOfWorkspace = (path: string, rows: readonly number[]): OpenProbe => ({
	title: `the form of the list ${path}`,
	rows,
	observed: path === 'project-labels/' ? 'an array' : 'a page',
	run: async ({ readWorkspace }) => describeList(requireAvailable(await readWorkspace(path), path)),
});

/** Returns a probe that creates two records with the same external ID (row 484). */
const externalIdTwice = (
	path: string,
	build: (client: ProbeClient) => object | Promise<object>,
): OpenProbe => ({
	title: `the same external ID twice in ${path}`,
	rows: [484],
	observed: 201,
	run: async (client) => {
		const external = buildExternalId(client);

		await client.create(path, { ...(await build(client)), ...external });

		return readStatus(
			await client.request('POST', path, { ...(await build(client)), ...external }),
		);
	},
});

const buildEpic = ({ unique }: ProbeClient) => ({ name: unique('Epic') });
const buildMilestone = ({ unique }: ProbeClient) => ({ title: unique('Milestone') });
const buildType = ({ unique }: ProbeClient) => ({ name: unique('Type') });
const buildPage = ({ unique }: ProbeClient) => ({
	name: unique('Page'),
	description_html: '<p>Text</p>',
});

const buildProperty = ({ unique }: ProbeClient) => ({
	display_name: unique('Property'),
	property_type: 'DECIMAL',
	is_active: true,
});

/** Creates a property of numbers, of a new type, and returns the path of the values of a new work item. */
async function createProperty(client: ProbeClient): Promise<{ values: string; property: string }> {
	const type = await client.create('work-item-types/', buildType(client));
	const path = `work-item-types/${type}/work-item-properties/`;
	const property = await client.create(path, buildProperty(client));
	const values = `${await client.createItem({ type_id: type })}work-item-properties/`;

	return { values, property };
}

/**
 * What sources say about the commercial editions, as the test service has it (rows 450 to 475 and 480 to 484). Nobody has tried them.
 * What is in the workspace, such as customers, is only read.
 */
export const commercialProbes: readonly OpenProbe[] = [
	{
		title: 'the features of a project are turned on',
		rows: [472],
		observed: 200,
		run: async ({ request }) => {
			const body = { epics: true, work_item_types: true, pages: true };

			return readStatus(requireAvailable(await request('PATCH', 'features/', body), 'features/'));
		},
	},
	listOfWorkspace('customers/', [475]),
	listOfWorkspace('customer-properties/', [455]),
	listOfWorkspace('initiatives/', [475]),
	listOfWorkspace('teamspaces/', [475]),
	listOfWorkspace('project-labels/', [475]),
	{
		title: 'an epic: created with state_id, and shown with state',
		rows: [460],
		observed: [201, true, true],
		run: async (client) => {
			const [state] = readRows(await client.request('GET', 'states/'));
			const body = { ...buildEpic(client), state_id: at(state, 'id') };
			const reply = requireAvailable(await client.request('POST', 'epics/', body), 'epics/');

			return [
				readStatus(reply),
				at(reply.body, 'state') === at(state, 'id'),
				Array.isArray(at(reply.body, 'assignees')),
			];
		},
	},
	{
		title: 'the form of the list of epics',
		rows: [460, 475],
		observed: 'a page',
		run: async (client) => describeList(await readProject(client, 'epics/')),
	},
	externalIdTwice('epics/', buildEpic),
	{
		title: 'work items of a milestone: status of an addition, form of the list, members of a row',
		rows: [462],
		observed: [201, 'a page', ['id', 'issue']],
		run: async (client) => {
			const milestone = await client.create('milestones/', buildMilestone(client));
			const issues = [await client.create('work-items/', { name: 'x' })];
			const path = `milestones/${milestone}/work-items/`;
			const added = await client.request('POST', path, { issues });
			const listed = await client.request('GET', path);
			const names = readNames(readRows(listed)[0]).filter((name) => ['id', 'issue'].includes(name));

			return [readStatus(added), describeList(listed), names];
		},
	},
	{
		title: 'the form of the list of milestones',
		rows: [475],
		observed: 'a page',
		run: async (client) => describeList(await readProject(client, 'milestones/')),
	},
	externalIdTwice('milestones/', buildMilestone),
	{
		title: 'a page without description_html',
		rows: [463],
		observed: 400,
		run: async ({ request, unique }) =>
			readStatus(
				requireAvailable(await request('POST', 'pages/', { name: unique('Page') }), 'pages/'),
			),
	},
	{
		title: 'a list of pages has their text',
		rows: [463],
		observed: false,
		run: async (client) => {
			await client.create('pages/', buildPage(client));
			const [page] = readRows(await client.request('GET', 'pages/'));

			return readNames(page).includes('description_html');
		},
	},
	{
		title: 'a page: PUT of its name, PUT of nothing',
		rows: [466],
		observed: [200, 400],
		run: async (client) => {
			const path = `pages/${await client.create('pages/', buildPage(client))}/`;
			const body = { name: client.unique('Page') };

			return [
				readStatus(requireAvailable(await client.request('PUT', path, body), 'PUT of a page')),
				readStatus(await client.request('PUT', path, {})),
			];
		},
	},
	{
		title: 'a page: deleted before it is archived, archived, deleted',
		rows: [466],
		observed: [400, 204, 204],
		run: async (client) => {
			const path = `pages/${await client.create('pages/', buildPage(client))}/`;

			return [
				readStatus(await client.request('DELETE', path)),
				readStatus(await client.request('POST', `${path}archive/`)),
				readStatus(await client.request('DELETE', path)),
			];
		},
	},
	externalIdTwice('pages/', buildPage),
	{
		title: 'a page of a work item: status, and whether the page is an object in its link',
		rows: [465],
		observed: [201, 'object'],
		run: async (client) => {
			const page = await client.create('pages/', buildPage(client));
			const path = `${await client.createItem()}pages/`;
			const reply = await client.request('POST', path, { page_id: page });

			return [
				readStatus(requireAvailable(reply, 'pages of a work item')),
				typeof at(reply.body, 'page'),
			];
		},
	},
	{
		title: 'a worklog without description: status, and the form of the list',
		rows: [464],
		observed: [201, 'an array'],
		run: async ({ request, createItem }) => {
			const path = `${await createItem()}worklogs/`;
			const reply = requireAvailable(await request('POST', path, { duration: 30 }), 'worklogs/');

			return [readStatus(reply), describeList(await request('GET', path))];
		},
	},
	{
		title: 'worklogs: the totals, in the unit of the logs',
		rows: [464],
		observed: ['an array', true],
		run: async (client) => {
			const item = await client.create('work-items/', { name: 'x' });

			await client.create(`work-items/${item}/worklogs/`, { duration: 30, description: '' });
			const totals = await readProject(client, 'total-worklogs/');
			const own = readRows(totals).find((row) => at(row, 'issue_id') === item);

			return [describeList(totals), at(own, 'duration') === 30];
		},
	},
	{
		title: 'a second estimate of a project: status, and whether it names the first',
		rows: [467],
		observed: [409, true],
		run: async ({ request, create }) => {
			const id = await create('estimates/', { name: 'Size', type: 'points' });
			const reply = await request('POST', 'estimates/', { name: 'Other', type: 'points' });

			return [readStatus(reply), at(reply.body, 'id') === id];
		},
	},
	{
		title: 'points of an estimate: none, a bare list, and in estimate_points',
		rows: [467],
		observed: [400, 201, 201],
		run: async (client) => {
			const found = await client.request('GET', 'estimates/');
			const estimate =
				column([...readRows(found), found.body], 'id').find((id) => typeof id === 'string') ??
				(await client.create('estimates/', { name: 'Size', type: 'points' }));
			const path = `estimates/${estimate}/estimate-points/`;
			const send = async (body: unknown) => readStatus(await client.request('POST', path, body));

			return [
				await send([]),
				await send([{ value: '1', key: 0 }]),
				await send({ estimate_points: [{ value: '2', key: 1 }] }),
			];
		},
	},
	{
		title: 'the form of the list of types',
		rows: [469],
		observed: 'an array',
		run: async (client) => describeList(await readProject(client, 'work-item-types/')),
	},
	{
		title: 'a type with a name that is taken',
		rows: [456],
		observed: 409,
		run: async (client) => {
			const body = buildType(client);

			await client.create('work-item-types/', body);

			return readStatus(await client.request('POST', 'work-item-types/', body));
		},
	},
	externalIdTwice('work-item-types/', buildType),
	{
		title: 'the form of the list of properties of a type',
		rows: [480],
		observed: 'an array',
		run: async (client) => {
			const type = await client.create('work-item-types/', buildType(client));

			return describeList(
				await readProject(client, `work-item-types/${type}/work-item-properties/`),
			);
		},
	},
	{
		title: 'a property of texts without display_format',
		rows: [453],
		observed: 400,
		run: async (client) => {
			const type = await client.create('work-item-types/', buildType(client));
			const body = { ...buildProperty(client), property_type: 'TEXT' };
			const path = `work-item-types/${type}/work-item-properties/`;

			return readStatus(await client.request('POST', path, body));
		},
	},
	{
		title: 'a value: read before it is set, set, and shown as',
		rows: [468],
		observed: [404, 200, 7],
		run: async (client) => {
			const { values, property } = await createProperty(client);
			const path = `${values}${property}/values/`;
			const before = await client.request('GET', path);
			const set = await client.request('POST', path, { value: 7 });

			return [readStatus(before), readStatus(set), at(set.body, 'value')];
		},
	},
	{
		title: 'all values of a work item in one list',
		rows: [470],
		observed: [['property_id', 'values'], [7]],
		run: async (client) => {
			const { values, property } = await createProperty(client);

			await client.request('POST', `${values}${property}/values/`, { value: 7 });
			const [row] = readRows(await readProject(client, `${values}values/`));

			return [readNames(row).sort(), at(row, 'values')];
		},
	},
	{
		title: 'removing a relation',
		rows: [39],
		observed: 204,
		run: async ({ request, create, createItem }) => {
			const related = await create('work-items/', { name: 'x' });
			const path = `${await createItem()}relations/`;
			const body = { relation_type: 'relates_to', issues: [related] };

			await request('POST', path, body);
			const reply = await request('POST', `${path}remove/`, { related_issue: related });

			return readStatus(requireAvailable(reply, 'relations/remove/'));
		},
	},
	{
		title: 'an advanced search: the form of its answer, and an unknown key of a condition',
		rows: [474],
		observed: ['an array', 400],
		run: async ({ send, workspacePath, project, createItem }) => {
			const search = async (filters: object) =>
				await send({
					method: 'POST',
					path: `${workspacePath}work-items/advanced-search/`,
					body: { project_id: project.id, filters },
				});

			await createItem({ priority: 'high' });
			const found = requireAvailable(await search({ priority: 'high' }), 'advanced-search/');

			return [describeList(found), readStatus(await search({ bogus: 'x' }))];
		},
	},
];
