/** Whether a text is a name, a key or an ID of a record. */
export type IsKnown = (text: string) => boolean;

/** A part of a text between two separators, or several neighboring parts that are one name. */
interface Piece {
	readonly start: number;
	readonly end: number;
	/** The separator before it, `''` before the first one. */
	readonly precedingSeparator: string;
}

interface Name extends Piece {
	/** How many pieces it consists of. */
	readonly pieceCount: number;
	readonly isKnown: boolean;
}

/** How many pieces one name may consist of. */
const MAX_PIECES = 8;

/** The longest text to look up, in characters. No name is longer. */
const MAX_NAME_LENGTH = 600;

const SEPARATORS = /[,;\r\n]/g;

const LINE_BREAK = /[\r\n]/;

/**
 * Splits a list of names as other tools write it, separated by commas, semicolons or line breaks.
 * Known names decide where a name ends: `Lovelace, Ada` is one person if somebody has that name, and
 * `bug;ui` are two labels if both exist. Unknown names end at every separator, but at commas only if
 * the text has no semicolon.
 *
 * @param isKnown is called with text on one line
 * @returns the names in their order, with `''` for each empty place between two separators
 */
export function separateNames(text: string, isKnown: IsKnown): readonly string[] {
	const names = separateParts(text, isKnown);
	const textInside = readTextInBrackets(text);
	if (textInside === undefined || names.every(isKnown)) return names;

	const namesInside = separateParts(textInside, (name) => isKnown(stripQuotes(name))).map(
		stripQuotes,
	);
	const knownCount = names.filter(isKnown).length;
	const knownCountInside = namesInside.filter(isKnown).length;
	if (knownCount !== knownCountInside) return knownCountInside > knownCount ? namesInside : names;

	// A single word in brackets is a name with brackets: [P1].
	const isSingleWord = namesInside.length === 1 && namesInside[0] === textInside.trim();

	return isSingleWord ? names : namesInside;
}

/** Splits a text into names at its separators, without regard to brackets and quotes. */
function separateParts(list: string, isKnown: IsKnown): readonly string[] {
	const text = list.trim();
	const pieces = splitPieces(text);
	const names: Name[] = [];

	let index = 0;

	while (index < pieces.length) {
		const name = findLongestName(text, pieces.slice(index, index + MAX_PIECES), isKnown);

		names.push(name);
		index += name.pieceCount;
	}

	const hasSemicolon = pieces.some(({ precedingSeparator }) => precedingSeparator === ';');
	const parts = hasSemicolon ? joinUnknown(text, names) : names;

	return parts.map((name) => getPieceText(text, name));
}

const getPieceText = (text: string, { start, end }: Piece): string => text.slice(start, end).trim();

/** Splits a text at its separators. Empty pieces are dropped beside a line break. */
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
		const separators = piece.precedingSeparator + (pieces[index + 1]?.precedingSeparator ?? '');

		return getPieceText(text, piece) !== '' || !LINE_BREAK.test(separators);
	});
}

/** Finds the longest known name that starts with the first piece, or returns that piece alone. */
function findLongestName(text: string, pieces: readonly Piece[], isKnown: IsKnown): Name {
	const [first = { start: 0, end: text.length, precedingSeparator: '' }] = pieces;

	for (let pieceCount = pieces.length; pieceCount > 0; pieceCount--) {
		const candidate = { ...first, end: pieces[pieceCount - 1]?.end ?? first.end, pieceCount };
		const name = getPieceText(text, candidate);
		const mayBeName = name !== '' && name.length <= MAX_NAME_LENGTH && !LINE_BREAK.test(name);
		if (mayBeName && isKnown(name)) return { ...candidate, isKnown: true };
	}

	return { ...first, pieceCount: 1, isKnown: false };
}

/** Joins unknown names that only a comma separates, for texts in which semicolons separate the names. */
function joinUnknown(text: string, names: readonly Name[]): readonly Name[] {
	const result: Name[] = [];

	for (const name of names) {
		const last = result.at(-1);
		if (last !== undefined && isOneName(text, last, name)) {
			result.splice(-1, 1, { ...last, end: name.end });
		} else {
			result.push(name);
		}
	}

	return result;
}

/** Whether two neighbors are one unknown name with a comma in it. */
function isOneName(text: string, name: Name, next: Name): boolean {
	if (name.isKnown || next.isKnown || next.precedingSeparator !== ',') return false;

	const haveText = getPieceText(text, name) !== '' && getPieceText(text, next) !== '';

	return haveText && !LINE_BREAK.test(text.slice(name.end, next.start));
}

/** Returns the text inside brackets, `bug, ui` of `[bug, ui]`, or undefined if there are none around it. */
function readTextInBrackets(text: string): string | undefined {
	const trimmed = text.trim();
	const inner = trimmed.slice(1, -1);
	const isInBrackets = trimmed.startsWith('[') && trimmed.endsWith(']') && !/[[\]]/.test(inner);

	return isInBrackets ? inner : undefined;
}

/** Removes the quotes around a name: `bug` of `'bug'`. */
function stripQuotes(name: string): string {
	const inner = name.slice(1, -1);

	return [`'${inner}'`, `"${inner}"`].includes(name) ? inner.trim() : name;
}
