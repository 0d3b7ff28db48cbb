// The forms in which texts are compared.

/** Invisible characters, except those in flags of regions, which differ only by them. */
const INVISIBLE = /(?![\u{E0020}-\u{E007F}])\p{Default_Ignorable_Code_Point}/gu;

/**
 * Converts a name to the form that the package uses to compare names. Case, the kind and number of
 * spaces, the composition of accents (macOS decomposes them) and invisible characters are ignored.
 *
 * @param name as a user entered it, or as Plane stores it
 */
export const foldName = (name: string): string =>
	name.replace(INVISIBLE, '').normalize().replace(/\s+/g, ' ').trim().toLowerCase();

/**
 * Converts an external ID, or a name that has to be spelled exactly, to the form that the package uses to compare it:
 * without the blanks at its ends, and with composed accents.
 */
export const trimText = (text: string): string => text.trim().normalize();

/** An ID for examples in texts. */
export const EXAMPLE_ID = '0c7da278-21b6-4225-9d30-da0e1a924ae5';

/** Whether a text has the form of the IDs of Plane's records, ignoring case. */
export const isUuid = (text: string): boolean =>
	/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

/** Converts a UUID to lower case: servers return UUIDs so, and accept no others in a path. */
export const normalizeId = (id: string): string => (isUuid(id) ? id.toLowerCase() : id);
