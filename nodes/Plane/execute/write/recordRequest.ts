import type { Call, WriteCall } from '../../../shared/model/call';
import { locationKey, placeKey, placeWithin } from '../../../shared/model/place';
import type { ServiceOperation } from '../../../shared/operations/operation';
import type { ListRef } from '../../../shared/records/ListSource';

/** The request that changes a record that a create has created or found. Its path, with `{id}`, also reads the record. */
export function recordRequest({ operation }: Call<'create'>): ServiceOperation['request'] {
	const { method = 'PATCH', path = `${operation.request.path}{id}/` } =
		operation.recordRequest ?? {};

	return { method, path };
}

/**
 * Identifies the record of a write in all calls that change it.
 *
 * @param id the ID of the record that a create has created or found
 */
export const recordKey = (call: WriteCall, id: string): string =>
	call.kind === 'create'
		? placeKey(placeWithin(call, { id }), `${call.operation.request.path}{id}/`)
		: locationKey(call);

/** The list that a create adds to. */
export const locateList = (call: Call<'create'>): ListRef => ({
	place: call,
	path: call.operation.request.path,
	about: call,
});
