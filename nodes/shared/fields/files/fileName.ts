/**
 * Invisible characters, which can disguise a name: a direction mark shows `txt.exe` as `exe.txt`.
 * Joiners are kept, because they change how their neighbors look.
 */
const INVISIBLE = /(?!\p{Join_Control})[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Makes the name of a file safe: removes folders, so it cannot point to another place, and invisible
 * characters, including line breaks.
 *
 * @returns undefined if nothing is left, as of `..` and `folder/`
 */
export function sanitizeFileName(name: string): string | undefined {
	const baseName = name.replace(INVISIBLE, '').split(/[\\/]/).at(-1)?.trim() ?? '';

	return /^[.\p{Join_Control}]*$/u.test(baseName) ? undefined : baseName;
}

/**
 * The longest name, in bytes. Plane puts 33 characters before it, and the storage that comes with
 * Plane uses the result as the name of a folder, which may have 255 bytes (rows 71 and 322).
 */
const MAX_BYTES = 220;

/** The extension of a file name. */
const EXTENSION = /\.[\p{L}\p{N}]{1,16}$/u;

/** Makes the name of a file safe and short enough for Plane (row 71). Returns undefined if nothing is left. */
export function fitFileName(name: string): string | undefined {
	const safeName = sanitizeFileName(name);

	return safeName === undefined ? undefined : shorten(safeName);
}

/** Shortens a name to the maximum, and keeps its extension. */
function shorten(name: string): string {
	if (Buffer.byteLength(name) <= MAX_BYTES) return name;

	const extension = EXTENSION.exec(name)?.[0] ?? '';
	let remainingBytes = MAX_BYTES - Buffer.byteLength(extension);
	let stem = '';

	for (const character of name) {
		remainingBytes -= Buffer.byteLength(character);
		if (remainingBytes < 0) break;

		stem += character;
	}

	return stem.trimEnd() + extension;
}
