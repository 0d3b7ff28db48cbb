/** Words that stay small inside a title. */
const SMALL = new Set(['a', 'an', 'and', 'in', 'of', 'or', 'per', 'the', 'to']);

const ACRONYMS: Readonly<Record<string, string>> = {
	html: 'HTML',
	id: 'ID',
	ids: 'IDs',
	json: 'JSON',
	ssl: 'SSL',
	url: 'URL',
};

const words = (name: string): string[] =>
	name
		.replace(/([a-z])([A-Z])/g, '$1 $2')
		.toLowerCase()
		.split(/[_\s-]+/)
		.filter((word) => word !== '');

/** `external_id` → `External ID`, `in-progress` → `In Progress`, `workItem` → `Work Item`. */
export function titleCase(name: string): string {
	return words(name)
		.map((word, index) =>
			index > 0 && SMALL.has(word)
				? word
				: (ACRONYMS[word] ?? word.charAt(0).toUpperCase() + word.slice(1)),
		)
		.join(' ');
}

/** `external_id` → `externalId`, `Content-Type` → `contentType`. */
export function camelCase(name: string): string {
	return words(name)
		.map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
		.join('');
}
