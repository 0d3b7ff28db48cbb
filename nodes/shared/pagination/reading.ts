import type { Problem } from '../result/problem';
import type { List } from './envelope';
import type { PageQuery } from './pageQuery';
import type { Rows } from './RowCollector';

/** How to read on after the first page of a list. */
export interface Reading {
	/** The number of rows before those that the first page was asked for. */
	readonly from: number;
	/** Rows of a page. */
	readonly size: number;
	/** The rows so far, to which those of each page are added. */
	readonly rows: Rows;
	/** Pages that are asked for at the same time. */
	readonly atOnce: number;
	/** Asks for one page. */
	readonly ask: Ask;
}

export type Ask = (page: PageQuery) => Promise<List | Problem>;
