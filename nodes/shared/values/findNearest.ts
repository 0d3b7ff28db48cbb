import { foldName } from './textForms';

/** The longest text to compare, in letters: longer ones are not misspelled words, and take long. */
const MAX_LENGTH = 40;

/** Returns the letters and digits of a text in lower case: `todo` for `To Do`. */
const keepLettersAndDigits = (text: string): string =>
	foldName(text).replace(/[^\p{L}\p{M}\p{N}]/gu, '');

/** Returns the digits of a text. They must match: `Week 47` is not a misspelled `Week 48`. */
const keepDigits = (text: string): string => text.replace(/\D/g, '');

/**
 * Finds the word that is closest to a text. A third of the letters may differ, at least one, but no
 * digits. The address of a person is compared with other addresses by the part before the @, because many
 * people share the rest, and only a fifth of its letters may differ: `bob` and `rob` are two people.
 *
 * @returns undefined if no word is close enough
 */
export function findNearest(text: string, words: readonly string[]): string | undefined {
	const localPart = readLocalPart(text);
	if (localPart === undefined) {
		const candidates = words.map((word): Candidate => ({ word, compared: word }));

		return chooseNearest(text, candidates, (length) => Math.max(1, Math.floor(length / 3)));
	}

	const addresses = words
		.map((word): Candidate => ({ word, compared: readLocalPart(word) ?? '' }))
		// Of equal parts before the @, the one in the same place comes first.
		.toSorted((a, b) => Number(isSameHost(text, b.word)) - Number(isSameHost(text, a.word)));

	return chooseNearest(localPart, addresses, (length) => Math.floor(length / 5));
}

/** A word, and what is compared of it. */
interface Candidate {
	readonly word: string;
	readonly compared: string;
}

function chooseNearest(
	text: string,
	candidates: readonly Candidate[],
	allowEdits: (length: number) => number,
): string | undefined {
	const searched = keepLettersAndDigits(text);
	if (searched === '' || searched.length > MAX_LENGTH) return undefined;

	const maxEdits = allowEdits(searched.length);
	let nearest: { readonly word: string; readonly distance: number } | undefined;

	for (const { word, compared } of candidates) {
		const letters = keepLettersAndDigits(compared);
		if (letters === '' || Math.abs(letters.length - searched.length) > maxEdits) continue;
		if (keepDigits(letters) !== keepDigits(searched)) continue;

		const distance = countEdits(searched, letters, maxEdits);
		if (distance <= maxEdits && distance < (nearest?.distance ?? Infinity)) {
			nearest = { word, distance };
		}
	}

	return nearest?.word;
}

/** An email address: the part before the @, and the host after it. */
const ADDRESS = /^\s*(?<localPart>[^\s@]+)@(?<host>[^\s@]+)\s*$/;

/** The part of an email address before the @, or undefined if a text is no address. */
const readLocalPart = (text: string): string | undefined => ADDRESS.exec(text)?.groups?.localPart;

const readHost = (text: string): string | undefined =>
	ADDRESS.exec(text)?.groups?.host?.toLowerCase();

const isSameHost = (address: string, other: string): boolean =>
	readHost(address) === readHost(other);

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
