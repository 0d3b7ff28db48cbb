import { isObject } from '../values/valueChecks';
import type { CellReader } from './profile';
import { forTexts } from './textCells';

// A text that lists several names stays one text: only the names that exist tell where each ends.

/** Reads `[first,second]`, as ClickUp writes lists. */
export const withoutBrackets = forTexts((text) => text.replace(/^\[(.*)\]$/s, '$1'));

/** Reads a list as JSON text: `["first", "press, radio"]`. */
export const readJsonList = forTexts((text) => {
	try {
		const list: unknown = JSON.parse(text);

		return Array.isArray(list) ? list : text;
	} catch {
		return text;
	}
});

/** Takes the names of labels. One without a name is called by its color, as tools show it. */
export const readLabelRecords: CellReader = (cell) =>
	Array.isArray(cell) ? cell.flatMap(readLabel) : cell;

function readLabel(label: unknown): readonly unknown[] {
	if (!isObject(label)) return [label];

	const words = [label.name, label.color].find((text) => typeof text === 'string' && text !== '');

	return words === undefined ? [] : [words];
}
