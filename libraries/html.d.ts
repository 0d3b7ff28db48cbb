/** Decodes the character references in the value of an attribute, where `?a=1&copy=2` has none. */
export function decodeAttribute(text: string): string;

/** Decodes the character references in a text. */
export function decodeText(text: string): string;
