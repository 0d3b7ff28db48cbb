import type { Call } from '../../../shared/model/call';
import type { ServiceOperation } from '../../../shared/operations/operation';

/** The request that changes a record that a create has created or found. Its path, with `{id}`, also reads the record. */
export function recordRequest({ operation }: Call<'create'>): ServiceOperation['request'] {
	const { method = 'PATCH', path = `${operation.request.path}{id}/` } =
		operation.recordRequest ?? {};

	return { method, path };
}
