import { describe, expect, it, test } from '@jest/globals';
import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';

import { hasNoList, NothingToList } from '../../../nodes/shared/listSearch/NothingToList';
import { openList } from '../../../nodes/shared/listSearch/openList';
import { links, customers, modules, projects } from '../../../nodes/shared/lists/lists';
import type { Picker } from '../../../nodes/shared/lists/picker';
import { isProblem, type Problem } from '../../../nodes/shared/result/problem';
import { jsonResponse, webPage } from '../responses';
import { causes } from '../../nodeTexts';
import { byId, createEditor, servePages, type Respond } from './editor';

const PROJECT = 'dea35cbb-1f93-48ff-8bfb-bd57d6a206f8';
const OTHER_PROJECT = '2b8d4c0e-9f1a-4f0e-8a3e-0d2f6f6a1c11';
const WORK_ITEM = '0c7da278-21b6-4225-9d30-da0e1a924ae5';

const locator = (mode: string, value: unknown): INodeParameters =>
	({ __rl: true, mode, value }) as INodeParameters;

/** Opens a list; `problem` is why there is none, or undefined. */
async function openPicker(
	list: Picker,
	parameters: INodeParameters,
	respond: Respond = servePages([]),
	credential: ICredentialDataDecryptedObject = {},
) {
	const { context, requests } = await createEditor(respond, parameters, credential);
	const opened = await openList(context, list);

	return { opened, requests, problem: isProblem(opened) ? opened : undefined };
}

/** Opens a list and fetches its first row. */
async function fetchFirstPage(list: Picker, respond: Respond, parameters: INodeParameters = {}) {
	const { opened } = await openPicker(list, { projectId: PROJECT, ...parameters }, respond);

	return hasNoList(opened) ? opened : await opened.fetchPage({ limit: 1, offset: 0 });
}

describe('the location of a list', () => {
	test.each<[string, unknown]>([
		['chosen from the list', locator('list', PROJECT)],
		['given by an ID with blanks around it', locator('id', ` ${PROJECT} `)],
		[
			'given by its address',
			locator('url', `https://app.plane.so/acme/projects/${PROJECT}/issues`),
		],
		['given by an expression, which leaves the mode of the locator empty', locator('', PROJECT)],
		['given as bare text', PROJECT],
	])('is in the project %s', async (_, projectId) => {
		const parameters = { projectId, workItemId: WORK_ITEM } as INodeParameters;
		const { opened, requests } = await openPicker(links, parameters);

		expect(opened).toMatchObject({ path: { project_id: PROJECT, work_item_id: WORK_ITEM } });
		expect(requests).toEqual([]);
	});

	it('is looked up if the project is given by its identifier', async () => {
		const rows = [
			{ id: OTHER_PROJECT, name: 'Launch', identifier: 'LNCH' },
			{ id: PROJECT, name: 'Website', identifier: 'WEB' },
		];
		const { opened, requests } = await openPicker(
			modules,
			{ projectId: byId('WEB') },
			servePages(rows),
		);

		expect(opened).toMatchObject({ path: { project_id: PROJECT } });
		expect(requests.map(({ path }) => path)).toEqual(['workspaces/acme/projects/']);
	});

	test.each<[string, INodeParameters]>([
		['the key of the work item', byId('web-7')],
		['its address with the key', locator('url', 'https://app.plane.so/acme/browse/WEB-7/')],
		[
			'its address in the project',
			locator('url', `https://app.plane.so/acme/projects/${PROJECT}/issues/${WORK_ITEM}`),
		],
	])('is found by %s if the project is empty', async (_, workItemId) => {
		const rows = [{ id: PROJECT, name: 'Website', identifier: 'WEB' }];
		const parameters = { projectId: byId(''), workItemId };
		const { opened } = await openPicker(modules, parameters, servePages(rows));

		expect(opened).toMatchObject({ path: { project_id: PROJECT } });
	});

	it('has to be chosen if the project is empty and the work item has only an ID', async () => {
		const parameters = { projectId: byId(''), workItemId: byId(WORK_ITEM) };
		const { opened } = await openPicker(modules, parameters);

		expect(opened).toStrictEqual(new NothingToList('Choose Project first'));
	});

	it('is a problem if no project has the name', async () => {
		const { problem } = await openPicker(modules, { projectId: byId('WEB') });

		expect(problem).toMatchObject({
			cause: 'absent',
			message: 'There is no project "WEB" in workspace acme',
		});
	});

	it('is not looked up further if no project has the first of two names', async () => {
		const parameters = { projectId: byId('WEB'), workItemId: byId('WEB-1') };
		const { problem, requests } = await openPicker(links, parameters);

		expect(problem).toMatchObject({ message: 'There is no project "WEB" in workspace acme' });
		expect(requests.map(({ path }) => path)).toEqual(['workspaces/acme/projects/']);
	});

	test.each([
		['the credential if the panel has none', 'acme', ''],
		['the credential if the panel has blanks', 'acme', ' '],
		['the panel if both have one', 'other', 'other'],
	])('is in the workspace of %s', async (_, workspace, workspaceSlug) => {
		const { opened, requests } = await openPicker(projects, { workspaceSlug });

		expect(hasNoList(opened) || (await opened.fetchPage({}))).toMatchObject({ records: [] });
		expect(requests.map(({ path }) => path)).toEqual([`workspaces/${workspace}/projects/`]);
	});
});

describe('a list that cannot be opened yet', () => {
	const NO_VALUE = 'has no value yet: run the nodes before this one first';
	const PROJECT_FIRST = 'Choose Project first';

	test.each<[message: string, parameters: Record<string, unknown>]>([
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
			'Project: "https://a.b/c" is not the address of such a record. Enter an address that contains /projects/…, or only the ID.',
			{ projectId: locator('url', 'https://a.b/c') },
		],
		[`Workspace Slug ${NO_VALUE}`, { workspaceSlug: '={{ $json.slug }}' }],
		[
			'Workspace Slug: "a b" has a space or control character, which no workspace slug has. Enter the workspace as in the address of Plane\'s web app: acme for https://app.plane.so/acme/.',
			{ workspaceSlug: 'a b' },
		],
	])('shows "%s" and sends nothing', async (message, parameters) => {
		const { opened, requests } = await openPicker(links, parameters as INodeParameters);

		expect(opened).toStrictEqual(new NothingToList(message));
		expect(requests).toEqual([]);
	});

	it('asks for a workspace if neither the node nor the credential has one', async () => {
		const { opened } = await openPicker(projects, {}, servePages([]), { workspaceSlug: '' });

		expect(opened).toStrictEqual(
			new NothingToList('Enter a Workspace Slug first, here or in the credential'),
		);
	});
});

it('reports a credential without an address', async () => {
	const { problem } = await openPicker(projects, {}, servePages([]), { baseUrl: 'plane' });

	expect(problem).toMatchObject({
		cause: 'invalid',
		message: expect.stringMatching(/^Base URL: /),
	});
});

describe('the rows of a list', () => {
	const noPath: Respond = () => jsonResponse({ error: 'Page not found.' }, 404);
	const noMethod: Respond = () => jsonResponse({ detail: 'Method "GET" not allowed.' }, 405);

	it('are those that the server returns', async () => {
		const page = await fetchFirstPage(modules, servePages([{ id: 'm1' }]));

		expect(page).toMatchObject({ records: [{ id: 'm1' }], total: 1 });
	});

	it('asked for elsewhere by its path', async () => {
		const { opened, requests } = await openPicker(modules, { projectId: PROJECT });
		if (!hasNoList(opened)) await opened.fetchPage({ search: 'x' }, 'work-items/search/');

		expect(requests).toEqual([
			{ path: 'workspaces/acme/work-items/search/', query: { search: 'x' } },
		]);
	});

	test.each([
		[
			'are available only in the commercial editions',
			causes.onlyCommercial('customers'),
			customers,
		],
		[
			'are not available on this server',
			'This server has no list of modules: choose By ID',
			modules,
		],
	])('%s, which the list says if the server lacks the path', async (_, message, list) => {
		expect(await fetchFirstPage(list, noPath)).toStrictEqual(new NothingToList(message));
		expect(await fetchFirstPage(list, noMethod)).toStrictEqual(new NothingToList(message));
	});

	test.each<[string, Respond, object]>([
		['the project does not exist', () => jsonResponse({ error: 'Not here' }, 404), { status: 404 }],
		[
			'the response is a web page',
			() => webPage(404),
			{ message: expect.stringContaining(causes.webPage) },
		],
		[
			'the response is not a list',
			() => jsonResponse({ a: 1 }),
			{ message: expect.stringContaining('is not a list') },
		],
		['the server fails', () => jsonResponse({}, 500), { status: 500 }],
		[
			'the server denies access',
			() => jsonResponse({ detail: 'You may not.' }, 403),
			{ message: expect.stringContaining(`${causes.noAccess} this project in workspace acme`) },
		],
		[
			'the host is unknown',
			() => {
				throw Object.assign(new Error('x'), { code: 'ENOTFOUND' });
			},
			{ message: expect.stringContaining('is not a known host') },
		],
	])('are a problem if %s', async (_, respond, expected) => {
		expect(await fetchFirstPage(modules, respond)).toMatchObject({ cause: 'failed', ...expected });
	});

	it.each([
		['mentions the commercial editions for a list that only they have', customers, true],
		['does not mention the editions for a list that all have', modules, false],
	])(
		'are a problem that %s if the server responds 404 without a message',
		async (_, list, isCommercial) => {
			const { description = '' } = (await fetchFirstPage(list, () =>
				jsonResponse({}, 404),
			)) as Partial<Problem>;

			expect(description).toMatch(/^(Check|Most likely)/);
			expect(description.includes('Only the commercial editions')).toBe(isCommercial);
		},
	);
});
