import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { TIMEZONE } from '../../engine/additionalData';
import { byId } from '../../engine/samples';
import { jsonItems } from '../../engine/startNode';
import type { PlainAnswer } from '../../service/faulty/replacement';
import { stableId } from '../../service/state';
import {
	COMPLETE,
	type ExpectedImport,
	expectedImports,
	EXPORTS_FOLDER,
	findUnsaid,
	findWrongRows,
	FORGIVING,
	prepareProject,
} from '../../tools/expectedImports';
import type { NodeResult, Plane } from '../plane';
import { usePlanes } from '../usePlanes';
import { startImport } from './toolRows';

const startPlane = usePlanes();

/** Reads a file with the node. @throws Error if it cannot be read */
async function readItems(plane: Plane, { file }: ExpectedImport): Promise<readonly IDataObject[]> {
	const content = readFileSync(join(EXPORTS_FOLDER, file));
	const { json, requests, error } = await plane.run(
		'workItem.readExport',
		{ binaryPropertyName: 'data' },
		{ items: [{ files: { data: { content, name: file, mimeType: 'text/plain' } } }] },
	);
	if (error !== undefined) throw new Error(error.message);

	expect(requests).toEqual([]);

	return json;
}

/** How many items of an import had each outcome, as a check counts them. */
function countOutcomes({ json }: NodeResult) {
	const count = (wanted: string) => json.filter(({ outcome }) => outcome === wanted).length;

	return {
		outcome: 'checked',
		rows: json.length,
		created: count('created'),
		updated: count('updated'),
		unchanged: count('unchanged'),
		leftOut: count('leftOut'),
		failed: json.filter(({ error }) => error !== undefined).length,
	};
}

/** Hides Cancelled, and a second state that differs by reading. Copies of another one stand there (row 341). */
function hideStates() {
	let readings = 0;

	return ({ url = '' }: { readonly url?: string }, answer: PlainAnswer): PlainAnswer => {
		if (!url.includes('/states/')) return answer;
		if (url.includes('offset=0')) readings += 1;

		const page = JSON.parse(answer.body.toString()) as { results: { name: string }[] };
		const hidden = ['Cancelled', `Extra ${readings % 2}`];
		const other = page.results.find(({ name }) => !hidden.includes(name));
		const results = page.results.map((row) => (hidden.includes(row.name) ? other : row));
		const body = Buffer.from(JSON.stringify({ ...page, results }));

		return { ...answer, headers: { ...answer.headers, 'content-length': body.length }, body };
	};
}

test('no other state is taken for one that may be among the rows that a list lacks', async () => {
	const hide = hideStates();
	const plane = await startPlane({
		largestPage: 20,
		carryOut: async (request, inject) => hide(request, await inject()),
	});
	const [azure] = expectedImports.filter(({ file }) => file === 'azure-devops.csv');
	if (azure === undefined) throw new Error('There is no such file');

	const more = Array.from({ length: 20 }, (_, index) => [`Extra ${index}`, 'backlog'] as const);
	const expected = { ...azure, world: { states: [...azure.world.states, ...more] } };

	const { json } = await plane.run(
		'workItem.upsert',
		{
			projectId: byId(prepareProject(plane.service.state, expected)),
			externalSource: 'azure',
			columns: { mappingMode: 'autoMapInputData', value: null, matchingColumns: ['externalId'] },
			options: FORGIVING,
		},
		{
			items: jsonItems(await readItems(plane, expected)),
			onError: 'continueRegularOutput',
		},
	);

	// To Do and Done are there. Doing, Removed and Active may be.
	expect(json.map(({ outcome, error }) => outcome ?? error)).toEqual([
		'created',
		expect.stringContaining('A list kept changing while it was read'),
		'created',
		'created',
		expect.stringContaining('A list kept changing while it was read'),
		expect.stringContaining('A list kept changing while it was read'),
	]);
});

describe('a column that was added to an export, and is called like a field,', () => {
	/** Imports an issue of GitHub with further columns. */
	async function importWith(columns: IDataObject) {
		const plane = await startPlane();
		const [expected] = expectedImports.filter(({ file }) => file === 'github-rest.json');
		if (expected === undefined) throw new Error('There is no such file');

		const [row] = await readItems(plane, expected);
		const { json, hints } = await plane.run(
			'workItem.upsert',
			{
				projectId: byId(prepareProject(plane.service.state, expected)),
				externalSource: 'github',
				columns: { mappingMode: 'autoMapInputData', value: null, matchingColumns: ['externalId'] },
				options: FORGIVING,
			},
			{
				items: [{ json: { ...row, state: 'closed', ...columns } }],
				onError: 'continueRegularOutput',
			},
		);

		return { plane, json, hints: hints.map(({ message }) => message).join() };
	}

	test('decides', async () => {
		const { plane, json, hints } = await importWith({
			'External ID': 'acme/mill#7',
			Priority: 'High',
			dueDate: '2026-05-01',
			State: 'In Progress',
		});

		expect(json).toMatchObject([
			{
				outcome: 'created',
				external_id: 'acme/mill#7',
				priority: 'high',
				target_date: '2026-05-01',
				state: plane.service.state.states.find(({ name }) => name === 'In Progress')?.id,
			},
		]);
		expect(hints).not.toContain('External ID');
	});

	test('is an error if another one that is called like it has another value', async () => {
		const { json } = await importWith({ 'Due Date': '2026-05-01', dueDate: '2026-05-02' });

		expect(json).toMatchObject([
			{ error: expect.stringContaining('"dueDate" and "Due Date" have different values') },
		]);
	});

	test('may be empty beside another one that is called like it', async () => {
		const { json, hints } = await importWith({ 'Due Date': '2026-05-01', dueDate: '' });

		expect(json).toMatchObject([{ outcome: 'created', target_date: '2026-05-01' }]);
		expect(hints).not.toContain('dueDate');
	});
});

test('an open issue keeps the state that it has in Plane, until GitHub says that it is closed, or open again', async () => {
	const plane = await startPlane({ serverKind: 'community' });
	const [github] = expectedImports.filter(({ file }) => file === 'github-list.json');
	if (github === undefined) throw new Error('There is no such file');

	const { state } = plane.service;
	const projectId = prepareProject(state, github);
	const [row = {}] = await readItems(plane, github);

	const importAs = async (states: IDataObject) => {
		await plane.run(
			'workItem.upsert',
			{
				projectId: byId(projectId),
				externalSource: 'github',
				columns: { mappingMode: 'autoMapInputData', value: null, matchingColumns: ['externalId'] },
				options: FORGIVING,
			},
			{ items: jsonItems([{ ...row, ...states }]) },
		);

		const item = state.workItems.find(({ external_id: id }) => id === '1347');

		return state.states.find(({ id }) => id === item?.state)?.name;
	};

	const moveTo = (wanted: string) => {
		const own = state.states.find(({ name, project }) => name === wanted && project === projectId);

		for (const item of state.workItems) {
			if (item.external_id === '1347') item.state = own?.id ?? '';
		}
	};

	expect(await importAs({ state: 'OPEN' })).toBe('Todo');

	moveTo('In Progress');

	expect(await importAs({ state: 'OPEN' })).toBe('In Progress');
	expect(await importAs({ state: 'CLOSED', stateReason: 'COMPLETED' })).toBe('Done');

	// GitHub says so as long as the issue stays open.
	const reopened = { state: 'OPEN', stateReason: 'REOPENED' };

	expect(await importAs(reopened)).toBe('Todo');

	for (const name of ['In Progress', 'Backlog']) {
		moveTo(name);

		const changes = plane.service.ledger.length;

		expect(await importAs(reopened)).toBe(name);
		expect(plane.service.ledger).toHaveLength(changes);
	}

	moveTo('Cancelled');

	expect(await importAs(reopened)).toBe('Todo');
	expect(await importAs({ ...reopened, title: 'Another title' })).toBe('Todo');

	moveTo('In Progress');

	expect(await importAs({ ...reopened, title: 'A third title' })).toBe('In Progress');
	expect(state.workItems.find(({ external_id: id }) => id === '1347')?.name).toBe('A third title');
});

test('an issue that is open again is created in Todo, and a check says that it stays where it was moved to', async () => {
	const { plane, importRows, statesByTitle } = await startImport(startPlane);
	const issue = { number: 7, title: 'Oil', body: '', state: 'OPEN', stateReason: 'REOPENED' };
	const { states, workItems } = plane.service.state;

	await importRows([issue]);
	expect(statesByTitle()).toEqual({ Oil: 'Todo' });

	const created = workItems.find(({ name }) => name === 'Oil');
	const started = states.find(({ name }) => name === 'In Progress');
	if (created === undefined || started === undefined) throw new Error('There is no such record');

	created.state = started.id;

	const check = await importRows([issue], { checkOnly: true });

	expect(check.json).toMatchObject([{ unchanged: 1, updated: 0 }]);
});

test('people who are not in the project are named in the description, if the user wishes', async () => {
	const plane = await startPlane({ serverKind: 'community' });
	const [jira] = expectedImports.filter(({ file }) => file === 'jira-cloud.csv');
	if (jira === undefined) throw new Error('There is no such file');

	const projectId = prepareProject(plane.service.state, jira);
	const row = (key: string, Description: string) => ({
		Summary: key,
		'Issue key': key,
		Assignee: 'Mary <Shelley>',
		Description,
	});
	const importAll = async () =>
		await plane.run(
			'workItem.upsert',
			{
				projectId: byId(projectId),
				externalSource: 'jira',
				columns: { mappingMode: 'autoMapInputData', value: null, matchingColumns: ['externalId'] },
				options: { unknownPeople: 'nameInDescription' },
			},
			{ items: jsonItems([row('A-1', 'Oil *it*'), row('A-2', '')]) },
		);

	const first = await importAll();
	const second = await importAll();

	const line = '<p>Assignee in Jira: Mary &lt;Shelley&gt;</p>';

	expect(first.json).toMatchObject([
		{
			outcome: 'created',
			description_html: `<div><p>Oil <strong>it</strong></p>${line}</div>`,
		},
		{ outcome: 'created', description_html: line },
	]);
	expect(second.json).toMatchObject([{ outcome: 'unchanged' }, { outcome: 'unchanged' }]);
});

describe('a sprint', () => {
	/** A Plane with two cycles that are called like sprints, which end on a day, or never. */
	const start = async (end_date: string | null) => {
		const plane = await startPlane({ serverKind: 'community' });
		const [jira] = expectedImports.filter(({ file }) => file === 'jira-server.csv');
		const { cycles } = plane.service.state;
		const [template] = cycles;
		if (jira === undefined || template === undefined) throw new Error('There is no such file');

		const projectId = prepareProject(plane.service.state, jira);

		cycles.push(
			...['Mill Sprint 2', 'Mill Sprint 3'].map((name, index) => ({
				...template,
				id: stableId('cycle', index + 1000),
				project: projectId,
				name,
				issues: [],
				start_date: end_date,
				end_date,
			})),
		);

		const items = jsonItems(await readItems(plane, jira));

		return {
			importAll: async (sprintsAsCycles: boolean, checkOnly = false) =>
				await plane.run(
					'workItem.upsert',
					{
						projectId: byId(projectId),
						externalSource: 'jira',
						columns: {
							mappingMode: 'autoMapInputData',
							value: null,
							matchingColumns: ['externalId'],
						},
						options: { ...FORGIVING, sprintsAsCycles },
						checkOnly,
					},
					{ items },
				),
			countItems: () => cycles.slice(-2).map(({ issues }) => issues.length),
		};
	};

	test('puts its records into the cycle of its name, the last one if there are several', async () => {
		const { importAll, countItems } = await start(null);

		await importAll(false);
		expect(countItems()).toEqual([0, 0]);

		await importAll(true);
		expect(countItems()).toEqual([0, 1]);
	});

	test('whose cycle has ended stops no record, and is named', async () => {
		const { importAll, countItems } = await start('2020-01-31T00:00:00Z');

		const first = await importAll(true);
		const check = await importAll(true, true);
		const second = await importAll(true);

		expect(countItems()).toEqual([0, 0]);
		expect(first.json.every(({ outcome }) => outcome === 'created')).toBe(true);
		expect(second.json.every(({ outcome }) => outcome === 'unchanged')).toBe(true);
		expect(second.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
		expect(check.json).toMatchObject([{ updated: 0, unchanged: 6 }]);
		expect(check.json[0]?.unknownNames).toContainEqual(
			expect.objectContaining({ field: 'Cycle', name: 'Mill Sprint 3', effect: 'leftOut' }),
		);

		for (const { hints } of [first, second]) {
			expect(hints.map(({ message }) => message)).toContainEqual(
				expect.stringMatching(/^Cycle.*take nothing more: "Mill Sprint 3" \(1 row\)/),
			);
		}
	});
});

test('the option Read As decides, whatever the columns look like', async () => {
	const plane = await startPlane({ serverKind: 'community' });
	const [jira] = expectedImports.filter(({ file }) => file === 'jira-cloud.csv');
	if (jira === undefined) throw new Error('There is no such file');

	const projectId = byId(prepareProject(plane.service.state, jira));
	const importAs = async (readAs: string | undefined, row: IDataObject, matchOn = 'externalId') =>
		await plane.run(
			'workItem.upsert',
			{
				projectId,
				externalSource: 'jira',
				columns: { mappingMode: 'autoMapInputData', value: null, matchingColumns: [matchOn] },
				options: readAs === undefined ? {} : { readAs },
			},
			{ items: [{ json: row }], onError: 'continueRegularOutput' },
		);
	const [row = {}] = await readItems(plane, jira);

	// Too few columns to show where they come from.
	const few = { Resumen: 'Oil', Prioridad: 'Lowest', 'Fecha de vencimiento': '06/abr/26' };
	const asJira = await importAs('jira', few, 'name');

	expect(asJira.json).toMatchObject([
		{ outcome: 'created', name: 'Oil', priority: 'low', target_date: '2026-04-06' },
	]);
	expect((await importAs(undefined, few, 'name')).json).toMatchObject([
		{ error: expect.any(String) },
	]);

	const hintsAs = async (readAs?: string) =>
		(await importAs(readAs, row)).hints.map(({ message }) => message).join('\n');

	expect(await hintsAs()).toContain('Read as an export of Jira');
	expect(await hintsAs('jira')).toContain('Read as an export of Jira, because of Read As');
	expect(await hintsAs('columns')).not.toContain('Read as an export');
});

describe.each(expectedImports)('the import of $file', (expected) => {
	test('gives what a right import gives, and nothing the second time', async () => {
		const plane = await startPlane({ serverKind: 'community' });
		const projectId = prepareProject(plane.service.state, expected);
		const items = await readItems(plane, expected);
		const parameters = {
			projectId: byId(projectId),
			externalSource: expected.externalSource,
			columns: {
				mappingMode: 'autoMapInputData',
				value: null,
				matchingColumns: [expected.matchOn],
			},
			createMissingLabels: true,
			options: COMPLETE,
		};
		const importAll = async (checkOnly = false) =>
			await plane.run(
				'workItem.upsert',
				{ ...parameters, checkOnly },
				{ items: jsonItems(items), onError: 'continueRegularOutput' },
			);

		const before = plane.service.ledger.length;
		const check = await importAll(true);

		expect(plane.service.ledger.slice(before)).toEqual([]);

		const first = await importAll();

		expect(check.json).toMatchObject([countOutcomes(first)]);
		expect(findUnsaid(expected, check)).toEqual([]);

		await plane.wait(60_000);

		const mistakes = await findWrongRows(expected, {
			state: plane.service.state,
			projectId,
			errors: new Map(first.json.map(({ error }, index) => [index, error])),
			timezone: TIMEZONE,
		});

		expect(mistakes).toEqual([]);
		expect(findUnsaid(expected, first)).toEqual([]);

		const changes = plane.service.ledger.length;
		const second = await importAll();

		expect(await importAll(true)).toMatchObject({ json: [countOutcomes(second)] });
		expect(plane.service.ledger.slice(changes)).toEqual([]);
		expect(
			second.json.filter(({ outcome }) => outcome === 'created' || outcome === 'updated'),
		).toEqual([]);
	});
});
