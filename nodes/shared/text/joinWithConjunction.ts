/** Joins the parts of an enumeration: `['a', 'b', 'c']` with `'or'` → `a, b or c`. */
export function joinWithConjunction(parts: readonly string[], conjunction: 'and' | 'or'): string {
	const allButLast = parts.slice(0, -1).join(', ');
	const last = parts.at(-1) ?? '';

	return allButLast === '' ? last : `${allButLast} ${conjunction} ${last}`;
}
