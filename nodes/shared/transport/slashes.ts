/** A path without the slashes at its end. A pattern would take quadratic time for a path of slashes. */
export function withoutTrailingSlashes(path: string): string {
	let end = path.length;

	while (path.charAt(end - 1) === '/') end -= 1;

	return path.slice(0, end);
}
