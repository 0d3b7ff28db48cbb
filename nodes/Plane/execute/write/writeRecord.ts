import type { WriteCall } from '../../../shared/model/call';
import { isProblem } from '../../../shared/result/problem';
import type { Execution } from '../Execution';
import { createOnce } from './createOnce';
import type { FollowUp } from './FollowUp';
import { createOrUpdate } from './createOrUpdate';
import { findExclusiveField, turnOffFollowUp } from './turnOffElsewhere';
import { updateRecord } from './updateRecord';
import { customValuesFollowUp } from './writeCustomValues';
import { relatedFollowUp, withoutRelated } from './writeRelated';
import type { WriteResult } from './WriteResult';

/** In the order in which they are carried out. One that fails ends the others. */
const FOLLOW_UPS: readonly FollowUp[] = [relatedFollowUp, customValuesFollowUp, turnOffFollowUp];

/** Carries out a write: saves its record, and then what takes requests of its own. */
export async function writeRecord(call: WriteCall, execution: Execution): Promise<WriteResult> {
	const followUps = FOLLOW_UPS.filter(({ isNeeded }) => isNeeded(call));
	const write = async () => await saveAndFollowUp(call, followUps, execution);

	// One at a time: two concurrent writes would turn the value off in each other's record.
	return findExclusiveField(call) === undefined
		? await write()
		: await execution.exclusiveWrites.run(write);
}

async function saveAndFollowUp(
	call: WriteCall,
	followUps: readonly FollowUp[],
	execution: Execution,
): Promise<WriteResult> {
	for (const { refuse } of followUps) {
		const refusal = await refuse?.(call, execution);
		if (refusal !== undefined) return refusal;
	}

	let result = await saveRecord(withoutRelated(call), execution);

	for (const { run, explainSkipped } of followUps) {
		if (isProblem(result)) break;

		if (result.failures.length === 0) {
			result = await run(call, result.records, execution);
		} else if (explainSkipped !== undefined) {
			result = { ...result, failures: result.failures.map(explainSkipped) };
		}
	}

	return result;
}

async function saveRecord(call: WriteCall, execution: Execution): Promise<WriteResult> {
	if (call.kind === 'update') return await updateRecord(call, execution);

	return call.matchField === undefined
		? await createOnce(call, execution)
		: await createOrUpdate(call, call.matchField, execution);
}
