/**
 * What nobody sees in a name, so that it passes for another one: a mark of direction shows `txt.exe`
 * as `exe.txt`. Joiners are seen by what they join.
 */
const INVISIBLE = /(?!\p{Join_Control})[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * A name of a file that nobody takes for a place of its own choice: without folders, and without
 * characters that nobody sees, line breaks among them.
 *
 * @returns undefined if nothing is left of it: `..` and `folder/` name no file
 */
export function sanitizeFileName(name: string): string | undefined {
	const last = name.replace(INVISIBLE, '').split(/[\\/]/).at(-1)?.trim() ?? '';

	return /^[.\p{Join_Control}]*$/u.test(last) ? undefined : last;
}

/**
 * The most bytes of a name. Plane puts 33 characters before it, and the storage that comes with Plane
 * keeps the whole as the name of a folder, which has at most 255 bytes (rows 71 and 322).
 */
const MAX_BYTES = 220;

/** The ending of a name, which says what kind of file it is. */
const EXTENSION = /\.[\p{L}\p{N}]{1,16}$/u;

/** The name of a file as Plane and its storage take it (row 71), or undefined if nothing is left of it. */
export function fitFileName(name: string): string | undefined {
	const plain = sanitizeFileName(name);

	return plain === undefined ? undefined : shorten(plain);
}

/** A name of at most 220 bytes, with its ending. */
function shorten(name: string): string {
	if (Buffer.byteLength(name) <= MAX_BYTES) return name;

	const extension = EXTENSION.exec(name)?.[0] ?? '';
	let room = MAX_BYTES - Buffer.byteLength(extension);
	let stem = '';

	for (const character of name) {
		room -= Buffer.byteLength(character);
		if (room < 0) break;

		stem += character;
	}

	return stem.trimEnd() + extension;
}
