/** Lists the paths of parameters: `{ filters: { state: … } }` → `['filters', 'filters.state']`. */
export function listParameterPaths(parameters: unknown, prefix = ''): string[] {
	const isGroup = typeof parameters === 'object' && parameters !== null;
	if (!isGroup || Array.isArray(parameters) || '__rl' in parameters) return [];

	return Object.entries(parameters).flatMap(([name, value]) => [
		prefix + name,
		...listParameterPaths(value, `${prefix}${name}.`),
	]);
}
