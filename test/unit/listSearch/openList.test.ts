import { describe, expect, it, test } from '@jest/globals';
import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';

import { openList } from '../../../nodes/shared/listSearch/openList';
import { links, customers, modules, projects } from '../../../nodes/shared/lists/lists';
import type { Picker } from '../../../nodes/shared/lists/picker';
import { isProblem, type Problem } from '../../../nodes/shared/result/problem';
import { jsonResponse, webPage } from '../responses';
import { byId, editorOf, listing, type Respond } from './editor';

const [PROJECT, OTHER, WORK_ITEM] = [
	'dea35cbb-1f93-48ff-8bfb-bd57d6a206f8',
	'2b8d4c0e-9f1a-4f0e-8a3e-0d2f6f6a1c11',
	'0c7da278-21b6-4225-9d30-da0e1a924ae5',
];

const locator = (mode: string, value: unknown): INodeParameters =>
	({ __rl: true, mode, value }) as INodeParameters;

/** What a person reads in the place of the list; undefined: there is one. */
async function open(
	list: Picker,
	parameters: INodeParameters,
	respond: Respond = listing([]),
	credential: ICredentialDataDecryptedObject = {},
) {
	const { context, asked } = await editorOf(respond, parameters, credential);
	const opened = await openList(context, list);

	return { opened, asked, said: isProblem(opened) ? opened : undefined };
}

/** What came of asking for the rows of a list. */
async function ask(list: Picker, respond: Respond, parameters: INodeParameters = {}) {
	const { opened } = await open(list, { projectId: PROJECT, ...parameters }, respond);

	return isProblem(opened) ? opened : await opened.fetchPage({ limit: 1, offset: 0 });
}

const sentence = (message: string) => ({ tag: 'empty', message, description: '' });

describe('The place of a list', () => {
	test.each<[string, unknown]>([
		['chosen from the list', locator('list', PROJECT)],
		['given by an ID with blanks around it', locator('id', ` ${PROJECT} `)],
		[
			'given by its address',
			locator('url', `https://app.plane.so/acme/projects/${PROJECT}/issues`),
		],
		['given by an expression, of whose locator the mode is empty', locator('', PROJECT)],
		['given as bare text', PROJECT],
	])('is in a project %s', async (_, projectId) => {
		const parameters = { projectId, workItemId: WORK_ITEM } as INodeParameters;
		const { opened, asked } = await open(links, parameters);

		expect(opened).toMatchObject({ path: { project_id: PROJECT, work_item_id: WORK_ITEM } });
		expect(asked).toEqual([]);
	});

	it('is looked up where the project is given by its name', async () => {
		const rows = [
			{ id: OTHER, name: 'Launch', identifier: 'LNCH' },
			{ id: PROJECT, name: 'Website', identifier: 'WEB' },
		];
		const { opened, asked } = await open(modules, { projectId: byId('WEB') }, listing(rows));

		expect(opened).toMatchObject({ path: { project_id: PROJECT } });
		expect(asked.map(({ path }) => path)).toEqual(['workspaces/acme/projects/']);
	});

	it('is unknown, and the error says why, where no project has the name', async () => {
		const { said } = await open(modules, { projectId: byId('WEB') });

		expect(said).toMatchObject({ tag: 'failed', message: 'Plane did not find Project WEB' });
	});

	it('is looked for no further where the outer one of two names leads nowhere', async () => {
		const parameters = { projectId: byId('WEB'), workItemId: byId('WEB-1') };
		const { said, asked } = await open(links, parameters);

		expect(said).toMatchObject({ message: 'Plane did not find Project WEB' });
		expect(asked.map(({ path }) => path)).toEqual(['workspaces/acme/projects/']);
	});

	test.each([
		['the credential where the panel names none', 'acme', ''],
		['the credential where the panel has blanks', 'acme', ' '],
		['the panel where both name one', 'else', 'else'],
	])('is in the workspace of %s', async (_, workspace, workspaceSlug) => {
		const { opened, asked } = await open(projects, { workspaceSlug });

		expect(isProblem(opened) || (await opened.fetchPage({}))).toMatchObject({ records: [] });
		expect(asked.map(({ path }) => path)).toEqual([`workspaces/${workspace}/projects/`]);
	});
});

describe('In the place of a list, it is said', () => {
	const NO_VALUE = 'has no value yet: run the nodes before this one first';
	const PROJECT_FIRST = 'Choose Project first';

	test.each<[said: string, parameters: Record<string, unknown>]>([
		[PROJECT_FIRST, {}],
		[PROJECT_FIRST, { projectId: '' }],
		[PROJECT_FIRST, { projectId: locator('list', ' ') }],
		['Choose Work Item first', { projectId: PROJECT, workItemId: locator('list', '') }],
		[`Project ${NO_VALUE}`, { projectId: null }],
		[`Project ${NO_VALUE}`, { projectId: locator('id', null) }],
		[`Project ${NO_VALUE}`, { projectId: locator('id', undefined) }],
		[`Project ${NO_VALUE}`, { projectId: locator('id', '={{ $json.project }}') }],
		[`Project ${NO_VALUE}`, { projectId: '={{ $json.project }}' }],
		[
			'Project: "https://a.b/c" is not the address of such a record. Enter an address that contains /projects/…, or choose By ID.',
			{ projectId: locator('url', 'https://a.b/c') },
		],
		[`Workspace Slug ${NO_VALUE}`, { workspaceSlug: '={{ $json.slug }}' }],
		[
			'Workspace Slug: "a b" has a space or control character, which no workspace slug has. Enter the workspace as in the address of Plane\'s web app: acme for https://app.plane.so/acme/.',
			{ workspaceSlug: 'a b' },
		],
	])('"%s", and nothing is sent', async (said, parameters) => {
		const { opened, asked } = await open(links, parameters as INodeParameters);

		expect(opened).toMatchObject(sentence(said));
		expect(asked).toEqual([]);
	});

	it('that there is no workspace, neither here nor in the credential', async () => {
		const { opened } = await open(projects, {}, listing([]), { workspaceSlug: '' });

		expect(opened).toMatchObject(
			sentence('Enter a Workspace Slug first, here or in the credential'),
		);
	});
});

it('A credential without an address is an error', async () => {
	const { said } = await open(projects, {}, listing([]), { baseUrl: 'plane' });

	expect(said).toMatchObject({ tag: 'invalid', message: expect.stringMatching(/^Base URL: /) });
});

describe('A list is', () => {
	const noPath: Respond = () => jsonResponse({ error: 'Page not found.' }, 404);
	const noMethod: Respond = () => jsonResponse({ detail: 'Method "GET" not allowed.' }, 405);

	it('the rows that the server gives', async () => {
		const page = await ask(modules, listing([{ id: 'm1' }]));

		expect(page).toMatchObject({ records: [{ id: 'm1' }], total: 1 });
	});

	it('asked for elsewhere by its path', async () => {
		const { opened, asked } = await open(modules, { projectId: PROJECT });
		if (!isProblem(opened)) await opened.fetchPage({ search: 'x' }, 'work-items/search/');

		expect(asked).toEqual([{ path: 'workspaces/acme/work-items/search/', query: { search: 'x' } }]);
	});

	test.each([
		[
			'only in the commercial editions',
			'Only the commercial editions of Plane have customers',
			customers,
		],
		['not on this server', 'This server has no list of modules: choose By ID', modules],
	])('%s, and the row says so, where the server has no such path', async (_, said, list) => {
		expect(await ask(list, noPath)).toMatchObject(sentence(said));
		expect(await ask(list, noMethod)).toMatchObject(sentence(said));
	});

	test.each<[string, Respond, object]>([
		[
			'without a project of this ID',
			() => jsonResponse({ error: 'Not here' }, 404),
			{ status: 404 },
		],
		['a page', () => webPage(404), { message: expect.stringContaining('leads to a web page') }],
		[
			'no list',
			() => jsonResponse({ a: 1 }),
			{ message: expect.stringContaining('is not a list') },
		],
		['a failure', () => jsonResponse({}, 500), { status: 500 }],
		[
			'refused',
			() => jsonResponse({ detail: 'You may not.' }, 403),
			{ message: expect.stringContaining('denied access to this project in workspace acme') },
		],
		[
			'not there',
			() => {
				throw Object.assign(new Error('x'), { code: 'ENOTFOUND' });
			},
			{ message: expect.stringContaining('is not a known host') },
		],
	])('an error that is %s', async (_, respond, expected) => {
		expect(await ask(modules, respond)).toMatchObject({ tag: 'failed', ...expected });
	});

	it.each([
		[customers, true],
		[modules, false],
	])('an error that names the editions where the server says nothing', async (list, isNamed) => {
		const { description = '' } = (await ask(list, () => jsonResponse({}, 404))) as Partial<Problem>;

		expect(description).toMatch(/^(Check|Most likely)/);
		expect(description.includes('Only the commercial editions')).toBe(isNamed);
	});
});
