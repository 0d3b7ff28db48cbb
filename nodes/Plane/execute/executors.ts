import type { PerCall } from '../../shared/model/call';
import { executeAction, executeRemove } from './actions';
import { executeAdd } from './addIds';
import { executeAttach } from './attachFiles';
import { createRecord } from './createRecord';
import { type Execution, type JobResult, outputsOf } from './execution';
import { readRecord, readRecords } from './readRecords';
import { withTurnedOff } from './write/turnOffElsewhere';
import { updateRecord } from './updateRecord';
import { executeUpload } from './uploadResult';

/**
 * How a call of each kind is carried out, with all the requests that it takes.
 *
 * `showed` is called when the service has shown what the other calls can expect, where there is more
 * to do than to ask it.
 */
export const EXECUTORS: PerCall<Promise<JobResult>, [execution: Execution, showed: () => void]> = {
	list: readRecords,
	get: readRecord,
	create: async (call, execution) =>
		await withTurnedOff(call, execution, async () => await createRecord(call, execution)),
	update: async (call, execution) =>
		await withTurnedOff(call, execution, async () => await updateRecord(call, execution)),
	action: executeAction,
	add: executeAdd,
	remove: executeRemove,
	attach: executeAttach,
	upload: async (call, { client }) => outputsOf(await executeUpload(call, client)),
};
