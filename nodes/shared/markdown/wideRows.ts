import type { MarkdownParser, MarkdownToken, StateBlock } from '../../../libraries/markdown';
import { takeBlockRule } from './takeBlockRule';

/**
 * Changes a parser so that the cells of a row for which its table has no column belong to the last cell. Other readers of
 * Markdown leave them out, also where only a `|` within code has divided a cell.
 */
export function readWideRows({ block: { ruler } }: MarkdownParser): void {
	const readTable = takeBlockRule(ruler, 'table');

	ruler.at(
		'table',
		(state, startLine, endLine, isSilent) => {
			const start = state.tokens.length;
			const isTable = readTable?.(state, startLine, endLine, isSilent) === true;

			if (isTable && !isSilent) addFurtherCells(state, state.tokens.slice(start));

			return isTable;
		},
		{ alt: ['paragraph', 'reference'] },
	);
}

function addFurtherCells(state: StateBlock, tokens: readonly MarkdownToken[]): void {
	let line = 0;
	let cells: MarkdownToken[] = [];

	for (const token of tokens) {
		if (token.type === 'tr_open') {
			line = token.map?.[0] ?? 0;
			cells = [];
		} else if (token.type === 'inline') {
			cells.push(token);
		} else if (token.type === 'tr_close') {
			const parts = splitRow(readLine(state, line));
			const last = cells.at(-1);

			if (last !== undefined && parts.length > cells.length) {
				const rest = parts.slice(cells.length - 1).join('|');

				last.content = rest.replaceAll('\\|', '|').trim();
			}
		}
	}
}

const readLine = ({ src, bMarks, tShift, eMarks }: StateBlock, line: number): string =>
	src.slice((bMarks[line] ?? 0) + (tShift[line] ?? 0), eMarks[line]).trim();

/** Splits a row in the way of the parser. */
const splitRow = (row: string): readonly string[] =>
	row
		.replace(/^\|/, '')
		.replace(/(?<!\\)\|$/, '')
		.split(/(?<!\\)\|/);
