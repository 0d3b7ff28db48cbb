import { badRequest, ok, Refusal, type Answer, type Call } from '../answer';
import { isUuid } from '../fields';
import { isRecord } from '../http';
import type { ServiceState, WorkItem } from '../state';
import { isListed, priorities } from '../workItems';

/** How many objects may be nested within each other (row 474). */
const MAX_DEPTH = 5;

type Test = (item: WorkItem) => boolean;
type Texts = readonly (string | null)[];

/** A refusal with the message and the code of the public source (row 474). */
const refuse = (message: string, code: string): Refusal =>
	new Refusal({ status: 400, body: { message, code } });

const groups = ['backlog', 'unstarted', 'started', 'completed', 'cancelled', 'triage'];

/** A key of conditions: the texts that a work item has for it, and which ones a condition may have. */
interface Key {
	read: (item: WorkItem, state: ServiceState) => Texts;
	accepts: (value: string) => boolean;
	/** Whether the key takes one value, one of several (`__in`), or a range. */
	lookups: readonly ('' | '__exact' | '__in' | '__range')[];
}

const id = (read: Key['read']): Key => ({
	read,
	accepts: isUuid,
	lookups: ['', '__exact', '__in'],
});

const time = (read: (item: WorkItem) => string | null): Key => ({
	read: (item) => [read(item)],
	accepts: (value) => !Number.isNaN(Date.parse(value)),
	lookups: ['', '__exact', '__range'],
});

const listContaining = (
	lists: readonly { id: string; issues: string[] }[],
	item: WorkItem,
): string[] => lists.filter(({ issues }) => issues.includes(item.id)).map((list) => list.id);

const keys: Readonly<Record<string, Key>> = {
	state_id: id(({ state }) => [state]),
	assignee_id: id(({ assignees }) => assignees),
	label_id: id(({ labels }) => labels),
	cycle_id: id((item, { cycles }) => listContaining(cycles, item)),
	module_id: id((item, { modules }) => listContaining(modules, item)),
	created_by_id: id(({ created_by: creator }) => [creator ?? null]),
	project_id: id(({ project }) => [project]),
	state_group: {
		read: ({ state }, { states }) => [states.find((row) => row.id === state)?.group ?? null],
		accepts: (value) => groups.includes(value),
		lookups: ['', '__exact', '__in'],
	},
	priority: {
		read: ({ priority }) => [priority],
		accepts: (value) => priorities.includes(value),
		lookups: ['', '__exact', '__in'],
	},
	start_date: time(({ start_date: day }) => day),
	target_date: time(({ target_date: day }) => day),
	created_at: time(({ created_at: at }) => at),
	updated_at: time(({ updated_at: at }) => at),
};

/** Turns a key with its value into a test of work items. @throws Refusal 400 for an unknown key or a wrong value */
function readCondition(name: string, value: unknown, state: ServiceState): Test {
	const [, base = '', lookup = ''] = /^(.*?)(__\w+)?$/.exec(name) ?? [];
	const key = Object.hasOwn(keys, base) ? keys[base] : undefined;
	if (!key?.lookups.some((known) => known === lookup)) {
		throw refuse(`Filtering on field '${name}' is not allowed`, 'invalid_filter_field');
	}

	// A list becomes several parameters of a query, of which the last one counts.
	const last: unknown = Array.isArray(value) ? value.at(-1) : value;
	const isMissing = last === null || last === undefined;
	const text = isMissing ? '' : JSON.stringify(last).replaceAll('"', '');
	const texts = ['__in', '__range'].includes(lookup) ? text.split(',') : [text];
	const isRange = lookup === '__range';
	if ((!isMissing && !texts.every(key.accepts)) || (isRange && texts.length !== 2)) {
		throw refuse('Invalid filter parameters', 'invalid_filterset');
	}

	const [start = '', end = ''] = texts.map((part) => Date.parse(part));

	return (item) => {
		const own = key.read(item, state);
		if (isMissing) return own.length === 0 || own.includes(null);

		return own.some((entry) => {
			if (entry === null) return false;
			if (!isRange) return texts.includes(entry);

			return Date.parse(entry) >= Number(start) && Date.parse(entry) <= Number(end);
		});
	};
}

/** Turns conditions into a test of work items. @throws Refusal 400 if they are none, or nested too deep */
function readConditions(node: unknown, state: ServiceState, depth = 1): Test {
	if (depth > MAX_DEPTH) {
		throw refuse(
			`Filter nesting is too deep (max ${MAX_DEPTH}); found depth ${depth}`,
			'max_depth_exceeded',
		);
	}
	if (!isRecord(node))
		throw refuse('Each filter node must be a JSON object', 'invalid_filter_node');

	const entries = Object.entries(node);
	if (entries.length === 0) throw refuse('Filter objects must not be empty', 'empty_filter_object');

	const operator = entries.find(([name]) => ['and', 'or', 'not'].includes(name.toLowerCase()));
	if (operator === undefined) {
		const tests = entries.map(([name, value]) => readCondition(name, value, state));

		return (item) => tests.every((matches) => matches(item));
	}

	const [name, inner] = operator;
	if (entries.length > 1) {
		throw refuse(
			`Cannot mix logical operator '${name}' with field keys at the same level`,
			'mixed_operator_and_fields',
		);
	}

	if (name.toLowerCase() === 'not') {
		const matches = readConditions(inner, state, depth + 1);

		return (item) => !matches(item);
	}

	if (!Array.isArray(inner) || inner.length === 0) {
		throw refuse(
			`'${name}' must be a non-empty list of filter objects`,
			'invalid_operator_children',
		);
	}

	const tests = inner.map((child: unknown) => readConditions(child, state, depth + 1));

	return name.toLowerCase() === 'or'
		? (item) => tests.some((matches) => matches(item))
		: (item) => tests.every((matches) => matches(item));
}

/** A work item as the search returns it: the eleven fields of the SDKs (row 474). */
const toHit = (
	{ projects, workspace }: ServiceState,
	{
		id: itemId,
		name,
		sequence_id,
		project,
		type,
		state,
		priority,
		target_date,
		start_date,
	}: WorkItem,
) => ({
	id: itemId,
	name,
	sequence_id,
	project_identifier: projects.find((row) => row.id === project)?.identifier,
	project_id: project,
	workspace_id: workspace.id,
	type_id: type,
	state_id: state,
	priority,
	target_date,
	start_date,
});

/** Finds the work items with a text in their name or key that meet conditions, in a project or in all of them. */
export const defineAdvancedSearch =
	(state: ServiceState) =>
	({ body }: Call): Answer => {
		const { query, filters, limit, project_id: projectId, workspace_search: everywhere } = body;
		if (projectId === undefined && everywhere !== true) {
			throw new Refusal(badRequest('project_id is required without workspace_search.'));
		}

		const matches = filters === undefined ? () => true : readConditions(filters, state);
		const text = typeof query === 'string' ? query.toLowerCase() : '';
		const hits = state.workItems.filter(
			(item) =>
				isListed(state, item) &&
				(projectId === undefined || everywhere === true || item.project === projectId) &&
				item.name.toLowerCase().includes(text) &&
				matches(item),
		);

		return ok(
			hits
				.slice(0, typeof limit === 'number' ? limit : undefined)
				.map((item) => toHit(state, item)),
		);
	};
