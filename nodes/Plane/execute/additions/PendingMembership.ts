import type { WriteCall } from '../../../shared/model/call';
import type { Operation } from '../../../shared/operations/operation';

/** A saved record that is still to be added to a cycle or a module. */
export interface PendingMembership {
	readonly call: WriteCall;
	/** The operation that adds the record to its target. */
	readonly operation: Operation<'add'>;
	readonly targetId: string;
	readonly recordId: string;
	/**
	 * - `new`: this execution created it, so no target contains it yet.
	 * - `used`: it existed and stays as it is.
	 * - `changed`: it existed and was updated.
	 */
	readonly recordState: 'new' | 'used' | 'changed';
}
