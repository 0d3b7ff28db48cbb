import type { JsonObject } from 'n8n-workflow';

import type { RequestProblem } from '../../../shared/client/requestResult';
import type { Call } from '../../../shared/model/call';
import { placeWithin } from '../../../shared/model/place';
import { isProblem, type Result } from '../../../shared/result/problem';
import type { ServiceRequest } from '../../../shared/transport/request';
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
): Promise<Result<readonly JsonObject[], RequestProblem>> {
	const place = placeWithin(call, { id });
	const request: ServiceRequest = { ...recordRequest(call), effect: 'change', body };
	const sendAlone = async () => await execution.client.send(place, request, { about: call });
	const response = await execution.sharedWrites.send({
		call,
		action: 'update',
		id,
		body,
		sendAlone,
	});
	const records = isProblem(response) ? response : recordsInResponse(response, call);

	return isProblem(records) ? records : records.map((record) => ({ id, ...record }));
}
