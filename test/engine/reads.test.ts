import { beforeAll, describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId, locateFirst } from './samples';
import { useWorld } from './useWorld';

// The output of Get and Get Many: simplified, complete, or with only some fields.

const world = useWorld({ serverKind: 'community' });

const workItemPath = () => {
	const { projects, workItems } = world.service.state;

	return { projectId: locateFirst(projects), workItemId: locateFirst(workItems) };
};

const projectPath = () => ({ projectId: workItemPath().projectId });

/** Runs an operation that must succeed. @returns the JSON of its items */
async function read(
	operation: string,
	parameters: INodeParameters = {},
): Promise<readonly IDataObject[]> {
	const { json, error } = await world.run(operation, parameters);

	expect(error).toBeUndefined();

	return json;
}

const readCard = async (operation: string, parameters: INodeParameters): Promise<IDataObject> => {
	const [card = {}] = await read(operation, { ...parameters, simple: true });

	return card;
};

const anyInstant = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
const sentReads = () => world.service.requests.filter(({ method }) => method === 'GET');

describe('The simplified output', () => {
	/** Returns the address of a page of the web app. */
	const page = (...segments: readonly unknown[]) =>
		[world.service.url, 'acme', ...segments, ''].join('/');

	it('of a comment has its text and its author', async () => {
		const item = workItemPath();
		const comment = 'One & **two**\nThree';

		const [{ id } = {}] = await read('workItemComment.create', { ...item, comment });

		expect(await readCard('workItemComment.get', { ...item, commentId: byId(id) })).toEqual({
			id,
			comment,
			by: 'ada',
			access: 'INTERNAL',
			external_source: null,
			external_id: null,
			created_at: anyInstant,
			updated_at: anyInstant,
			project: item.projectId.value,
		});
	});

	it('of an activity has the field, the old and new value, and the actor', async () => {
		const item = workItemPath();

		await read('workItem.update', { ...item, updateFields: { priority: 'high' } });
		const activityParameters = { ...item, returnAll: true, simple: true };

		const [creation, ...changes] = await read('workItemActivity.getAll', activityParameters);
		const id = expect.any(String);
		const commonFields = {
			old_identifier: null,
			new_identifier: null,
			by: 'ada',
			created_at: anyInstant,
			project: item.projectId.value,
		};

		expect(creation).toEqual({
			...commonFields,
			id,
			verb: 'created',
			field: null,
			from: null,
			to: null,
		});
		expect(changes.at(-1)).toEqual({
			...commonFields,
			id,
			verb: 'updated',
			field: 'priority',
			from: 'none',
			to: 'high',
		});
	});

	it('of a sticky has its text', async () => {
		const additionalFields = { name: 'Note', description: 'About' };

		const [{ id } = {}] = await read('sticky.create', { additionalFields });

		expect(await readCard('sticky.get', { stickyId: byId(id) })).toEqual({
			id,
			name: 'Note',
			text: 'About',
			color: null,
			background_color: null,
			created_at: anyInstant,
			updated_at: anyInstant,
		});
	});

	it('of an intake item has the fields of its work item and its status as a word', async () => {
		const additionalFields = { priority: 'low' };
		const parameters = { ...projectPath(), name: 'Broken', additionalFields };

		const [{ issue, project } = {}] = await read('intakeItem.create', parameters);
		const [card] = await read('intakeItem.getAll', { ...projectPath(), simple: true });

		expect(card).toEqual({
			work_item_id: issue,
			key: expect.stringMatching(/^LNCH-\d+$/),
			name: 'Broken',
			priority: 'low',
			status: 'Pending',
			source: 'IN_APP',
			source_email: null,
			created_at: anyInstant,
			project,
			url: page('projects', project, 'intake'),
		});
	});

	it('of cycles and modules has the names of people, who are looked up once', async () => {
		const { cycles, modules, projects } = world.service.state;
		const [cycle, nextCycle] = cycles;
		const requestsBefore = sentReads().length;

		const cards = await read('cycle.getAll', { ...projectPath(), simple: true });

		expect(cards.find(({ id }) => id === cycle?.id)).toEqual({
			id: cycle?.id,
			name: 'Week 6',
			start_date: '2098-02-02',
			end_date: '2098-02-08',
			total_issues: 0,
			completed_issues: 0,
			owned_by: 'ada',
			archived_at: null,
			project: projects[0]?.id,
			url: page('projects', projects[0]?.id, 'cycles', cycle?.id),
		});
		expect(cards.map(({ id }) => id)).toContain(nextCycle?.id);
		expect(sentReads().slice(requestsBefore)).toHaveLength(2);

		const [module] = modules;

		const moduleCard = await readCard('module.get', {
			...projectPath(),
			moduleId: locateFirst(modules),
		});

		expect(moduleCard).toEqual({
			id: module?.id,
			name: 'Preparation',
			description: 'Everything about the preparation',
			status: 'in-progress',
			start_date: '2026-02-01',
			target_date: '2026-03-01',
			lead: 'ada',
			total_issues: 0,
			completed_issues: 0,
			project: projects[0]?.id,
			url: page('projects', projects[0]?.id, 'modules', module?.id),
		});
	});

	it('of several items takes one lookup of the members of the workspace', async () => {
		const { cycles } = world.service.state;
		const requestsBefore = sentReads().length;
		const parameters = { ...projectPath(), cycleId: byId('={{ $json.id }}'), simple: true };
		const items = cycles.slice(0, 2).map(({ id }) => ({ json: { id } }));

		const { json, error } = await world.run('cycle.get', parameters, { items });

		expect(error).toBeUndefined();
		expect(json.map((card) => card.owned_by)).toEqual(['ada', 'ada']);
		expect(sentReads().slice(requestsBefore)).toHaveLength(3);
	});

	it('of projects and search results links to their pages', async () => {
		const [project] = world.service.state.projects;

		expect(await readCard('project.get', projectPath())).toEqual({
			id: project?.id,
			identifier: 'LNCH',
			name: 'Launch',
			description: 'All that the launch needs',
			is_member: true,
			total_members: 8,
			cycle_view: true,
			module_view: true,
			intake_view: true,
			archived_at: null,
			url: page('projects', project?.id, 'issues'),
		});

		const foundWorkItems = await read('workItem.search', { search: 'LNCH-182', simple: true });

		expect(foundWorkItems).toEqual([
			{
				id: expect.any(String),
				key: 'LNCH-182',
				name: 'Clean up the press release 182',
				project: project?.id,
				url: page('browse', 'LNCH-182'),
			},
		]);
	});
});

/** All but work items, whose key says the project. */
const LISTS_WITH_PROJECT = [
	'cycle.getAll',
	'module.getAll',
	'state.getAll',
	'label.getAll',
	'intakeItem.getAll',
	'workItem.search',
	'workItemComment.getAll',
	'workItemActivity.getAll',
	'workItemLink.getAll',
];

describe('Each record of a project, with Simplify', () => {
	it('says its project in a list, so that another node takes it as Project, in at most ten fields', async () => {
		const item = workItemPath();
		const projectId = byId('={{ $json.project }}');

		await read('workItemComment.create', { ...item, comment: 'x' });
		await read('workItemLink.create', { ...item, url: 'https://example.com/project' });
		await read('intakeItem.create', { ...projectPath(), name: 'x' });

		for (const operation of LISTS_WITH_PROJECT) {
			const [card = {}] = await read(operation, { ...item, search: 'LNCH-182', simple: true });
			const { json, error } = await world.run(
				'project.get',
				{ projectId },
				{ items: [{ json: card }] },
			);

			expect([operation, error]).toEqual([operation, undefined]);
			expect(json).toMatchObject([{ id: item.projectId.value }]);
			expect(Object.keys(card).length).toBeLessThanOrEqual(10);
		}
	});

	it('says its project in whole results of the search, which have it by another name only', async () => {
		const [result] = await read('workItem.search', { search: 'LNCH-182' });
		const project = projectPath().projectId.value;

		expect(result).toMatchObject({ project, project_id: project, project__identifier: 'LNCH' });
	});

	it('says it by itself, too, even with the details of a single record', async () => {
		for (const operation of ['cycle.get', 'module.get']) {
			const { cycles, modules } = world.service.state;
			const card = await readCard(operation, {
				...projectPath(),
				cycleId: locateFirst(cycles),
				moduleId: locateFirst(modules),
			});

			expect(card).toMatchObject({ project: projectPath().projectId.value });
			expect(card).toHaveProperty('description');
		}
	});
});

describe('A record', () => {
	let allWorkItems: readonly IDataObject[] = [];

	beforeAll(async () => {
		allWorkItems = await read('workItem.getAll', {
			...projectPath(),
			returnAll: true,
			simple: false,
		});
	});

	it('has only the chosen fields, whatever fields a filter uses', async () => {
		const options = { fieldsToReturn: ['name', 'state'] };
		const filters = { createdAfter: '2026-01-05T09:00:00Z', priority: 'high' };
		const parameters = { ...projectPath(), returnAll: true, simple: false, options, filters };
		const isExpected = ({ created_at: at, priority }: IDataObject) =>
			typeof at === 'string' &&
			Date.parse(at) >= Date.parse(filters.createdAfter) &&
			priority === 'high';
		const expected = allWorkItems.filter(isExpected).map(({ name, state }) => ({ name, state }));

		const records = await read('workItem.getAll', parameters);

		expect(expected.length).toBeGreaterThan(10);
		expect(records).toEqual(expected);
	});

	it('has IDs of relations that only a filter needed, and records of those to expand', async () => {
		const { states } = world.service.state;
		const groupOf = ({ state }: IDataObject) => states.find(({ id }) => id === state)?.group;
		const started = allWorkItems.filter((row) => groupOf(row) === 'started');
		const filters = { stateGroup: ['started'] };
		const parameters = { ...projectPath(), returnAll: true, simple: false, filters };

		const unexpanded = await read('workItem.getAll', parameters);
		const expanded = await read('workItem.getAll', {
			...parameters,
			options: { expand: ['state'] },
		});

		expect(started.length).toBeGreaterThan(10);
		expect(unexpanded).toEqual(started);
		expect(expanded).toEqual(
			started.map((row) => ({
				...row,
				state: expect.objectContaining({ id: row.state, group: 'started' }),
			})),
		);
	});

	it('of a search is returned if Limit and Offset select it', async () => {
		const found = await read('workItem.search', { search: 'manual', returnAll: true });
		const selected = await read('workItem.search', {
			search: 'manual',
			limit: 4,
			options: { offset: 3 },
		});

		expect(found.length).toBeGreaterThan(10);
		expect(selected).toEqual(found.slice(3, 7));
		expect(sentReads().at(-1)?.url).toMatch(/[?&]limit=7\b/);
	});

	it('of relations has the kind of relation', async () => {
		const { workItems } = world.service.state;
		const item = workItemPath();
		const related = { ...item, relationType: 'blocking', workItemIds: 'LNCH-2' };

		await read('workItemRelation.create', related);

		expect(await read('workItemRelation.getAll', { ...item, returnAll: true })).toEqual([
			expect.objectContaining({ relation_type: 'blocking', issue_id: workItems[1]?.id }),
		]);
	});
});

describe('A date range', () => {
	it.each([
		[
			'targetFrom',
			'targetTo',
			'2026-03-02',
			'2026-03-01',
			/^Due Date Until: 2026-03-01 is before Due Date From/,
		],
		[
			'createdAfter',
			'createdBefore',
			'2026-03-02',
			'2026-03-02',
			/^Created Before: .* is not after/,
		],
	])('that contains no day is refused: %s and %s', async (from, to, start, end, message) => {
		const filters = { [from]: start, [to]: end };

		const { error } = await world.run('workItem.getAll', { ...projectPath(), filters });

		expect(error?.message).toMatch(message);
	});

	it.each([
		['targetFrom', 'targetTo', '2026-03-01', '2026-03-01'],
		['createdAfter', 'createdBefore', '2026-03-01', '2026-03-02'],
	])('of one day is accepted: %s and %s', async (from, to, start, end) => {
		const filters = { [from]: start, [to]: end };

		expect(await read('workItem.getAll', { ...projectPath(), filters })).toEqual([]);
	});
});
