import type { JsonObject, JsonValue } from 'n8n-workflow';

import type { Outcome } from '../../../nodes/shared/transport/response';
import type { ReceivedRequest, Respond } from '../fakePlane';
import { jsonResponse } from '../responses';

/** A work item of the fake server. */
export interface StoredItem {
	readonly id: string;
	readonly project: string;
	readonly sequence: number;
	readonly name: string;
	readonly priority: string;
	readonly state: string;
	readonly assignees: readonly string[];
	readonly labels: readonly string[];
	readonly parent: string | null;
	readonly cycle: string | null;
	readonly start: string | null;
	readonly target: string | null;
	readonly createdBy: string;
	readonly createdAt: string;
	readonly updatedAt: string;
	readonly isArchived?: boolean;
	readonly isEpic?: boolean;
	/** Labels and assignees that were removed, but are still shown by API v2 (row 516). */
	readonly removedLabels?: readonly string[];
}

/** The groups of the states of the fake server. */
export const STATE_GROUPS: Readonly<Record<string, string>> = {
	s1: 'backlog',
	s2: 'unstarted',
	s3: 'started',
	s4: 'completed',
	s5: 'triage',
};

/** What the fake server does otherwise. */
export interface TwoInterfaceOptions {
	/** The answer to every request below `api/v2`. */
	readonly apiV2Answer?: Outcome;
	/** Filters of API v2 that it ignores, as it does with those that it does not know. */
	readonly ignoredFilters?: readonly string[];
	/** Whether it has the list of the workspace in API v1 (row 483). */
	readonly hasWorkspaceList?: boolean;
	/** Is called before each request is answered. */
	readonly onRequest?: (request: ReceivedRequest, items: StoredItem[]) => void;
}

/**
 * A server with the lists of work items in API v1 (rows 5 to 7 and 28) and in API v2
 * (interface/v2/samples/work-items), which show the same records.
 */
export function twoInterfaces(
	items: StoredItem[],
	{
		apiV2Answer,
		ignoredFilters = [],
		hasWorkspaceList = false,
		onRequest,
	}: TwoInterfaceOptions = {},
): Respond {
	return (request) => {
		onRequest?.(request, items);

		const { route, query } = request;
		const [, scope = '', id] = /^GET (?:v2\/)?(.*?)work-items\/(?:([^/]+)\/)?$/.exec(route) ?? [];
		const [, project] = /^projects\/([^/]+)\/$/.exec(scope) ?? [];
		const container = /^GET projects\/([^/]+)\/cycles\/([^/]+)\/cycle-issues\/$/.exec(route);
		const listed = items.filter(({ isArchived }) => isArchived !== true);
		const inScope = listed.filter((item) => project === undefined || item.project === project);

		if (route.startsWith('GET v2/')) {
			return apiV2Answer ?? listInApiV2(inScope, query, ignoredFilters);
		}

		if (container !== null) {
			const own = listed.filter(
				(item) => item.project === container[1] && item.cycle === container[2],
			);

			return listInApiV1(own, query);
		}

		if (id !== undefined) {
			const item = items.find((row) => row.id === id);

			return item === undefined
				? jsonResponse({ error: 'The requested resource does not exist.' }, 404)
				: jsonResponse(showInApiV1(item, query));
		}

		return project === undefined && !hasWorkspaceList
			? jsonResponse({ error: 'Page not found.' }, 404)
			: listInApiV1(inScope, query);
	};
}

function showInApiV1(item: StoredItem, query: URLSearchParams): JsonObject {
	const expand = (query.get('expand') ?? '').split(',');
	const row: JsonObject = {
		id: item.id,
		name: item.name,
		description_html: `<p>${item.name}</p>`,
		priority: item.priority,
		sequence_id: item.sequence,
		state: expand.includes('state')
			? { id: item.state, name: `State ${item.state}`, group: STATE_GROUPS[item.state] ?? '' }
			: item.state,
		assignees: item.assignees.map((id) =>
			expand.includes('assignees') ? { id, display_name: `user ${id}` } : id,
		),
		labels: [...item.labels],
		parent: item.parent,
		project: expand.includes('project')
			? { id: item.project, identifier: item.project.toUpperCase() }
			: item.project,
		start_date: item.start,
		target_date: item.target,
		created_by: item.createdBy,
		// In the time zone of the user.
		created_at: item.createdAt.replace('Z', '+00:00'),
		updated_at: item.updatedAt.replace('Z', '+00:00'),
		archived_at: item.isArchived === true ? '2026-01-01' : null,
		is_draft: false,
	};
	const fields = query.get('fields')?.split(',');

	return fields === undefined
		? row
		: Object.fromEntries(Object.entries(row).filter(([name]) => fields.includes(name)));
}

const toText = (value: JsonValue | undefined): string =>
	typeof value === 'string' ? value : JSON.stringify(value ?? null);

const PRIORITIES = ['urgent', 'high', 'medium', 'low', 'none'];

function listInApiV1(items: readonly StoredItem[], query: URLSearchParams): Outcome {
	const orderBy = query.get('order_by') ?? '-created_at';
	const field = orderBy.replace('-', '');
	const sign = orderBy.startsWith('-') ? -1 : 1;

	const keyOf = (item: StoredItem): string => {
		const value = showInApiV1(item, new URLSearchParams())[field];
		if (field === 'priority') return String(PRIORITIES.indexOf(item.priority));

		return toText(value ?? '~').padStart(12, '0');
	};

	const sorted = items.toSorted((a, b) => sign * (keyOf(a) < keyOf(b) ? -1 : 1));
	const size = Number(query.get('per_page') ?? 100);
	const page = Number(query.get('cursor')?.split(':')[1] ?? 0);
	const rows = sorted.slice(page * size, (page + 1) * size);

	return jsonResponse({
		results: rows.map((item) => showInApiV1(item, query)),
		total_count: sorted.length,
		next_cursor: `${size}:${page + 1}:0`,
		next_page_results: (page + 1) * size < sorted.length,
	});
}

function showInApiV2(item: StoredItem): JsonObject {
	return {
		id: item.id,
		name: item.name,
		identifier: `${item.project.toUpperCase()}-${item.sequence}`,
		sequence_id: item.sequence,
		priority: item.priority,
		state_id: item.state,
		state: { id: item.state, name: `State ${item.state}`, group: STATE_GROUPS[item.state] ?? '' },
		type_id: item.isEpic === true ? 't2' : null,
		type: item.isEpic === true ? { id: 't2', name: 'Epic', is_epic: true } : null,
		assignee_ids: [...item.assignees],
		label_ids: [...item.labels, ...(item.removedLabels ?? [])],
		parent_id: item.parent,
		cycle_id: item.cycle,
		module_ids: [],
		project_id: item.project,
		start_date: item.start,
		target_date: item.target,
		is_draft: false,
		archived_at: null,
		created_at: item.createdAt,
		created_by_id: item.createdBy,
	};
}

/** The field of a row that a filter of API v2 tests. */
function readFilterField(item: StoredItem, name: string): readonly (JsonValue | undefined)[] {
	const row = showInApiV2(item);
	const values: Readonly<Record<string, JsonValue | undefined>> = {
		...row,
		state_group: STATE_GROUPS[item.state],
		assignee_id: row.assignee_ids,
		label_id: row.label_ids,
		updated_at: item.updatedAt,
	};

	return [values[name]].flat();
}

function passesFilter(item: StoredItem, name: string, text: string): boolean {
	const [, field = '', operator] = /^(\w+?)(?:__(\w+))?$/.exec(name) ?? [];
	const values = readFilterField(item, field).filter((value) => value !== null);

	switch (operator) {
		case 'in':
			return values.some((value) => text.split(',').includes(toText(value)));
		case 'isnull':
			return (values.length === 0) === (text === 'true');
		case 'gte':
			return values.some((value) => toText(value) >= text);
		case 'lte':
			return values.some((value) => toText(value) <= text);
		default:
			return values.some((value) => toText(value) === text);
	}
}

function listInApiV2(
	items: readonly StoredItem[],
	query: URLSearchParams,
	ignoredFilters: readonly string[],
): Outcome {
	const filters = [...query].filter(
		([name]) => !['expand', 'per_page', ...ignoredFilters].includes(name),
	);
	const matching = items.filter((item) =>
		filters.every(([name, text]) => passesFilter(item, name, text)),
	);
	const size = Number(query.get('per_page') ?? 50);

	return jsonResponse({
		data: matching.slice(0, size).map(showInApiV2),
		next: matching.length > size ? size : null,
		previous: null,
		total_count: matching.length,
		pagination: { style: 'offset' },
	});
}
