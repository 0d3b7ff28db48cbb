/** Words in lower case inside a title, but not at its start or end. */
const LOWERCASE_WORDS = new Set(['a', 'an', 'and', 'in', 'of', 'or', 'per', 'the', 'to']);

/** Words with their own spelling, by their form in lower case. */
const ACRONYMS = new Map(
	['HTML', 'ID', 'IDs', 'JSON', 'SSL', 'URL'].map((word) => [word.toLowerCase(), word]),
);

const splitWords = (name: string): string[] =>
	name
		.replace(/([a-z])([A-Z])/g, '$1 $2')
		.toLowerCase()
		.split(/[_\s-]/)
		.filter((word) => word !== '');

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** `external_id` → `External ID`, `in-progress` → `In Progress`, `workItem` → `Work Item`. */
export const titleCase = (name: string): string =>
	splitWords(name)
		.map((word, index, all) =>
			index > 0 && index < all.length - 1 && LOWERCASE_WORDS.has(word)
				? word
				: (ACRONYMS.get(word) ?? capitalize(word)),
		)
		.join(' ');

/** `external_id` → `externalId`, `Content-Type` → `contentType`. */
export const camelCase = (name: string): string =>
	splitWords(name)
		.map((word, index) => (index === 0 ? word : capitalize(word)))
		.join('');

/**
 * Compares two texts for sorting, ignoring case. Negative if the first one comes first.
 *
 * A collator would take ten milliseconds to create, whenever n8n loads the node.
 */
export function compareAlphabetically(a: string, b: string): number {
	const first = a.toLowerCase();
	const second = b.toLowerCase();
	if (first === second) return 0;

	return first < second ? -1 : 1;
}
