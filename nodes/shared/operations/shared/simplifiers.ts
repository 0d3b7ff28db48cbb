import type { JsonObject, JsonValue } from 'n8n-workflow';

import { parseCycleDay } from '../../values/parseCycleDay';
import { isJsonObject } from '../../values/json';
import type { RecordList } from '../../fields/field';
import { toReadableText } from '../../html/toReadableText';
import { htmlToMarkdown } from '../../markdown/htmlToMarkdown';
import { readFirstText } from '../../values/readFirstText';
import { INTAKE_STATUS, nameIntakeStatus } from '../../lists/intakeStatus';
import * as lists from '../../lists/lists';
import { readWorkItemKey } from '../../lists/workItems';

/** The place of a record in the web app. */
export interface RecordContext {
	/** The address of the web app without a trailing slash, or undefined if it is unknown. */
	readonly webRoot: string | undefined;
	/** The slug of the workspace. */
	readonly workspace: string;
	/** How mentions refer to users, by their IDs. Absent: no text mentions anybody. */
	readonly mentionNames?: ReadonlyMap<unknown, string>;
}

/** How the option Simplify reduces a record to its most useful fields. */
export interface Simplifier {
	/** Related records that the request expands, because the simplified record shows their names. */
	readonly expand?: string;
	/** Fields with the ID of a user, which the simplified record replaces by a name. */
	readonly people?: readonly string[];
	readonly simplify: (row: JsonObject, context: RecordContext) => JsonObject;
	/** Fields with HTML that the simplified record shows. */
	readonly texts?: readonly string[];
	/** Further fields of a record that is the only one of its item, and not one of a list. */
	readonly details?: {
		/** Fields with HTML that these show, by their paths. */
		readonly texts: readonly string[];
		readonly build: (row: JsonObject, context: RecordContext) => JsonObject;
	};
	/** Set if the simplified record has a key, which is made of the record of the project, and servers do not expand it. */
	readonly needsProject?: true;
	/** Set if raw records get fields by which people refer to them. */
	readonly reference?: RecordReference;
	/** The lists with the names of related records, by the path of the field, for the response to a write, which has only IDs. */
	readonly relatedLists?: Readonly<Record<string, RecordList>>;
	/** Related records that servers expand in every response: raw records have them, too. */
	readonly expandedInRaw?: Simplifier['relatedLists'];
}

/** The fields by which people refer to a record, which servers do not return. */
export interface RecordReference {
	/** Whether a row lacks what only the record of its project has. */
	readonly needsProject: (row: JsonObject) => boolean;
	/** @param row with the record of its project instead of the ID, if it is known */
	readonly build: (row: JsonObject, context: RecordContext) => JsonObject;
}

/** Picks these fields, as far as a row has them. */
function pickDefined(row: JsonObject, ...names: readonly string[]): JsonObject {
	const picked: JsonObject = {};

	for (const name of names) {
		const value = row[name];
		if (value !== undefined) picked[name] = value;
	}

	return picked;
}

/** Picks the days of a cycle, in the time zone of its project: servers return instants. */
const pickDays = (row: JsonObject, ...names: readonly string[]): JsonObject => {
	const present = names.filter((name) => row[name] !== undefined);

	return Object.fromEntries(present.map((name) => [name, parseCycleDay(row[name]) ?? null]));
};

/** Creates a simplifier that keeps these fields. */
const keepFields = (...names: readonly string[]): Simplifier => ({
	simplify: (row) => pickDefined(row, ...names),
});

/** Returns the name of a related record, or its ID if the server did not expand it. */
function toDisplayName(value: JsonValue | undefined): JsonValue {
	if (Array.isArray(value)) return value.map(toDisplayName);
	if (isJsonObject(value)) return readFirstText(value, 'display_name', 'name', 'email', 'id');

	return value ?? null;
}

/** Picks these fields, with names instead of IDs if the server expanded them. */
const pickNames = (row: JsonObject, ...names: readonly string[]): JsonObject =>
	Object.fromEntries(
		names.filter((name) => row[name] !== undefined).map((name) => [name, toDisplayName(row[name])]),
	);

/** Converts HTML to text, with each paragraph on its own line. A value that is not text becomes `''`. */
export const htmlToText = (html: JsonValue | undefined): string =>
	typeof html === 'string' ? toReadableText(html) : '';

/** Builds the field with the address of a page in the web app, if the address is known. */
const buildWebAddress = (
	{ webRoot, workspace }: RecordContext,
	...segments: readonly string[]
): JsonObject =>
	webRoot === undefined || segments.includes('')
		? {}
		: { url: [webRoot, workspace, ...segments, ''].join('/') };

/** Builds the field with the address of a record of a project. */
const buildProjectPageAddress = (
	row: JsonObject,
	context: RecordContext,
	kind: string,
): JsonObject =>
	buildWebAddress(
		context,
		'projects',
		readFirstText(row, 'project'),
		kind,
		readFirstText(row, 'id'),
	);

/** Builds the key of a work item, `LNCH-12`, and the address of its page, as far as a row shows them. */
function buildWorkItemReference(row: JsonObject, context: RecordContext): JsonObject {
	const key = readWorkItemKey(row);

	return key === ''
		? buildProjectPageAddress(row, context, 'issues')
		: { key, ...buildWebAddress(context, 'browse', key) };
}

/** The ID of the project of a row, which may have its record instead. */
const readProjectId = ({ project }: JsonObject): string =>
	readFirstText(isJsonObject(project) ? project : { id: project ?? null }, 'id');

/**
 * Picks the project, as its ID: the next node takes it to find the project, and its name may be the identifier of
 * another one.
 */
const pickProject = (row: JsonObject): JsonObject =>
	row.project === undefined ? {} : { project: readProjectId(row) };

/** Picks the name of the project, if a row has its record. */
function pickProjectName({ project }: JsonObject): JsonObject {
	const projectName = isJsonObject(project) ? readFirstText(project, 'name') : '';

	return projectName === '' ? {} : { project_name: projectName };
}

const workItemReference: RecordReference = {
	needsProject: (row) => readWorkItemKey(row) === '',
	build: buildWorkItemReference,
};

/**
 * A work item as relations show it (row 33): with its number where a relation is created, and with nothing but IDs
 * where relations are listed. It has no key there, so that no project has to be read.
 */
export const relatedWorkItemReference: RecordReference = {
	...workItemReference,
	needsProject: () => false,
	build: ({ id, issue_id, project, project_id, ...row }, context) => {
		const workItemRow = {
			...row,
			id: issue_id ?? id ?? null,
			project: project ?? project_id ?? null,
		};

		return buildWorkItemReference(workItemRow, context);
	},
};

const workItem: Simplifier = {
	expand: 'state,assignees,labels,project',
	simplify: (row, context) => {
		const { key, url } = buildWorkItemReference(row, context);

		return {
			...pickDefined(row, 'id'),
			...(key !== undefined && { key }),
			...pickDefined(row, 'name'),
			...pickNames(row, 'state', 'assignees', 'labels'),
			...pickDefined(row, 'priority', 'start_date', 'target_date'),
			...(url !== undefined && { url }),
		};
	},
	details: {
		texts: ['description_html'],
		build: (row, { mentionNames }) => ({
			...(row.description_html !== undefined && {
				description: htmlToMarkdown(row.description_html, mentionNames),
			}),
			...pickDefined(row, 'parent'),
			...pickNames(row, 'cycle', 'modules'),
			...pickProject(row),
			...pickProjectName(row),
			...pickDefined(row, 'created_at', 'updated_at'),
		}),
	},
	reference: workItemReference,
	relatedLists: {
		state: lists.states,
		assignees: lists.projectMembers,
		labels: lists.labels,
	},
};

/** An epic is a work item, which the server shows by a path of its own (row 460). */
const epic: Simplifier = {
	...workItem,
	simplify: (row, context) => ({
		...workItem.simplify(row, context),
		...buildProjectPageAddress(row, context, 'epics'),
	}),
};

/** The work item that belongs to an intake item. */
const readIntakeWorkItem = ({ issue_detail: issue }: JsonObject): JsonObject =>
	isJsonObject(issue) ? issue : {};

/** Builds the address of an accepted item, which is a work item of the project, or of the intake page. */
function buildIntakeReference(row: JsonObject, context: RecordContext): JsonObject {
	const workItemRow = { ...readIntakeWorkItem(row), ...pickDefined(row, 'project') };
	const { key, url } = buildWorkItemReference(workItemRow, context);
	const page =
		row.status === INTAKE_STATUS.Accepted
			? { ...(url !== undefined && { url }) }
			: buildWebAddress(context, 'projects', readProjectId(row), 'intake');

	return { ...(key !== undefined && { key }), ...page };
}

const intakeItem: Simplifier = {
	needsProject: true,
	simplify: (row, context) => {
		const issue = readIntakeWorkItem(row);
		const { key, url } = buildIntakeReference(row, context);

		return {
			// The ID that the other operations need.
			work_item_id: row.issue ?? issue.id ?? null,
			...(key !== undefined && { key }),
			...pickDefined(issue, 'name', 'priority'),
			status: nameIntakeStatus(row.status),
			...pickDefined(row, 'source', 'source_email', 'created_at'),
			...pickProject(row),
			...(url !== undefined && { url }),
		};
	},
	details: {
		texts: ['issue_detail.description_html'],
		build: (row, context) => {
			const issue = readIntakeWorkItem(row);

			return {
				...(issue.description_html !== undefined && {
					description: htmlToMarkdown(issue.description_html, context.mentionNames),
				}),
				...pickNames(issue, 'state', 'assignees', 'labels'),
				...pickDefined(issue, 'start_date', 'target_date'),
				...pickDefined(row, 'snoozed_till', 'duplicate_to'),
			};
		},
	},
	relatedLists: {
		'issue_detail.state': lists.states,
		'issue_detail.assignees': lists.projectMembers,
		'issue_detail.labels': lists.labels,
	},
	expandedInRaw: { 'issue_detail.state': lists.states },
};

/** A single record also has its description: lists are for choosing one. */
const descriptionOnly: Simplifier['details'] = {
	texts: [],
	build: (row) => pickDefined(row, 'description'),
};

/** The project of a row of the search, by the name that other records have for it. */
const pickSearchedProject = ({ project_id: project }: JsonObject): JsonObject =>
	project === undefined ? {} : { project };

const searchedReference: RecordReference = {
	...workItemReference,
	build: (row, context) => ({
		...buildWorkItemReference(row, context),
		...pickSearchedProject(row),
	}),
};

/** The simplifiers of all resources whose records have more than ten fields. */
export const simplifiers = {
	workItem,
	intakeItem,
	/** A work item as the search returns it (row 38). */
	searchResult: {
		simplify: (row, context) => {
			const { key, url } = buildWorkItemReference(row, context);

			return {
				...pickDefined(row, 'id'),
				...(key !== undefined && { key }),
				...pickDefined(row, 'name'),
				...pickSearchedProject(row),
				...(url !== undefined && { url }),
			};
		},
		reference: searchedReference,
	},
	project: {
		simplify: (row, context) => ({
			...pickDefined(row, 'id', 'identifier', 'name', 'description', 'is_member', 'total_members'),
			...pickDefined(row, 'cycle_view', 'module_view', 'intake_view', 'archived_at'),
			...buildWebAddress(context, 'projects', readFirstText(row, 'id'), 'issues'),
		}),
	},
	cycle: {
		people: ['owned_by'],
		simplify: (row, context) => ({
			...pickDefined(row, 'id', 'name'),
			...pickDays(row, 'start_date', 'end_date'),
			...pickDefined(row, 'total_issues', 'completed_issues', 'owned_by', 'archived_at', 'project'),
			...buildProjectPageAddress(row, context, 'cycles'),
		}),
		details: descriptionOnly,
	},
	module: {
		people: ['lead'],
		simplify: (row, context) => ({
			...pickDefined(row, 'id', 'name', 'status', 'start_date', 'target_date', 'lead'),
			...pickDefined(row, 'total_issues', 'completed_issues', 'project'),
			...buildProjectPageAddress(row, context, 'modules'),
		}),
		details: descriptionOnly,
	},
	comment: {
		people: ['actor'],
		texts: ['comment_html'],
		simplify: (row, { mentionNames }) => ({
			...pickDefined(row, 'id'),
			comment: htmlToMarkdown(row.comment_html, mentionNames),
			by: row.actor ?? null,
			...pickDefined(row, 'access', 'external_source', 'external_id'),
			...pickDefined(row, 'created_at', 'updated_at', 'project'),
		}),
	},
	activity: {
		people: ['actor'],
		simplify: (row) => ({
			...pickDefined(row, 'id', 'verb', 'field'),
			from: row.old_value ?? null,
			to: row.new_value ?? null,
			by: row.actor ?? null,
			...pickDefined(row, 'old_identifier', 'new_identifier', 'created_at', 'project'),
		}),
	},
	sticky: {
		texts: ['description_html'],
		simplify: (row, { mentionNames }) => ({
			...pickDefined(row, 'id', 'name'),
			text: htmlToMarkdown(row.description_html, mentionNames),
			...pickDefined(row, 'color', 'background_color', 'created_at', 'updated_at'),
		}),
	},
	attachment: {
		simplify: (row) => ({
			...pickDefined(row, 'id'),
			...(isJsonObject(row.attributes) ? pickDefined(row.attributes, 'name', 'type', 'size') : {}),
			...pickDefined(row, 'external_source', 'external_id', 'created_by', 'created_at', 'project'),
		}),
	},
	/** A work item as the customers list it (row 457). */
	linkedWorkItem: {
		simplify: (row, context) => ({
			...pickDefined(row, 'id'),
			...buildWorkItemReference(row, context),
			...pickDefined(row, 'name', 'priority'),
			state: row.state_id ?? null,
			project: row.project_id ?? null,
		}),
		reference: workItemReference,
	},
	/** A work item as the search by conditions returns it (row 474). */
	foundWorkItem: {
		simplify: (row, context) => {
			const { key, url } = buildWorkItemReference(row, context);

			return {
				...pickDefined(row, 'id'),
				...(key !== undefined && { key }),
				...pickDefined(row, 'name', 'priority', 'start_date', 'target_date'),
				state: row.state_id ?? null,
				type: row.type_id ?? null,
				...pickSearchedProject(row),
				...(url !== undefined && { url }),
			};
		},
		reference: searchedReference,
	},
	epic,
	initiative: {
		people: ['lead'],
		texts: ['description_html'],
		simplify: (row, context) => ({
			...pickDefined(row, 'id', 'name'),
			description: htmlToMarkdown(row.description_html, context.mentionNames),
			...pickDefined(row, 'state', 'lead', 'start_date', 'end_date', 'created_at'),
			...buildWebAddress(context, 'initiatives', readFirstText(row, 'id')),
		}),
	},
	teamspace: {
		people: ['lead'],
		texts: ['description_html'],
		simplify: (row, context) => ({
			...pickDefined(row, 'id', 'name'),
			description: htmlToMarkdown(row.description_html, context.mentionNames),
			...pickDefined(row, 'lead', 'created_at'),
			...buildWebAddress(context, 'teamspaces', readFirstText(row, 'id')),
		}),
	},
	workItemType: keepFields(
		'id',
		'name',
		'description',
		'is_epic',
		'is_default',
		'is_active',
		'level',
		'external_source',
		'external_id',
	),
	page: {
		people: ['owned_by'],
		texts: ['description_html'],
		simplify: (row, { mentionNames }) => ({
			...pickDefined(row, 'id', 'name'),
			text: htmlToMarkdown(row.description_html, mentionNames),
			...pickDefined(row, 'owned_by', 'access', 'is_locked', 'archived_at', 'updated_at'),
		}),
	},
	pageOfList: {
		people: ['owned_by'],
		simplify: (row) =>
			pickDefined(
				row,
				'id',
				'name',
				'owned_by',
				'access',
				'is_locked',
				'archived_at',
				'parent_id',
				'updated_at',
			),
	},
	workspaceLabel: keepFields('id', 'name', 'color', 'description', 'sort_order'),
	customer: {
		simplify: (row, context) => ({
			...pickDefined(row, 'id', 'name', 'email', 'website_url'),
			// The field has the name of an address, but is the industry (row 450).
			industry: row.domain ?? null,
			...pickDefined(row, 'employees', 'stage', 'contract_status', 'revenue'),
			...buildWebAddress(context, 'customers', readFirstText(row, 'id')),
		}),
	},
	customerRequest: {
		texts: ['description_html'],
		simplify: (row, { mentionNames }) => ({
			...pickDefined(row, 'id', 'name', 'customer'),
			description: htmlToMarkdown(row.description_html, mentionNames),
			...pickDefined(row, 'link', 'created_at', 'updated_at'),
		}),
	},
	property: {
		simplify: (row) => ({
			...pickDefined(row, 'id'),
			name: readFirstText(row, 'display_name', 'name'),
			kind: row.property_type ?? null,
			...pickDefined(row, 'relation_type', 'is_multi', 'is_required', 'is_active'),
			...pickDefined(row, 'default_value'),
			...pickNames(row, 'options'),
		}),
	},
	label: keepFields(
		'id',
		'name',
		'color',
		'description',
		'parent',
		'external_source',
		'external_id',
		'project',
	),
	state: keepFields(
		'id',
		'name',
		'group',
		'color',
		'description',
		'default',
		'sequence',
		'project',
	),
	link: keepFields('id', 'name', 'title', 'url', 'created_at', 'updated_at', 'project'),
} satisfies Record<string, Simplifier>;
