import { describe, expect, it } from '@jest/globals';

import { byId } from '../../engine/samples';
import { jsonResponse } from '../../unit/responses';
import { expectProblem } from '../../expectProblem';
import { causes } from '../../nodeTexts';
import {
	createMissingLabels,
	createRows,
	createUser,
	PROJECT_PATH,
	useNames,
	uuid,
	type Lists,
} from './useNames';

const startServer = useNames();

const labelsPath = `${PROJECT_PATH}/labels/`;
const LABELS = ['bug', 'ui', 'UI, UX', '[P1] hot', 'null', 'http://x', 'true'];
const idOfLabel = (name: string) => uuid(30 + LABELS.indexOf(name));

const lists: Lists = {
	[labelsPath]: createRows(30, ...LABELS),
	[`${PROJECT_PATH}/members/`]: [
		createUser(11, 'ada@example.com', 'Lovelace, Ada'),
		createUser(12, 'b@c.d', 'Bo'),
	],
	'members/': [createUser(13, 'eve@example.com', 'Adams, Eve')],
	[`${PROJECT_PATH}/modules/`]: createRows(200, 'Print'),
	[`${PROJECT_PATH}/archived-modules/`]: createRows(210, 'Old, gone'),
};

describe('A text with several labels', () => {
	it.each<[title: string, text: string, names: readonly string[]]>([
		['is one name if a label has it', 'UI, UX', ['UI, UX']],
		['has names with commas beside others', 'bug, UI, UX', ['bug', 'UI, UX']],
		['is split at semicolons', 'bug;ui', ['bug', 'ui']],
		['has the colors that Trello adds to names', 'Bug (red), UI (green)', ['bug', 'ui']],
		['has brackets around it', "['bug', 'ui']", ['bug', 'ui']],
		['begins with a bracket that belongs to a name', '[P1] hot, bug', ['[P1] hot', 'bug']],
		['has names that look like other values', 'null, http://x, true', ['null', 'http://x', 'true']],
		['has IDs beside names', `${uuid(30)}, UI, UX`, ['bug', 'UI, UX']],
	])('%s', async (_, text, names) => {
		const server = startServer(lists);

		await server.create({ labels: text }, createMissingLabels);

		expect(server.writes()).toMatchObject([{ body: { labels: names.map(idOfLabel) } }]);
		expect(server.reads()).toEqual(['GET labels/']);
	});

	it.each([
		['bug;new;ui', ['new']],
		['X, Y', ['X', 'Y']],
	])('creates only those that do not exist: %s', async (text, created) => {
		const server = startServer(lists);

		await server.create({ labels: text }, createMissingLabels);

		const newLabels = server.writes().filter(({ route }) => route === 'POST labels/');

		expect(newLabels.map(({ body }) => body?.name)).toEqual(created);
		expect(server.writes().at(-1)?.route).toBe('POST work-items/');
	});

	it('is split at each comma if the server has no such list', async () => {
		const server = startServer({ [labelsPath]: undefined });

		await server.create({ labels: 'UI, UX' });

		expect(server.writes()).toMatchObject([{ body: { labels: ['UI', 'UX'] } }]);
	});

	it('is split by the existing names in a filter, too', async () => {
		const rows = [
			{ id: uuid(70), labels: [idOfLabel('UI, UX')] },
			{ id: uuid(71), labels: [idOfLabel('ui')] },
		];
		const server = startServer(lists, {
			[`GET ${PROJECT_PATH}/work-items/`]: jsonResponse(rows),
		});

		const { json } = await server.run('workItem.getAll', {
			returnAll: true,
			filters: { labels: 'UI, UX' },
		});

		expect(json.map(({ id }) => id)).toEqual([uuid(70)]);
	});
});

describe('A text with several people', () => {
	it('has a person whose name has a comma', async () => {
		const server = startServer(lists);

		await server.create({ assignees: 'lovelace, ada; Bo' });

		expect(server.writes()).toMatchObject([{ body: { assignees: [uuid(11), uuid(12)] } }]);
	});

	// As the list of the editor shows people, and as mails and Azure DevOps name them.
	it.each([
		'Bob (b@c.d), Ada Lovelace (ada@example.com)',
		'Bo <b@c.d>; "Lovelace, A." <ADA@example.com>',
		'b@c.d, mailto:ada@example.com',
		['Bo (b@c.d)', 'Lovelace, Ada'],
	])('has people with their email addresses, which decide: %j', async (assignees) => {
		const server = startServer(lists);

		await server.create({ assignees });

		expect(server.writes()).toMatchObject([{ body: { assignees: [uuid(12), uuid(11)] } }]);
	});

	it('has nobody whose address is not there, whatever the name beside it is', async () => {
		const server = startServer(lists);

		const { error } = await server.create({ assignees: 'Bo (bo@other.example), Bo (b@c.d)' });

		expectProblem(error, {
			about: 'Assignee Names or IDs',
			cause: `${causes.unknownName('project member "Bo (bo@other.example)"')} Project `,
		});
	});

	it('has everybody before a name with an address', async () => {
		const server = startServer(lists);

		await server.create({ assignees: 'Bo, Ada (ada@example.com)' });

		expect(server.writes()).toMatchObject([{ body: { assignees: [uuid(12), uuid(11)] } }]);
	});

	it('has a person with a comma who is not in the project', async () => {
		const server = startServer(lists);

		const { error } = await server.create({ assignees: 'Adams, Eve' });

		expect(error?.message).toContain(causes.onlyInWorkspace('(eve@example.com)', 'Project'));
	});

	it('is an error with all unknown names in quotes', async () => {
		const server = startServer(lists);

		const { error } = await server.create({ assignees: 'Hopper, Grace, Bo' });

		expectProblem(error, {
			about: 'Assignee Names or IDs',
			cause: `${causes.unknownNames('project members "Hopper" and "Grace"')} Project `,
		});
	});

	it('is split by the names of the people of the workspace for a teamspace', async () => {
		const server = startServer(lists);

		await server.run('teamspaceMember.add', {
			teamspaceId: byId(uuid(300)),
			memberIds: 'Adams, Eve',
		});

		expect(server.writes()).toMatchObject([{ body: { member_ids: [uuid(13)] } }]);
	});
});

it('A text with several modules has the name of an archived one, with its comma', async () => {
	const server = startServer(lists);

	const { error } = await server.create({ modules: 'Old, gone' });

	expect(error?.message).toContain('Module Names or IDs: "Old, gone" is archived');
});
