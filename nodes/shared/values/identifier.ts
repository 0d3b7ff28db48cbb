/** An ID for examples in texts. */
export const EXAMPLE_ID = '0c7da278-21b6-4225-9d30-da0e1a924ae5';

/** Whether a text has the form of the IDs of Plane's records, ignoring case. */
export const isUuid = (text: string): boolean =>
	/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

/** Converts a UUID to lower case: servers return UUIDs so, and accept no others in a path. */
export const normalizeId = (id: string): string => (isUuid(id) ? id.toLowerCase() : id);
