import type { Call } from '../../../shared/model/call';

/** An upsert is a create that updates an existing record. */
export const toCreate = (call: Call<'upsert'>): Call<'create'> => ({
	...call,
	kind: 'create',
	operation: { ...call.operation, kind: 'create' },
	ifExists: 'update',
});
