/** A path without the slashes at its end. Unlike a pattern, this reads a text of slashes only once. */
export function withoutEndSlashes(path: string): string {
	let end = path.length;

	while (path.charAt(end - 1) === '/') end -= 1;

	return path.slice(0, end);
}
