/**
 * Something that is there only while a test runs, to be named before the first one does: reading
 * from it reads from the present one.
 *
 * @throws Error where there is none, when something is read
 */
export const lend = <Thing extends object>(present: () => Thing | undefined): Thing =>
	new Proxy({} as Thing, {
		get(_, name): unknown {
			const thing = present();
			if (thing === undefined) throw new Error('It is there only while a test runs');

			return Reflect.get(thing, name);
		},
	});
