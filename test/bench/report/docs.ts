import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

import type { Figure } from '../figure';
import { chart } from './svg';
import { HEAD, rowOf } from './texts';

const docs = join(__dirname, '../../../docs');

/** Writes `docs/bench.md` and `docs/bench.svg` from the figures of one run. */
export async function writeDocs(figures: readonly Figure[]): Promise<void> {
	const file = join(docs, 'bench.md');
	const options = { ...(await resolveConfig(file)), parser: 'markdown' };

	writeFileSync(file, await format(page(figures), options));
	writeFileSync(join(docs, 'bench.svg'), chart(figures));
}

const page = (figures: readonly Figure[]): string => `
# Benchmarks

Each row compares the node with the same work done by hand, within one run. Only the ratios mean
anything on another machine.

![Each figure as a part of what its limit allows](bench.svg)

${[HEAD, HEAD.map(() => '---'), ...figures.map(rowOf)].map(line).join('\n')}

## How it is measured

${METHOD}

Machine: ${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.version}.
`;

/** How all of it is measured, in Markdown. */
export const METHOD = `
- \`npm run bench\` made this page and the picture from a single run.
- The node runs in n8n's own workflow engine, against the test service on the same machine, which
  responds after the latency given.
- Each contender runs in a process of its own with the engine loaded, and so does the server: its
  CPU time and memory do not count.
- **Times** are the best of several alternating runs, because any disturbance only makes a run
  longer; those of each kind of operation (\`kind-…\`) are the median of four.
- **Speeds of files** are the mean of six runs after a warm-up, because a disk disturbs in both
  directions. Before each run, the disk has written all that was left for it to write.
- **Memory** is the median of the peaks, including the engine; for each kind of operation, the
  highest one. For files, it is how much more a
  process that has already moved 256 MiB needs at its peak to move 1 GiB, three times; the median of
  three processes. The first 256 MiB take more, whoever streams them: Node.js lets about 64 MiB of
  spent buffers pile up before it clears them away.
- **The time to load** is the median of 50 processes each.`;

/** A vertical bar would end the cell. */
const line = (cells: readonly string[]): string =>
	`| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
