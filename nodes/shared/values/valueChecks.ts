/** Whether a value is an object of any kind, lists included, whose properties can be read. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null;

/** Whether a value is `null`, `undefined` or blank text, like a parameter that was left empty. */
export const isEmpty = (value: unknown): boolean =>
	value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

/** Whether the cell of a row is empty. A cell may be a list. */
export const isEmptyCell = (cell: unknown): boolean =>
	isEmpty(cell) || (Array.isArray(cell) && cell.length === 0);
