/**
 * An object that exists only while a test runs, for code that needs a reference to it before: every read
 * goes to the current object.
 *
 * @throws Error if there is none when something is read
 */
export const lazyProxy = <Target extends object>(current: () => Target | undefined): Target =>
	new Proxy({} as Target, {
		get(_, name): unknown {
			const target = current();
			if (target === undefined) throw new Error('This exists only while a test runs');

			return Reflect.get(target, name);
		},
	});
