// The writes of the inside, for the tests that do not run the node yet: with the records, or what was not done.

import { createOnce as startCreateOnce } from '../../../nodes/Plane/execute/write/createOnce';
import { createRecord as startCreateRecord } from '../../../nodes/Plane/execute/write/createRecord';
import { updateRecord as startUpdateRecord } from '../../../nodes/Plane/execute/write/updateRecord';
import { requireComplete, type WriteResult } from '../../../nodes/Plane/execute/write/WriteResult';
import { writeRecord as startWriteRecord } from '../../../nodes/Plane/execute/write/writeRecord';
import { isProblem } from '../../../nodes/shared/result/problem';

const complete = (result: WriteResult) => (isProblem(result) ? result : requireComplete(result));

/** Gives a write the result that the tests expect. */
const completing =
	<Parameters extends readonly unknown[]>(
		write: (...parameters: Parameters) => Promise<WriteResult>,
	) =>
	async (...parameters: Parameters) =>
		complete(await write(...parameters));

export const createOnce = completing(startCreateOnce);
export const createRecord = completing(startCreateRecord);
export const updateRecord = completing(startUpdateRecord);
export const writeRecord = completing(startWriteRecord);
