import type { JsonObject } from 'n8n-workflow';

import { isHiddenPlace } from '../../../shared/client/requestResult';
import { displayNameOf } from '../../../shared/errors/pathParameters';
import { withOtherProjects } from '../../../shared/errors/problemFrom';
import type { AcrossProjects, Call } from '../../../shared/model/call';
import { PROJECT } from '../../../shared/operations/shared/projectScope';
import { mergeSorted } from '../../../shared/pagination/mergeSorted';
import type { CollectedList } from '../../../shared/pagination/RowCollector';
import { toRowKey } from '../../../shared/pagination/rowKey';
import { isProblem, isStopped, type Problem, type Result } from '../../../shared/result/problem';
import { mapConcurrently } from '../../../shared/scheduler/mapConcurrently';
import { listUpTo } from '../../../shared/text/listUpTo';
import type { JobResult } from '../results';
import type { Services } from '../services';
import { lacksContainer } from './ContainerFilters';
import type { ListCollector } from './ListCollector';
import type { RecordFormatter } from './RecordFormatter';
import { findValueOrders } from '../../../shared/operations/shared/paging';

/** The rows of one project, or why they could not be read. */
interface PartResult {
	readonly part: Call<'list'>;
	readonly list: Result<CollectedList>;
}

/** A record, with the part of the list that it is from. */
interface Entry {
	readonly part: Call<'list'>;
	readonly record: JsonObject;
}

/** Reads lists in several projects. */
export class ProjectLists {
	constructor(
		private readonly collector: ListCollector,
		private readonly formatter: RecordFormatter,
		private readonly services: Pick<Services, 'scheduler'>,
	) {}

	/**
	 * Reads a list in several projects: Sort, Limit and Offset apply to the whole. If a project cannot be read, the
	 * item fails, unless all projects are read and the user of the credential may not see this one.
	 */
	async read(call: Call<'list'>, { parts, closedProjects }: AcrossProjects): Promise<JobResult> {
		const results = await this.readParts(call, parts);
		const failure = findFailure(call, results);
		if (failure !== undefined) return failure;

		const lists = results.filter(hasList);
		const hiddenProjects = results
			.filter(({ part, list }) => isProblem(list) && !lacksContainer(part, list))
			.map(({ part }) => nameOf(part));
		const selected = selectEntries(call, lists);
		const formatted = await this.formatEntries(selected);
		if (isProblem(formatted)) return formatted;

		return {
			kind: 'rows',
			rows: formatted,
			statistics: lists.map(({ part, list }) => ({
				...list.statistics,
				place: `project ${nameOf(part)}`,
			})),
			hints: hiddenProjectsHint([...closedProjects, ...hiddenProjects]),
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
			async (part) => ({ part, list: await this.collector.collect(withOwnLimit(part)) }),
		);

		return results.filter((result) => result !== undefined);
	}

	/**
	 * Applies Simplify and Fields in each project: keys and addresses depend on it. Keeps the order, and leaves out
	 * records that were deleted after their list was read.
	 */
	private async formatEntries(entries: readonly Entry[]): Promise<Result<readonly JsonObject[]>> {
		const formatted = new Map<Entry, JsonObject | undefined>();
		const entriesByPart = new Map<Call<'list'>, Entry[]>();

		for (const entry of entries) {
			const own = entriesByPart.get(entry.part) ?? [];

			own.push(entry);
			entriesByPart.set(entry.part, own);
		}

		for (const [part, own] of entriesByPart) {
			const raw = own.map(({ record }) => record);
			const shown = await this.formatter.formatList(raw, part);
			const records = await this.formatter.withCustomProperties(raw, shown, part);
			if (isProblem(records)) return withProjectName(records, part);

			for (const [index, entry] of own.entries()) formatted.set(entry, records[index]);
		}

		return entries.map((entry) => formatted.get(entry)).filter((record) => record !== undefined);
	}
}

/** The list of one project, with all rows that the whole may select from it. */
function withOwnLimit(part: Call<'list'>): Call<'list'> {
	const { limit, offset } = part.query;

	return {
		...part,
		query: { ...part.query, offset: 0, ...(limit !== undefined && { limit: offset + limit }) },
	};
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
	const first = failures.find(({ problem }) => !isStopped(problem)) ?? failures[0];
	if (first === undefined) return undefined;

	const problem = withProjectName(first.problem, first.part);

	return results.length > 1 && lacksContainer(call, problem) ? withOtherProjects(problem) : problem;
}

/** Names the project in the message of a problem, unless the message does so itself. */
function withProjectName(problem: Problem, part: Call<'list'>): Problem {
	const name = nameOf(part);

	return problem.message.includes(name)
		? problem
		: { ...problem, message: `Project ${name}: ${problem.message}` };
}

const nameOf = (part: Call<'list'>): string => displayNameOf(part, part.path[PROJECT] ?? '');

const hasList = (result: PartResult): result is PartResult & { readonly list: CollectedList } =>
	!isProblem(result.list);

/** Merges the rows of all projects, each once, and selects those of Limit and Offset. */
function selectEntries(
	{ query, operation }: Call<'list'>,
	lists: readonly (PartResult & { readonly list: CollectedList })[],
): readonly Entry[] {
	const { limit = Infinity, offset } = query;
	const merged = mergeSorted(
		lists.map(({ part, list }) => ({
			...list,
			records: list.records.map((record) => ({ part, record })),
		})),
		{ readRecord: ({ record }) => record, valueOrders: findValueOrders(operation) },
	);
	// A record that is moved to another project while the lists are read may be in both.
	const unique = new Map(merged.records.map((entry) => [toRowKey(entry.record), entry]));

	return [...unique.values()].slice(offset, offset + limit);
}

/** A hint about the projects that are left out because the user of the credential may not see them. */
export function hiddenProjectsHint(names: readonly string[]): readonly string[] {
	if (names.length === 0) return [];

	const [subject, reason] =
		names.length === 1
			? ['1 project was', 'is not a member of it, or it was deleted']
			: [`${names.length} projects were`, 'is not a member of them, or they were deleted'];

	return [`${subject} left out, because the user of the credential ${reason}: ${listUpTo(names)}`];
}
