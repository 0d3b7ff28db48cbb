/** The red, green and blue of a color of CSS, each from 0 to 255, by its name in lower case. */
export function findNamedColor(
	name: string,
): readonly [red: number, green: number, blue: number] | undefined;
