import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect } from '@jest/globals';
import { DateTime } from 'luxon';

import type { NodeResult } from '../node/plane';
import { stableId, type ServiceState, type WorkItem } from '../service/state';
import { collectMistakes } from './mistakes';

/**
 * Made-up files in the exact layouts of real exports, and what a right import of each gives. All people, projects and
 * texts are invented.
 */
export const EXPORTS_FOLDER = join(__dirname, '../exports');

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

export interface ExpectedImport {
	readonly file: string;
	readonly externalSource: string;
	readonly matchOn: 'externalId' | 'name';
	readonly world: { readonly states: readonly (readonly [name: string, group: string])[] };
	readonly rows: readonly ExpectedRow[];
	readonly leftOut: readonly { readonly row: number; readonly why: string }[];
}

/** What a right import gives for each of the files. */
export const expectedImports = readdirSync(join(EXPORTS_FOLDER, 'expected')).map(
	(name) =>
		JSON.parse(
			readFileSync(join(EXPORTS_FOLDER, 'expected', name), 'utf8'),
		) as unknown as ExpectedImport,
);

/** The options with which no record fails for a person or a state that the project does not have. */
export const FORGIVING = { unknownPeople: 'leaveOut', unknownStates: 'firstOfGroup' };

/** The options with which all is imported that an export has. */
export const COMPLETE = { ...FORGIVING, setParents: true, sprintsAsCycles: true };

/**
 * Gives the first project of a service the states of a new project, and no work items, labels, cycles or modules.
 *
 * @returns its ID
 */
export function prepareProject(state: ServiceState, { world }: ExpectedImport): string {
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

/** A point in time, in milliseconds. */
const toInstant = (createdAt: NonNullable<ExpectedRow['createdAt']>, timezone: string): number =>
	typeof createdAt === 'string'
		? Date.parse(createdAt)
		: DateTime.fromISO(createdAt.local, { zone: timezone }).toMillis();

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

const isByZone = (due: ExpectedRow['due']): due is Readonly<Record<string, string>> =>
	typeof due === 'object' && due !== null;

/** Describes what of a work item is not as expected. */
function findMistakes(
	{ labels, states, users, workItems }: ServiceState,
	expected: ExpectedRow,
	item: WorkItem | undefined,
	timezone: string,
): readonly string[] {
	if (item === undefined) return ['there is no work item'];

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

	const due = isByZone(expected.due) ? expected.due[timezone] : expected.due;
	// Of other time zones, the file says nothing.
	if (due !== undefined) compare('due', item.target_date, due);

	compare('labels', item.labels.map((id) => nameOf(labels, id)).sort(), expected.labels);
	compare(
		'assignees',
		item.assignees.map((id) => users.find((user) => user.id === id)?.email).sort(),
		[...expected.assignees].sort(),
	);

	const parent = workItems.find(({ id }) => id === item.parent);
	const isParentThere = !PARENTS_ELSEWHERE.includes(expected.wish?.parent ?? '');

	compare('parent', parent?.external_id, isParentThere ? expected.wish?.parent : undefined);
	if (expected.state.name !== undefined) compare('state', state?.name, expected.state.name);
	if (expected.state.group !== undefined) compare('group', state?.group, expected.state.group);

	if (expected.createdAt !== null) {
		compare('created', Date.parse(item.created_at), toInstant(expected.createdAt, timezone));
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
export function findUnsaid(
	{ rows }: ExpectedImport,
	{ hints, json }: Pick<NodeResult, 'hints' | 'json'>,
): readonly string[] {
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

/** An import that has taken place. */
interface FinishedImport {
	readonly state: ServiceState;
	/** Of the project that `prepareProject` has prepared. */
	readonly projectId: string;
	/** The errors of records, by their index in the file. */
	readonly errors: ReadonlyMap<number | undefined, unknown>;
	/** Of the workflow. */
	readonly timezone: string;
}

/** Lists what is not as a right import gives it, by the number of the record. */
export async function findWrongRows(
	expected: ExpectedImport,
	{ state, projectId, errors, timezone }: FinishedImport,
): Promise<readonly string[]> {
	const own = state.workItems.filter(({ project }) => project === projectId);
	const kept = expected.rows.filter(({ archived, draft }) => archived !== true && draft !== true);

	return await collectMistakes(
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
			const error = errors.get(wanted.row - 1);

			expect([
				...findMistakes(state, last, item, timezone),
				...(error === undefined ? [] : [error]),
			]).toEqual([]);
		},
	);
}
