import type { JsonObject, JsonValue } from 'n8n-workflow';

import { foldName } from '../fields/foldName';
import { isJsonObject } from '../fields/json';
import { choices, date, type Field, ids, records } from '../fields/kinds';
import { labels, members, projects, states } from '../lists/lists';
import { type Picker, textIn } from '../lists/picker';
import { meets } from '../pagination/rowFilter';

/** The projects that a trigger looks at. */
export const projectsField = records('projects', 'Projects to watch', projects);

/** Lists of all projects that are chosen, each name once. */
const ofProjects = (wire: string, description: string, list: Picker): Field => {
	const all = records(wire, description, {
		...list,
		method: `${list.method}OfProjects`,
		parents: [],
	});
	const { typeOptions } = all.kind.look;
	const loadOptionsDependsOn = ['workspaceSlug', projectsField.parameter];
	const look = { ...all.kind.look, typeOptions: { ...typeOptions, loadOptionsDependsOn } };

	return { ...all, kind: { ...all.kind, look } };
};

export const statesField = ofProjects('states', 'Only work items in one of these states', states);

/** What a value of a record has to be like. */
interface EventFilter {
	readonly field: Field;
	/** The field of the record, e.g. `state.group`. */
	readonly row: string;
	readonly test: 'called' | 'is' | 'from' | 'to';
}

/** Whom or what an event must be about to start the workflow: as the filters of Get Many. */
export const eventFilters: readonly EventFilter[] = [
	{
		field: statesField,
		row: 'state',
		test: 'called',
	},
	{
		field: choices(
			'state_group',
			['backlog', 'unstarted', 'started', 'completed', 'cancelled'],
			'Only work items in a state of one of these groups',
		),
		row: 'state.group',
		test: 'is',
	},
	{
		field: ofProjects('labels', 'Only work items with at least one of these labels', labels),
		row: 'labels',
		test: 'called',
	},
	{
		field: records('assignees', 'Only work items assigned to at least one of these users', members),
		row: 'assignees',
		test: 'called',
	},
	{
		field: choices(
			'priority',
			['urgent', 'high', 'medium', 'low', 'none'],
			'Only work items of one of these priorities',
		),
		row: 'priority',
		test: 'is',
	},
	{
		field: ids('parent', 'Only sub-work items of these work items', { displayName: 'Parent IDs' }),
		row: 'parent',
		test: 'is',
	},
	...(['start', 'target'] as const).flatMap((name): EventFilter[] => {
		const row = `${name}_date`;

		return [
			{
				field: date(`${name}_from`, `Only work items whose ${name} date is this day or later`),
				row,
				test: 'from',
			},
			{
				field: date(`${name}_to`, `Only work items whose ${name} date is this day or earlier`),
				row,
				test: 'to',
			},
		];
	}),
];

/** What a record, or its ID, can be called. */
function namesOf(value: JsonValue | undefined): string[] {
	if (Array.isArray(value)) return value.flatMap(namesOf);
	if (!isJsonObject(value)) return typeof value === 'string' ? [value] : [];

	const full = [textIn(value, 'first_name'), textIn(value, 'last_name')].join(' ');

	return ['id', 'name', 'email', 'display_name'].map((name) => textIn(value, name)).concat(full);
}

/** Whether one of these is called by one of those names or IDs, whatever the case. */
export function isCalled(value: JsonValue | undefined, names: readonly string[]): boolean {
	const known = new Set(namesOf(value).map(foldName));

	return names.map(foldName).some((name) => name !== '' && known.has(name));
}

/** Whether a record is as the filters want it. A record that does not tell is not. */
export const passesFilters = (record: JsonObject, given: JsonObject): boolean =>
	eventFilters.every(({ field, row, test }) => {
		const wanted = given[field.wire];
		if (wanted === undefined) return true;

		const values = [wanted].flat().flatMap((one) => (typeof one === 'string' ? one : []));
		if (test === 'called') return isCalled(record[row], values);

		return meets(record, { displayName: field.displayName, row, test, values }) === true;
	});
