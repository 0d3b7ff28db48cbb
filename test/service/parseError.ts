import type { NotJson } from './http';

const kinds: readonly (readonly [RegExp, string])[] = [
	[/':' after/, "Expecting ':' delimiter"],
	[/property name/, 'Expecting property name enclosed in double quotes'],
	[/',' or/, "Expecting ',' delimiter"],
	[/after JSON/, 'Extra data'],
	[/Unterminated string/, 'Unterminated string starting at'],
];

/**
 * What is wrong with the JSON in the words of the server's language: `{x}` gives `Expecting
 * property name enclosed in double quotes: line 1 column 2 (char 1)`.
 */
export function parseError({ text, problem }: NotJson): string {
	const what = kinds.find(([pattern]) => pattern.test(problem))?.[1] ?? 'Expecting value';
	const stated = /position (\d+)/.exec(problem)?.[1];
	const end = problem.includes('end of JSON') ? text.length : 0;
	const at = stated === undefined ? end : Number(stated);
	const lines = text.slice(0, at).split('\n');
	const column = (lines.at(-1)?.length ?? 0) + 1;
	return `${what}: line ${lines.length} column ${column} (char ${at})`;
}
