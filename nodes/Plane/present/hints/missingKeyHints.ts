import type { Problem } from '../../../shared/result/problem';
import { listUpTo } from '../../../shared/text/listUpTo';

/**
 * A hint about work items whose key, and the address with it, are not in the output, because their project could
 * not be read: a message that shows the key would be incomplete.
 *
 * @param problems why projects could not be read, each project once
 */
export function missingKeyHints(problems: Iterable<Problem>): string[] {
	const reasons = [...new Set([...problems].map(({ message }) => message))];
	if (reasons.length === 0) return [];

	return [
		`The output has no key, and its url contains IDs instead, because the project could not be read: ${listUpTo(reasons)}. Everything else is complete.`,
	];
}
