import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { jsonResponse } from '../../unit/responses';
import { expectProblem } from '../../expectProblem';
import { advice, causes } from '../../nodeTexts';
import {
	byName,
	createUser,
	PROJECT_ID,
	PROJECT_PATH,
	UNKNOWN_ID,
	useNames,
	uuid,
	WORK_ITEM_ID,
	type Lists,
	type NamesServer,
} from './useNames';

const startServer = useNames();

const members = `${PROJECT_PATH}/members/`;
/** The list that shows roles (row 220). */
const roster = `${PROJECT_PATH}/project-members-lite/`;

const createModule = async (server: NamesServer, lead: INodeParameters) =>
	await server.run('module.create', { name: 'Sails', additionalFields: { lead } });

const gus = createUser(15, 'gus@example.com', 'Gus');
const ada = createUser(12, 'ada@example.com', 'Ada');
const inProject: Lists = { [members]: [ada, gus] };

/** Writes a person into a field of a record. */
type Write = (server: NamesServer, person: string) => ReturnType<NamesServer['run']>;

const assignments: [title: string, assign: Write][] = [
	['to a new work item', async ({ create }, person) => await create({ assignees: [person] })],
	[
		'to a work item, beside others',
		async ({ update }, person) => await update({ assignees: [person], assigneesAction: 'add' }),
	],
	[
		'to a work item, instead of others',
		async ({ update }, person) => await update({ assignees: ['ada@example.com', person] }),
	],
];

const remove: Write = async ({ update }, person) =>
	await update({ assignees: [person], assigneesAction: 'remove' });

describe('A person who has left the project', () => {
	const formerMember = createUser(19, 'gone@example.com', 'gone');
	const lists: Lists = { 'members/': [formerMember] };
	const email = 'gone@example.com';

	it('is found in a filter', async () => {
		const server = startServer(lists, {
			[`GET ${PROJECT_PATH}/work-items/`]: ({ query }) =>
				jsonResponse([{ id: WORK_ITEM_ID, assignees: [query.get('assignee')] }]),
		});

		const { json } = await server.run('workItem.getAll', {
			returnAll: true,
			filters: { assignee: byName(email) },
		});

		expect(json).toMatchObject([{ assignees: [formerMember.id] }]);
	});

	it.each([
		['by the email address', email],
		['by the ID', formerMember.id],
	])('is removed from a work item %s', async (_, person) => {
		const server = startServer(lists);

		const { error } = await remove(server, person);

		expect(error).toBeUndefined();
		expect(server.writes()).toMatchObject([{ body: { assignees: [uuid(12)] } }]);
	});

	it.each<[title: string, write: Write, person: string]>([
		...assignments.map(([title, write]): [string, Write, string] => [title, write, email]),
		[
			'to a work item by ID',
			async ({ update }, person) => await update({ assignees: [person] }),
			formerMember.id,
		],
		['to a module', async (server, person) => await createModule(server, byName(person)), email],
	])('is not assigned %s', async (_, write, person) => {
		const server = startServer(lists);

		const { error } = await write(server, person);

		expect(error?.message).toMatch(
			`: ${causes.onlyInWorkspace('A (gone@example.com)', `Project ${PROJECT_ID}`)}`,
		);
		expect(error?.description).toContain(
			'Add them there first, e.g. with Project Member → Add, or choose somebody else.',
		);
		expect(server.writes()).toEqual([]);
	});

	it('is named by a label of the list in the editor', async () => {
		const server = startServer(lists);

		const { error } = await server.create({ assignees: ['A (gone@example.com)'] });

		expect(error?.message).toContain(
			causes.onlyInWorkspace('A (gone@example.com)', `Project ${PROJECT_ID}`),
		);
		expect(server.writes()).toEqual([]);
	});

	it('is nobody if the person is not in the workspace either', async () => {
		const server = startServer(lists);

		const { error } = await server.update({ assignees: [UNKNOWN_ID] });

		expect(error?.message).toMatch(/^Assignee.*: there is no project member /);
	});

	it('is nobody in a filter if no list has the name', async () => {
		const server = startServer({ 'members/': [] });

		const { error } = await server.run('workItem.getAll', {
			filters: { assignee: byName('nobody') },
		});

		expectProblem(error, {
			about: 'Assignee',
			cause: `${causes.unknownName('member "nobody"')} workspace acme`,
		});
	});
});

describe('A person who cannot be assigned', () => {
	const guestOfProject = `: A (gus@example.com) is a guest of Project ${PROJECT_ID}, and Plane assigns nothing to guests`;
	const inactive = `: A (gus@example.com) is no longer an active member of Project ${PROJECT_ID}`;
	const guestOfWorkspace =
		': A (gus@example.com) is a guest of workspace acme, and Plane assigns nothing to guests';

	const servers: [person: string, lists: Lists, message: string][] = [
		[
			'a guest according to the list with roles (row 220)',
			{ ...inProject, [roster]: [{ ...gus, role: 5, is_active: true }] },
			guestOfProject,
		],
		[
			'removed according to the list with roles',
			{ ...inProject, [roster]: [{ ...gus, role: 15, is_active: false }] },
			inactive,
		],
		[
			'a guest according to the list of members itself',
			{ [members]: [ada, { ...gus, role: 5 }] },
			guestOfProject,
		],
		[
			'a guest of the workspace, while no list shows roles in the project',
			{ ...inProject, 'members/': [{ ...gus, role: 5 }] },
			guestOfWorkspace,
		],
	];

	it.each(
		servers.flatMap(([person, lists, message]) =>
			assignments.map(([assignment, assign]) => ({ person, lists, message, assignment, assign })),
		),
	)(
		'is refused before anything is changed: $person, $assignment',
		async ({ lists, message, assign }) => {
			const server = startServer(lists);

			const { error } = await assign(server, 'Gus');

			expect(error?.message).toContain(message);
			expect(error?.description).toContain('or choose somebody else.');
			expect(server.writes()).toEqual([]);
		},
	);

	it.each(servers)('is refused by ID, too: %s', async (_, lists, message) => {
		const server = startServer(lists);

		const { error } = await server.create({ assignees: [gus.id] });

		expect(error?.message).toContain(message);
		expect(server.writes()).toEqual([]);
	});

	it('can be removed from a work item, and can lead a module', async () => {
		const lists = { ...inProject, [roster]: [{ ...gus, role: 5, is_active: false }] };
		const server = startServer(lists, {
			[`GET ${PROJECT_PATH}/work-items/${WORK_ITEM_ID}/`]: jsonResponse({
				id: WORK_ITEM_ID,
				assignees: [ada.id, gus.id],
			}),
		});

		await remove(server, 'Gus');
		await createModule(server, byName('Gus'));

		expect(server.writes()).toMatchObject([
			{ body: { assignees: [ada.id] } },
			{ body: { lead: gus.id } },
		]);
	});
});

describe('A person who can be assigned', () => {
	it.each<[title: string, lists: Lists]>([
		[
			'a member of the project, also as a guest of the workspace',
			{
				...inProject,
				[roster]: [{ ...gus, role: 15, is_active: true }],
				'members/': [{ ...gus, role: 5 }],
			},
		],
		['anybody whose role no list shows', inProject],
		['a member of the workspace', { ...inProject, 'members/': [{ ...gus, role: 15 }] }],
	])('is %s', async (_, lists) => {
		const server = startServer(lists);

		const { error } = await server.create({ assignees: ['Gus'] });

		expect(error).toBeUndefined();
		expect(server.writes()).toMatchObject([{ body: { assignees: [gus.id] } }]);
	});
});

describe('Two accounts of one person', () => {
	const oldAccount = createUser(16, 'ada@old.example', 'Ada L');
	const newAccount = createUser(17, 'ada@new.example', 'Ada L');
	const accounts: Lists = { [members]: [oldAccount, newAccount] };

	it('are one person, the active account, if the server shows which one is active', async () => {
		const rows = [
			{ ...oldAccount, is_active: false },
			{ ...newAccount, is_active: true },
		];
		const server = startServer({ ...accounts, [roster]: rows });

		await createModule(server, byName('Ada L'));

		expect(server.writes()).toMatchObject([{ body: { lead: newAccount.id } }]);
	});

	it('are listed by their email addresses if the server does not show that', async () => {
		const server = startServer(accounts);

		const { error } = await createModule(server, byName('Ada L'));

		expectProblem(error, {
			about: 'Lead',
			cause: causes.sameName('2 project members', '"Ada L"'),
			remedy: advice.useTheId(
				`${oldAccount.id} for A (ada@old.example) or ${newAccount.id} for A (ada@new.example)`,
			),
		});
	});
});
