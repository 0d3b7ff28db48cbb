import type { JsonObject } from 'n8n-workflow';

import { isHiddenPlace } from '../../../shared/client/requestResult';
import { getShownName } from '../../../shared/errors/pathParameters';
import { withOtherProjects } from '../../../shared/errors/problemFrom';
import type { Call } from '../../../shared/model/call';
import { PROJECT } from '../../../shared/operations/shared/projectScope';
import { mergeSorted } from '../../../shared/pagination/mergeSorted';
import type { CollectedList, ListStatistics } from '../../../shared/pagination/RowCollector';
import { toRowKey } from '../../../shared/pagination/rowKey';
import {
	findMainFailure,
	isProblem,
	type Problem,
	type Result,
} from '../../../shared/result/problem';
import { mapConcurrently } from '../../../shared/scheduler/mapConcurrently';
import type { Services } from '../services';
import { lacksContainer } from './ContainerFilters';
import { ListCollector } from './ListCollector';
import type { ListOfEachProject, ListPlan, OneList } from './planList';

/** The records that a list selects, as the servers returned them. */
export interface SelectedRecords {
	/** In the order of the output, with the list that each is from: its key and its address depend on the project. */
	readonly records: ReadonlyMap<JsonObject, Call<'list'>>;
	/** About the rows of each list. */
	readonly statistics: readonly ListStatistics[];
	/** The names of the projects that are left out because the user of the credential may not see them. */
	readonly hiddenProjects: readonly string[];
}

/** The rows of one project, or why they could not be read. */
interface PartResult {
	readonly part: Call<'list'>;
	readonly list: Result<CollectedList>;
}

/** Reads the records that lists select. */
export class ListReader {
	private readonly collector: ListCollector;

	constructor(private readonly services: Services) {
		this.collector = new ListCollector(services);
	}

	/** Reads the lists of a plan. */
	async read(plan: ListPlan): Promise<Result<SelectedRecords>> {
		switch (plan.kind) {
			case 'oneList':
				return await this.readOneList(plan);
			case 'eachProject':
				return await this.readEachProject(plan);
			case 'nothing':
				return { records: new Map(), statistics: [], hiddenProjects: plan.closedProjects };
		}
	}

	private async readOneList({ call, closedProjects }: OneList): Promise<Result<SelectedRecords>> {
		const list = await this.collector.collect(call);
		if (isProblem(list)) return list;

		return {
			records: new Map(list.records.map((record) => [record, call])),
			statistics: [list.statistics],
			hiddenProjects: closedProjects,
		};
	}

	/**
	 * Reads a list in several projects. If a project cannot be read, the item fails, unless all projects are read and
	 * the user of the credential may not see this one.
	 */
	private async readEachProject({
		call,
		parts,
		closedProjects,
	}: ListOfEachProject): Promise<Result<SelectedRecords>> {
		const results = await this.readParts(call, parts);
		const failure = findFailure(call, results);
		if (failure !== undefined) return failure;

		const lists = results.filter(hasList);
		const hidden = results.filter(
			({ part, list }) => isProblem(list) && !lacksContainer(part, list),
		);

		return {
			records: mergeLists(call, lists),
			statistics: lists.map(({ part, list }) => ({
				...list.statistics,
				place: `project ${getProjectName(part)}`,
			})),
			hiddenProjects: [...closedProjects, ...hidden.map(({ part }) => getProjectName(part))],
		};
	}

	/** Reads the list in each project, several at the same time, until one fails. */
	private async readParts(
		call: Call<'list'>,
		parts: readonly Call<'list'>[],
	): Promise<readonly PartResult[]> {
		const results = await mapConcurrently<Call<'list'>, PartResult>(
			parts,
			{
				concurrency: this.services.scheduler.settings.concurrency,
				// The first request shows how this server differs, or that nothing works.
				firstAlone: true,
				shouldStop: ({ list }) => isProblem(list) && !isSkipped(call, list),
			},
			async (part) => ({ part, list: await this.collector.collect(part) }),
		);

		return results.filter((result) => result !== undefined);
	}
}

/**
 * Whether a project is left out: the user of the credential may not see it, or it was deleted, or it does not have
 * the cycle or module of a filter, which belongs to one project only.
 */
const isSkipped = (call: Call<'list'>, problem: Problem): boolean =>
	lacksContainer(call, problem) || (call.projects?.kind === 'all' && isHiddenPlace(problem));

/** Why the whole list cannot be returned, with the name of the project. */
function findFailure(call: Call<'list'>, results: readonly PartResult[]): Problem | undefined {
	const failed: { readonly part: Call<'list'>; readonly problem: Problem }[] = [];

	for (const { part, list } of results) {
		if (isProblem(list)) failed.push({ part, problem: list });
	}

	// If no project can be seen, or none has the cycle or module, the user has to know.
	const areAllHidden = failed.length > 0 && failed.length === results.length;
	const failures = failed.filter(({ problem }) => areAllHidden || !isSkipped(call, problem));
	const first = findMainFailure(failures);
	if (first === undefined) return undefined;

	const problem = problemInProject(first.problem, first.part);

	return results.length > 1 && lacksContainer(call, problem) ? withOtherProjects(problem) : problem;
}

/** Names the project in the message of a problem, unless the message does so itself. */
export function problemInProject(problem: Problem, part: Call<'list'>): Problem {
	const name = getProjectName(part);

	return problem.message.includes(name)
		? problem
		: { ...problem, message: `Project ${name}: ${problem.message}` };
}

const getProjectName = (part: Call<'list'>): string => getShownName(part, part.path[PROJECT] ?? '');

const hasList = (result: PartResult): result is PartResult & { readonly list: CollectedList } =>
	!isProblem(result.list);

/**
 * Merges the rows of all projects, each once, and selects the rows that Limit and Offset ask for.
 *
 * @returns the list that each record is from, in the order of the output
 */
function mergeLists(
	{ query }: Call<'list'>,
	lists: readonly (PartResult & { readonly list: CollectedList })[],
): ReadonlyMap<JsonObject, Call<'list'>> {
	const { limit = Infinity, offset } = query;
	const merged = mergeSorted(
		lists.map(({ part, list }) => ({
			...list,
			records: list.records.map((record) => ({ part, record })),
		})),
		({ record }) => record,
	);
	// A record that is moved to another project while the lists are read may be in both.
	const unique = new Map(merged.records.map((entry) => [toRowKey(entry.record), entry]));
	const selected = [...unique.values()].slice(offset, offset + limit);

	return new Map(selected.map(({ part, record }) => [record, part]));
}
