/** Returns the value of a key that a file has written: `constructor` is one that every object inherits. */
export const readOwn = <Value>(
	table: Readonly<Record<string, Value>> | undefined,
	key: string,
): Value | undefined => (table !== undefined && Object.hasOwn(table, key) ? table[key] : undefined);
