import type { JsonObject, JsonValue } from 'n8n-workflow';

import { foldName } from '../fields/foldName';
import { isJsonObject } from '../fields/json';
import { choices, date, type Field, ids, records } from '../fields/kinds';
import { labels, members, projects, states } from '../lists/lists';
import { type Picker } from '../lists/picker';
import { readFirstText } from '../rows/readFirstText';
import { matchesClientFilter } from '../pagination/rowFilter';

/** The projects that a trigger reports. */
export const projectsField = records('projects', 'Projects to watch', projects);

/** A field that offers the records of all chosen projects, each name once. */
const recordsInProjects = (wire: string, description: string, list: Picker): Field => {
	const field = records(wire, description, {
		...list,
		method: `${list.method}OfProjects`,
		parents: [],
	});
	const { look } = field.kind;
	const typeOptions = {
		...look.typeOptions,
		loadOptionsDependsOn: ['workspaceSlug', projectsField.parameter],
	};

	return { ...field, kind: { ...field.kind, look: { ...look, typeOptions } } };
};

export const statesField = recordsInProjects(
	'states',
	'Only work items in one of these states',
	states,
);

/** A filter on one value of the record that an event is about. */
interface EventFilter {
	readonly field: Field;
	/** Where the value is in the record, e.g. `state.group`. */
	readonly rowPath: string;
	/** Dates are compared by day; both ends of a range are included. */
	readonly test: 'matchesName' | 'is' | 'from' | 'to';
}

/** Filters on the record that an event is about. They work like those of Get Many. */
export const eventFilters: readonly EventFilter[] = [
	{
		field: statesField,
		rowPath: 'state',
		test: 'matchesName',
	},
	{
		field: choices(
			'state_group',
			['backlog', 'unstarted', 'started', 'completed', 'cancelled'],
			'Only work items in a state of one of these groups',
		),
		rowPath: 'state.group',
		test: 'is',
	},
	{
		field: recordsInProjects('labels', 'Only work items with at least one of these labels', labels),
		rowPath: 'labels',
		test: 'matchesName',
	},
	{
		field: records('assignees', 'Only work items assigned to at least one of these users', members),
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
		field: ids('parent', 'Only sub-work items of these work items', { displayName: 'Parent IDs' }),
		rowPath: 'parent',
		test: 'is',
	},
	...dateRange('start'),
	...dateRange('target'),
];

/** The two filters for a range of start or target dates. */
function dateRange(name: 'start' | 'target'): EventFilter[] {
	const rowPath = `${name}_date`;

	return [
		{
			field: date(`${name}_from`, `Only work items whose ${name} date is this day or later`),
			rowPath,
			test: 'from',
		},
		{
			field: date(`${name}_to`, `Only work items whose ${name} date is this day or earlier`),
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
 * @param value a record, its ID, or a list of either, of which one has to match
 */
export function matchesAnyName(value: JsonValue | undefined, names: readonly string[]): boolean {
	const identifiers = new Set(collectIdentifiers(value).map(foldName));

	return names.map(foldName).some((name) => name !== '' && identifiers.has(name));
}

/**
 * Whether a record matches all filters. A value that the record lacks does not match.
 *
 * @param filters values of the filters that the user added, by wire name
 */
export const matchesFilters = (record: JsonObject, filters: JsonObject): boolean =>
	eventFilters.every(({ field, rowPath, test }) => {
		const filter = filters[field.wire];
		if (filter === undefined) return true;

		const values = [filter].flat().filter((value) => typeof value === 'string');
		if (test === 'matchesName') return matchesAnyName(record[rowPath], values);

		return (
			matchesClientFilter(record, { displayName: field.displayName, rowPath, test, values }) ===
			true
		);
	});
