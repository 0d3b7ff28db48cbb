/** `['a', 'b', 'c']`, `'or'` → `a, b or c` */
export function joinWithConjunction(parts: readonly string[], conjunction: 'and' | 'or'): string {
	const head = parts.slice(0, -1).join(', ');
	const last = parts.at(-1) ?? '';

	return head === '' ? last : `${head} ${conjunction} ${last}`;
}
