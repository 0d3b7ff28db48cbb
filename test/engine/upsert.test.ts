import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { setTimeout as wait } from 'node:timers/promises';

import { asText } from '../../nodes/shared/values/asText';
import { runs } from '../unit/random';
import { expectProblem } from '../expectProblem';
import { causes, outcomes } from '../nodeTexts';
import { exportNames, readExport } from './exports/exports';
import { PLANE_TOOL } from './engine';
import { byId, parametersFor } from './samples';
import { jsonItems } from './startNode';
import { useWorld } from './useWorld';
import type { Execution } from './world';

describe('Work Item: Create or Update', () => {
	const world = useWorld({ serverKind: 'community', workItems: 6 }, true);

	const project = () => world.service.state.projects[0]?.id;

	const automatic = (matchOn = 'externalId'): INodeParameters => ({
		mappingMode: 'autoMapInputData',
		value: null,
		matchingColumns: [matchOn],
		schema: [],
	});

	const manual = (value: INodeParameters, matchOn = 'externalId'): INodeParameters => ({
		mappingMode: 'defineBelow',
		value,
		matchingColumns: [matchOn],
		schema: [],
	});

	/** Runs a node that maps columns automatically and matches on External ID, unless the parameters say otherwise. */
	const upsert = async (
		rows: readonly IDataObject[],
		parameters: INodeParameters = {},
		execution: Execution = {},
	) =>
		await world.run(
			'workItem.upsert',
			{
				projectId: byId(project()),
				externalSource: 'sheet',
				columns: automatic(),
				createMissingLabels: true,
				...parameters,
			},
			{ items: jsonItems(rows), ...execution },
		);

	const byTitle = { columns: automatic('name') };

	/** The work items with this name. */
	const findItems = (name: string) =>
		world.service.state.workItems.filter((item) => item.name === name);

	/** Waits until the workers have written the activities of the last requests. */
	const countActivities = async () => {
		await wait(300);

		return world.service.state.activities.length;
	};

	/** Runs a function, and counts the writes and the activities that it causes. */
	const countChanges = async (work: () => Promise<unknown>) => {
		const activities = await countActivities();
		const writes = world.service.ledger.length;

		await work();

		return {
			writes: world.service.ledger.length - writes,
			activities: (await countActivities()) - activities,
		};
	};

	/** The issues of GitHub's API have pull requests among them, which are no work items. */
	const outcomeOf = (row: IDataObject, outcome: string) =>
		row.pull_request === undefined ? outcome : 'leftOut';

	const readOutcomes = (json: readonly IDataObject[]) => json.map(({ outcome }) => outcome);

	describe.each(exportNames)('an export of %s', (name) => {
		it('is imported by Map Automatically, and changes nothing the second time', async () => {
			const rows = readExport(name);

			const first = await upsert(rows, { externalSource: name });

			expect(first.error).toBeUndefined();
			expect(readOutcomes(first.json)).toEqual(rows.map((row) => outcomeOf(row, 'created')));

			const changes = await countChanges(async () => {
				const second = await upsert(rows, { externalSource: name });

				expect(second.error).toBeUndefined();
				expect(readOutcomes(second.json)).toEqual(rows.map((row) => outcomeOf(row, 'unchanged')));
				expect(second.json.map(({ id }) => id)).toEqual(first.json.map(({ id }) => id));
			});

			expect(changes).toEqual({ writes: 0, activities: 0 });
		});
	});

	it('takes all fields of an export', async () => {
		const { json } = await upsert(readExport('jira'), { externalSource: 'jira' });

		const { states, users, labels } = world.service.state;
		const nameOf = (records: readonly { id: string; name: string }[], id: unknown) =>
			records.find((record) => record.id === id)?.name;
		const [item] = json;

		expect(item).toMatchObject({
			outcome: 'created',
			name: 'Oil the bearings',
			priority: 'urgent',
			start_date: '2026-11-23',
			target_date: '2026-11-30',
			external_source: 'jira',
			external_id: 'ENG-1',
			assignees: [users.find(({ email }) => email === 'ada@example.com')?.id],
			parent: null,
		});
		expect(item?.description_html).toContain('&amp; the card reader &lt;jams&gt;');
		expect(nameOf(states, item?.state)).toBe('To do');
		expect((item?.labels as string[]).map((id) => nameOf(labels, id))).toEqual(['mill']);
	});

	it('creates the labels of Trello without the colors behind their names', async () => {
		const { json } = await upsert(readExport('trello'));

		const ids = json[0]?.labels as string[];
		const names = world.service.state.labels
			.filter(({ id }) => ids.includes(id))
			.map(({ name }) => name);

		expect(names.sort()).toEqual(['bug', 'office']);
	});

	it('lists the columns that match no field', async () => {
		const { hints } = await upsert(readExport('trello'));

		expect(hints.map(({ message }) => message)).toEqual([
			'Read as an export of Trello, because of its columns',
			'Of 3 rows: 3 created',
			'These columns match no field and were not imported: Board Name, List ID and Card URL',
		]);
	});

	describe.each([
		['simplified', true],
		['whole', false],
	])('%s work items of Plane', (_, simple) => {
		it.each(['workItem.getAll', 'workItem.search', 'workItem.upsert'])(
			'from %s have no columns to list',
			async (source) => {
				const row = { ID: '1', Title: 'Printer', Labels: 'a', Description: 'x' };
				const { json: created } = await upsert([row], { simple });
				const inProject = { projectId: byId(project()), project: byId(project()) };
				const { json: found } =
					source === 'workItem.upsert'
						? { json: created }
						: await world.run(source, {
								...inProject,
								search: 'Printer',
								returnAll: true,
								simple,
							});

				const { error, hints } = await upsert(found, byTitle);

				expect(found.map(({ id }) => id)).toContain(created[0]?.id);
				expect(error).toBeUndefined();
				expect(hints.map(({ message }) => message).filter((text) => /column/i.test(text))).toEqual(
					[],
				);
			},
		);
	});

	it('lists a column of a work item of Plane that has a value and is left out', async () => {
		const { json } = await world.run('workItem.getAll', { projectId: byId(project()), limit: 1 });
		const [row = {}] = json;

		const { hints } = await upsert([{ ...row, parent: row.id, Reviewer: 'Ada' }], byTitle);

		expect(hints.map(({ message }) => message)).toContain(
			'These columns match no field and were not imported: parent and Reviewer',
		);
	});

	describe('the outcome', () => {
		const row = { ID: '1', Title: 'Oil', Priority: 'High', Labels: 'b, a', Description: 'x\n\ny' };

		it('is unchanged for the same values in other forms', async () => {
			await upsert([row]);

			const { json } = await upsert([
				{ ...row, Title: ' Oil ', Labels: ['a', { name: 'b' }], Priority: 'HIGH' },
				{ id: 1, name: 'Oil', description_html: '<p>x</p><p>y</p>', labels: 'a;b' },
			]);

			expect(readOutcomes(json)).toEqual(['unchanged', 'unchanged']);
		});

		it('is updated if a value differs, and only that value is sent', async () => {
			await upsert([row]);

			const { json } = await upsert([{ ...row, Priority: 'Low' }]);

			expect(json).toMatchObject([{ outcome: 'updated', priority: 'low' }]);
			expect(world.service.ledger.at(-1)).toMatchObject({
				operation: 'workItem.update',
				body: { priority: 'low' },
			});
		});

		it('is updated for a record that only goes into a cycle and a module, and unchanged after that', async () => {
			await upsert([row]);
			const inCycle = { ...row, Cycle: 'Week 6', Modules: 'Preparation' };

			const first = await upsert([inCycle]);
			const second = await upsert([inCycle]);

			expect(readOutcomes(first.json)).toEqual(['updated']);
			expect(readOutcomes(second.json)).toEqual(['unchanged']);
		});

		it('is the same for items that are the same, and a hint lists them', async () => {
			const { json, hints } = await upsert([row, row, row]);

			expect(readOutcomes(json)).toEqual(['created', 'unchanged', 'unchanged']);
			expect(new Set(json.map(({ id }) => id)).size).toBe(1);
			expect(hints.map(({ message }) => message)).toContain(
				'Items that share one work item, because they have the same External ID: 0, 1 and 2',
			);
		});
	});

	describe('empty cells', () => {
		const full = {
			ID: '1',
			Title: 'Oil',
			Due: '2026-12-24',
			Assignee: 'ada@example.com',
			Labels: 'bug',
		};
		const empty = { ...full, Due: '', Assignee: null, Labels: [], Status: ' ' };

		it('and missing columns change nothing', async () => {
			await upsert([full]);

			const { json } = await upsert([empty, { ID: '1', Title: 'Oil' }]);

			expect(readOutcomes(json)).toEqual(['unchanged', 'unchanged']);
		});

		it('clear their fields with Clear Empty Fields, but missing columns never do', async () => {
			await upsert([full]);
			const options = { clearEmptyFields: true };

			const missing = await upsert([{ ID: '1', Title: 'Oil' }], { options });
			const cleared = await upsert([empty], { options });

			expect(readOutcomes(missing.json)).toEqual(['unchanged']);
			expect(cleared.json).toMatchObject([
				{ outcome: 'updated', target_date: null, assignees: [], labels: [] },
			]);
		});
	});

	describe('matching on the title', () => {
		it('updates the work item of this name, and creates one that there is not', async () => {
			const [existing] = world.service.state.workItems;
			const rows = [{ Title: existing?.name ?? '', Priority: 'Urgent' }, { Title: 'New' }];

			const first = await upsert(rows, byTitle);
			const second = await upsert(rows, { ...byTitle, externalSource: '' });

			expect(readOutcomes(first.json)).toEqual(['updated', 'created']);
			// The source of a row without an ID says nothing.
			expect(first.json).toMatchObject([{ external_source: null }, { external_source: null }]);
			expect(first.json[0]?.id).toBe(existing?.id);
			expect(readOutcomes(second.json)).toEqual(['unchanged', 'unchanged']);
		});

		it('reads the list once, and finds what an earlier item has created', async () => {
			const before = world.service.requests.length;
			const rows = Array.from({ length: 5 }, (_, index) => ({
				Title: 'New',
				Priority: index % 2 === 0 ? 'Low' : 'High',
			}));

			const { json, hints } = await upsert(rows, byTitle);

			const lists = world.service.requests
				.slice(before)
				.filter(({ operation }) => operation === 'workItem.getAll');

			expect(readOutcomes(json)).toEqual(['created', 'updated', 'updated', 'updated', 'updated']);
			expect(findItems('New')).toMatchObject([{ priority: 'low' }]);
			expect(lists).toHaveLength(1);
			expect(hints.map(({ message }) => message)).toEqual([
				'Items that share one work item, because they have the same Title: 0, 1, 2, 3 and 4',
				'Of 5 rows: 1 created, 4 updated',
			]);
		});

		it('fails for a name that several work items have, and lists them', async () => {
			const [first, second] = world.service.state.workItems;

			Object.assign(second ?? {}, { name: first?.name });

			const { error } = await upsert([{ Title: first?.name ?? '' }], byTitle);

			expect(error?.message).toBe(
				`Title: 2 records have it: "${first?.name ?? ''}" (LNCH-2, ID ${second?.id ?? ''}) and "${first?.name ?? ''}" (LNCH-1, ID ${first?.id ?? ''}) [item 0]`,
			);
			expect(error?.description).toContain('match on External ID');
			expect(world.service.ledger).toEqual([]);
		});

		it('says that running again is safe if a work item could not be added to its cycle', async () => {
			const cycle = world.service.state.cycles.find(({ name }) => name === 'Week 6');

			Object.assign(cycle ?? {}, { start_date: '2026-01-01', end_date: '2026-01-02' });

			const { error } = await upsert([{ Title: 'New', Cycle: 'Week 6' }], byTitle);

			expectProblem(error, {
				effect: 'partlyDone',
				cause: 'not added to Cycle ',
				remedy: outcomes.safeAgain,
			});
		});

		it('does not create a second one if the outcome of the first is unknown', async () => {
			world.service.faults.plan(
				{ kind: 'dropBeforeAnswering' },
				{ when: ({ method }) => method === 'POST' },
			);

			const rows = [{ Title: 'New' }, { Title: 'New' }];
			const failed = await upsert(rows, byTitle, { onError: 'continueErrorOutput' });

			expect(failed.outputs[1]?.map(({ json }) => json.error)).toEqual([
				expect.stringContaining(outcomes.safeAgain),
				expect.stringContaining(outcomes.safeAgain),
			]);
			await wait(200);
			const { json } = await upsert(rows, byTitle);

			expect(readOutcomes(json)).toEqual(['unchanged', 'unchanged']);
			expect(findItems('New')).toHaveLength(1);
		});
	});

	describe('before anything is sent, an item fails', () => {
		it.each<[string, IDataObject, INodeParameters, string | RegExp]>([
			['without a column to match on', { Title: 'Oil' }, {}, `External ID: ${causes.empty}`],
			[
				'with an empty value to match on',
				{ Title: 'Oil', ID: ' ' },
				{},
				`External ID: ${causes.empty}`,
			],
			['without a title', { ID: '1' }, {}, `Title: ${causes.empty}`],
			['without a title to match on', { ID: '1' }, byTitle, `Title: ${causes.empty}`],
			[
				'without an external source',
				{ ID: '1', Title: 'Oil' },
				{ externalSource: '' },
				`External Source: ${causes.empty}`,
			],
			[
				'with the ID of a record of Plane',
				{
					id: '0c7da278-21b6-4225-9d30-da0e1a924ae5',
					name: 'Oil',
					key: 'LNCH-12',
					url: 'https://plane.test/acme/browse/LNCH-12/',
				},
				{},
				`External ID: ${causes.empty}`,
			],
			[
				'with two titles',
				{ ID: '1', Title: 'Dr.', Summary: 'Oil' },
				{},
				/^Title: the columns "Summary" and "Title"/,
			],
			[
				'with an ambiguous day',
				{ ID: '1', Title: 'Oil', Due: '05/03/26' },
				{},
				`Due Date: ${causes.notADate('"05/03/26"')}`,
			],
			[
				'with an unknown priority',
				{ ID: '1', Title: 'Oil', Priority: 'P9' },
				{},
				`Priority: ${causes.notOneOfItsValues('"P9"')}`,
			],
			[
				'with an unknown state',
				{ ID: '1', Title: 'Oil', Status: 'Stuck' },
				{},
				`State: ${causes.unknownName('state "Stuck"')} Project`,
			],
			[
				'with an unknown label',
				{ ID: '1', Title: 'Oil', Tags: 'nope' },
				{ createMissingLabels: false },
				/^Label.*there is no label "nope"/,
			],
		])('%s', async (_, row, parameters, message) => {
			const { error } = await upsert([{ ID: '0', Title: 'Valid' }, row], parameters);

			expectProblem(error, { cause: message });
			expect(world.service.ledger).toEqual([]);
		});
	});

	it('says why the ID of a record of Plane is not an external ID, and where to convert a day', async () => {
		const { state } = world.service;
		const { error: idError } = await upsert([{ ...state.workItems[0], external_id: null }]);
		const { error: dayError } = await upsert([{ ID: '1', Title: 'Oil', 'Due date': '31.12.2026' }]);

		expect(idError?.description).toMatch(/To change work items of Plane, use Update\./);
		expect(dayError?.description).toContain(
			`DateTime.fromFormat($json["Due date"], 'dd.MM.yyyy').toISODate() }}. Enter the expression in Edit Fields before this node`,
		);
	});

	it('creates nothing from work items of Plane of which only the IDs and the names are left', async () => {
		const { json } = await world.run('workItem.getAll', {
			projectId: byId(project()),
			returnAll: true,
			simple: false,
			options: { fieldsToReturn: 'id,name' },
		});
		const before = world.service.state.workItems.length;

		const { error } = await upsert(json);

		expect(json.map((row) => Object.keys(row))).toContainEqual(['id', 'name']);
		expect(error?.message).toContain('Plane has a work item with the ID');
		expect(world.service.state.workItems).toHaveLength(before);
	});

	it('takes the external ID of a record of Plane, and its HTML as HTML', async () => {
		const row = {
			name: 'Oil',
			description_html: '<h2>Why</h2>',
			external_id: 'A',
			external_source: 'own',
		};
		const { json: created } = await upsert([row]);

		const { json } = await upsert(created);

		expect(created).toMatchObject([{ external_source: 'own', description_html: '<h2>Why</h2>' }]);
		expect(readOutcomes(json)).toEqual(['unchanged']);
	});

	it('says where it looked for the value to match on', async () => {
		const { error } = await upsert([{ Title: 'Oil' }]);

		expect(error?.description).toContain(
			'in a column that is called External ID, Issue Key, Card ID, Task ID, Number, ID or Key.',
		);
	});

	describe('Map Each Column Manually', () => {
		const columns = manual({
			externalId: '={{ $json.key }}',
			name: '={{ $json.what }}',
			priority: '={{ $json.urgency }}',
			state: '={{ $json.stage }}',
			assignees: '={{ $json.who }}',
			targetDate: '={{ $json.until }}',
			labels: 'bug, fixed text',
		});

		it('takes the values of its expressions, and leaves alone what they do not find', async () => {
			const row = {
				key: 'A',
				what: 'Oil',
				urgency: 'Highest',
				stage: 'to do',
				until: '2026-12-24',
			};

			const first = await upsert([row], { columns });
			const second = await upsert([{ key: 'A', what: 'Oil' }], { columns });

			expect(first.json).toMatchObject([
				{
					outcome: 'created',
					priority: 'urgent',
					target_date: '2026-12-24',
					external_source: 'sheet',
				},
			]);
			expect(readOutcomes(second.json)).toEqual(['unchanged']);
		});

		it('refuses an expression without a value to match on', async () => {
			const { error } = await upsert([{ what: 'Oil' }], { columns });

			expectProblem(error, { about: 'External ID', cause: causes.noResult });
		});

		it('takes HTML if the option says so', async () => {
			const html = manual({ externalId: 'A', name: 'Oil', description: '<h2>Why</h2>' });

			const { json } = await upsert([{}], {
				columns: html,
				options: { descriptionFormat: 'html' },
			});

			expect(json[0]?.description_html).toContain('<h2>');
		});

		it('matches on External ID if the workflow does not say what to match on', async () => {
			const columns = { mappingMode: 'defineBelow', value: { externalId: 'A', name: 'Oil' } };

			await upsert([{}], { columns });
			const { json } = await upsert([{}], { columns });

			expect(readOutcomes(json)).toEqual(['unchanged']);
		});

		it('leaves alone what a model leaves empty', async () => {
			const fromModel = (name: string) =>
				`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${name}', '', 'string') }}`;
			const parameters = parametersFor('workItem.upsert', {
				projectId: byId(project()),
				externalSource: 'sheet',
				columns: manual({ externalId: 'A', name: fromModel('name'), targetDate: fromModel('due') }),
				createMissingLabels: true,
			});
			const run = async (query: IDataObject) =>
				await world.engine.run(
					{ type: PLANE_TOOL, parameters },
					jsonItems([{ query }]),
					world.credential,
				);

			await run({ name: 'Oil', due: '2026-12-24' });
			const { json } = await run({ name: 'Oil', due: '' });

			expect(json).toMatchObject([{ target_date: '2026-12-24' }]);
		});
	});

	it('completes an interrupted run when it is run again, and duplicates nothing', async () => {
		const before: readonly IDataObject[] = readExport('jira');
		const after = before.map((row): IDataObject => ({ ...row, Priority: 'Low' }));

		await fc.assert(
			fc.asyncProperty(
				fc.nat(25),
				fc.constantFrom('externalId', 'name'),
				fc.constantFrom('dropBeforeReading', 'dropBeforeAnswering', 'cut'),
				async (skip, matchOn, kind) => {
					const source = `jira-${String(world.service.requests.length)}`;
					// By External ID, rows that differ are refused.
					const rows = matchOn === 'name' ? [...before, ...after] : after;
					const titled = rows.map((row) => ({
						...row,
						Summary: `${source} ${asText(row.Summary) ?? ''}`,
					}));
					const parameters = {
						columns: automatic(matchOn),
						externalSource: source,
						limits: { retries: 0 },
					};

					world.service.faults.plan({ kind }, { skip, times: Infinity });
					await upsert(titled, parameters);
					world.service.faults.clear();
					// Until the replica has what the interrupted run has written (row 166).
					await wait(150);

					const { json, error } = await upsert(titled, parameters);
					const writes = world.service.ledger.length;

					await upsert(titled.slice(-3), parameters);
					expect(world.service.ledger).toHaveLength(writes);

					const items = world.service.state.workItems.filter(({ name }) => name.startsWith(source));

					expect(error).toBeUndefined();
					expect(new Set(json.map(({ id }) => id)).size).toBe(3);
					expect(items.map(({ priority }) => priority)).toEqual(['low', 'low', 'low']);
				},
			),
			{ numRuns: runs(12), endOnFailure: true },
		);
	});
});
