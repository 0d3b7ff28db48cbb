import type { JsonObject } from 'n8n-workflow';

import type { Call, ClientFilterValues } from '../../shared/model/call';
import { PROJECT } from '../../shared/operations/shared/projectScope';
import { compareBy } from '../../shared/pagination/mergeSorted';
import { paginate } from '../../shared/pagination/paginate';
import { findRequestedOrder } from '../../shared/pagination/requestedOrder';
import type { CollectedList } from '../../shared/pagination/RowCollector';
import { passesOwnFilters, TIME_FIELDS } from '../../shared/pagination/rowFilter';
import { isProblem, isUnfinished } from '../../shared/result/problem';
import type { Execution } from './Execution';
import { isInProjectList, readProjectOf } from './rowPlace';

/** The fields of a row that decide whether the list of a project has it. */
const PLACE_FIELDS = ['project', 'archived_at', 'is_draft'];

/** From so many projects on, the list of the workspace is tried: each server that lacks it costs a request. */
const MIN_PROJECTS = 3;

/**
 * Reads a list in all projects from the list of the workspace, which only newer commercial servers have (row 483).
 *
 * @param parts the list in each project
 * @returns the rows of each part, in the order of the parts; undefined if each project has to be read by itself:
 *   the server lacks the list, or its rows could be others
 */
export async function readWorkspaceList(
	call: Call<'list'>,
	parts: readonly Call<'list'>[],
	execution: Execution,
): Promise<readonly CollectedList[] | undefined> {
	const { workspacePath: path } = call.operation;
	const { lacksWorkspaceList, paging, client } = execution;
	const isUseful = parts.length >= MIN_PROJECTS && call.projects?.kind === 'all';
	if (path === undefined || !isUseful || !canReadWorkspace(call)) return undefined;
	if (lacksWorkspaceList.has(call.workspace)) return undefined;

	const query = buildWorkspaceQuery(parts);
	const list = await paginate(query, {
		...paging,
		fetch: async (page) => await client.read(call, path, { ...query.queryParameters, ...page }),
	});

	if (isProblem(list)) {
		// After a cancellation, nothing else is read either.
		if (!isUnfinished(list)) lacksWorkspaceList.add(call.workspace);

		return undefined;
	}

	const isReliable =
		list.statistics.possiblyIncomplete === undefined &&
		list.records.every((row) => readProjectOf(row) !== undefined) &&
		isCertain(list, call);

	return isReliable ? splitByProject(list, parts) : undefined;
}

/**
 * Whether the list of the workspace has the same rows. The server's filters are not documented for it, what contains a
 * row is read project by project, and a limit chooses others among equal rows unless the order is by time.
 */
function canReadWorkspace({ query }: Call<'list'>): boolean {
	const { serverFilters = [], containers = [], limit } = query;
	const { order } = findRequestedOrder(query);
	const isOrderCertain = limit === undefined || TIME_FIELDS.includes(order.replace(/^-/, ''));

	return serverFilters.length === 0 && containers.length === 0 && isOrderCertain;
}

/** The query of the whole, whose rows have to pass the filters of the part that they belong to. */
function buildWorkspaceQuery(parts: readonly Call<'list'>[]): Call<'list'>['query'] {
	const [first] = parts;
	if (first === undefined) throw new RangeError('There are no parts');

	const { limit, offset, queryParameters, clientFilters = [] } = first.query;
	const partsById = new Map(parts.map((part) => [part.path[PROJECT] ?? '', part]));
	const [sharedFilters, otherFilters] = separateFilters(clientFilters, parts);

	const isOfPart = (row: JsonObject): boolean => {
		const project = readProjectOf(row);
		// It is refused later.
		if (project === undefined) return true;

		const part = partsById.get(project);

		return part !== undefined && isInProjectList(row) && passesOwnFilters(row, part.query);
	};

	const names = otherFilters.map(({ displayName }) => displayName);
	const { fields } = queryParameters;

	return {
		...first.query,
		queryParameters: {
			...queryParameters,
			...(fields !== undefined && {
				fields: [...new Set([...fields.split(','), ...PLACE_FIELDS])].join(','),
			}),
		},
		clientFilters: sharedFilters,
		rowTests: [{ displayName: names[0] ?? 'Projects', matches: isOfPart }],
		offset: 0,
		// One row more shows whether the last one was chosen among equal rows.
		...(limit !== undefined && { limit: offset + limit + 1 }),
	};
}

/** Separates the filters that are the same in each project from those whose values belong to one. */
function separateFilters(
	filters: readonly ClientFilterValues[],
	parts: readonly Call<'list'>[],
): readonly [ClientFilterValues[], ClientFilterValues[]] {
	const isShared = (filter: ClientFilterValues) =>
		parts.every(({ query: { clientFilters = [] } }) =>
			clientFilters.some((other) => JSON.stringify(other) === JSON.stringify(filter)),
		);

	return [filters.filter(isShared), filters.filter((filter) => !isShared(filter))];
}

/**
 * Whether the lists of the projects have the same first rows: the server has sorted them as it should, and the one
 * after the limit is not equal to the last one.
 */
function isCertain({ order, records }: CollectedList, { operation, query }: Call<'list'>): boolean {
	const { limit, offset } = query;
	if (limit === undefined) return true;

	const compare = compareBy(order, operation.valueOrders);

	return records.every((row, index) => {
		const previous = records[index - 1];
		if (previous === undefined) return true;

		const difference = compare(previous, row);

		return index === offset + limit ? difference < 0 : difference <= 0;
	});
}

/** The rows of each part. The statistics of the whole are those of the first. */
function splitByProject(
	{ order, records, statistics }: CollectedList,
	parts: readonly Call<'list'>[],
): readonly CollectedList[] {
	const rowsById = new Map<string, JsonObject[]>();

	for (const row of records) {
		const id = readProjectOf(row) ?? '';
		const rows = rowsById.get(id) ?? [];

		rows.push(row);
		rowsById.set(id, rows);
	}

	return parts.map((part, index) => {
		const counts = index === 0 ? statistics : { received: 0, matching: 0, withoutValue: 0 };

		return {
			order,
			records: rowsById.get(part.path[PROJECT] ?? '') ?? [],
			statistics: { ...statistics, ...counts },
		};
	});
}
