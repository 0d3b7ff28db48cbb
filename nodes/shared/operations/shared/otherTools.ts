import type { JsonObject } from 'n8n-workflow';

import type { RecordList } from '../../fields/field';
import { foldName } from '../../values/textForms';
import type { Field } from '../../fields/kinds';
import { PROFILES } from '../../imports/profiles/allProfiles';
import { asText } from '../../values/asText';

/**
 * What the exports of other tools call the fields of a work item, and the words that they have in them.
 *
 * The layouts come from the tools' own exports, as their help pages describe them and as exports in
 * public repositories show them (November 2026):
 *
 * - Jira: Issues → Export → CSV (all fields); repeated columns have the same heading. Its other exports and its API
 *   call the key of an issue `Key`, and the API has an `id` beside it
 * - Trello: Print, export, and share → Export as CSV; cards of its API have `desc`
 * - Asana: Export/Print → CSV
 * - ClickUp: Export view → CSV
 * - Linear: Settings → Export data (https://linear.app/docs/exporting-data)
 * - GitHub: `GET /repos/{owner}/{repo}/issues` (https://docs.github.com/rest/issues/issues) and `gh issue list --json`
 */
export type Tool = 'Asana' | 'ClickUp' | 'GitHub' | 'Jira' | 'Linear' | 'Trello';

/** The heading of a column that does not have the name of its field. */
export interface Heading {
	/** The wire name of the field. */
	readonly wire: string;
	readonly heading: string;
	/** The tools whose exports have it. An export with two headings of a field has the better one first here. */
	readonly tools: readonly Tool[];
}

/** The headings of each field, the better ones first. */
export const WORK_ITEM_HEADINGS: readonly Heading[] = [
	{ wire: 'name', heading: 'Summary', tools: ['Jira'] },
	{ wire: 'name', heading: 'Card Name', tools: ['Trello'] },
	{ wire: 'name', heading: 'Name', tools: ['Asana'] },
	{ wire: 'name', heading: 'Task Name', tools: ['ClickUp'] },
	{ wire: 'name', heading: 'Title', tools: ['GitHub', 'Linear'] },

	{ wire: 'description_html', heading: 'Description', tools: ['Jira', 'Linear'] },
	{ wire: 'description_html', heading: 'Card Description', tools: ['Trello'] },
	{ wire: 'description_html', heading: 'Desc', tools: ['Trello'] },
	{ wire: 'description_html', heading: 'Notes', tools: ['Asana'] },
	{ wire: 'description_html', heading: 'Task Content', tools: ['ClickUp'] },
	{ wire: 'description_html', heading: 'Body', tools: ['GitHub'] },

	{ wire: 'state', heading: 'Status', tools: ['Jira', 'ClickUp', 'Linear'] },
	{ wire: 'state', heading: 'List Name', tools: ['Trello'] },
	{ wire: 'state', heading: 'Section/Column', tools: ['Asana'] },
	{ wire: 'state', heading: 'State', tools: ['GitHub'] },

	{ wire: 'assignees', heading: 'Assignee Email', tools: ['Asana'] },
	{ wire: 'assignees', heading: 'Assignees', tools: ['GitHub', 'ClickUp'] },
	{ wire: 'assignees', heading: 'Assignee', tools: ['Jira', 'Asana', 'GitHub', 'Linear'] },
	{ wire: 'assignees', heading: 'Members', tools: ['Trello'] },

	{ wire: 'labels', heading: 'Labels', tools: ['Jira', 'Trello', 'GitHub', 'Linear'] },
	{ wire: 'labels', heading: 'Tags', tools: ['Asana', 'ClickUp'] },

	{ wire: 'priority', heading: 'Priority', tools: ['Jira', 'Asana', 'ClickUp', 'Linear'] },

	{ wire: 'start_date', heading: 'Start Date', tools: ['Trello', 'Asana', 'ClickUp'] },
	{ wire: 'start_date', heading: 'Custom field (Start date)', tools: ['Jira'] },

	{
		wire: 'target_date',
		heading: 'Due Date',
		tools: ['Jira', 'Trello', 'Asana', 'ClickUp', 'Linear'],
	},
	{ wire: 'target_date', heading: 'Due', tools: ['Trello'] },

	{ wire: 'created_at', heading: 'Created', tools: ['Jira', 'Linear'] },
	{ wire: 'created_at', heading: 'Created At', tools: ['Asana', 'GitHub'] },
	{ wire: 'created_at', heading: 'Date Created', tools: ['ClickUp'] },

	{ wire: 'external_id', heading: 'Issue Key', tools: ['Jira'] },
	{ wire: 'external_id', heading: 'Card ID', tools: ['Trello'] },
	{ wire: 'external_id', heading: 'Task ID', tools: ['Asana', 'ClickUp'] },
	{ wire: 'external_id', heading: 'Number', tools: ['GitHub'] },
	{ wire: 'external_id', heading: 'ID', tools: ['GitHub', 'Linear', 'Jira'] },
	// After ID, which rows of databases have beside a key that may be anything.
	{ wire: 'external_id', heading: 'Key', tools: ['Jira'] },
];

/**
 * Headings that look like a field and mean something else: a type of another tool is no type of Plane, and the
 * parent in an export is named by a key of that tool, which another work item in Plane may have.
 */
export const MISLEADING_HEADINGS: readonly string[] = [
	'Type',
	'Parent',
	'Parent issue',
	'Parent task',
];

/**
 * Priorities of other tools, by their words in lower case.
 *
 * Highest to Lowest are Jira's, Blocker to Trivial Jira Server's; Normal is ClickUp's, No priority
 * Linear's; P1 to P5 come from Jira Service Management and Opsgenie.
 */
const PRIORITY_WORDS: ReadonlyMap<string, string> = new Map([
	['highest', 'urgent'],
	['blocker', 'urgent'],
	['critical', 'urgent'],
	['p1', 'urgent'],
	['major', 'high'],
	['p2', 'high'],
	['normal', 'medium'],
	['moderate', 'medium'],
	['p3', 'medium'],
	['minor', 'low'],
	['trivial', 'low'],
	['lowest', 'low'],
	['p4', 'low'],
	['p5', 'low'],
	['no priority', 'none'],
]);

/** States of other tools, by their words in lower case, and what Plane calls them in a new project. */
const STATE_WORDS: ReadonlyMap<string, readonly string[]> = new Map([
	['to do', ['Todo']],
	['todo', ['To Do']],
	['canceled', ['Cancelled']],
	['cancelled', ['Canceled']],
	// GitHub has only "open" and "closed", and GitLab "opened" and "closed".
	['open', ['Todo', 'To Do', 'Backlog']],
	['opened', ['Todo', 'To Do', 'Backlog']],
	['closed', ['Done', 'Completed']],
]);

/** What Plane calls the states that tools give to a new project, by their words in lower case. */
const STATES_OF_TOOLS: ReadonlyMap<string, readonly string[]> = new Map(
	PROFILES.flatMap(({ states = {} }) =>
		Object.entries(states).flatMap(([word, { name }]) =>
			name === undefined ? [] : [[word, [name]] as const],
		),
	),
);

/** The list of states, in which a state that the project lacks is also looked for by the words of other tools. */
export const withStatesOfOtherTools = (list: RecordList): RecordList => ({
	...list,
	spellings: (name) => [
		name,
		...(STATE_WORDS.get(foldName(name)) ?? []),
		...(STATES_OF_TOOLS.get(foldName(name)) ?? []),
	],
});

/** Returns the field as one that also takes the priorities of other tools, as text or as a record. */
export const withPrioritiesOfOtherTools = (field: Field): Field => ({
	...field,
	kind: {
		...field.kind,
		write(value, context) {
			const word = asText(value) ?? readName(value);
			const translated = word === undefined ? undefined : PRIORITY_WORDS.get(foldName(word));

			return field.kind.write(translated ?? value, context);
		},
	},
});

const isRecord = (value: unknown): value is JsonObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const readName = (value: unknown): string | undefined =>
	isRecord(value) ? asText(value.name) : undefined;
