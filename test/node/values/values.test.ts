import { beforeEach, describe, expect, test } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { operations } from '../../../nodes/shared/operations/catalog';
import type { Row } from '../../service/state';
import { byId, locateFirst } from '../../engine/samples';
import { jsonItems } from '../../engine/startNode';
import { collectMistakes } from '../../tools/mistakes';
import type { Plane } from '../plane';
import { usePlanes } from '../usePlanes';
import { expectProblem } from '../../expectProblem';
import { causes } from '../../nodeTexts';
import { contents, type FormName, forms, getExpectedEffect, placeNames, places } from './contents';
import { credentialAt, type FilledIn, fillIn, findEffect } from './effects';

const startPlane = usePlanes();

/** A tool that throws its errors, so that a test sees them. */
const STOPPING_TOOL = { isTool: true, onError: 'stopWorkflow' } as const;

describe('Values from other tools', () => {
	let plane: Plane;

	beforeEach(async () => {
		plane = await startPlane({ serverKind: 'community' });
	});

	/** The project of all tests. */
	const project = () => locateFirst(plane.service.state.projects);

	/** The rows of a list that are in that project. */
	const inProject = <Record extends Row & { readonly project: string }>(rows: readonly Record[]) =>
		rows.filter((row) => row.project === plane.service.state.projects[0]?.id);

	/** Labels of the project by their names. */
	const labelNames = (ids: unknown): string[] =>
		inProject(plane.service.state.labels)
			.filter(({ id }) => Array.isArray(ids) && ids.includes(id))
			.map(({ name }) => name)
			.sort();

	/** Gives the first labels of the project these names. */
	function nameLabels(...names: readonly string[]): void {
		for (const [index, label] of inProject(plane.service.state.labels).entries()) {
			Object.assign(label, { name: names[index] ?? `Other ${String(index)}` });
		}
	}

	/** Creates a work item for each row. */
	const create = async (
		rows: readonly IDataObject[],
		additionalFields: INodeParameters,
		options: INodeParameters = {},
	) =>
		await plane.run(
			'workItem.create',
			{ projectId: project(), name: '={{ $json.title ?? "A" }}', additionalFields, options },
			{ items: jsonItems(rows) },
		);

	/** Changes the first work item of the project. */
	const update = async (updateFields: INodeParameters, json: IDataObject = {}) =>
		await plane.run(
			'workItem.update',
			{
				projectId: project(),
				workItemId: byId(inProject(plane.service.state.workItems)[0]?.id),
				updateFields,
			},
			{ items: jsonItems([json]) },
		);

	describe('An empty cell, which arrives as a missing key,', () => {
		const fields = { targetDate: '={{ $json.due }}', labels: '={{ $json.labels }}' };

		test('leaves the field out of a new work item', async () => {
			// Extract From File outputs these for `id,title,due,labels`, `1,A,2026-03-01,bug`, `2,B,,`.
			const rows = [
				{ id: '1', title: 'A', due: '2026-03-01', labels: 'bug' },
				{ id: '2', title: 'B' },
			];

			const { error, json } = await create(rows, fields);

			expect(error).toBeUndefined();
			expect(json).toMatchObject([
				{ name: 'A', target_date: '2026-03-01' },
				{ name: 'B', target_date: null, labels: [] },
			]);
			expect(plane.service.ledger.at(-1)?.body).toEqual({ name: 'B' });
		});

		test('causes a hint if no item has the property, because it may be misspelled', async () => {
			const rows = [{ title: 'A' }, { title: 'B' }];

			const { error, hints } = await create(rows, { targetDate: '={{ $json.deu }}' });

			expect(error).toBeUndefined();
			expect(hints.map(({ message }) => message)).toEqual([
				expect.stringContaining('Due Date was left out of all 2 records'),
			]);
		});

		test('stops an import if it is the name or the external ID', async () => {
			const { error } = await create([{ title: 'A' }], { externalId: '={{ $json.id }}' });

			expectProblem(error, { about: 'External ID', cause: causes.noResult });

			const withoutName = await plane.run(
				'workItem.create',
				{ projectId: project(), name: '={{ $json.title }}' },
				{ items: jsonItems([{ id: '1' }]) },
			);

			expectProblem(withoutName.error, { about: 'Title', cause: causes.noResult });
			expect(plane.service.ledger).toEqual([]);
		});

		test('is refused in an update, where it would clear the field, with the expression to use', async () => {
			const { error } = await update({ targetDate: '={{ $json.due }}' }, { id: '2' });

			expectProblem(error, {
				about: 'Due Date',
				cause: causes.noResult,
				remedy: 'use {{ $json.due ?? null }}.',
			});
			expect(error?.description).toContain('its column is empty in this row');
			expect(plane.service.ledger).toEqual([]);
		});
	});

	test('The fields that a new node shows are not sent if they are left empty', async () => {
		const [firstProject] = plane.service.state.projects;
		const [user] = plane.service.state.users;

		// The default assignee of a project gets what is created without assignees (row 168).
		Object.assign(firstProject ?? {}, { default_assignee: user?.id });

		// As saved by the editor, which leaves out the defaults: n8n fills them in before it runs the node.
		const { error, json } = await plane.run('workItem.create', { projectId: project(), name: 'A' });

		expect(error).toBeUndefined();
		expect(plane.service.ledger.map(({ body }) => body)).toEqual([{ name: 'A' }]);
		expect(json).toMatchObject([{ name: 'A', assignees: [user?.id] }]);
	});

	describe('A list that another tool wrote as text', () => {
		const labels = { labels: '={{ $json.labels }}' };
		const createMissing = { createMissingLabels: true };

		test.each<
			[title: string, text: string, existing: readonly string[], expected: readonly string[]]
		>([
			['is one label if there is a label of that name', 'UI, UX', ['UI, UX'], ['UI, UX']],
			['is separated by semicolons, as from Jira', 'bug;ui', ['bug', 'ui'], ['bug', 'ui']],
			['has colors, as from Trello', 'Bug (red), UI (green)', ['Bug', 'UI'], ['Bug', 'UI']],
			['is JSON text', '["bug", "ui"]', ['bug', 'ui'], ['bug', 'ui']],
			['has brackets without quotes', '[bug, ui]', ['bug', 'ui'], ['bug', 'ui']],
			['has a line for each label', 'bug\nui\n', ['bug', 'ui'], ['bug', 'ui']],
			['begins with a bracket', '[P1] hot', ['[P1] hot'], ['[P1] hot']],
			['looks like an empty value', 'null', ['null'], ['null']],
			['looks like an address', 'http://x', ['http://x'], ['http://x']],
			['is a dot', '.', ['.'], ['.']],
		])('%s, and existing labels are not created again', async (_, text, existing, expected) => {
			nameLabels(...existing);
			const before = plane.service.state.labels.length;

			const { error, json } = await create([{ labels: text }], labels, createMissing);

			expect(error).toBeUndefined();
			expect(labelNames(json[0]?.labels)).toEqual(expected);
			expect(plane.service.state.labels).toHaveLength(before);
		});

		test('creates each new label once', async () => {
			nameLabels('bug', 'ui');

			const { json } = await create(
				[{ labels: 'bug;new' }, { labels: 'X, new' }],
				labels,
				createMissing,
			);

			expect(json.map((record) => labelNames(record.labels))).toEqual([
				['bug', 'new'],
				['X', 'new'],
			]);
		});

		test('can hold a label that is named like a boolean', async () => {
			nameLabels('true');
			const { json } = await create([{ labels: true }], labels, createMissing);

			expect(labelNames(json[0]?.labels)).toEqual(['true']);
		});

		test('never creates a label for an expression without a value', async () => {
			const { error } = await create([{ labels: ['undefined'] }], labels, createMissing);

			expectProblem(error, {
				about: 'Label Names or IDs',
				cause: causes.unknownName('label "undefined"'),
			});
			expect(plane.service.ledger).toEqual([]);
		});

		test('can be one person whose name has a comma', async () => {
			const [ada] = plane.service.state.users;

			Object.assign(ada ?? {}, { display_name: 'Lovelace, Ada' });

			const { json } = await create([{ who: 'Lovelace, Ada' }], { assignees: '={{ $json.who }}' });

			expect(json[0]?.assignees).toEqual([ada?.id]);
		});

		test('is refused with every unknown name in quotes', async () => {
			const { error } = await create([{ who: 'Doe, Jane' }], { assignees: '={{ $json.who }}' });

			expectProblem(error, {
				about: 'Assignee Names or IDs',
				cause: causes.unknownNames('project members "Doe" and "Jane"'),
			});
		});

		test('is refused before anything is sent if a label is too long', async () => {
			const { error } = await create([{}, { labels: 'x'.repeat(256) }], labels, createMissing);

			expect(error?.message).toMatch(
				/^Label Names or IDs: "x{60}…" is 256 characters long, and names of labels have at most 255/,
			);
			expect(plane.service.requests).toEqual([]);
		});
	});

	describe('A record where an ID is expected', () => {
		test('is accepted as triggers and expanded lists output it', async () => {
			const { states, labels, users, workItems } = plane.service.state;
			const [state, label, parent] = [states, labels, workItems].map(
				(rows) => inProject<Row & { project: string }>(rows)[1],
			);
			// As deliveries have them (test/service/observed/webhooks.json).
			const record = {
				project: plane.service.state.projects[0],
				state: { id: state?.id, name: 'Whatever', color: '#f59e0b', group: 'unstarted' },
				labels: [{ id: label?.id, name: 'Whatever', color: '' }],
				assignees: users.slice(0, 2).map(({ id }) => ({ id, display_name: 'Whatever' })),
				parent: { id: parent?.id, name: 'Whatever' },
			};

			const { error, json } = await plane.run(
				'workItem.create',
				{
					projectId: byId('={{ $json.record.project }}'),
					name: 'A',
					additionalFields: {
						state: byId('={{ $json.record.state }}'),
						parent: byId('={{ $json.record.parent }}'),
						labels: '={{ $json.record.labels }}',
						assignees: '={{ $json.record.assignees }}',
					},
				},
				{ items: [{ json: { record } }] },
			);

			expect(error).toBeUndefined();
			expect(json).toMatchObject([{ state: state?.id, labels: [label?.id], parent: parent?.id }]);
			expect(new Set(json[0]?.assignees as string[])).toEqual(
				new Set(users.slice(0, 2).map(({ id }) => id)),
			);
		});

		test('is accepted by the next node as Get Many with Expand outputs it', async () => {
			const { state } = plane.service;
			const [source, target] = inProject(state.workItems);
			const assignees = state.users.slice(0, 2).map(({ id }) => id);
			const labels = inProject(state.labels)
				.slice(1, 3)
				.map(({ id }) => id);

			Object.assign(source ?? {}, { assignees, labels, state: inProject(state.states)[2]?.id });

			const listed = await plane.run('workItem.getAll', {
				projectId: project(),
				returnAll: true,
				options: { expand: ['state', 'labels', 'assignees'] },
			});
			const record = listed.json.find(({ id }) => id === source?.id);

			const { error } = await plane.run(
				'workItem.update',
				{
					projectId: project(),
					workItemId: byId(target?.id),
					updateFields: {
						state: byId('={{ $json.state }}'),
						labels: '={{ $json.labels }}',
						assignees: '={{ $json.assignees }}',
					},
				},
				{ items: jsonItems([record ?? {}]) },
			);

			expect(error).toBeUndefined();
			expect(record?.state).toMatchObject({ id: source?.state });
			expect(target?.state).toBe(source?.state);
			expect(new Set(target?.labels)).toEqual(new Set(labels));
			expect(new Set(target?.assignees)).toEqual(new Set(assignees));
		});

		test('is found by its name or email address, as models and other tools write it', async () => {
			const [, , grace] = plane.service.state.users;

			nameLabels('bug');

			const { error, json } = await create(
				[
					{
						// A label as GitHub returns it.
						labels: [{ id: 208045946, name: 'bug', color: 'f29513' }],
						people: [{ email: grace?.email }],
						priority: { name: 'High' },
						state: { name: 'done' },
					},
				],
				{
					labels: '={{ $json.labels }}',
					assignees: '={{ $json.people }}',
					priority: '={{ $json.priority }}',
					state: byId('={{ $json.state }}'),
				},
			);

			expect(error).toBeUndefined();
			expect(json).toMatchObject([{ priority: 'high', assignees: [grace?.id] }]);
			expect(labelNames(json[0]?.labels)).toEqual(['bug']);
		});

		test('is refused with the expression to use if it has no ID, name or email address', async () => {
			const { error } = await update(
				{ state: byId('={{ $json.record.state }}') },
				{ record: { state: { group: 'done' } } },
			);

			expectProblem(error, {
				about: 'State',
				cause: causes.notAnId('the object {"group":"done"}'),
				remedy: '{{ $json.record.state.id }}',
			});
			expect(plane.service.requests).toEqual([]);
		});
	});

	describe('A placeholder that a model fills in for an unused field', () => {
		test.each<[placeholder: unknown]>([[[]], ['[]'], [{}], ['{}'], [' [ ] '], [''], [null]])(
			'does not change the field: %j',
			async (placeholder) => {
				const [item] = inProject(plane.service.state.workItems);
				const before = { ...item };
				const parameters = {
					projectId: project(),
					workItemId: byId(item?.id),
					updateFields: {
						name: 'New',
						labels: "={{ $fromAI('value', '', 'json') }}",
						assignees: "={{ $fromAI('value', '', 'json') }}",
						targetDate: "={{ $fromAI('value', '', 'json') }}",
					},
				};

				const { error } = await plane.run('workItem.update', parameters, {
					items: [{ json: { value: placeholder } as IDataObject }],
					...STOPPING_TOOL,
				});

				expect(error).toBeUndefined();

				const { labels, assignees, target_date } = before as IDataObject;

				expect(item).toMatchObject({ name: 'New', labels, assignees, target_date });
			},
		);
	});

	describe('A word that another tool uses for a value', () => {
		test.each([
			['Highest', 'Use one of: urgent, high, medium, low, none.'],
			['No priority', 'Use one of: urgent, high, medium, low, none.'],
			['Hihg', 'Use one of: urgent, high, medium, low, none.'],
			['Mediun', 'Use one of: urgent, high, medium, low, none. The closest one is medium.'],
		])('is refused as a priority with the list of priorities: %s', async (word, remedy) => {
			const { error } = await update({ priority: '={{ $json.word }}' }, { word });

			expectProblem(error, {
				about: 'Priority',
				cause: causes.notOneOfItsValues(`"${word}"`),
				remedy,
			});
		});

		test('is refused as a state with the most similar state', async () => {
			const { error } = await update({ state: byId('={{ $json.word }}') }, { word: 'Todo' });

			expectProblem(error, {
				about: 'State',
				cause: causes.unknownName('state "Todo"'),
				remedy: 'The states are: Backlog, To do, In progress, Done.',
			});
			expect(error?.description).toContain('The closest name to "Todo" is "To do".');
		});

		test('fails each bad row by itself, and the good rows are carried out', async () => {
			const words = ['high', 'Highest', 'low', 'Canceled', 'none'];

			const { json } = await plane.run(
				'workItem.create',
				{
					projectId: project(),
					name: 'A',
					additionalFields: { priority: '={{ $json.word }}' },
				},
				{ items: jsonItems(words.map((word) => ({ word }))), onError: 'continueRegularOutput' },
			);

			expect(json.map(({ error }) => error !== undefined)).toEqual([
				false,
				true,
				false,
				true,
				false,
			]);
		});

		test.each([
			['yes', true],
			['No', false],
			[1, true],
			['0', false],
		])('is read as a boolean: %j, beside a number as text', async (word, value) => {
			const { error } = await plane.run(
				'project.update',
				{
					projectId: project(),
					updateFields: { cycleView: '={{ $json.word }}', archiveIn: '={{ $json.months }}' },
				},
				{ items: jsonItems([{ word, months: ' 3 ' }]) },
			);

			expect(error).toBeUndefined();
			expect(plane.service.ledger.at(-1)?.body).toEqual({ cycle_view: value, archive_in: 3 });
		});
	});

	test('Estimate Point and Type can be cleared, because the server accepts null for both (row 204)', async () => {
		const [item] = inProject(plane.service.state.workItems);

		Object.assign(item ?? {}, { estimate_point: '1f1bdfdf-f6fc-459b-8a21-c057ef5966e5' });

		const { error, json } = await update(
			{ estimatePoint: '={{ $json.points }}', typeId: '' },
			{ points: null },
		);

		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ estimate_point: null }]);
		expect(plane.service.ledger.at(-1)?.body).toEqual({ estimate_point: null, type_id: null });
	});

	test('Keys of work items are accepted in lower case', async () => {
		const [cycle] = inProject(plane.service.state.cycles);
		const [item] = inProject(plane.service.state.workItems);
		const key = `${plane.service.state.projects[0]?.identifier ?? ''}-${String(item?.sequence_id)}`;

		const { error } = await plane.run('cycle.addWorkItems', {
			projectId: project(),
			cycleId: byId(cycle?.id),
			workItemIds: key.toLowerCase(),
		});

		expect(error).toBeUndefined();
		expect(cycle?.issues).toContain(item?.id);
	});

	test('Work Item → Unarchive does not offer By Key, because no server finds an archived work item by its key', () => {
		const unarchive = operations.find(
			({ resource, value }) => resource === 'workItem' && value === 'unarchive',
		);
		const [, workItem] = unarchive?.kind === 'action' ? unarchive.locators : [];

		expect(workItem?.kind.panel.modes?.map(({ displayName }) => displayName)).toEqual([
			'By ID',
			'By External ID',
		]);
	});
});

describe('A value without content', () => {
	/** Runs a node whose parameter is filled in in this way. @returns the effect of the parameter */
	async function runAndFindEffect(plane: Plane, filledIn: FilledIn): Promise<string> {
		const { form, place } = filledIn;
		const { parameters, json } = fillIn(plane.service.state, filledIn);

		const { error, requests } = await plane.run(place.operation, parameters, {
			items: [{ json }],
			credential: credentialAt(place, plane.credential),
			...('isTool' in forms[form] && STOPPING_TOOL),
		});

		return findEffect(place, { message: error?.message ?? '', requests });
	}

	test.each(['add', 'remove', 'replace'])(
		'changes no labels with the action %s if a model leaves them empty',
		async (labelsAction) => {
			const plane = await startPlane();
			const { projects, workItems } = plane.service.state;
			const parameters = {
				projectId: locateFirst(projects),
				workItemId: locateFirst(workItems),
				updateFields: { name: 'New', labels: "={{ $fromAI('value') }}", labelsAction },
			};

			const { error, requests } = await plane.run('workItem.update', parameters, {
				items: [{ json: { value: '' } }],
				...STOPPING_TOOL,
			});

			expect(error).toBeUndefined();
			const patches = requests.filter(({ method }) => method === 'PATCH');

			expect(patches.at(-1)?.body).toEqual({ name: 'New' });
		},
	);

	const cases = (Object.keys(forms) as FormName[]).flatMap((form) =>
		contents.flatMap((content) =>
			placeNames.flatMap((name) => {
				const effect = getExpectedEffect(form, content, name);
				if (effect === undefined) return [];

				const title = `${name}, ${form}, ${content}`;

				return [[title, { form, content, name, effect }] as const];
			}),
		),
	);

	test('is sent, cleared, left alone or refused, according to its form, its content and its parameter', async () => {
		const plane = await startPlane();

		const mistakes = await collectMistakes(cases, async ({ form, content, name, effect }) => {
			const place = places[name];

			expect(await runAndFindEffect(plane, { form, content, place })).toBe(effect);
		});

		expect(mistakes).toEqual([]);
	});
});
