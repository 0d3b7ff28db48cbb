import { type Call, forCall, type Located, type PerCall } from '../model/call';
import { valueIn } from '../storage/uploadCredentials';

const recordOf = ({ workspace, path }: Located): string =>
	[workspace, ...Object.values(path)].join('\n');

const anyTime = () => undefined;

/** What a call of each kind changes. */
const CHANGED: PerCall<string | undefined> = {
	list: anyTime,
	get: anyTime,
	create: recordOf,
	update: recordOf,
	delete: recordOf,
	// Where adding to one target takes out of another, all targets of the same kind are one.
	add: ({ operation, workspace, path }) =>
		operation.addition.moves === true
			? [workspace, ...Object.values(path).slice(0, -1)].join('\n')
			: recordOf({ workspace, path }),
	// Each file that is attached is a record of its own.
	attach: anyTime,
	// One object of the storage.
	upload: ({ url, form }) => [url, valueIn(form, 'key') ?? ''].join('\n'),
};

/**
 * What a call changes: calls that change the same go out in the order of their items, so that the
 * last one has the last word (docs/limits-and-faults.md).
 *
 * @returns undefined: it changes nothing that another one does, and may go out at any time
 */
export const changedBy = (call: Call): string | undefined => forCall(CHANGED, call);
