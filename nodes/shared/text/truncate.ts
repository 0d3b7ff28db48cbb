/** Returns at most `maxLength` characters of a text, then an ellipsis if it is longer. */
export const truncate = (text: string, maxLength: number): string =>
	text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;

/** Truncates a text after a word, or within a word if there is no space. Adds an ellipsis if it is cut. */
export function truncateAtWord(text: string, maxLength: number): string {
	if (text.length <= maxLength) return text;

	const completeWords = text.slice(0, maxLength + 1).replace(/\s+\S*$/, '');
	const start = completeWords.length > maxLength ? text.slice(0, maxLength) : completeWords;

	return `${start.replace(/[\s.,:;\uD800-\uDBFF]+$/, '')}…`;
}
