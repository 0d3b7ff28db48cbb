import { writeFileSync } from 'node:fs';
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

/** Writes `docs/bench.md` and `docs/bench.svg` from the figures of one run. */
export function writeDocs(figures: readonly Figure[]): void {
	const shown = figures.filter(({ figure }) => FIGURES_ON_PAGE.includes(figure));

	writeFileSync(join(docs, 'bench.md'), buildPage(shown));
	writeFileSync(join(docs, 'bench.svg'), drawChart(shown));
}

const buildPage = (figures: readonly Figure[]): string => `# Benchmarks

Each row compares the node with the same work done by hand, within one run. Only the ratios mean
anything on another machine.

![Each figure as a part of what its limit allows](bench.svg)

${[HEAD, HEAD.map(() => '---'), ...figures.map(formatRow)].map(formatTableRow).join('\n')}

## How it is measured

${METHOD}

Machine: ${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.version}.
`;

/** How everything is measured, in Markdown. */
export const METHOD = `- \`npm run bench\` wrote this page and the picture in a single run. The command also prints figures
  that are not here, each with its limit: other numbers of items, other files, numbers of requests,
  the size of the panel.
- The node runs in n8n's own workflow engine, against the test service on the same machine, which
  responds after the stated latency.
- Each contender runs in a process of its own with the engine loaded. The server has its own process,
  too: its CPU time and memory do not count.
- **Times** are the best of several alternating runs, because any disturbance only makes a run
  longer.
- **Speeds of files** are the mean of six runs after a warm-up, because a disk disturbs in both
  directions. Before each run, all data of earlier runs is written to the disk.
- **Memory** is the median of the peaks, including the engine. For files, it is how much more memory
  a process that has already moved 256 MiB needs at its peak to move 1 GiB three times: the median of
  three processes. The first 256 MiB take more in every contender, because Node.js lets about 64 MiB
  of used buffers pile up before it frees them.
- **The time to load** is the median of 50 processes each.`;

/** A row of a Markdown table, in which a vertical bar would end the cell. */
const formatTableRow = (cells: readonly string[]): string =>
	`| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
