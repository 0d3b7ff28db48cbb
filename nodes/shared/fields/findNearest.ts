import { foldName } from './foldName';

/** Longer texts are no misspelled words, and comparing them takes long. */
const MAX_LENGTH = 40;

/** The letters and digits of a text: `To Do` and `todo` have the same ones. */
const keepLettersAndDigits = (text: string): string =>
	foldName(text).replace(/[^\p{L}\p{M}\p{N}]/gu, '');

/** The digits of a text: `Week 47` is no misspelled `Week 48`. */
const keepDigits = (text: string): string => text.replace(/\D/g, '');

/**
 * The word that is most like a text; undefined if none is much like it. A third of the letters may differ,
 * one of a short word, and no digit.
 */
export function findNearest(text: string, words: readonly string[]): string | undefined {
	const given = keepLettersAndDigits(text);
	if (given === '' || given.length > MAX_LENGTH) return undefined;

	const most = Math.max(1, Math.floor(given.length / 3));
	let nearest: { readonly word: string; readonly distance: number } | undefined;

	for (const word of words) {
		const letters = keepLettersAndDigits(word);
		if (letters === '' || Math.abs(letters.length - given.length) > most) continue;
		if (keepDigits(letters) !== keepDigits(given)) continue;

		const distance = countEdits(given, letters, most);
		if (distance <= most && distance < (nearest?.distance ?? Infinity)) {
			nearest = { word, distance };
		}
	}

	return nearest?.word;
}

/**
 * How many letters have to be added, left out or replaced to make one word of another (Levenshtein).
 *
 * @param most more than these are not counted to the end
 */
function countEdits(one: string, other: string, most: number): number {
	const letters = Array.from(other);
	let row = Uint8Array.from([0, ...letters], (_, index) => index);
	let next = new Uint8Array(row.length);

	for (const letter of Array.from(one)) {
		let left = (row[0] ?? 0) + 1;
		let least = left;

		next[0] = left;

		for (let index = 0; index < letters.length; index++) {
			const replaced = (row[index] ?? 0) + (letters[index] === letter ? 0 : 1);

			left = Math.min(replaced, left + 1, (row[index + 1] ?? 0) + 1);
			next[index + 1] = left;
			least = Math.min(least, left);
		}

		if (least > most) return Infinity;

		[row, next] = [next, row];
	}

	return row.at(-1) ?? 0;
}
