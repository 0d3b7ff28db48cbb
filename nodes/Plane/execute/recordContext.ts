import type { JsonObject } from 'n8n-workflow';

import type { ServiceCall } from '../../shared/model/call';
import type { RecordContext } from '../../shared/operations/shared/simplifiers';
import { getValueAt } from '../../shared/values/getValueAt';
import type { Services } from './services';

/** Records, and what is shown of them. */
interface ShownRecords {
	readonly records: readonly JsonObject[];
	/**
	 * The fields with HTML that the simplified records show: if one of them mentions somebody, the users of the workspace
	 * are read, once in a run.
	 */
	readonly texts: readonly string[];
}

/** Builds the context in which records are simplified. */
export async function buildRecordContext(
	call: ServiceCall,
	{ records, texts }: ShownRecords,
	{ client, userNames }: Pick<Services, 'client' | 'userNames'>,
): Promise<RecordContext> {
	const hasMention = records.some((record) =>
		texts.some((path) => mentions(getValueAt(record, path))),
	);

	return {
		webRoot: client.webRoot,
		workspace: call.workspace,
		...(hasMention && { mentionNames: await userNames.loadForMentions(call) }),
	};
}

/** Whether a text in HTML mentions somebody. */
const mentions = (html: unknown): boolean =>
	typeof html === 'string' && html.includes('<mention-component');
