import type { RequestResult } from '../../../shared/client/requestResult';
import type { Execution } from '../Execution';
import type { RecordWrite } from './recordWrite';

/** Sends the write of a record: together with those of its group, or by itself. */
export async function sendWrite(
	write: RecordWrite,
	{ writeGroups }: Execution,
): Promise<RequestResult> {
	const group = writeGroups.get(write.call.itemIndex);

	return group === undefined ? await write.sendAlone() : await group.send(write);
}
