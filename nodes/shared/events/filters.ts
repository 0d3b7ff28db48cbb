import type { JsonObject, JsonValue } from 'n8n-workflow';

import { foldName } from '../values/textForms';
import { isUuid } from '../values/textForms';
import { isJsonObject } from '../values/json';
import { boolean, choices, date, type Field, ids, records } from '../fields/kinds';
import { labels, members, projects, states } from '../lists/lists';
import { type Picker } from '../lists/picker';
import { workItems } from '../lists/workItems';
import { readFirstText } from '../values/readFirstText';
import { matchRow, type RowMatch } from '../pagination/rowFilter';
import { readRecordName } from './names';

/** The projects that a trigger reports. */
export const projectsField = records('projects', 'Projects to watch', projects);

/** A field that offers the records of all chosen projects, each name once. */
const recordsInProjects = (wire: string, description: string, list: Picker): Field => {
	const field = records(wire, description, {
		...list,
		method: `${list.method}OfProjects`,
		parents: [],
	});
	const { panel } = field.kind;
	const typeOptions = {
		...panel.typeOptions,
		loadOptionsDependsOn: ['workspaceSlug', projectsField.parameter],
	};

	return { ...field, kind: { ...field.kind, panel: { ...panel, typeOptions } } };
};

const stateFilter = recordsInProjects('states', 'Only work items in one of these states', states);

export const stateGroup = choices(
	'state_group',
	['backlog', 'unstarted', 'started', 'completed', 'cancelled'],
	'Only work items in a state of one of these groups',
);

const labelFilter = recordsInProjects(
	'labels',
	'Only work items with at least one of these labels',
	labels,
);

const assigneeFilter = records(
	'assignees',
	'Only work items assigned to at least one of these users',
	members,
);

const parentFilter = ids('parent', 'Only sub-work items of these work items', {
	source: workItems,
	placeholder: 'e.g. LNCH-12, LNCH-14',
});

/** The parameter for the event "work item state changed". */
export const toStates: Field = {
	...recordsInProjects('to_states', 'Only changes to these states. Leave empty for any', states),
	displayName: 'To State Names or IDs',
};

/** The parameter for the event "work item assigned". */
export const assignedTo = records(
	'assigned_to',
	'Only assignments to these users. Leave empty for any',
	members,
	{ displayName: 'Assigned To Names or IDs' },
);

export const ignoredUsers = records(
	'ignore_changes_by',
	'Users whose changes to ignore, such as the one whose credential your workflows use',
	members,
	{ displayName: 'Ignore Changes By Names or IDs' },
);

export const ignoreOwnChanges = boolean(
	'ignore_my_own_changes',
	'Whether to ignore changes by the user of the credential, such as those that your own workflows make',
);

/** The fields of both triggers that take names, by what the triggers call them. */
export const nameFields = {
	projects: projectsField,
	ignoredUsers,
	toStates,
	assignedTo,
	states: stateFilter,
	labels: labelFilter,
	assignees: assigneeFilter,
	parent: parentFilter,
} as const;

/** A filter on one value of the record that an event is about. */
interface EventFilter {
	readonly field: Field;
	/** Where the value is in the record, e.g. `state.group`. */
	readonly rowPath: string;
	/** Dates are compared by day; both ends of a range are included. */
	readonly test: 'matchesName' | 'is' | 'from' | 'to';
}

/** Filters on the record that an event is about. They work like the filters of Get Many. */
export const eventFilters: readonly EventFilter[] = [
	{
		field: stateFilter,
		rowPath: 'state',
		test: 'matchesName',
	},
	{
		field: stateGroup,
		rowPath: 'state.group',
		test: 'is',
	},
	{
		field: labelFilter,
		rowPath: 'labels',
		test: 'matchesName',
	},
	{
		field: assigneeFilter,
		rowPath: 'assignees',
		test: 'matchesName',
	},
	{
		field: choices(
			'priority',
			['urgent', 'high', 'medium', 'low', 'none'],
			'Only work items of one of these priorities',
		),
		rowPath: 'priority',
		test: 'is',
	},
	{
		field: parentFilter,
		rowPath: 'parent',
		test: 'matchesName',
	},
	...dayRange('start', 'Start Date'),
	...dayRange('target', 'Due Date'),
];

/** The two filters for the first and the last day of a date field. */
function dayRange(name: 'start' | 'target', label: string): EventFilter[] {
	const rowPath = `${name}_date`;
	const description = `Only work items whose ${label.toLowerCase()} is this day or`;

	return [
		{
			field: date(`${name}_from`, `${description} later`, { displayName: `${label} From` }),
			rowPath,
			test: 'from',
		},
		{
			field: date(`${name}_to`, `${description} earlier`, { displayName: `${label} Until` }),
			rowPath,
			test: 'to',
		},
	];
}

/** Collects all texts that identify a record, or the records of a list: ID, names and email address. */
function collectIdentifiers(value: JsonValue | undefined): string[] {
	if (Array.isArray(value)) return value.flatMap(collectIdentifiers);
	if (!isJsonObject(value)) return typeof value === 'string' ? [value] : [];

	const fullName = `${readFirstText(value, 'first_name')} ${readFirstText(value, 'last_name')}`;
	const identifiers = ['id', 'name', 'email', 'display_name'].map((name) =>
		readFirstText(value, name),
	);

	return [...identifiers, fullName];
}

/**
 * Whether a record has one of these names or IDs, ignoring case.
 *
 * @param value a record, its ID, or a list of either; one entry of a list has to match
 */
export function matchesAnyName(value: JsonValue | undefined, names: readonly string[]): boolean {
	const identifiers = new Set(collectIdentifiers(value).map(foldName));

	return names.map(foldName).some((name) => name !== '' && identifiers.has(name));
}

/** Whether a record passes filters; `unknown` if it lacks a value, or only has the ID of a named record. */
export type FilterVerdict =
	| { readonly kind: 'passes' | 'fails' }
	| { readonly kind: 'unknown'; readonly displayName: string };

/**
 * Judges a record by all filters.
 *
 * @param filters values of the filters that the user added, by wire name
 * @param resolved wire names of the filters whose names were all looked up, so that the values have their IDs, too
 */
export function judgeRecord(
	record: JsonObject,
	filters: JsonObject,
	resolved: readonly string[] = [],
): FilterVerdict {
	const verdicts = eventFilters
		.filter(({ field }) => filters[field.wire] !== undefined)
		.map((filter) => {
			const { displayName, wire } = filter.field;
			const values = readTexts(filters[wire]);
			const hasAllIds = resolved.includes(wire) || values.every(isUuid);

			return { displayName, match: matchFilter(record, filter, { values, hasAllIds }) };
		});
	const unknown = verdicts.find(({ match }) => match === 'unknown');

	if (verdicts.some(({ match }) => match === 'differs')) return { kind: 'fails' };

	return unknown === undefined
		? { kind: 'passes' }
		: { kind: 'unknown', displayName: unknown.displayName };
}

const readTexts = (value: JsonValue | undefined): string[] =>
	[value ?? []].flat().filter((entry) => typeof entry === 'string');

/** Compares a record with a filter, which may have names. */
function matchFilter(
	record: JsonObject,
	{ rowPath, test }: EventFilter,
	{ values, hasAllIds }: { readonly values: readonly string[]; readonly hasAllIds: boolean },
): RowMatch {
	if (test !== 'matchesName') return matchRow(record, { rowPath, test, values });

	const value = record[rowPath];
	if (value === undefined) return 'unknown';
	if (matchesAnyName(value, values)) return 'matches';

	// If only the ID of a record is known, it may have one of the names.
	return hasAllIds || [value].flat().every(hasNameOrIsEmpty) ? 'differs' : 'unknown';
}

const hasNameOrIsEmpty = (value: JsonValue): boolean =>
	value === null || (isJsonObject(value) && readRecordName(value) !== null);

/**
 * Whether a record passes all filters. A value that the record lacks does not pass.
 *
 * @param filters values of the filters that the user added, by wire name
 */
export const matchesFilters = (record: JsonObject, filters: JsonObject): boolean =>
	judgeRecord(record, filters).kind === 'passes';
