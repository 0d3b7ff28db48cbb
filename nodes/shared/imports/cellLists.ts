import { isObject } from '../values/valueChecks';
import type { CellReader } from './profile';

/** Returns the entries of a list as text, without blanks around them and without those that are empty. */
const trimEntries = (entries: readonly unknown[]): readonly unknown[] =>
	entries
		.map((entry) => (typeof entry === 'string' ? entry.trim() : entry))
		.filter((entry) => entry !== '' && entry !== null && entry !== undefined);

/** Reads `[first,second]`, as ClickUp writes lists. */
export const readBracketedList: CellReader = (cell) =>
	trimEntries(
		String(cell)
			.replace(/^\[(.*)\]$/s, '$1')
			.split(','),
	);

/** Reads `first; second`. */
export const readSemicolonList: CellReader = (cell) => trimEntries(String(cell).split(';'));

/** Reads `first, second`, or the list of such cells. */
export const readCommaList: CellReader = (cell) =>
	trimEntries(
		[cell].flat().flatMap((text) => (typeof text === 'string' ? text.split(',') : [text])),
	);

/** Reads a list as JSON text: `["first", "press, radio"]`. */
export const readJsonList: CellReader = (cell) => {
	try {
		const list: unknown = JSON.parse(String(cell));

		return Array.isArray(list) ? trimEntries(list) : cell;
	} catch {
		return cell;
	}
};

/** Takes the names of labels. One without a name is called by its color, as tools show it. */
export const readLabelRecords: CellReader = (cell) =>
	trimEntries([cell].flat()).flatMap((label) => {
		if (!isObject(label)) return [label];

		const { name, color } = label;
		const words = [name, color].find((text) => typeof text === 'string' && text !== '');

		return words === undefined ? [] : [words];
	});
