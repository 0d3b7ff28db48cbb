import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';

import type { Figure } from '../figure';
import { drawChart } from './svg';
import { HEAD, formatRow } from './texts';

const docs = join(__dirname, '../../../docs');

/** The figures that matter to users. The command prints the others, too. */
export const FIGURES_ON_PAGE = [
	'updates',
	'cost-per-item-1000',
	'additions',
	'return-all',
	'return-all-memory',
	'attach',
	'attach-memory',
	'download',
	'limit-time',
	'bulk-time',
	'load-time',
];

const START = '<!-- figures: made by `npm run bench` -->';
const END = '<!-- /figures -->';

/** Writes the figures of one run into `docs/performance.md`, and their picture into `docs/bench.svg`. */
export function writeDocs(figures: readonly Figure[]): void {
	const page = join(docs, 'performance.md');
	const shown = figures.filter(({ figure }) => FIGURES_ON_PAGE.includes(figure));

	writeFileSync(page, replaceFigures(readFileSync(page, 'utf8'), shown));
	writeFileSync(join(docs, 'bench.svg'), drawChart(shown));
}

/** @throws Error if the comments around the figures are missing */
function replaceFigures(text: string, figures: readonly Figure[]): string {
	const [before, rest] = text.split(START);
	const after = rest?.split(END)[1];
	if (before === undefined || after === undefined) {
		throw new Error(`docs/performance.md lacks ${START} or ${END}`);
	}

	const rows = [HEAD, HEAD.map(() => '---'), ...figures.map(formatRow)].map(formatTableRow);
	const machine = `Machine: ${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.version}.`;

	return `${before}${START}\n\n${rows.join('\n')}\n\n${machine}\n\n${END}${after}`;
}

/** A row of a Markdown table, in which a vertical bar would end the cell. */
const formatTableRow = (cells: readonly string[]): string =>
	`| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
