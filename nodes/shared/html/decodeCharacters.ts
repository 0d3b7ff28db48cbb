import { decodeAttribute, decodeText } from '../../../libraries/html';

/**
 * Decodes the character references in HTML: `&amp;` becomes `&`, `&#x27;` an apostrophe. Invalid
 * references stay as they are.
 *
 * @param place in an attribute, `?a=1&copy=2` is an address, without `©`
 */
export function decodeCharacters(html: string, place: 'text' | 'attribute' = 'text'): string {
	// The library is loaded when a text first needs it.
	if (!html.includes('&')) return html;

	return place === 'text' ? decodeText(html) : decodeAttribute(html);
}
