/** The first `maxLength` characters of a text, with an ellipsis if it is longer. */
export const truncate = (text: string, maxLength: number): string =>
	text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;

/** A text cut between two words if it is longer than this, or within a word if it has no spaces. */
export function truncateAtWord(text: string, maxLength: number): string {
	if (text.length <= maxLength) return text;

	const words = text.slice(0, maxLength + 1).replace(/\s+\S*$/, '');
	const head = words.length > maxLength ? text.slice(0, maxLength) : words;

	return `${head.replace(/[\s.,:;\uD800-\uDBFF]+$/, '')}…`;
}
