import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { byId } from '../../engine/samples';
import { jsonItems } from '../../engine/startNode';
import type { PlainAnswer } from '../../service/faulty/replacement';
import { stableId, type WorkItem } from '../../service/state';
import { collectMistakes } from '../../tools/mistakes';
import type { NodeResult, Plane } from '../plane';
import { usePlanes } from '../usePlanes';

/**
 * Made-up files in the exact layouts of real exports, and what a right import of each gives. All people, projects and
 * texts are invented.
 */
const FOLDER = join(__dirname, '../../exports');

/** A block of a text: its kind, with its words, or with lists of them. */
type Block = Readonly<Record<string, unknown>>;

/** What a right import gives for one record. */
interface ExpectedRow {
	/** From 1, without the headings. */
	readonly row: number;
	readonly externalId: string | null;
	readonly title: string;
	readonly state: {
		readonly name?: string;
		readonly group?: string;
		readonly unknown?: string;
		readonly default?: true;
	};
	readonly priority: string;
	readonly start: string | null;
	readonly due: string | null | Readonly<Record<string, string>>;
	readonly labels: readonly string[];
	/** Email addresses. */
	readonly assignees: readonly string[];
	readonly unknownPeople?: readonly string[];
	readonly createdAt: string | null | { readonly local: string };
	/** Its blocks: paragraphs, headings, lists, tables …; null: there is none. */
	readonly description: readonly Block[] | null;
	/** What plain text keeps, if the format of the tool is not understood. */
	readonly descriptionAtLeast?: string;
	readonly archived?: true;
	readonly draft?: true;
	/** Shares the work item of an earlier row. */
	readonly outcome?: 'merged';
	/** What else is in the file. */
	readonly wish?: { readonly parent?: string; readonly cycle?: string };
}

interface ExpectedImport {
	readonly file: string;
	readonly externalSource: string;
	readonly matchOn: 'externalId' | 'name';
	readonly world: { readonly states: readonly (readonly [name: string, group: string])[] };
	readonly rows: readonly ExpectedRow[];
	readonly leftOut: readonly { readonly row: number }[];
}

const imports = readdirSync(join(FOLDER, 'expected')).map(
	(name) =>
		JSON.parse(readFileSync(join(FOLDER, 'expected', name), 'utf8')) as unknown as ExpectedImport,
);

/** The options with which no record fails for a person or a state that the project does not have. */
const FORGIVING = { unknownPeople: 'leaveOut', unknownStates: 'firstOfGroup' };

/** The options with which all is imported that an export has. */
const COMPLETE = { ...FORGIVING, setParents: true, sprintsAsCycles: true };

const startPlane = usePlanes();

/** Gives the first project the states of a new project, and no work items, labels, cycles or modules. */
function prepareProject({ service: { state } }: Plane, { world }: ExpectedImport): string {
	const [project] = state.projects;
	const [template] = state.states;
	if (project === undefined || template === undefined)
		throw new Error('The service has no project');

	const isHere = (row: { readonly project: string }) => row.project === project.id;
	const others = state.states.filter((row) => !isHere(row));
	const own = world.states.map(([name, group], index) => ({
		...template,
		id: stableId('state', index + 1000),
		name,
		group,
		sequence: 15_000 + index * 10_000,
		default: index === 0,
	}));

	state.states.splice(0, Infinity, ...others, ...own);

	for (const rows of [state.workItems, state.labels, state.cycles, state.modules]) {
		const kept = (rows as { project: string }[]).filter((row) => !isHere(row));

		rows.splice(0, Infinity, ...(kept as never[]));
	}

	// Ada, Bob and Grace are in the project, and nobody else is known.
	for (const user of state.users.slice(3)) user.first_name = `No ${user.first_name}`;

	return project.id;
}

/** Reads a file with the node. @throws Error if it cannot be read */
async function readItems(plane: Plane, { file }: ExpectedImport): Promise<readonly IDataObject[]> {
	const content = readFileSync(join(FOLDER, file));
	const { json, requests, error } = await plane.run(
		'workItem.readExport',
		{ binaryPropertyName: 'data' },
		{ items: [{ files: { data: { content, name: file, mimeType: 'text/plain' } } }] },
	);
	if (error !== undefined) throw new Error(error.message);

	expect(requests).toEqual([]);

	return json;
}

/** The day of a point in time, or the clock of the workflow's time zone. */
const toInstant = (createdAt: NonNullable<ExpectedRow['createdAt']>): number =>
	typeof createdAt === 'string' ? Date.parse(createdAt) : Date.parse(`${createdAt.local}Z`);

const plain = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();

/** What a block says beside its words. */
const NO_WORDS = ['language', 'bold', 'links', 'codes', 'orText'];

/** The texts in blocks, or in a part of one, in their order. @param isMarkup whether markup that was not understood stays */
function listTexts(part: unknown, isMarkup: boolean): readonly string[] {
	if (typeof part === 'string') return [part];
	if (typeof part !== 'object' || part === null) return [];
	if (isMarkup && 'orText' in part) return [String(part.orText)];

	return Object.entries(part)
		.filter(([key]) => !NO_WORDS.includes(key))
		.flatMap(([, inner]) => listTexts(inner, isMarkup));
}

/** The letters and digits of a text, which every format keeps. */
const wordsOf = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim();

const readHtml = (html: string): string =>
	html
		.replaceAll(/<img[^>]* alt="([^"]*)"[^>]*>/g, ' $1 ')
		.replaceAll(/<[^>]*>/g, ' ')
		.replaceAll('&nbsp;', ' ')
		.replaceAll('&lt;', '<')
		.replaceAll('&gt;', '>')
		.replaceAll('&quot;', '"')
		.replaceAll('&amp;', '&');

/** Parents that are not in their file. */
const PARENTS_ELSEWHERE = ['86da1b000'];

/** Describes what of a work item is not as expected. */
function findMistakes(
	plane: Plane,
	expected: ExpectedRow,
	item: WorkItem | undefined,
): readonly string[] {
	if (item === undefined) return ['there is no work item'];

	const { labels, states, users } = plane.service.state;
	const state = states.find(({ id }) => id === item.state);
	const mistakes: string[] = [];

	const compare = (what: string, received: unknown, wanted: unknown) => {
		if (JSON.stringify(received) !== JSON.stringify(wanted)) {
			mistakes.push(`${what} is ${JSON.stringify(received)}, not ${JSON.stringify(wanted)}`);
		}
	};

	const nameOf = (rows: readonly { id: string; name: string }[], id: string) =>
		rows.find((row) => row.id === id)?.name;

	compare('title', plain(item.name), plain(expected.title));
	compare('priority', item.priority, expected.priority);
	compare('start', item.start_date, expected.start);

	if (typeof expected.due !== 'object' || expected.due === null) {
		compare('due', item.target_date, expected.due);
	}

	compare('labels', item.labels.map((id) => nameOf(labels, id)).sort(), expected.labels);
	compare(
		'assignees',
		item.assignees.map((id) => users.find((user) => user.id === id)?.email).sort(),
		[...expected.assignees].sort(),
	);

	const parent = plane.service.state.workItems.find(({ id }) => id === item.parent);
	const isParentThere = !PARENTS_ELSEWHERE.includes(expected.wish?.parent ?? '');

	compare('parent', parent?.external_id, isParentThere ? expected.wish?.parent : undefined);
	if (expected.state.name !== undefined) compare('state', state?.name, expected.state.name);
	if (expected.state.group !== undefined) compare('group', state?.group, expected.state.group);

	if (typeof expected.createdAt === 'string') {
		compare('created', Date.parse(item.created_at), toInstant(expected.createdAt));
	}

	const description = wordsOf(readHtml(item.description_html));
	const accepted = [
		listTexts(expected.description, false).join(' '),
		listTexts(expected.description, true).join(' '),
		expected.descriptionAtLeast ?? '',
	];
	if (!accepted.map(wordsOf).includes(description)) {
		compare('description', description, accepted.map(wordsOf));
	}

	return mistakes;
}

/** States that a tool gives to each project: they are Plane's own by another name, and need not be named. */
const USUAL_STATES = ['Closed', 'Tareas por hacer', 'En curso', 'Finalizada'];

/** The names and records that are not imported as they are in the file, and that no hint or error names. */
function findUnsaid({ rows }: ExpectedImport, { hints, json }: NodeResult): readonly string[] {
	const said = [
		...hints.map(({ message }) => message),
		...json.map(({ error }) => (typeof error === 'string' ? error : '')),
		// What a check has found.
		...json.map(({ outcome, ...summary }) =>
			outcome === 'checked' ? JSON.stringify(summary) : '',
		),
	].join('\n');
	const names = rows.flatMap(
		({ unknownPeople = [], state, archived, draft, externalId, title, wish }) => [
			// Of `Mary Shelley <mary@example.com>`, the address is looked up.
			...unknownPeople.map((person) => /<(.*)>/.exec(person)?.[1] ?? person),
			...(archived === true ? [] : [state.unknown ?? '', wish?.cycle ?? '']),
			...PARENTS_ELSEWHERE.filter((parent) => parent === wish?.parent),
			...(archived === true || draft === true ? [externalId ?? title] : []),
		],
	);

	return names.filter((name) => !said.includes(name) && !USUAL_STATES.includes(name));
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
	const [azure] = imports.filter(({ file }) => file === 'azure-devops.csv');
	if (azure === undefined) throw new Error('There is no such file');

	const more = Array.from({ length: 20 }, (_, index) => [`Extra ${index}`, 'backlog'] as const);
	const expected = { ...azure, world: { states: [...azure.world.states, ...more] } };

	const { json } = await plane.run(
		'workItem.upsert',
		{
			projectId: byId(prepareProject(plane, expected)),
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

test('a column that was added to an export, and is called like a field, decides', async () => {
	const plane = await startPlane();
	const [expected] = imports.filter(({ file }) => file === 'github-rest.json');
	if (expected === undefined) throw new Error('There is no such file');

	const { json, hints } = await plane.run(
		'workItem.upsert',
		{
			projectId: byId(prepareProject(plane, expected)),
			externalSource: 'github',
			columns: { mappingMode: 'autoMapInputData', value: null, matchingColumns: ['externalId'] },
			options: FORGIVING,
		},
		{
			items: (await readItems(plane, expected)).slice(0, 1).map((row) => ({
				json: {
					...row,
					state: 'closed',
					'External ID': 'acme/mill#7',
					Priority: 'High',
					dueDate: '2026-05-01',
					State: 'In Progress',
				},
			})),
		},
	);

	expect(json).toMatchObject([
		{
			outcome: 'created',
			external_id: 'acme/mill#7',
			priority: 'high',
			target_date: '2026-05-01',
			state: plane.service.state.states.find(({ name }) => name === 'In Progress')?.id,
		},
	]);
	expect(hints.map(({ message }) => message).join()).not.toContain('External ID');
});

test('a sprint puts its records into the cycle of its name, the last one if there are several', async () => {
	const plane = await startPlane({ serverKind: 'community' });
	const [jira] = imports.filter(({ file }) => file === 'jira-server.csv');
	const { cycles } = plane.service.state;
	const [template] = cycles;
	if (jira === undefined || template === undefined) throw new Error('There is no such file');

	const projectId = prepareProject(plane, jira);

	cycles.push(
		...['Mill Sprint 2', 'Mill Sprint 3'].map((name, index) => ({
			...template,
			id: stableId('cycle', index + 1000),
			project: projectId,
			name,
			issues: [],
			start_date: null,
			end_date: null,
		})),
	);

	const importAll = async (sprintsAsCycles: boolean) =>
		await plane.run(
			'workItem.upsert',
			{
				projectId: byId(projectId),
				externalSource: 'jira',
				columns: { mappingMode: 'autoMapInputData', value: null, matchingColumns: ['externalId'] },
				options: { ...FORGIVING, sprintsAsCycles },
			},
			{ items: jsonItems(await readItems(plane, jira)) },
		);
	const countItems = () => cycles.slice(-2).map(({ issues }) => issues.length);

	await importAll(false);
	expect(countItems()).toEqual([0, 0]);

	await importAll(true);
	expect(countItems()).toEqual([0, 1]);
});

test('the option Read As decides, whatever the columns look like', async () => {
	const plane = await startPlane({ serverKind: 'community' });
	const [jira] = imports.filter(({ file }) => file === 'jira-cloud.csv');
	if (jira === undefined) throw new Error('There is no such file');

	const projectId = byId(prepareProject(plane, jira));
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
	expect(await hintsAs('columns')).not.toContain('Read as an export');
});

describe.each(imports)('the import of $file', (expected) => {
	test('gives what a right import gives, and nothing the second time', async () => {
		const plane = await startPlane({ serverKind: 'community' });
		const projectId = prepareProject(plane, expected);
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

		const own = plane.service.state.workItems.filter(({ project }) => project === projectId);
		const kept = expected.rows.filter(({ archived, draft }) => archived !== true && draft !== true);

		const mistakes = await collectMistakes(
			kept.map((row): [string, ExpectedRow] => [`row ${row.row}`, row]),
			(wanted) => {
				const isSame = ({ externalId, title }: ExpectedRow) =>
					expected.matchOn === 'name' ? title === wanted.title : externalId === wanted.externalId;
				const last = expected.rows.findLast(isSame) ?? wanted;
				const item = own.find(({ external_id: id, name }) =>
					expected.matchOn === 'name'
						? plain(name) === plain(wanted.title)
						: id === wanted.externalId,
				);
				const error = first.json[wanted.row - 1]?.error;

				expect([
					...findMistakes(plane, last, item),
					...(error === undefined ? [] : [error]),
				]).toEqual([]);
			},
		);

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
