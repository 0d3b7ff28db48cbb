import type { JsonObject } from 'n8n-workflow';

import type { Client } from '../client/client';
import { withoutResponse } from '../client/requestResult';
import { isUnsupported } from '../errors/notFound';
import type { RecordList } from '../fields/field';
import { isJsonObject } from '../fields/json';
import { projects as projectList } from '../lists/lists';
import { placeholdersIn } from '../lists/picker';
import type { RequestTarget } from '../model/call';
import { placeWithin } from '../model/place';
import { parseListPage } from '../pagination/envelope';
import type { Paging } from '../pagination/PageFetcher';
import { PAGE_SIZE, buildPageQuery, type PageQuery } from '../pagination/pageQuery';
import { paginate } from '../pagination/paginate';
import { asSinglePage, asSinglePageIfShort } from '../pagination/unpagedLists';
import { isProblem, type Problem, type Result } from '../result/problem';
import { readRequest } from '../transport/request';
import { findContainer } from './findContainer';
import type { Projects } from './Projects';

export type Rows = readonly JsonObject[];

/** A list of records, below the records in the path of a target. */
export interface ListPlace {
	readonly target: RequestTarget;
	readonly source: RecordList;
	/** The path parameters that the list belongs to, by their wire names. */
	readonly parents: Readonly<Record<string, string>>;
}

/** A key that is equal for the same list. */
export const listKey = ({ target, source, parents }: ListPlace): string =>
	[
		target.workspace,
		source.path,
		...Object.values(source.rowQuery ?? {}),
		...Object.values(parents),
	].join('\n');

/**
 * The target for reading a list. If only the commercial editions have the list, errors are about the list and its
 * plan, and not about the operation that needs it.
 */
function buildListTarget(
	target: RequestTarget,
	{ plan, resource, records }: RecordList,
	path: ListPlace['parents'],
): RequestTarget {
	if (plan === undefined) return { ...target, path };

	const { workspace, displayNames, operation } = target;

	return {
		workspace,
		path,
		...(displayNames && { displayNames }),
		operation: {
			action: `List the ${records}`,
			locators: operation.locators,
			plan,
			...(resource !== undefined && { resource }),
		},
	};
}

/** The path parameters of a target that a list belongs to, by their wire names. */
export function parentsOf(target: RequestTarget, source: RecordList): ListPlace['parents'] {
	const parents: Record<string, string> = {};

	for (const wire of placeholdersIn(source.path)) {
		const value = target.path[wire];
		if (value !== undefined) parents[wire] = value;
	}

	return parents;
}

/** Reads the lists that names are looked up in, each once in an execution. */
export class RecordLists {
	private readonly lists = new Map<string, Promise<Result<Rows | undefined>>>();

	constructor(
		private readonly client: Client,
		private readonly paging: Omit<Paging, 'fetch'>,
		private readonly projects: Projects,
	) {}

	/** Reads all rows of a list. @returns undefined if the server has no such list */
	async read(place: ListPlace): Promise<Result<Rows | undefined>> {
		return await this.readOnce(listKey(place), async () => await this.loadAll(place));
	}

	/** Reads another list in the same place. @returns no rows if the server does not return it */
	async readIfPossible(place: ListPlace, source: RecordList): Promise<Rows> {
		const rows = await this.read({ ...place, source });

		return rows === undefined || isProblem(rows) ? [] : rows;
	}

	/** Reads the first rows of a list. */
	async readFirstPage({ target, source }: ListPlace): Promise<Result<Rows>> {
		const key = [target.workspace, source.path, 'first'].join('\n');
		const rows = await this.readOnce(key, async () => await this.loadFirstPage(target, source));

		return rows ?? [];
	}

	/** Reads one record of a list, once in an execution. @returns no rows if the server returns none */
	async readRecord(target: RequestTarget, { path }: RecordList, id: string): Promise<Result<Rows>> {
		const key = [target.workspace, path, id].join('\n');

		const rows = await this.readOnce(key, async () => {
			const place = placeWithin(target, { record_id: id });
			const request = readRequest(`${path}{record_id}/`);
			const response = await this.client.send(place, request, { about: target });
			if (isProblem(response)) return withoutResponse(response);

			return isJsonObject(response.json) ? [response.json] : [];
		});

		return rows ?? [];
	}

	/** Why a list is empty: its project is archived, or has no such records. @returns undefined if unknown */
	async explainEmpty({ target, parents, source }: ListPlace): Promise<Problem | undefined> {
		const place = { workspace: target.workspace, path: parents };

		return await this.projects.explainMissingRecords(target, place, source.projectFeature);
	}

	private async readOnce(
		key: string,
		load: () => Promise<Result<Rows | undefined>>,
	): Promise<Result<Rows | undefined>> {
		const loading = this.lists.get(key) ?? load();

		this.lists.set(key, loading);

		return await loading;
	}

	private async loadAll({ target, source, parents }: ListPlace): Promise<Result<Rows | undefined>> {
		const container = await findContainer(this.client, { ...target, path: parents }, source);
		if (isProblem(container)) return container;

		const place = buildListTarget(target, source, { ...parents, ...container });
		const hasPages = source.isUnpaged !== true;
		const server = { lacksList: false };

		const fetch = async (page: PageQuery) => {
			const response = await this.client.read(place, source.path, {
				...source.rowQuery,
				...(hasPages && page),
			});

			server.lacksList = isProblem(response) && isUnsupported(response.response, place);

			if (isProblem(response)) return response;

			const isComplete = !hasPages || source.mayBeUnpaged === true;

			return isComplete ? asSinglePage(response) : asSinglePageIfShort(response, page);
		};

		const list = await paginate({ queryParameters: {}, offset: 0 }, { ...this.paging, fetch });
		if (server.lacksList) return undefined;
		if (isProblem(list)) return withoutResponse(list);

		this.noteProjects(place, source, list.records);

		return list.records;
	}

	private async loadFirstPage(target: RequestTarget, source: RecordList): Promise<Result<Rows>> {
		const response = await this.client.read(target, source.path, {
			...buildPageQuery(PAGE_SIZE, 0),
		});
		const page = isProblem(response) ? response : parseListPage(response);
		if (isProblem(page)) return withoutResponse(page);

		this.noteProjects(target, source, page.records);

		return page.records;
	}

	/** Remembers what the rows of a list reveal about projects. */
	private noteProjects(place: RequestTarget, source: RecordList, rows: Rows): void {
		if (source.path === projectList.path) this.projects.rememberRecords(place.workspace, rows);
		if (source.isEmptyIfArchived === true && rows.length > 0) this.projects.rememberActive(place);
	}
}
