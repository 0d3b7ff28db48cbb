import { asText } from '../values/asText';
import type { CellReader, MonthNames, Row } from './profile';

/** Returns a reader of texts and numbers. Other cells, such as lists and records, stay as they are. */
export const forTexts =
	(read: (text: string, row: Row, months: MonthNames) => unknown): CellReader =>
	(cell, row, months) => {
		const text = asText(cell);

		return text === undefined ? cell : read(text, row, months);
	};
