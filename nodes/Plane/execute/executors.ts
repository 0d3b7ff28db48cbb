import type { Call, CallsByKind } from '../../shared/model/call';
import type { KindTable } from '../../shared/operations/kindTable';
import { executeAction, executeRemove } from './actions';
import { executeAdd } from './additions/executeAdd';
import { executeAttach } from './files/attachFiles';
import type { Execution } from './Execution';
import { type JobResult, toRows } from './results';
import { readAcrossProjects } from './readAcrossProjects';
import { readRecord, readRecords } from './readRecords';
import { searchAcrossProjects } from './searchAcrossProjects';
import { writeRecord } from './write/writeRecord';
import { executeUpload } from './files/uploadFile';

/** Reads a list in one project, in several, or in the workspace. */
async function readList(call: Call<'list'>, execution: Execution): Promise<JobResult> {
	const { acrossProjects, operation } = call;
	if (acrossProjects === undefined) return await readRecords(call, execution);

	return operation.search === undefined
		? await readAcrossProjects(call, acrossProjects, execution)
		: await searchAcrossProjects(call, acrossProjects, execution);
}

/** The create that updates an existing record. */
const toCreate = (call: Call<'upsert'>): Call<'create'> => ({
	...call,
	kind: 'create',
	operation: { ...call.operation, kind: 'create' },
	ifExists: 'update',
});

/**
 * Carries out a call of each kind, with all the requests that it needs.
 *
 * While the first call of an execution runs, the others wait. It can let them start before it has
 * finished with `releaseOthers`.
 */
export const EXECUTORS: KindTable<
	CallsByKind,
	Promise<JobResult>,
	[execution: Execution, releaseOthers: () => void]
> = {
	list: readList,
	get: readRecord,
	create: writeRecord,
	upsert: async (call, execution) => await writeRecord(toCreate(call), execution),
	update: writeRecord,
	action: executeAction,
	add: executeAdd,
	remove: executeRemove,
	attach: executeAttach,
	upload: async (call, { client }) => toRows(await executeUpload(call, client)),
};
