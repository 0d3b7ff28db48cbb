import { foldName } from './foldName';

/** The longest text to compare, in letters: longer ones are not misspelled words, and take long. */
const MAX_LENGTH = 40;

/** Returns the letters and digits of a text in lower case: `todo` for `To Do`. */
const keepLettersAndDigits = (text: string): string =>
	foldName(text).replace(/[^\p{L}\p{M}\p{N}]/gu, '');

/** Returns the digits of a text. They must match: `Week 47` is not a misspelled `Week 48`. */
const keepDigits = (text: string): string => text.replace(/\D/g, '');

/**
 * Finds the word that is closest to a text. A third of the letters may differ, at least one, but no
 * digits.
 *
 * @returns undefined if no word is close enough
 */
export function findNearest(text: string, words: readonly string[]): string | undefined {
	const searched = keepLettersAndDigits(text);
	if (searched === '' || searched.length > MAX_LENGTH) return undefined;

	const maxEdits = Math.max(1, Math.floor(searched.length / 3));
	let nearest: { readonly word: string; readonly distance: number } | undefined;

	for (const word of words) {
		const letters = keepLettersAndDigits(word);
		if (letters === '' || Math.abs(letters.length - searched.length) > maxEdits) continue;
		if (keepDigits(letters) !== keepDigits(searched)) continue;

		const distance = countEdits(searched, letters, maxEdits);
		if (distance <= maxEdits && distance < (nearest?.distance ?? Infinity)) {
			nearest = { word, distance };
		}
	}

	return nearest?.word;
}

/**
 * Counts the letters to add, remove or replace to turn one word into another (Levenshtein distance).
 *
 * @returns infinity if there are more than `maxEdits`
 */
function countEdits(from: string, to: string, maxEdits: number): number {
	const letters = Array.from(to);
	let row = Uint8Array.from([0, ...letters], (_, index) => index);
	let nextRow = new Uint8Array(row.length);

	for (const letter of Array.from(from)) {
		let left = (row[0] ?? 0) + 1;
		let smallest = left;

		nextRow[0] = left;

		for (let index = 0; index < letters.length; index++) {
			const replaced = (row[index] ?? 0) + (letters[index] === letter ? 0 : 1);

			left = Math.min(replaced, left + 1, (row[index + 1] ?? 0) + 1);
			nextRow[index + 1] = left;
			smallest = Math.min(smallest, left);
		}

		if (smallest > maxEdits) return Infinity;

		[row, nextRow] = [nextRow, row];
	}

	return row.at(-1) ?? 0;
}
