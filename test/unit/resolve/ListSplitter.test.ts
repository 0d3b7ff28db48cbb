import { describe, expect, test } from '@jest/globals';

import { records } from '../../../nodes/shared/fields/kinds';
import { FIXED_ORIGIN } from '../../../nodes/shared/fields/origin';
import { toTextList } from '../../../nodes/shared/fields/text';
import { labels as labelList } from '../../../nodes/shared/lists/lists';
import type { Call } from '../../../nodes/shared/model/call';
import * as operations from '../../../nodes/shared/operations';
import { isProblem } from '../../../nodes/shared/result/problem';
import {
	commonParts,
	createCall,
	createRows,
	listCall,
	PROJECT_ID,
	PROJECT_PATH,
	resolveCalls,
	planeRoutes,
	createUser,
	uuid,
} from './resolverFixtures';

/** A list of names as the panel's text is first written, and the text if it still has to be split. */
function writeNames(text: string) {
	const { kind } = records('labels', 'Labels', labelList);
	const list = kind.write(text, { timezone: 'UTC', origin: FIXED_ORIGIN });
	if (isProblem(list)) throw new Error(list.message);

	return { names: list, textToSplit: kind.readTextToSplit?.(text) };
}

/** A call that creates a work item whose list in a field is one text. */
function createWithText(wire: string, text: string, createsLabels = false): Call<'create'> {
	const { names, textToSplit } = writeNames(text);

	return createCall(
		{ [wire]: names },
		{
			createsLabels,
			...(textToSplit !== undefined && { textsToSplit: { [wire]: textToSplit } }),
		},
	);
}

const plane = planeRoutes({
	[`${PROJECT_PATH}/labels/`]: createRows(
		30,
		'bug',
		'ui',
		'UI, UX',
		'[P1] hot',
		'null',
		'http://x',
		'true',
	),
	[`${PROJECT_PATH}/members/`]: [
		createUser(11, 'ada@example.com', 'Lovelace, Ada'),
		createUser(12, 'b@c.d', 'Bo'),
	],
	'members/': [createUser(13, 'eve@example.com', 'Adams, Eve')],
	[`${PROJECT_PATH}/modules/`]: createRows(200, 'Print'),
	[`${PROJECT_PATH}/archived-modules/`]: createRows(210, 'Old, gone'),
});

const LABEL_IDS: Readonly<Record<string, string>> = {
	bug: uuid(30),
	ui: uuid(31),
	'UI, UX': uuid(32),
	'[P1] hot': uuid(33),
	null: uuid(34),
	'http://x': uuid(35),
	true: uuid(36),
};

describe('NameResolver, for a list that is one text,', () => {
	test.each<[title: string, text: string, names: readonly string[]]>([
		['takes the whole text for a name if a label has it (case P18)', 'UI, UX', ['UI, UX']],
		['finds names with commas beside others', 'bug, UI, UX', ['bug', 'UI, UX']],
		['splits it at semicolons (case P19)', 'bug;ui', ['bug', 'ui']],
		[
			'ignores the colors that Trello adds to names (case P19)',
			'Bug (red), UI (green)',
			['bug', 'ui'],
		],
		['removes brackets around it (case P20)', "['bug', 'ui']", ['bug', 'ui']],
		['keeps a bracket that belongs to a name (finding 28)', '[P1] hot, bug', ['[P1] hot', 'bug']],
		[
			'finds names that look like other values (finding 28)',
			'null, http://x, true',
			['null', 'http://x', 'true'],
		],
		['accepts IDs beside names', `${uuid(30)}, UI, UX`, ['bug', 'UI, UX']],
	])('%s', async (_, text, names) => {
		const call = createWithText('labels', text, true);

		const { resolved, routes } = await resolveCalls([call], plane);

		expect(resolved).toMatchObject([{ body: { labels: names.map((name) => LABEL_IDS[name]) } }]);
		expect(routes).toEqual([`GET ${PROJECT_PATH}/labels/`]);
	});

	test('creates only the labels that do not exist (case P19)', async () => {
		const calls = [
			createWithText('labels', 'bug;new;ui', true),
			createWithText('labels', 'X, Y', true),
		];

		const { resolved, requests } = await resolveCalls(calls, plane);

		const created = requests
			.filter(({ route }) => route.startsWith('POST'))
			.map(({ body }) => body);

		expect(resolved).toHaveLength(2);
		expect(created).toMatchObject([{ name: 'new' }, { name: 'X' }, { name: 'Y' }]);
	});

	test.each(['undefined', 'null', 'NaN', 'true', 'false', '[object Object]'])(
		'never creates a label called %s',
		async (name) => {
			const call = createWithText('labels', `bug, ${name}`, true);

			const { resolved, requests, problem } = await resolveCalls([call]);

			expect(resolved).toEqual([]);
			expect(problem?.message).toContain('there is no label');
			expect(requests.filter(({ route }) => route.startsWith('POST'))).toEqual([]);
		},
	);

	test('finds a person whose name has a comma (case P18)', async () => {
		const call = createWithText('assignees', 'lovelace, ada; Bo');

		const { resolved } = await resolveCalls([call], plane);

		expect(resolved).toMatchObject([{ body: { assignees: [uuid(11), uuid(12)] } }]);
	});

	test('recognizes a name with a comma of a person who is not in the project', async () => {
		const call = createWithText('assignees', 'Adams, Eve');

		const { problem } = await resolveCalls([call], plane);

		expect(problem?.message).toMatch(/eve@example\.com\) is in the workspace, but not in Project/);
	});

	test('recognizes a name with a comma of an archived module', async () => {
		const { names, textToSplit = '' } = writeNames('Old, gone');
		const targets = { modules: toTextList(names) };
		const call = createCall({}, { targets, textsToSplit: { modules: textToSplit } });

		const { problem } = await resolveCalls([call], plane);

		expect(problem?.message).toBe('Module Names or IDs: "Old, gone" is archived');
	});

	test('reports all unknown names in quotes (case P18)', async () => {
		const call = createWithText('assignees', 'Hopper, Grace, Bo');

		const { problem } = await resolveCalls([call], plane);

		expect(problem?.message).toEqual(
			expect.stringMatching(
				/^Assignee Names or IDs: there are no project members "Hopper" and "Grace" in Project /,
			),
		);
	});

	test('splits it at each comma if the server has no such list', async () => {
		const planeWithoutLabels = planeRoutes({ [`${PROJECT_PATH}/labels/`]: undefined });
		const call = createWithText('labels', 'UI, UX');

		const { resolved } = await resolveCalls([call], planeWithoutLabels);

		expect(resolved).toMatchObject([{ body: { labels: ['UI', 'UX'] } }]);
	});

	test('splits it by the existing names in a filter too', async () => {
		const { names, textToSplit = '' } = writeNames('UI, UX');
		const test = { displayName: 'Label Names or IDs', rowPath: 'labels', test: 'is' } as const;
		const clientFilters = [{ ...test, values: toTextList(names) }];
		const call: Call<'list'> = {
			...listCall(operations.getWorkItems, { clientFilters }),
			textsToSplit: { labels: textToSplit },
		};

		const { resolved } = await resolveCalls([call], plane);

		expect(resolved).toMatchObject([
			{ query: { clientFilters: [{ values: [LABEL_IDS['UI, UX']] }] } },
		]);
	});

	test('splits it by the names of people who are added to a teamspace', async () => {
		const call: Call<'add'> = {
			...commonParts,
			kind: 'add',
			operation: operations.addTeamspaceMembers,
			path: { teamspace_id: uuid(300) },
			ids: ['Adams', 'Eve'],
			textsToSplit: { member_ids: 'Adams, Eve' },
		};

		const { resolved } = await resolveCalls([call], plane);

		expect(resolved).toMatchObject([{ ids: [uuid(13)] }]);
	});
});

describe('NameResolver, for a label name with a color in parentheses, as Trello writes it,', () => {
	const createWithLabel = (name: string) => createCall({ labels: [name] }, { createsLabels: true });

	test('prefers the label whose name contains the color', async () => {
		const planeWithBoth = planeRoutes({
			[`${PROJECT_PATH}/labels/`]: createRows(30, 'bug', 'bug (red)'),
		});

		const { resolved } = await resolveCalls([createWithLabel('Bug (red)')], planeWithBoth);

		expect(resolved).toMatchObject([{ body: { labels: [uuid(31)] } }]);
	});

	test('creates a label without the color if no label matches', async () => {
		const { requests } = await resolveCalls([createWithLabel('New (green_dark)')], plane);

		expect(requests.at(-1)?.body).toMatchObject({ name: 'New' });
	});

	test('keeps parentheses that contain no color of Trello', async () => {
		const { requests } = await resolveCalls([createWithLabel('bug (urgent)')], plane);

		expect(requests.at(-1)?.body).toMatchObject({ name: 'bug (urgent)' });
	});
});

describe('NameResolver, for a path on a server without the list of names,', () => {
	test.each(['.', '..', 'a/b', 'In Review', 'http://x'])(
		'refuses a text that is not an ID: %s',
		async (text) => {
			const planeWithoutLabels = planeRoutes({ [`${PROJECT_PATH}/labels/`]: undefined });
			const call: Call<'get'> = {
				...commonParts,
				kind: 'get',
				operation: operations.getLabel,
				path: { project_id: PROJECT_ID, label_id: text },
				queryParameters: {},
				simplify: false,
				binaryField: '',
			};

			const { resolved, problem } = await resolveCalls([call], planeWithoutLabels);

			expect(resolved).toEqual([]);
			expect(problem?.message).toMatch(/^Label: ".*" (is not an ID|is a web|has )/);
			expect(problem?.tag).toBe('invalid');
		},
	);
});
