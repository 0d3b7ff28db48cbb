/** How a table is written as text. */
export interface TableFormat {
	/** What stands between two cells. */
	readonly delimiter: string;
	/** What stands between two rows, in any of these forms. */
	readonly lineBreaks: readonly string[];
	/** The number of rows that are read. Default: all. */
	readonly to?: number;
}

/**
 * Reads the cells of a table, row by row. A quoted cell may stand behind a blank, and rows may have any number of cells.
 *
 * @throws Error whose `code` is `CSV_QUOTE_NOT_CLOSED` if a quoted cell does not end; its `lines` is the line of the end
 */
export function parseTable(text: string, format: TableFormat): string[][];
