/** Whether a text is a name, a key or an ID of a record. */
export type IsKnown = (text: string) => boolean;

/** A part of a text that stands between two separators, or a name put together from several. */
interface Piece {
	readonly start: number;
	readonly end: number;
	/** The separator in front of it; `''` in front of the first one. */
	readonly precedingSeparator: string;
}

interface Name extends Piece {
	/** How many pieces it has. */
	readonly count: number;
	readonly isKnown: boolean;
}

/** The most pieces that one name is put together from. */
const MAX_PIECES = 8;

/** Characters; more than any name has, so that nothing longer is looked for. */
const MAX_LENGTH = 600;

const SEPARATORS = /[,;\r\n]/g;

const LINE_BREAK = /[\r\n]/;

/**
 * The names in a text that other tools write as a list, separated by commas, semicolons or line
 * breaks. What is known decides where a name ends: `Lovelace, Ada` is one person if somebody is called
 * that, and `bug;ui` are two labels if both exist. What is not known is separated by everything, but by
 * commas only if there is no semicolon.
 *
 * @param isKnown called with text on one line
 * @returns the names in their order, with `''` for a place between two separators that has none
 */
export function separateNames(text: string, isKnown: IsKnown): readonly string[] {
	const names = separateParts(text, isKnown);
	const inner = textInBrackets(text);
	if (inner === undefined || names.every(isKnown)) return names;

	const bare = separateParts(inner, (name) => isKnown(stripQuotes(name))).map(stripQuotes);
	const known = names.filter(isKnown).length;
	const knownInside = bare.filter(isKnown).length;
	if (known !== knownInside) return knownInside > known ? bare : names;

	// A single word in brackets is a name as it is: [P1].
	return bare.length > 1 || bare[0] !== inner.trim() ? bare : names;
}

function separateParts(text: string, isKnown: IsKnown): readonly string[] {
	const whole = text.trim();
	const pieces = splitPieces(whole);
	const names: Name[] = [];

	let at = 0;

	while (at < pieces.length) {
		const name = findLongestName(whole, pieces.slice(at, at + MAX_PIECES), isKnown);

		names.push(name);
		at += name.count;
	}

	const hasSemicolon = pieces.some(({ precedingSeparator }) => precedingSeparator === ';');
	const parts = hasSemicolon ? joinUnknown(whole, names) : names;

	return parts.map((name) => pieceText(whole, name));
}

const pieceText = (whole: string, { start, end }: Piece): string => whole.slice(start, end).trim();

/** What stands between the separators of a text; next to a line break, nothing is no piece. */
function splitPieces(text: string): readonly Piece[] {
	const pieces: Piece[] = [];
	let start = 0;
	let separator = '';

	for (const match of text.matchAll(SEPARATORS)) {
		pieces.push({ start, end: match.index, precedingSeparator: separator });
		start = match.index + 1;
		separator = match[0];
	}

	pieces.push({ start, end: text.length, precedingSeparator: separator });

	return pieces.filter((piece, index) => {
		const around = piece.precedingSeparator + (pieces[index + 1]?.precedingSeparator ?? '');

		return pieceText(text, piece) !== '' || !LINE_BREAK.test(around);
	});
}

/** The longest known name that the first of these pieces begins, or that piece alone. */
function findLongestName(whole: string, pieces: readonly Piece[], isKnown: IsKnown): Name {
	const [first = { start: 0, end: whole.length, precedingSeparator: '' }] = pieces;

	for (let count = pieces.length; count > 0; count--) {
		const name = { ...first, end: pieces[count - 1]?.end ?? first.end, count };
		const text = pieceText(whole, name);
		const isName = text !== '' && text.length <= MAX_LENGTH && !LINE_BREAK.test(text);
		if (isName && isKnown(text)) return { ...name, isKnown: true };
	}

	return { ...first, count: 1, isKnown: false };
}

/** Joins unknown names that only a comma separates: where semicolons separate, it belongs to them. */
function joinUnknown(whole: string, names: readonly Name[]): readonly Name[] {
	const joined: Name[] = [];

	for (const name of names) {
		const last = joined.at(-1);
		if (last !== undefined && isOneName(whole, last, name)) {
			joined.splice(-1, 1, { ...last, end: name.end });
		} else {
			joined.push(name);
		}
	}

	return joined;
}

/** Whether two neighbors are one unknown name with a comma in it. */
function isOneName(whole: string, one: Name, next: Name): boolean {
	if (one.isKnown || next.isKnown || next.precedingSeparator !== ',') return false;

	const areFilled = pieceText(whole, one) !== '' && pieceText(whole, next) !== '';

	return areFilled && !LINE_BREAK.test(whole.slice(one.end, next.start));
}

/** What stands in the brackets around a text: `bug, ui` of `[bug, ui]`; undefined if there are none. */
function textInBrackets(text: string): string | undefined {
	const trimmed = text.trim();
	const inner = trimmed.slice(1, -1);
	const isInBrackets = trimmed.startsWith('[') && trimmed.endsWith(']') && !/[[\]]/.test(inner);

	return isInBrackets ? inner : undefined;
}

/** A name without the quotes around it: `bug` of `'bug'`. */
function stripQuotes(name: string): string {
	const inner = name.slice(1, -1);

	return [`'${inner}'`, `"${inner}"`].includes(name) ? inner.trim() : name;
}
