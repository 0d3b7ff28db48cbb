import type { JsonObject, JsonValue } from 'n8n-workflow';

import { members } from '../../shared/lists/lists';
import type { ServiceCall } from '../../shared/model/call';
import { chooseMentionNames } from '../../shared/resolve/mentions';
import type { RecordLists, Rows } from '../../shared/resolve/RecordLists';
import { readFirstText } from '../../shared/values/readFirstText';

/** The names of the users of a workspace, which are read once in a run; none if the server does not list them. */
export class UserNames {
	constructor(private readonly lists: RecordLists) {}

	/** The display names of the users, by ID. */
	async load(call: ServiceCall): Promise<ReadonlyMap<JsonValue, string>> {
		const rows = await this.loadUsers(call);

		return new Map(
			rows.map((row) => [row.id ?? null, readFirstText(row, 'display_name', 'email')]),
		);
	}

	/** How mentions refer to the users, by ID. */
	async loadForMentions(call: ServiceCall): Promise<ReadonlyMap<unknown, string>> {
		return chooseMentionNames(await this.loadUsers(call));
	}

	/**
	 * Replaces the IDs of users in records by their names.
	 *
	 * @param people the fields with the ID of a user
	 */
	async replaceIds(
		records: readonly JsonObject[],
		people: readonly string[],
		call: ServiceCall,
	): Promise<readonly JsonObject[]> {
		const hasUserIds = records.some((record) => people.some((name) => isText(record[name])));
		if (!hasUserIds) return records;

		const names = await this.load(call);

		return records.map((record) => {
			const withNames = { ...record };

			for (const name of people) {
				const user = names.get(record[name] ?? null);
				if (user !== undefined) withNames[name] = user;
			}

			return withNames;
		});
	}

	private async loadUsers(call: ServiceCall): Promise<Rows> {
		return await this.lists.readIfPossible({ target: call, source: members, parents: {} }, members);
	}
}

const isText = (value: JsonValue | undefined): boolean => typeof value === 'string';
