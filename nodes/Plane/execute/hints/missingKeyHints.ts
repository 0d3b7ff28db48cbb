import type { Problem } from '../../../shared/result/problem';
import { joinWithConjunction } from '../../../shared/text/joinWithConjunction';

/** How many reasons a hint lists. */
const MAX_LISTED = 3;

/**
 * A hint about work items whose key, and the address with it, are not in the output, because their project could
 * not be read: a message that shows the key would be incomplete.
 *
 * @param problems why projects could not be read, each project once
 */
export function missingKeyHints(problems: Iterable<Problem>): string[] {
	const reasons = [...new Set([...problems].map(({ message }) => message))];
	if (reasons.length === 0) return [];

	const listed = joinWithConjunction(reasons.slice(0, MAX_LISTED), 'and');

	return [
		`The output has no key, and its url contains IDs instead, because the project could not be read: ${listed}. Everything else is complete.`,
	];
}
