import type { Call, CallsByKind, RecordLocation } from '../../shared/model/call';
import { dispatchByKind, type KindTable } from '../../shared/operations/kindTable';
import { getFormValue } from '../storage/uploadCredentials';

/** Identifies the record, or the list, that the path of a call leads to. */
export const locationKey = ({ workspace, path }: RecordLocation): string =>
	[workspace, ...Object.values(path)].join('\n');

/** Identifies what records are added to, which may depend on the query. */
export const targetKey = (call: Call<'add'>): string =>
	[locationKey(call), ...Object.values(call.queryParameters ?? {})].join('\n');

const withoutOrder = () => undefined;

/** The ordering key of each kind of call. */
const ORDERING_KEYS: KindTable<CallsByKind, string | undefined> = {
	list: withoutOrder,
	get: withoutOrder,
	create: locationKey,
	upsert: locationKey,
	update: locationKey,
	action: locationKey,
	// If adding to one target removes from another, additions to all targets of that kind keep their order.
	add: ({ operation, workspace, path }) =>
		operation.isExclusive === true
			? [workspace, ...Object.values(path).slice(0, -1)].join('\n')
			: locationKey({ workspace, path }),
	remove: locationKey,
	// Each attached file is a record of its own.
	attach: withoutOrder,
	upload: ({ url, form }) => [url, getFormValue(form, 'key') ?? ''].join('\n'),
};

/**
 * Calls with the same key change the same thing: they are carried out in the order of their items, so
 * that the last item wins (docs/limits-and-faults.md).
 *
 * @returns undefined if the call can be carried out at any time
 */
export const orderingKey = (call: Call): string | undefined => dispatchByKind(ORDERING_KEYS, call);
