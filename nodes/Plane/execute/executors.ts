import type { Call, CallsByKind, WriteCall } from '../../shared/model/call';
import type { KindTable } from '../../shared/operations/kindTable';
import { executeAction, executeRemove } from './actions';
import { executeAdd } from './additions/executeAdd';
import { executeAttach } from './files/attachFiles';
import { createOnce } from './write/createOnce';
import type { Execution } from './Execution';
import { type JobResult, toOutputs } from './results';
import { readAcrossProjects } from './readAcrossProjects';
import { readRecord, readRecords } from './readRecords';
import { searchAcrossProjects } from './searchAcrossProjects';
import { turnOffInOthers } from './write/turnOffElsewhere';
import { updateRecord } from './write/updateRecord';
import { upsertRecord } from './write/upsertRecord';
import { writeWithCustomValues } from './write/writeCustomValues';
import { writeWithRelated } from './write/writeWithRelated';
import { executeUpload } from './files/uploadFile';

/** Reads a list in one project, in several, or in the workspace. */
async function readList(call: Call<'list'>, execution: Execution): Promise<JobResult> {
	const { acrossProjects, operation } = call;
	if (acrossProjects === undefined) return await readRecords(call, execution);

	return operation.search === undefined
		? await readAcrossProjects(call, acrossProjects, execution)
		: await searchAcrossProjects(call, acrossProjects, execution);
}

/**
 * Carries out a write, with what takes requests of its own: custom properties, memberships, and the switch that
 * only one record may have.
 *
 * @param write carries out the call without them
 */
async function writeWithParts<C extends WriteCall>(
	call: C,
	execution: Execution,
	write: (call: C, execution: Execution) => Promise<JobResult>,
): Promise<JobResult> {
	const writeRecord = async (record: C) => await write(record, execution);
	const writeRelated = async (record: C) => await writeWithRelated(record, execution, writeRecord);

	return await turnOffInOthers(
		call,
		execution,
		async () => await writeWithCustomValues(call, execution, writeRelated),
	);
}

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
	create: async (call, execution) => await writeWithParts(call, execution, createOnce),
	upsert: upsertRecord,
	update: async (call, execution) => await writeWithParts(call, execution, updateRecord),
	action: executeAction,
	add: executeAdd,
	remove: executeRemove,
	attach: executeAttach,
	upload: async (call, { client }) => toOutputs(await executeUpload(call, client)),
};
