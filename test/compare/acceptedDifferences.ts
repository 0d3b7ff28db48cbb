import type { Difference } from './findDifferences';

/** A difference between the builds that was asked for. */
export interface AcceptedDifference {
	/** The sentence that asks for it, from the issue. */
	readonly reason: string;
	/** Whether a difference of this operation is intended. */
	readonly matches: (difference: Difference, operation: string) => boolean;
}

/**
 * The differences between the build of before the middle was built again and the working tree. All others are
 * faults. Once both builds have them, they are removed from here.
 */
export const acceptedDifferences: readonly AcceptedDifference[] = [];
