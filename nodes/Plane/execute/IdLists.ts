import type { JsonObject } from 'n8n-workflow';

import type { Client } from '../../shared/client/client';
import { withoutResponse } from '../../shared/client/requestResult';
import { isUnsupported } from '../../shared/errors/notFound';
import { normalizeId } from '../../shared/fields/identifier';
import { asText } from '../../shared/fields/text';
import type { RequestTarget } from '../../shared/model/call';
import { type Place, placeKey } from '../../shared/model/place';
import { paginate } from '../../shared/pagination/paginate';
import type { Paging } from '../../shared/pagination/PageFetcher';
import { isProblem, type Result } from '../../shared/result/problem';
import { readRequest } from '../../shared/transport/request';

export type Ids = ReadonlySet<string>;

/** The query of a list of which only the IDs are needed: these, and what `paginate` needs to read it to its end. */
export const ROW_FIELDS = { fields: 'id,created_at,updated_at' };

/** A list of which only the IDs are needed. */
interface IdList {
	/** Below the workspace of its place. */
	readonly path: string;
	readonly query?: Readonly<Record<string, string>>;
	/** What errors refer to. */
	readonly about: RequestTarget;
}

/** Reads the IDs of the rows of lists. Each list is read once in an execution. */
export class IdLists {
	private readonly lists = new Map<string, Promise<Result<Ids>>>();

	constructor(
		private readonly client: Client,
		private readonly paging: Omit<Paging, 'fetch'>,
	) {}

	/** @returns the IDs; none if the server has no such list, e.g. of archived cycles */
	async read(place: Place, { path, query = {}, about }: IdList): Promise<Result<Ids>> {
		const key = placeKey(place, path);
		const loading = this.lists.get(key) ?? this.load(place, { path, query, about });

		this.lists.set(key, loading);

		return await loading;
	}

	private async load(place: Place, { path, query, about }: IdList): Promise<Result<Ids>> {
		const { client, paging } = this;
		const server = { lacksList: false };

		const list = await paginate(
			{ queryParameters: {}, offset: 0 },
			{
				...paging,
				fetch: async (page) => {
					const request = readRequest(path, { ...query, ...page });
					const response = await client.send(place, request, { about });

					server.lacksList = isProblem(response) && isUnsupported(response.response, about);

					return response;
				},
			},
		);
		if (server.lacksList) return new Set();

		return isProblem(list) ? withoutResponse(list) : new Set(list.records.map(readRowId));
	}
}

/** The ID of a row, or `''` if it has none. */
export const readRowId = ({ id }: JsonObject): string => normalizeId(asText(id) ?? '');
