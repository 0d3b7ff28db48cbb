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

describe('The simplified output', () => {
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
});
