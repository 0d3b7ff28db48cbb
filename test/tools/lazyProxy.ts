/**
 * An object that exists only while a test runs, for code that needs a reference to it before: every read
 * and write goes to the current object.
 *
 * @throws Error if there is none at that time
 */
export function lazyProxy<Target extends object>(current: () => Target | undefined): Target {
	const find = () => {
		const target = current();
		if (target === undefined) throw new Error('This exists only while a test runs');

		return target;
	};

	return new Proxy({} as Target, {
		get: (_, name): unknown => Reflect.get(find(), name),
		set: (_, name, value) => Reflect.set(find(), name, value),
	});
}
