import type { JsonObject } from 'n8n-workflow';

import type { Call } from '../../../shared/model/call';
import type { ListPage } from '../../../shared/pagination/envelope';
import type { PageQuery } from '../../../shared/pagination/pageQuery';
import { paginate } from '../../../shared/pagination/paginate';
import type { CollectedList } from '../../../shared/pagination/RowCollector';
import { passesOwnFilters } from '../../../shared/pagination/rowFilter';
import {
	fetchByLimit,
	parseGroups,
	parsePageOrWholeList,
	parseWholeList,
} from '../../../shared/pagination/unpagedLists';
import { isProblem, type Result } from '../../../shared/result/problem';
import type { ServiceRequest } from '../../../shared/transport/request';
import type { Services } from '../services';
import { buildSearchBody } from './buildSearchBody';
import { ContainerFilters, selectFromContainer } from './ContainerFilters';
import { findUniqueOrder } from '../../../shared/operations/shared/paging';

/** Reads the rows of lists. */
export class ListCollector {
	private readonly containers: ContainerFilters;

	constructor(
		private readonly services: Pick<Services, 'client' | 'listSource' | 'projects' | 'scheduler'>,
	) {
		this.containers = new ContainerFilters(services);
	}

	/** Reads the rows that a list selects, as the server returns them. */
	async collect(call: Call<'list'>): Promise<Result<CollectedList>> {
		const reading = await this.containers.apply(call);
		if (isProblem(reading)) return reading;

		const collected = await paginate(reading.query, {
			...this.services.scheduler.paging,
			stableOrder: findUniqueOrder(call.operation),
			fetch: async (page) => await this.fetchPage(reading, page),
		});
		if (isProblem(collected)) return collected;
		if (collected.statistics.received > 0) return selectFromContainer(call, collected);

		return (await this.services.projects.explainEmptyList(call)) ?? collected;
	}

	/** Fetches one page, or the whole list if it is not paged. */
	private async fetchPage(call: Call<'list'>, page: PageQuery): Promise<Result<ListPage>> {
		const { client } = this.services;
		const { paging, grouped } = call.operation;
		const { queryParameters, limit, offset } = call.query;
		if (paging === 'limitOnly') {
			const needed = {
				limit: limit === undefined ? undefined : offset + limit,
				matches: (row: JsonObject) => passesOwnFilters(row, call.query),
			};

			return await fetchByLimit(
				needed,
				async (rows) => await client.request(call, buildLimitedRequest(call, rows)),
			);
		}

		const query = paging === 'none' ? queryParameters : { ...queryParameters, ...page };
		const response = await client.request(call, { query });
		if (isProblem(response)) return response;
		if (paging === undefined) return parsePageOrWholeList(response, page);

		return grouped === undefined ? parseWholeList(response) : parseGroups(response, grouped);
	}
}

/** The parts of a request for so many rows of a list that is not paged: a search has all of it in its body. */
const buildLimitedRequest = (call: Call<'list'>, limit: number): Partial<ServiceRequest> =>
	call.operation.search === undefined
		? { query: { ...call.query.queryParameters, limit } }
		: { body: buildSearchBody(call, limit) };
