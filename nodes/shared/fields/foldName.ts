/** Characters that nobody sees. Those that make the flags of regions are kept: the flags differ by them alone. */
const INVISIBLE = /(?![\u{E0020}-\u{E007F}])\p{Default_Ignorable_Code_Point}/gu;

/**
 * The form by which two names are compared, everywhere in the package: upper and lower case, the kind
 * and number of spaces, how accents are composed (macOS decomposes them) and invisible characters do
 * not count.
 *
 * @param name as a person wrote it, or as Plane stores it
 */
export const foldName = (name: string): string =>
	name.replace(INVISIBLE, '').normalize().replace(/\s+/g, ' ').trim().toLowerCase();
