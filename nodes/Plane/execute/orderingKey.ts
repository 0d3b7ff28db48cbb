import type { Call, CallsByKind } from '../../shared/model/call';
import { locationKey, placeKey } from '../../shared/model/place';
import { dispatchByKind, type KindTable } from '../../shared/operations/kindTable';
import { getFormValue } from '../storage/uploadCredentials';

/** Identifies what records are added to, which may depend on the query. */
export const targetKey = (call: Call<'add'>): string =>
	[locationKey(call), ...Object.values(call.queryParameters ?? {})].join('\n');

/** Equal for all targets of the same kind in the same project. */
function exclusiveKey(call: Call<'add'>): string {
	const { path } = call.operation.request;

	return placeKey(call, path.slice(0, path.lastIndexOf('{')));
}

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
	add: (call) =>
		call.operation.targetsPerRecord === 'one' ? exclusiveKey(call) : locationKey(call),
	remove: locationKey,
	// Each attached file is a record of its own. A text that shows it is not.
	attach: (call) =>
		call.showsPictures ? placeKey(call, call.operation.shownIn.operation.request.path) : undefined,
	upload: ({ url, form }) => [url, getFormValue(form, 'key') ?? ''].join('\n'),
};

/**
 * Calls with the same key change the same thing: they are carried out in the order of their items, so
 * that the last item wins (docs/architecture.md).
 *
 * @returns undefined if the call can be carried out at any time
 */
export const orderingKey = (call: Call): string | undefined => dispatchByKind(ORDERING_KEYS, call);
