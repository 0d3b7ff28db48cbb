import type { JsonObject } from 'n8n-workflow';

import type { Call } from '../../../shared/model/call';
import { isProblem, type Result } from '../../../shared/result/problem';
import { sendWrite } from '../bulk/sendWrite';
import type { Execution } from '../Execution';
import { recordsInResponse } from '../responseRecords';
import { recordRequest } from './recordRequest';

/**
 * Changes a record that a create has created or found.
 *
 * @returns the records in the response, with the ID
 */
export async function patchRecord(
	call: Call<'create'>,
	id: string,
	body: JsonObject,
	execution: Execution,
): Promise<Result<readonly JsonObject[]>> {
	const target = {
		...call,
		path: { ...call.path, id },
		operation: { ...call.operation, request: recordRequest(call) },
	};
	const response = await sendWrite(
		{
			call: target,
			action: 'update',
			id,
			body,
			sendAlone: async () => await execution.client.request(target, { effect: 'change', body }),
		},
		execution,
	);
	const records = isProblem(response) ? response : recordsInResponse(response, call);

	return isProblem(records) ? records : records.map((record) => ({ id, ...record }));
}
