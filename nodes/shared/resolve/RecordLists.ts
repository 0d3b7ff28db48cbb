import type { JsonObject } from 'n8n-workflow';

import type { Client } from '../client/client';
import { withoutResponse } from '../client/requestResult';
import { findOnlyParent, type RecordList } from '../fields/field';
import { isJsonObject } from '../values/json';
import { projects as projectList } from '../lists/lists';
import { listPlaceholders } from '../lists/picker';
import type { RequestTarget } from '../model/call';
import { placeKey, placeWithin } from '../model/place';
import { parseListPage } from '../pagination/envelope';
import { PAGE_SIZE, buildPageQuery } from '../pagination/pageQuery';
import type { ListRef, ListSource } from '../records/ListSource';
import { isProblem, type Problem, type Result } from '../result/problem';
import { readRequest } from '../transport/request';
import type { Projects } from './Projects';
import { ReadOnce } from './ReadOnce';
import { readOnlyParent } from './readOnlyParent';

export type Rows = readonly JsonObject[];

/** The path parameter of the parent that nobody chooses; none if the list has no such parent. */
type OnlyParent = Readonly<Record<string, string>>;

/** A list of records, below the records in the path of a target. */
export interface ListPlace {
	readonly target: RequestTarget;
	readonly source: RecordList;
	/** The path parameters that the list belongs to, by their wire names. */
	readonly parents: Readonly<Record<string, string>>;
}

/**
 * The target for reading a list. If only the commercial editions have the list, errors are about the list and its
 * plan, and not about the operation that needs it.
 */
function buildListTarget(
	target: RequestTarget,
	{ plan, feature, records }: RecordList,
	path: ListPlace['parents'],
): RequestTarget {
	if (plan === undefined) return { ...target, path };

	const { workspace, displayNames, operation } = target;

	return {
		kind: 'read',
		workspace,
		path,
		...(displayNames && { displayNames }),
		operation: {
			action: `List the ${records}`,
			locators: operation.locators,
			plan,
			...(feature && { feature }),
		},
	};
}

/** The list at a place, in the parent that nobody chooses. */
function toListRef({ target, source, parents }: ListPlace, onlyParent: OnlyParent = {}): ListRef {
	const { path, rowQuery, paging } = source;
	const about = buildListTarget(target, source, { ...parents, ...onlyParent });

	return {
		place: about,
		path,
		about,
		...(rowQuery && { query: rowQuery }),
		...(paging && { paging }),
	};
}

/** The path parameters of a target that a list belongs to, by their wire names. */
export function selectParents(target: RequestTarget, source: RecordList): ListPlace['parents'] {
	const parents: Record<string, string> = {};

	for (const wire of listPlaceholders(source.path)) {
		const value = target.path[wire];
		if (value !== undefined) parents[wire] = value;
	}

	return parents;
}

/** The lists that names are looked up in, and single records of them, each read once in a run. */
export class RecordLists {
	/** First pages and single records. */
	private readonly parts = new ReadOnce<Rows>();
	private readonly onlyParents = new ReadOnce<OnlyParent>();
	/** The rows that `projects` knows. */
	private readonly noted = new WeakSet<Rows>();

	constructor(
		private readonly client: Client,
		private readonly lists: ListSource,
		private readonly projects: Projects,
	) {}

	/** Reads all rows of a list. @returns undefined if the server has no such list */
	async read(place: ListPlace): Promise<Result<Rows | undefined>> {
		const onlyParent = await this.readOnlyParent(place);
		if (isProblem(onlyParent)) return onlyParent;

		const list = toListRef(place, onlyParent);
		const result = await this.lists.readAvailable(list);
		if (isProblem(result)) return result.isUnsupported === true ? undefined : result;

		this.noteProjects(list.about, place.source, result.rows);

		return result.rows;
	}

	/** Why a list that was read lacks rows, or undefined if it has all: for whoever concludes what does not exist. */
	async findGap(place: ListPlace): Promise<Problem | undefined> {
		const onlyParent = await this.readOnlyParent(place);
		if (isProblem(onlyParent)) return onlyParent;

		const result = await this.lists.read(toListRef(place, onlyParent));

		return isProblem(result) && result.isUnsupported !== true ? result : undefined;
	}

	/** Reads another list in the same place. @returns no rows if the server does not return it */
	async readIfPossible(place: ListPlace, source: RecordList): Promise<Rows> {
		const rows = await this.read({ ...place, source });

		return rows === undefined || isProblem(rows) ? [] : rows;
	}

	/** Reads the first rows of a list, or returns all of them if they were read before. */
	async readFirstPage({ target, source }: ListPlace): Promise<Result<Rows>> {
		const rows = await this.lists.readEarlier(toListRef({ target, source, parents: {} }));
		if (rows.length > 0) return rows;

		const key = [target.workspace, source.path, 'first'].join('\n');

		return await this.parts.read(key, async () => await this.loadFirstPage(target, source));
	}

	/** Reads one record of a list, once in a run. @returns no rows if the server returns none */
	async readRecord(target: RequestTarget, { path }: RecordList, id: string): Promise<Result<Rows>> {
		const key = [target.workspace, path, id].join('\n');

		return await this.parts.read(key, async () => {
			const place = placeWithin(target, { record_id: id });
			const request = readRequest(`${path}{record_id}/`);
			const response = await this.client.send(place, request, { about: target });
			if (isProblem(response)) return withoutResponse(response);

			return isJsonObject(response.json) ? [response.json] : [];
		});
	}

	/** Why a list is empty: its project is archived, or has no such records. @returns undefined if unknown */
	async explainEmpty({ target, parents, source }: ListPlace): Promise<Problem | undefined> {
		const { emptyIf } = source;
		const place = { workspace: target.workspace, path: parents };
		const feature = emptyIf?.kind === 'archivedOrTurnedOff' ? emptyIf.feature : undefined;

		return await this.projects.explainMissingRecords(target, place, feature);
	}

	/** Reads the ID of the parent that nobody chooses, once in a run. */
	private async readOnlyParent({
		target,
		source,
		parents,
	}: ListPlace): Promise<Result<OnlyParent>> {
		if (findOnlyParent(source) === undefined) return {};

		const place = { ...target, path: parents };

		return await this.onlyParents.read(
			placeKey(place, source.path),
			async () => await readOnlyParent(this.client, place, source),
		);
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
		if (this.noted.has(rows)) return;

		this.noted.add(rows);
		if (source.path === projectList.path) this.projects.rememberRecords(place.workspace, rows);
		if (source.emptyIf !== undefined && rows.length > 0) this.projects.rememberActive(place);
	}
}
