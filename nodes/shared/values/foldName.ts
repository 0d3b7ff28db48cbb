/** Invisible characters, except those in flags of regions, which differ only by them. */
const INVISIBLE = /(?![\u{E0020}-\u{E007F}])\p{Default_Ignorable_Code_Point}/gu;

/**
 * Converts a name to the form in which the package compares names. Case, the kind and number of
 * spaces, the composition of accents (macOS decomposes them) and invisible characters are ignored.
 *
 * @param name as a user entered it, or as Plane stores it
 */
export const foldName = (name: string): string =>
	name.replace(INVISIBLE, '').normalize().replace(/\s+/g, ' ').trim().toLowerCase();
