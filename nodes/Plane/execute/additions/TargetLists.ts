import type { JsonObject } from 'n8n-workflow';

import { isUnsupported } from '../../../shared/errors/notFound';
import { normalizeId } from '../../../shared/fields/identifier';
import { asText } from '../../../shared/fields/text';
import type { Call } from '../../../shared/model/call';
import { type Client, withoutResponse } from '../../../shared/client/client';
import { paginate } from '../../../shared/pagination/paginate';
import type { Paging } from '../../../shared/pagination/PageFetcher';
import { isProblem, type Result } from '../../../shared/result/problem';

type Ids = ReadonlySet<string>;

/** The fields that `paginate` needs to read a list to its end. */
const ROW_FIELDS = { fields: 'id,created_at,updated_at' };

/** Reads which records are in cycles and modules. Each list is read once in an execution. */
export class TargetLists {
	private readonly lists = new Map<string, Promise<Result<Ids>>>();

	constructor(
		private readonly client: Client,
		private readonly paging: Omit<Paging, 'fetch'>,
	) {}

	/** The IDs of the records in the target of an addition. */
	async readIds(call: Call<'add'>): Promise<Result<Ids>> {
		return await this.readOnce(call, call.operation.request.path, ROW_FIELDS);
	}

	/** Whether a record is in another target of the same kind: a work item is in one cycle at most. */
	async isInAnother(call: Call<'add'>, id: string): Promise<Result<boolean>> {
		const { targetListPaths = [], locators } = call.operation;
		const placeholder = locators.at(-1)?.wire ?? '';

		for (const listPath of targetListPaths) {
			const targets = await this.readOnce(call, listPath);
			if (isProblem(targets)) return targets;

			for (const targetId of targets) {
				const targetCall = { ...call, path: { ...call.path, [placeholder]: targetId } };
				const ids = await this.readIds(targetCall);
				if (isProblem(ids)) return ids;
				if (ids.has(normalizeId(id))) return true;
			}
		}

		return false;
	}

	private async readOnce(
		call: Call<'add'>,
		path: string,
		query: Readonly<Record<string, string>> = {},
	): Promise<Result<Ids>> {
		const url = this.client.buildUrl(call, path);
		const loading = this.lists.get(url) ?? this.readList(call, path, query);

		this.lists.set(url, loading);

		return await loading;
	}

	/** The IDs of the rows of a list; none if the server has no such list, e.g. of archived cycles. */
	private async readList(
		call: Call<'add'>,
		path: string,
		query: Readonly<Record<string, string>>,
	): Promise<Result<Ids>> {
		const { client, paging } = this;
		const server = { lacksList: false };

		const list = await paginate(
			{ queryParameters: {}, offset: 0 },
			{
				...paging,
				fetch: async (page) => {
					const response = await client.read(call, path, { ...query, ...page });

					server.lacksList = isProblem(response) && isUnsupported(response.response, call);

					return response;
				},
			},
		);
		if (server.lacksList) return new Set();

		return isProblem(list) ? withoutResponse(list) : new Set(list.records.map(rowId));
	}
}

const rowId = ({ id }: JsonObject): string => normalizeId(asText(id) ?? '');
