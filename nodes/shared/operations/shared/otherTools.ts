import type { JsonObject } from 'n8n-workflow';

import type { RecordList } from '../../fields/field';
import { foldName } from '../../values/textForms';
import type { Field } from '../../fields/kinds';
import { refuseValue } from '../../fields/refuseValue';
import { asText } from '../../values/asText';
import { isProblem, type Result } from '../../result/problem';

/**
 * What the exports of other tools call the fields of a work item, and the words that they have in them.
 *
 * The layouts are those of the tools' own exports, as their help pages describe them and as exports in
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

/** A heading of a column that is not called like its field. */
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
	// Behind ID, which rows of databases have beside a key that may be anything.
	{ wire: 'external_id', heading: 'Key', tools: ['Jira'] },
];

/**
 * Headings that look like a field and mean something else: a type of another tool is no type of Plane, and the
 * parent in an export is named by a key of that tool, which may be that of another work item in Plane.
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
 * Highest to Lowest are Jira's, Blocker to Trivial those of Jira Server; Normal is ClickUp's, No priority
 * Linear's; P1 to P5 are those of Jira Service Management and Opsgenie.
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

/** The list of states, in which a state that the project lacks is also looked for by the words of other tools. */
export const withStatesOfOtherTools = (list: RecordList): RecordList => ({
	...list,
	spelling: { isFree: false, listOthers: (name) => STATE_WORDS.get(foldName(name)) ?? [] },
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

/** English names of months, whole and in their usual short forms. */
const MONTH_NAMES = [
	['january', 'jan'],
	['february', 'feb'],
	['march', 'mar'],
	['april', 'apr'],
	['may'],
	['june', 'jun'],
	['july', 'jul'],
	['august', 'aug'],
	['september', 'sep', 'sept'],
	['october', 'oct'],
	['november', 'nov'],
	['december', 'dec'],
];

/** The numbers of the months, from 1, by their names. Other words are no months, even if they begin like one. */
const MONTHS: ReadonlyMap<string, number> = new Map(
	MONTH_NAMES.flatMap((names, index) => names.map((name) => [name, index + 1] as const)),
);

/** `9:26 AM`, `14:30:05` */
const CLOCK = String.raw`(?<hour>\d{1,2}):(?<minute>\d\d)(?::\d\d)?(?: ?(?<half>[ap])m)?`;

const MONTH = String.raw`(?<month>\p{L}{3,}\.?)`;

/** `22/Sep/25 9:26 AM`, as Jira writes times, and `22 September 2025`. */
const DAY_THEN_MONTH = new RegExp(
	String.raw`^(?<day>\d{1,2})[ /.-]${MONTH}[ /.,-]+(?<year>\d{4}|\d\d)(?:,? ${CLOCK})?$`,
	'iu',
);

/** `Sep 22, 2025`, `September 22 2025, 9:26 AM` */
const MONTH_THEN_DAY = new RegExp(
	String.raw`^${MONTH} (?<day>\d{1,2}),? (?<year>\d{4})(?:,? ${CLOCK})?$`,
	'iu',
);

/** `Tue Oct 20 2026 09:00:00 GMT+0000 (GMT)`, as JavaScript and Linear write times. */
const JAVASCRIPT_TIME =
	/^[a-z]{3} (?<month>[a-z]{3}) (?<day>\d\d) (?<year>\d{4}) (?<time>\d\d:\d\d:\d\d) GMT(?<zone>[+-]\d{4})(?: \([^)]*\))?$/i;

/** Returns the field as one that also takes times with the name of their month. */
export const withTimesOfOtherTools = (field: Field): Field => withNamedMonths(field, readNamedTime);

/** Returns the field as one that also takes days with the name of their month, which are not ambiguous. */
export const withDaysOfOtherTools = (field: Field): Field => withNamedMonths(field, readNamedDay);

/**
 * Returns the field as one that also takes texts with the name of a month.
 *
 * @param read converts such a text to one that the field takes; undefined for a text without the name of a month
 */
const withNamedMonths = (
	field: Field,
	read: (text: string) => Result<string> | undefined,
): Field => ({
	...field,
	kind: {
		...field.kind,
		write: (value, context) => {
			const converted = typeof value === 'string' ? read(value.trim()) : undefined;

			return isProblem(converted) ? converted : field.kind.write(converted ?? value, context);
		},
	},
});

/** Converts a time with the name of its month to `YYYY-MM-DDTHH:MM`, without a time zone if it has none. */
function readNamedTime(text: string): Result<string> | undefined {
	const { time, zone, ...date } = JAVASCRIPT_TIME.exec(text)?.groups ?? {};
	if (time !== undefined && zone !== undefined) {
		const day = formatDay(text, date);

		return isProblem(day) ? day : `${day}T${time}${zone}`;
	}

	const groups = matchNamedMonth(text);
	if (groups === undefined) return undefined;

	const day = formatDay(text, groups);
	const { hour, minute = '', half } = groups;
	if (isProblem(day) || hour === undefined) return day;

	return `${day}T${to24Hours(Number(hour), half)}:${minute}`;
}

/** Converts a day with the name of its month to `YYYY-MM-DD`, or returns undefined for other texts. */
function readNamedDay(text: string): Result<string> | undefined {
	const groups = matchNamedMonth(text);

	return groups && formatDay(text, groups);
}

/** The parts of a date, by the names of the groups. */
type DateParts = Readonly<Record<string, string | undefined>>;

/** @returns undefined for a text without the name of a month, or with a clock that does not exist: `13:30 AM` */
function matchNamedMonth(text: string): DateParts | undefined {
	const groups = (DAY_THEN_MONTH.exec(text) ?? MONTH_THEN_DAY.exec(text))?.groups;
	if (groups?.hour === undefined) return groups;

	const { hour, minute, half } = groups;
	const isHour = half === undefined ? Number(hour) < 24 : Number(hour) >= 1 && Number(hour) <= 12;

	return isHour && Number(minute) < 60 ? groups : undefined;
}

/** Of two digits: 60 is 2060, and 61 is 1961, as in n8n's own `DateTime.fromFormat`. */
const LAST_YEAR_OF_THIS_CENTURY = 60;

/** @param half `a` or `p`, or undefined for a clock of 24 hours */
function to24Hours(hour: number, half: string | undefined): string {
	if (half === undefined) return String(hour).padStart(2, '0');

	const afternoon = half.toLowerCase() === 'p' ? 12 : 0;

	return String((hour % 12) + afternoon).padStart(2, '0');
}

function formatDay(text: string, { year = '', month = '', day = '' }: DateParts): Result<string> {
	const monthNumber = MONTHS.get(month.replace(/\.$/, '').toLowerCase());
	if (monthNumber === undefined) {
		return refuseValue(
			text,
			`has a month that is not known: ${month}`,
			'Use the English name of the month, e.g. 31 March 2026, or a date such as 2026-03-31.',
		);
	}

	const century = Number(year) > LAST_YEAR_OF_THIS_CENTURY ? '19' : '20';
	const fullYear = year.length === 2 ? `${century}${year}` : year;

	return [fullYear, String(monthNumber).padStart(2, '0'), day.padStart(2, '0')].join('-');
}
