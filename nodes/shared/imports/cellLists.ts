import { isObject } from '../values/valueChecks';
import type { CellReader } from './profile';

// A text that lists several names stays one text: only the names that exist tell where each ends.

/** Reads `[first,second]`, as ClickUp writes lists. */
export const withoutBrackets: CellReader = (cell) => String(cell).replace(/^\[(.*)\]$/s, '$1');

/** Reads a list as JSON text: `["first", "press, radio"]`. */
export const readJsonList: CellReader = (cell) => {
	try {
		const list: unknown = JSON.parse(String(cell));

		return Array.isArray(list) ? list : cell;
	} catch {
		return cell;
	}
};

/** Takes the names of labels. One without a name is called by its color, as tools show it. */
export const readLabelRecords: CellReader = (cell) =>
	Array.isArray(cell) ? cell.flatMap(readLabel) : cell;

function readLabel(label: unknown): readonly unknown[] {
	if (!isObject(label)) return [label];

	const words = [label.name, label.color].find((text) => typeof text === 'string' && text !== '');

	return words === undefined ? [] : [words];
}
