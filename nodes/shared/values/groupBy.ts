/** Groups values by a key, in the order of their first members. Node.js has `Map.groupBy` since version 21 only. */
export function groupBy<Value, Key>(
	values: Iterable<Value>,
	readKey: (value: Value) => Key,
): ReadonlyMap<Key, readonly [Value, ...Value[]]> {
	const groups = new Map<Key, [Value, ...Value[]]>();

	for (const value of values) {
		const key = readKey(value);
		const group = groups.get(key);

		if (group === undefined) {
			groups.set(key, [value]);
		} else {
			group.push(value);
		}
	}

	return groups;
}
