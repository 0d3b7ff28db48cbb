/** How many entries a hint lists: more would fill the screen. */
const MAX_LISTED = 10;

/**
 * Lists texts for people, and says how many were left out.
 *
 * @param limit how many texts are listed
 * @param lastSeparator what stands before the last text if all are listed
 * @example `a, b and 3 more`
 */
export function listUpTo(
	texts: readonly string[],
	limit = MAX_LISTED,
	lastSeparator: ' and ' | ', ' = ' and ',
): string {
	const hidden = texts.length - limit;
	if (hidden > 0) return `${texts.slice(0, limit).join(', ')} and ${hidden} more`;

	const [last = '', ...others] = texts.toReversed();

	return others.length === 0 ? last : `${others.toReversed().join(', ')}${lastSeparator}${last}`;
}
