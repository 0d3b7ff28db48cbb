import type { JsonObject } from 'n8n-workflow';

import { isMissingPlace, type RequestProblem } from '../../../shared/client/requestResult';
import type { Call, ContainerTest, ListQuery, RowTest } from '../../../shared/model/call';
import { compareBy } from '../../../shared/pagination/mergeSorted';
import { findRequestedOrder } from '../../../shared/pagination/requestedOrder';
import type { CollectedList } from '../../../shared/pagination/RowCollector';
import { readRowId } from '../../../shared/records/ListSource';
import { isProblem, type Result } from '../../../shared/result/problem';
import type { Services } from '../services';
import { type ContainedIds, ContainerContents } from './ContainerContents';

/** A filter by one container. */
type ChosenContainer = Extract<ContainerTest, { kind: 'inOne' }>;

/** The container whose list is read instead of the whole list, or undefined for the whole list. */
const findContainer = ({ query }: Call<'list'>): ChosenContainer | undefined =>
	query.containers?.find((test) => test.kind === 'inOne');

/** Filters lists by what contains their rows: cycles and modules. */
export class ContainerFilters {
	private readonly contents: ContainerContents;

	constructor(services: Pick<Services, 'listSource' | 'scheduler'>) {
		this.contents = new ContainerContents(services);
	}

	/**
	 * Applies the filters by what contains a row: reads the other lists that they need. If one of them chooses a
	 * container, its list is read instead of the whole list, which is mostly much longer.
	 *
	 * @returns the call that reads the rows; `selectFromContainer` sorts and selects them
	 */
	async apply(call: Call<'list'>): Promise<Result<Call<'list'>>> {
		const container = findContainer(call);
		const rowTests: RowTest[] = [...(call.query.rowTests ?? [])];

		for (const test of call.query.containers ?? []) {
			if (test === container) continue;

			const ids = await this.readContainedIds(call, test);
			if (isProblem(ids)) return ids;

			const isContained = test.kind !== 'inNone';

			rowTests.push({
				field: test.field,
				matches: (row) => ids.has(readRowId(row)) === isContained,
			});
		}

		const query = { ...call.query, rowTests };

		return container === undefined
			? { ...call, query }
			: readFromContainer({ ...call, query }, container);
	}

	/** The IDs of what is in a container, or in any of all containers. */
	private async readContainedIds(
		call: Call<'list'>,
		test: ContainerTest,
	): Promise<Result<ContainedIds>> {
		if (test.kind === 'inOne') {
			return await this.contents.readOne(call, test.filter, test.containerId);
		}

		const contents = await this.contents.readAll(call, test.filter);
		if (isProblem(contents)) return contents;

		return new Set([...contents.values()].flatMap((ids) => [...ids]));
	}
}

/**
 * Whether a list failed because the container that its filter chooses does not exist in its project. Some servers
 * respond with a 404 then, and others with an empty list.
 */
export const lacksContainer = (call: Call<'list'>, problem: RequestProblem): boolean =>
	findContainer(call) !== undefined && isMissingPlace(problem);

/**
 * The call that reads the list of a container. Its server neither filters it nor sorts it as the whole list (row
 * 60), so that the node does.
 */
function readFromContainer(
	call: Call<'list'>,
	{ filter, containerId }: ChosenContainer,
): Call<'list'> {
	const { operation, query } = call;
	const { field, path, placeholder } = filter;
	const { serverFilters = [] } = operation;
	const filterNames = serverFilters.map(({ wire }) => wire);
	const queryParameters = Object.entries(query.queryParameters).filter(
		([wire]) => wire !== 'order_by' && !filterNames.includes(wire),
	);
	const clientFilters = [...(query.clientFilters ?? []), ...(query.serverFilters ?? [])];
	// Without a limit: the node sorts the whole list.
	const containerQuery: ListQuery = {
		queryParameters: Object.fromEntries(queryParameters),
		clientFilters,
		...(query.rowTests && { rowTests: query.rowTests }),
		offset: 0,
	};

	return {
		...call,
		path: { ...call.path, [placeholder]: containerId },
		operation: {
			...operation,
			request: { ...operation.request, path },
			// Errors name the container, too.
			locators: [...operation.locators, { ...field, wire: placeholder }],
		},
		query: containerQuery,
	};
}

/** Sorts the rows of a container's list, and selects the rows that Limit and Offset ask for. */
export function selectFromContainer(call: Call<'list'>, list: CollectedList): CollectedList {
	if (findContainer(call) === undefined) return list;

	const { limit = Infinity, offset } = call.query;
	const { order } = findRequestedOrder(call.query);
	const sorted: JsonObject[] = list.records.toSorted(compareBy(order));

	return { ...list, order, records: sorted.slice(offset, offset + limit) };
}
