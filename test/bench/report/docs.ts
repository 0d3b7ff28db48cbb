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
# What the node takes, beside the same work done by hand

![Each figure as a part of what its limit allows](bench.svg)

${[HEAD, HEAD.map(() => '---'), ...figures.map(rowOf)].map(line).join('\n')}

${METHOD.replaceAll('\n', ' ')}

Machine: ${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.version}.
`;

const METHOD = `\`npm run bench\` has made this page and the picture, from one run. The node runs in
the workflow engine of n8n, against the test service on the same machine, which answers after the
latency given. Each contender has a process of its own, with the engine loaded in all of them, and
the server has its own too, so that its CPU time and memory do not count. Times are the best of
several runs in turn, because all that disturbs a run makes it longer; speeds of files are the mean
of six, because the disk disturbs in both directions, after a run that is not timed, because code
that is still cold is nobody's speed; memory is the median of the peaks, with the engine that every
process holds. For files it is what a process that has moved 256 MiB needs more at its peak to move
1 GiB, three times; the median of three processes. The first 256 MiB take more, whoever streams
them, because the engine of JavaScript lets some 64 MiB of spent buffers gather before it clears
them away. The time to load is the median of 25 processes each. Only ratios within one run mean
anything elsewhere.`;

/** A vertical bar would end the cell. */
const line = (cells: readonly string[]): string =>
	`| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
