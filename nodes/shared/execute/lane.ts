import type { Call } from '../model/call';
import { valueIn } from '../storage/uploadCredentials';
import { effectOf } from '../transport/request';

/**
 * What a call changes: calls of the same lane go out in the order of their items, so that the last
 * one has the last word (design, "Schedule"). An upload changes one object of the storage. Where
 * adding to one target takes out of another, all targets of the same kind are one lane.
 *
 * @returns undefined: it changes nothing, and may go out whenever there is room
 */
export function laneOf(call: Call): string | undefined {
	if (!('path' in call)) return [call.url, valueIn(call.form, 'key') ?? ''].join('\n');
	// Each file that is attached is a record of its own.
	if (effectOf(call.operation) === 'read' || call.files !== undefined) return undefined;
	const values = Object.values(call.path);
	const moves = call.operation.body?.addition?.moves === true;
	return [call.workspace, ...(moves ? values.slice(0, -1) : values)].join('\n');
}
