import { joinWithConjunction } from './joinWithConjunction';

/** How many entries a hint lists: more would fill the screen. */
const MAX_LISTED = 10;

/**
 * Lists texts for people, and says how many were left out.
 *
 * @param limit how many texts are listed
 * @example `a, b and 3 more`
 */
export function listUpTo(texts: readonly string[], limit = MAX_LISTED): string {
	const listed = texts.slice(0, limit);
	const rest = texts.length - listed.length;

	return joinWithConjunction(rest > 0 ? [...listed, `${rest} more`] : listed, 'and');
}
