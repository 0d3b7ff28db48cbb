import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { records } from '../../../nodes/shared/fields/kinds';
import { FIXED_ORIGIN } from '../../../nodes/shared/fields/origin';
import { labels as labelList } from '../../../nodes/shared/lists/lists';
import type { Call } from '../../../nodes/shared/model/call';
import * as operations from '../../../nodes/shared/operations';
import { isProblem } from '../../../nodes/shared/result/problem';
import { common, create, launch, named, place, resolve, serverOf, user, uuid } from './resolving';

/** A list as it is before names are known, with the text that it comes from. */
function listFrom(text: string) {
	const { kind } = records('labels', 'Labels', labelList);
	const list = kind.write(text, { timezone: 'UTC', origin: FIXED_ORIGIN });
	if (isProblem(list)) throw new Error(list.message);

	return { list, text: kind.readTextToSplit?.(text) };
}

/** A work item with a list that is given as text. */
function withText(wire: string, value: string, createsLabels = false): Call<'create'> {
	const { list, text } = listFrom(value);

	return create(
		{ [wire]: list },
		{ createsLabels, ...(text !== undefined && { textsToSplit: { [wire]: text } }) },
	);
}

const known = serverOf({
	[`${place}/labels/`]: named(30, 'bug', 'ui', 'UI, UX', '[P1] hot', 'null', 'http://x', 'true'),
	[`${place}/members/`]: [user(11, 'ada@example.com', 'Lovelace, Ada'), user(12, 'b@c.d', 'Bo')],
	'members/': [user(13, 'eve@example.com', 'Adams, Eve')],
	[`${place}/modules/`]: named(200, 'Print'),
	[`${place}/archived-modules/`]: named(210, 'Old, gone'),
});

const idOf: Readonly<Record<string, string>> = {
	bug: uuid(30),
	ui: uuid(31),
	'UI, UX': uuid(32),
	'[P1] hot': uuid(33),
	null: uuid(34),
	'http://x': uuid(35),
	true: uuid(36),
};

describe('the text of a list', () => {
	test.each<[title: string, text: string, names: readonly string[]]>([
		['is one name if there is one (case P18)', 'UI, UX', ['UI, UX']],
		['has names with commas beside others', 'bug, UI, UX', ['bug', 'UI, UX']],
		['may be separated by semicolons (case P19)', 'bug;ui', ['bug', 'ui']],
		[
			'may have the colors of Trello behind names (case P19)',
			'Bug (red), UI (green)',
			['bug', 'ui'],
		],
		['may stand in brackets (case P20)', "['bug', 'ui']", ['bug', 'ui']],
		['may begin with a bracket (finding 28)', '[P1] hot, bug', ['[P1] hot', 'bug']],
		['may have any names (finding 28)', 'null, http://x, true', ['null', 'http://x', 'true']],
		['may have IDs beside names', `${uuid(30)}, UI, UX`, ['bug', 'UI, UX']],
	])('%s', async (_, text, names) => {
		const { resolved, routes } = await resolve([withText('labels', text, true)], known);

		expect(resolved).toMatchObject([{ body: { labels: names.map((name) => idOf[name]) } }]);
		expect(routes).toEqual([`GET ${place}/labels/`]);
	});

	test('creates the labels that are new, and none out of known ones (case P19)', async () => {
		const calls = [withText('labels', 'bug;new;ui', true), withText('labels', 'X, Y', true)];

		const { resolved, requests } = await resolve(calls, known);

		expect(resolved).toHaveLength(2);
		const created = requests.flatMap(({ route, body }) => (route.startsWith('POST') ? [body] : []));

		expect(created).toMatchObject([{ name: 'new' }, { name: 'X' }, { name: 'Y' }]);
	});

	test.each(['undefined', 'null', 'NaN', 'true', 'false', '[object Object]'])(
		'never creates a label called %s',
		async (name) => {
			const server = serverOf();

			const { resolved, requests, problem } = await resolve(
				[withText('labels', `bug, ${name}`, true)],
				server,
			);

			expect(resolved).toEqual([]);
			expect(problem?.message).toContain('Plane did not find');
			expect(requests.filter(({ route }) => route.startsWith('POST'))).toEqual([]);
		},
	);

	test('is a person whose name has a comma (case P18)', async () => {
		const { resolved } = await resolve([withText('assignees', 'lovelace, ada; Bo')], known);

		expect(resolved).toMatchObject([{ body: { assignees: [uuid(11), uuid(12)] } }]);
	});

	test('names somebody with a comma who is not in the project', async () => {
		const { problem } = await resolve([withText('assignees', 'Adams, Eve')], known);

		expect(problem?.message).toMatch(/eve@example\.com\) is in the workspace, but not in Project/);
	});

	test('names a module with a comma that is archived', async () => {
		const { list, text } = listFrom('Old, gone');
		const targets = { modules: list as string[] };
		const call = create({}, { targets, textsToSplit: { modules: text ?? '' } });

		const { problem } = await resolve([call], known);

		expect(problem?.message).toBe('Module Names or IDs: "Old, gone" is archived');
	});

	test('that has unknown names lists all of them in quotes (case P18)', async () => {
		const { problem } = await resolve([withText('assignees', 'Hopper, Grace, Bo')], known);

		expect(problem?.message).toBe('Assignee Names or IDs: Plane did not find "Hopper" and "Grace"');
	});

	test('is separated by its separators where the server has no such list', async () => {
		const server = serverOf({ [`${place}/labels/`]: undefined });
		const { resolved } = await resolve([withText('labels', 'UI, UX')], server);

		expect(resolved).toMatchObject([{ body: { labels: ['UI', 'UX'] } }]);
	});

	test('narrows a list of records by the names that there are', async () => {
		const { list, text } = listFrom('UI, UX');
		const test = { displayName: 'Label Names or IDs', rowPath: 'labels', test: 'is' } as const;
		const query = {
			queryParameters: {},
			clientFilters: [{ ...test, values: list as string[] }],
			offset: 0,
		};
		const call: Call<'list'> = {
			...common,
			kind: 'list',
			operation: operations.getWorkItems,
			path: { project_id: launch },
			query,
			textsToSplit: { labels: text ?? '' },
		};

		const { resolved } = await resolve([call], known);

		expect(resolved).toMatchObject([{ query: { clientFilters: [{ values: [idOf['UI, UX']] }] } }]);
	});

	test('adds the people to a teamspace who are called so', async () => {
		const call: Call<'add'> = {
			...common,
			kind: 'add',
			operation: operations.addTeamspaceMembers,
			path: { teamspace_id: uuid(300) },
			ids: ['Adams', 'Eve'],
			textsToSplit: { member_ids: 'Adams, Eve' },
		};

		const { resolved } = await resolve([call], known);

		expect(resolved).toMatchObject([{ ids: [uuid(13)] }]);
	});
});

describe('a name with the color that Trello writes behind it', () => {
	const withLabel = (name: string, more: JsonObject = {}) =>
		create({ labels: [name], ...more }, { createsLabels: true });

	test('is the label of that very name if there is one', async () => {
		const server = serverOf({ [`${place}/labels/`]: named(30, 'bug', 'bug (red)') });
		const { resolved } = await resolve([withLabel('Bug (red)')], server);

		expect(resolved).toMatchObject([{ body: { labels: [uuid(31)] } }]);
	});

	test('becomes a new label as it is if there is neither', async () => {
		const { requests } = await resolve([withLabel('New (green_dark)')], known);

		expect(requests.at(-1)?.body).toMatchObject({ name: 'New (green_dark)' });
	});

	test('is no color of Trello', async () => {
		const { requests } = await resolve([withLabel('bug (urgent)')], known);

		expect(requests.at(-1)?.body).toMatchObject({ name: 'bug (urgent)' });
	});
});

describe('a text that no list was asked for', () => {
	test.each(['.', '..', 'a/b', 'In Review', 'http://x'])(
		'does not go into a path: %s',
		async (text) => {
			const server = serverOf({ [`${place}/labels/`]: undefined });
			const call: Call<'get'> = {
				...common,
				kind: 'get',
				operation: operations.getLabel,
				path: { project_id: launch, label_id: text },
				queryParameters: {},
				simplify: false,
				binaryField: '',
			};

			const { resolved, problem } = await resolve([call], server);

			expect(resolved).toEqual([]);
			expect(problem?.message).toMatch(/^Label: ".*" (is not an ID|is a web|has )/);
			expect(problem?.tag).toBe('invalid');
		},
	);
});
