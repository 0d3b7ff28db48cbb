const ENTITIES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	'\u00A0': '&nbsp;',
};

/** Escapes text for HTML, as Plane's server does. */
export const escapeText = (text: string): string =>
	text.replace(/[&<>\u00A0]/g, (character) => ENTITIES[character] ?? character);

/** Escapes the value of an attribute in double quotes, as Plane's server does. */
export const escapeAttribute = (value: string): string =>
	value.replace(/[&"\u00A0]/g, (character) => ENTITIES[character] ?? character);
