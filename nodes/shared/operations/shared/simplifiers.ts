import type { JsonObject, JsonValue } from 'n8n-workflow';

import { parseCycleDay } from '../../fields/cycleDay';
import { isJsonObject } from '../../fields/json';
import { readWords } from '../../html/readWords';
import { firstText } from '../../rows/firstText';
import { keyOf } from '../../lists/workItems';

/** Where a record is shown: the address of the web app, and the slug of the workspace. */
export interface RecordContext {
	/** Without a slash at its end; absent if it cannot be known. */
	readonly web: string | undefined;
	readonly workspace: string;
}

/** A record as a person would write it on a card. */
export interface Simplifier {
	/** The records that the server is asked to give whole, so that they can be called by their names. */
	readonly expand?: string;
	/** Fields that hold the ID of a user, who is called by name on the card. */
	readonly people?: readonly string[];
	readonly simplify: (row: JsonObject, context: RecordContext) => JsonObject;
}

/** These fields of a row, as far as it has them. */
const pick = (row: JsonObject, ...names: readonly string[]): JsonObject =>
	Object.fromEntries(names.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])));

/** The days of a cycle, which servers give as instants, in the time zone of its project. */
const pickDays = (row: JsonObject, ...names: readonly string[]): JsonObject => {
	const days = names.map((name): [string, JsonValue] => [name, parseCycleDay(row[name]) ?? null]);

	return Object.fromEntries(days.filter(([name]) => row[name] !== undefined));
};

/** A card with these fields. */
const pickFields = (...names: readonly string[]): Simplifier => ({
	simplify: (row) => pick(row, ...names),
});

/** What a person calls a record, or its ID where that is all that came. */
const displayName = (value: JsonValue | undefined): JsonValue =>
	isJsonObject(value)
		? firstText(value, 'display_name', 'name', 'email', 'id')
		: Array.isArray(value)
			? value.map(displayName)
			: (value ?? null);

/** The words of a text that is kept as HTML, its paragraphs on lines of their own. */
export const htmlToText = (html: JsonValue | undefined): string =>
	typeof html === 'string' ? readWords(html) : '';

/** The address of a page in the web app, if it can be known. */
const webAddress = (
	{ web, workspace }: RecordContext,
	...segments: readonly string[]
): JsonObject =>
	web === undefined || segments.includes('')
		? {}
		: { url: [web, workspace, ...segments, ''].join('/') };

/** The address of a record of a project. */
const projectPageAddress = (row: JsonObject, shown: RecordContext, kind: string): JsonObject =>
	webAddress(shown, 'projects', firstText(row, 'project'), kind, firstText(row, 'id'));

/** The one of these names of a list of rows that is there: of `LNCH-12` when it was looked up. */
const workItem: Simplifier = {
	expand: 'state,assignees,labels,project',
	simplify: (row, shown) => {
		const key = keyOf(row);

		return {
			...pick(row, 'id'),
			...(key !== '' && { key }),
			...pick(row, 'name'),
			...Object.fromEntries(
				['state', 'assignees', 'labels'].flatMap((name) =>
					row[name] === undefined ? [] : [[name, displayName(row[name])]],
				),
			),
			...pick(row, 'priority', 'start_date', 'target_date', 'created_at', 'updated_at'),
			...webAddress(shown, 'browse', key),
		};
	},
};

/** What status an intake item has, by the number that stands for it (row 34). */
export const INTAKE_STATUS = {
	Pending: -2,
	Declined: -1,
	Snoozed: 0,
	Accepted: 1,
	Duplicate: 2,
} as const;

const intakeItem: Simplifier = {
	simplify: (row, shown) => {
		const issue = isJsonObject(row.issue_detail) ? row.issue_detail : {};
		const [status = null] =
			Object.entries(INTAKE_STATUS).find(([, number]) => number === row.status) ?? [];

		return {
			// What the other operations take for it.
			work_item_id: row.issue ?? issue.id ?? null,
			...pick(issue, 'name', 'priority'),
			status,
			...pick(row, 'snoozed_till', 'duplicate_to', 'source', 'source_email', 'created_at'),
			...webAddress(shown, 'projects', firstText(row, 'project'), 'intake'),
		};
	},
};

/** How the records of each resource are simplified, those that have more than ten fields. */
export const simplifiers = {
	workItem,
	intakeItem,
	/** What the search gives of a work item (row 38). */
	searchResult: {
		simplify: (row, shown) => ({
			...pick(row, 'id'),
			key: keyOf(row),
			...pick(row, 'name', 'project_id'),
			...webAddress(shown, 'browse', keyOf(row)),
		}),
	},
	project: {
		simplify: (row, shown) => ({
			...pick(row, 'id', 'identifier', 'name', 'description', 'is_member', 'total_members'),
			...pick(row, 'cycle_view', 'module_view', 'intake_view', 'archived_at'),
			...webAddress(shown, 'projects', firstText(row, 'id'), 'issues'),
		}),
	},
	cycle: {
		people: ['owned_by'],
		simplify: (row, shown) => ({
			...pick(row, 'id', 'name', 'description'),
			...pickDays(row, 'start_date', 'end_date'),
			...pick(row, 'total_issues', 'completed_issues', 'owned_by', 'archived_at'),
			...projectPageAddress(row, shown, 'cycles'),
		}),
	},
	module: {
		people: ['lead'],
		simplify: (row, shown) => ({
			...pick(row, 'id', 'name', 'description', 'status', 'start_date', 'target_date', 'lead'),
			...pick(row, 'total_issues', 'completed_issues'),
			...projectPageAddress(row, shown, 'modules'),
		}),
	},
	comment: {
		people: ['actor'],
		simplify: (row) => ({
			...pick(row, 'id'),
			comment: htmlToText(row.comment_html),
			by: row.actor ?? null,
			...pick(row, 'access', 'external_source', 'external_id'),
			...pick(row, 'created_at', 'updated_at'),
		}),
	},
	activity: {
		people: ['actor'],
		simplify: (row) => ({
			...pick(row, 'id', 'verb', 'field'),
			from: row.old_value ?? null,
			to: row.new_value ?? null,
			by: row.actor ?? null,
			...pick(row, 'old_identifier', 'new_identifier', 'created_at'),
		}),
	},
	sticky: {
		simplify: (row) => ({
			...pick(row, 'id', 'name'),
			text: htmlToText(row.description_html),
			...pick(row, 'color', 'background_color', 'created_at', 'updated_at'),
		}),
	},
	attachment: {
		simplify: (row) => ({
			...pick(row, 'id'),
			...(isJsonObject(row.attributes) ? pick(row.attributes, 'name', 'type', 'size') : {}),
			...pick(row, 'external_source', 'external_id', 'created_by', 'created_at'),
		}),
	},
	label: pickFields(
		'id',
		'name',
		'color',
		'description',
		'parent',
		'external_source',
		'external_id',
	),
	state: pickFields('id', 'name', 'group', 'color', 'description', 'default', 'sequence'),
	link: pickFields('id', 'name', 'title', 'url', 'created_at', 'updated_at'),
} satisfies Record<string, Simplifier>;
