import type { JsonObject } from 'n8n-workflow';

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

/** Whether a text in HTML mentions somebody. */
const mentions = (html: unknown): boolean =>
	typeof html === 'string' && html.includes('<mention-component');
