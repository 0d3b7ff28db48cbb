import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { expectProblem } from '../expectProblem';
import { causes } from '../nodeTexts';
import { readExport } from './exports/exports';
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

	const readOutcomes = (json: readonly IDataObject[]) => json.map(({ outcome }) => outcome);

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

		it('is updated for a record that only goes into a cycle and a module, and unchanged after that', async () => {
			await upsert([row]);
			const inCycle = { ...row, Cycle: 'Week 6', Modules: 'Preparation' };

			const first = await upsert([inCycle]);
			const second = await upsert([inCycle]);

			expect(readOutcomes(first.json)).toEqual(['updated']);
			expect(readOutcomes(second.json)).toEqual(['unchanged']);
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
	});

	describe('before anything is sent, an item fails', () => {
		it.each<[string, IDataObject, INodeParameters, string | RegExp]>([
			['without a column to match on', { Title: 'Oil' }, {}, `External ID: ${causes.empty}`],
			[
				'without an external source',
				{ ID: '1', Title: 'Oil' },
				{ externalSource: '' },
				`External Source: ${causes.empty}`,
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

		it('takes HTML if the option says so', async () => {
			const html = manual({ externalId: 'A', name: 'Oil', description: '<h2>Why</h2>' });

			const { json } = await upsert([{}], {
				columns: html,
				options: { descriptionFormat: 'html' },
			});

			expect(json[0]?.description_html).toContain('<h2>');
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
});
