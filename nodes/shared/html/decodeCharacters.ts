import { findNamedCharacter, NAMES_WITHOUT_SEMICOLON } from './namedCharacters';

/** The character that browsers show instead of an invalid one. */
const REPLACEMENT = '\uFFFD';

/** The longest name of a character is `CounterClockwiseContourIntegral`. */
const REFERENCE = /&(?:#x([\da-f]+);?|#(\d+);?|([a-z][a-z\d]{0,30})(;?))/gi;

/**
 * The characters that numbers from 0x80 to 0x9f stand for: those of Windows-1252, although Unicode
 * has control characters there. A blank: the number stands for itself. Source: the HTML standard,
 * section 13.2.5.80.
 */
const WINDOWS_1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** Where the reference stands: in an attribute, `?a=1&copy=2` is an address and has no `©`. */
type Place = 'text' | 'attribute';

function readNumber(codePoint: number): string {
	const windowsCharacter = WINDOWS_1252[codePoint - 0x80] ?? ' ';
	if (windowsCharacter !== ' ') return windowsCharacter;

	const isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
	if (codePoint === 0 || codePoint > 0x10ffff || isSurrogate) return REPLACEMENT;

	return String.fromCodePoint(codePoint);
}

/** The longest beginning of a name that stands for a character without a semicolon: `copy` of `copyx`. */
function findBeginning(name: string): string | undefined {
	for (let length = name.length; length > 1; length -= 1) {
		const beginning = name.slice(0, length);
		if (NAMES_WITHOUT_SEMICOLON.has(beginning)) return beginning;
	}

	return undefined;
}

/** The character of a name that no semicolon ends, with the rest of the name; or undefined. */
function readBeginning(name: string, next: string, place: Place): string | undefined {
	const beginning = findBeginning(name);
	if (beginning === undefined) return undefined;

	const rest = name.slice(beginning.length);
	const isPartOfAddress = place === 'attribute' && /^[=a-z\d]/i.test(rest + next);

	return isPartOfAddress ? undefined : `${findNamedCharacter(beginning) ?? ''}${rest}`;
}

/**
 * The text of HTML as a reader sees it: `&amp;` becomes `&`, `&#x27;` an apostrophe.
 * What stands for no character stays as it is.
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
			if (hexadecimal !== undefined) return readNumber(Number.parseInt(hexadecimal, 16));
			if (decimal !== undefined) return readNumber(Number.parseInt(decimal, 10));
			if (name === undefined) return reference;

			const character = semicolon === ';' ? findNamedCharacter(name) : undefined;
			if (character !== undefined) return character;

			const next = semicolon === ';' ? ';' : html.charAt(offset + reference.length);
			const read = readBeginning(name, next, place);

			return read === undefined ? reference : `${read}${semicolon ?? ''}`;
		},
	);
}
