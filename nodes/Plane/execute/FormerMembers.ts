import { asText } from '../../shared/fields/text';
import { isJsonObject } from '../../shared/fields/json';
import type { Call } from '../../shared/model/call';
import { placeKey } from '../../shared/model/place';
import type { Client } from '../../shared/client/client';
import { paginate } from '../../shared/pagination/paginate';
import type { Paging } from '../../shared/pagination/PageFetcher';
import { readMemberStatus } from '../../shared/resolve/memberStatus';
import { isProblem } from '../../shared/result/problem';

type Ids = ReadonlySet<string>;

/** Finds ended memberships, if the server shows them (row 220). Each list is read once. */
export class FormerMembers {
	private readonly lists = new Map<string, Promise<Ids>>();

	constructor(
		private readonly client: Client,
		private readonly paging: Omit<Paging, 'fetch'>,
	) {}

	/** Whether the membership that a call would end has already ended. The server would accept the call again. */
	async hasAlreadyLeft(call: Call<'action'>): Promise<boolean> {
		const { formerMembers, request } = call.operation;
		if (formerMembers === undefined) return false;

		const formerIds = await this.readOnce(call, formerMembers.path);
		if (formerIds.size === 0) return false;

		const response = await this.client.read(call, request.path);
		if (isProblem(response) || !isJsonObject(response.json)) return false;

		const { json } = response;

		return formerIds.has(asText(json[formerMembers.userField]) ?? asText(json.id) ?? '');
	}

	private async readOnce(call: Call<'action'>, path: string): Promise<Ids> {
		const key = placeKey(call, path);
		const reading = this.lists.get(key) ?? this.read(call, path);

		this.lists.set(key, reading);

		return await reading;
	}

	/** The IDs of the users who are no longer active; none if the server has no such list. */
	private async read(call: Call<'action'>, path: string): Promise<Ids> {
		const list = await paginate(
			{ queryParameters: {}, offset: 0 },
			{
				...this.paging,
				fetch: async (page) => await this.client.read(call, path, { ...page }),
			},
		);
		if (isProblem(list)) return new Set();

		const former = list.records.filter((row) => readMemberStatus(row).isActive === false);

		return new Set(former.map(({ id }) => asText(id) ?? ''));
	}
}
