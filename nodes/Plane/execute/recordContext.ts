import type { JsonObject, JsonValue } from 'n8n-workflow';

import type { ServiceCall } from '../../shared/model/call';
import type { RecordContext } from '../../shared/operations/shared/simplifiers';
import { getValueAt } from '../../shared/rows/getValueAt';
import type { Execution } from './Execution';

/**
 * Builds the context in which records are simplified.
 *
 * @param texts the fields with HTML that the simplified records show: if one of them mentions somebody, the
 *   users of the workspace are read, once in an execution
 */
export async function buildRecordContext(
	records: readonly JsonObject[],
	texts: readonly string[],
	call: ServiceCall,
	execution: Execution,
): Promise<RecordContext> {
	const hasMention = records.some((record) =>
		texts.some((path) => mentions(getValueAt(record, path))),
	);

	return {
		webRoot: execution.client.webRoot,
		workspace: call.workspace,
		...(hasMention && { mentionNames: await execution.loadMentionNames(call) }),
	};
}

/**
 * Replaces the IDs of users by their names, which are loaded once in an execution.
 *
 * @param people the fields with the ID of a user
 */
export async function addUserNames(
	records: readonly JsonObject[],
	people: readonly string[],
	call: ServiceCall,
	execution: Execution,
): Promise<readonly JsonObject[]> {
	const hasUserIds = records.some((record) => people.some((name) => isText(record[name])));
	if (!hasUserIds) return records;

	const names = await execution.loadUserNames(call);

	return records.map((record) => {
		const withNames = { ...record };

		for (const name of people) {
			const user = names.get(record[name] ?? null);
			if (user !== undefined) withNames[name] = user;
		}

		return withNames;
	});
}

const isText = (value: JsonValue | undefined): boolean => typeof value === 'string';

/** Whether a text in HTML mentions somebody. */
const mentions = (html: unknown): boolean =>
	typeof html === 'string' && html.includes('<mention-component');
