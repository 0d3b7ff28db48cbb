import type { Call } from './call';
import { valueIn } from './issued';
import { effectOf } from './request';

/**
 * What a call changes: calls of the same lane go out in the order of their items, so that the last
 * one has the last word (design, "Schedule"). An upload changes one object of the storage.
 *
 * @returns undefined: it changes nothing, and may go out whenever there is room
 */
export function laneOf(call: Call): string | undefined {
	if (!('path' in call)) return [call.url, valueIn(call.form, 'key') ?? ''].join('\n');
	// Each file that is attached is a record of its own.
	if (effectOf(call.operation) === 'read' || call.files !== undefined) return undefined;
	return [call.workspace, ...Object.values(call.path)].join('\n');
}
