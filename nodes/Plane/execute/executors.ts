import type { PerCall } from '../../shared/model/call';
import { executeAction, executeRemove } from './actions';
import { executeAdd } from './additions/executeAdd';
import { executeAttach } from './files/attachFiles';
import { createRecord } from './write/createRecord';
import { type Execution, type JobResult, toOutputs } from './Execution';
import { readRecord, readRecords } from './readRecords';
import { turnOffInOthers } from './write/turnOffElsewhere';
import { updateRecord } from './write/updateRecord';
import { executeUpload } from './files/uploadFile';

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
		await turnOffInOthers(call, execution, async () => await createRecord(call, execution)),
	update: async (call, execution) =>
		await turnOffInOthers(call, execution, async () => await updateRecord(call, execution)),
	action: executeAction,
	add: executeAdd,
	remove: executeRemove,
	attach: executeAttach,
	upload: async (call, { client }) => toOutputs(await executeUpload(call, client)),
};
