import type { Call } from '../../shared/model/call';
import type { Operation } from '../../shared/operations/operation';

/** A record that is in Plane and is to be added to a target. */
export interface PlannedAddition {
	readonly call: Call<'create' | 'update'>;
	readonly addition: Operation<'add'>;
	readonly target: string;
	/** The ID of the record. */
	readonly id: string;
	/**
	 * new: this execution has made it, so that it is in nothing yet; used: it was there and stays as it
	 * is; changed: it was there and gets what the item says.
	 */
	readonly record: 'new' | 'used' | 'changed';
}
