import { isDeepStrictEqual } from 'node:util';

import type { Difference } from './findDifferences';
import type { StepRecording } from './record';

/** A difference between the builds that was asked for. */
export interface AcceptedDifference {
	/** The sentence that asks for it, from the issue; or what was wrong in the old build. */
	readonly reason: string;
	/** Whether a difference of a node, or of the state that it has left, is intended. */
	readonly matches: (difference: Difference, node: ComparedNode) => boolean;
}

/** A node of a workflow that both builds have run. */
export interface ComparedNode {
	readonly operation: string;
	readonly old: StepRecording;
	readonly new: StepRecording;
	/** Whether requests of the workflow may fail, be refused because of a limit, or be canceled. */
	readonly hasFaults: boolean;
}

/**
 * The differences between an old build and the working tree. All others are faults. Once both builds have them, they are
 * removed from here, but for the first one.
 */
export const acceptedDifferences: readonly AcceptedDifference[] = [
	{
		reason: 'what is read for several items may be read in another order',
		matches: ({ place }, { old, new: current }) =>
			/^step \d+ requests/.test(place) && hasSameReads(old, current),
	},
	{
		reason: 'a count by cycle reads no modules, and a count by module no cycles',
		matches: ({ place }, { operation }) =>
			operation === 'workItem.count' && /^step \d+ requests .*(cycles|modules)/.test(place),
	},
];

/** Whether a node has sent the same requests with both builds, in any order, and all of them read. */
function hasSameReads(old: StepRecording, current: StepRecording): boolean {
	const [before = [], after = []] = [old, current].map(({ requests }) =>
		Object.values(requests).flat().toSorted(),
	);

	return before.every(isRead) && isDeepStrictEqual(before, after);
}

const isRead = (request: string): boolean => /^GET |\/advanced-search\/ /.test(request);
