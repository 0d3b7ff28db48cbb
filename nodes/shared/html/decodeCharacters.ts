import { findNamedCharacter, NAMES_WITHOUT_SEMICOLON } from './namedCharacters';

/** The character that browsers show in place of an invalid one. */
const REPLACEMENT = '\uFFFD';

/** A character reference. The longest name, `CounterClockwiseContourIntegral`, has 31 letters. */
const REFERENCE = /&(?:#x([\da-f]+);?|#(\d+);?|([a-z][a-z\d]{0,30})(;?))/gi;

/**
 * The characters that the numbers from 0x80 to 0x9f refer to: those of Windows-1252, although Unicode
 * has control characters there. For a blank, the number is a Unicode code point after all. Source:
 * the HTML standard, section 13.2.5.80.
 */
const WINDOWS_1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** The place of a reference: in an attribute, `?a=1&copy=2` is an address, without `©`. */
type Place = 'text' | 'attribute';

/** Returns the character of a numeric reference. */
function decodeNumber(codePoint: number): string {
	const windowsCharacter = WINDOWS_1252[codePoint - 0x80] ?? ' ';
	if (windowsCharacter !== ' ') return windowsCharacter;

	const isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
	if (codePoint === 0 || codePoint > 0x10ffff || isSurrogate) return REPLACEMENT;

	return String.fromCodePoint(codePoint);
}

/** Finds the longest prefix that is a name valid without a semicolon: `copy` of `copyx`. */
function findValidPrefix(name: string): string | undefined {
	for (let length = name.length; length > 1; length -= 1) {
		const prefix = name.slice(0, length);
		if (NAMES_WITHOUT_SEMICOLON.has(prefix)) return prefix;
	}

	return undefined;
}

/**
 * Decodes a name that no semicolon ends.
 *
 * @param next the character after the name
 * @returns the character and the rest of the name, or undefined if it is not a reference
 */
function decodePrefix(name: string, next: string, place: Place): string | undefined {
	const prefix = findValidPrefix(name);
	if (prefix === undefined) return undefined;

	const rest = name.slice(prefix.length);
	const isPartOfAddress = place === 'attribute' && /^[=a-z\d]/i.test(rest + next);

	return isPartOfAddress ? undefined : `${findNamedCharacter(prefix) ?? ''}${rest}`;
}

/**
 * Decodes the character references in HTML: `&amp;` becomes `&`, `&#x27;` an apostrophe. Invalid
 * references stay as they are.
 */
export function decodeCharacters(html: string, place: Place = 'text'): string {
	if (!html.includes('&')) return html;

	return html.replace(
		REFERENCE,
		(
			reference: string,
			hexadecimal: string | undefined,
			decimal: string | undefined,
			name: string | undefined,
			semicolon: string | undefined,
			offset: number,
		) => {
			if (hexadecimal !== undefined) return decodeNumber(Number.parseInt(hexadecimal, 16));
			if (decimal !== undefined) return decodeNumber(Number.parseInt(decimal, 10));
			if (name === undefined) return reference;

			const character = semicolon === ';' ? findNamedCharacter(name) : undefined;
			if (character !== undefined) return character;

			const next = semicolon === ';' ? ';' : html.charAt(offset + reference.length);
			const decoded = decodePrefix(name, next, place);

			return decoded === undefined ? reference : `${decoded}${semicolon ?? ''}`;
		},
	);
}
