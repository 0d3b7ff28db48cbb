import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import type { ContenderName } from '../contender/protocol';
import { atMost, timesAsFast, type Figure } from '../figure';
import { formatValue } from '../report/texts';
import type { Contender, Run, ProcessGroup, RunningServer } from '../stage';
import { mean, median } from '../statistics';
import type { BenchFile } from '../work';
import { assertDone, compare, runInTurn, selectRuns, type Group } from './group';

const MEBIBYTE = 1024 * 1024;
const ROUNDS = 3;
/** Runs of each process. The last ones are timed, when the code is warm. */
const RUNS = 3;
const TIMED_RUNS = 2;

/** The least speed, as a part of the speed by hand. */
const MIN_SPEED = 0.9;

/** A transfer of files that the node and another contender do. */
interface Contest {
	readonly work: string;
	readonly kind: 'uploads' | 'attachments' | 'downloads';
	readonly files: 'one' | 'many';
	/** How much the memory of the process may grow, in mebibytes. */
	readonly maxGrowth: number;
	/** The other contender. Default `axios`. */
	readonly other?: ContenderName;
	/** The contest that uploads what this one downloads. */
	readonly after?: string;
}

/** By the names of their figures. */
const contests: Readonly<Record<string, Contest>> = {
	upload: { work: 'Upload File, 1 GiB, to a sink', kind: 'uploads', files: 'one', maxGrowth: 32 },
	attach: {
		work: 'Attach File, 1 GiB, to an S3-compatible store',
		kind: 'attachments',
		files: 'one',
		maxGrowth: 32,
	},
	download: {
		work: 'Download Files, 1 GiB, from an S3-compatible store',
		kind: 'downloads',
		files: 'one',
		maxGrowth: 32,
		after: 'attach',
	},
	'attach-many': {
		work: 'Attach File, 20 files of 50 MiB, 8 at once',
		kind: 'attachments',
		files: 'many',
		maxGrowth: 64,
	},
	'download-many': {
		work: 'Download Files, 20 files of 50 MiB, 8 at once',
		kind: 'downloads',
		files: 'many',
		maxGrowth: 64,
		after: 'attach-many',
		// A node has to put the files into n8n's storage, which takes longer than writing files.
		other: 'axios-to-store',
	},
};

const listFigureNames = (name: string): string[] => [name, `${name}-memory`];

/** Files: how fast they are transferred, and whether memory is independent of their size. */
export const files: Group = {
	figures: Object.keys(contests).flatMap(listFigureNames),
	async run(processes, selected) {
		const isSelected = (name: string) =>
			listFigureNames(name).some((figure) => selected.includes(figure));
		const staged = await stageFiles(processes);
		const server = await processes.startServer({ kind: 'service' });
		const warmUp = await processes.startServer({ kind: 'service' });
		const figures: Figure[] = [];

		for (const [name, contest] of Object.entries(contests)) {
			const isNeeded = Object.entries(contests).some(
				([later, { after }]) => after === name && isSelected(later),
			);
			if (!isSelected(name) && !isNeeded) continue;

			const { warmUpFiles, files } = staged[contest.files];
			const names = ['plane', contest.other ?? 'axios'] as const;
			// The peak memory is that of the whole process, so each run has a fresh one.
			const runs = await runInTurn(names, ROUNDS, async (entrant) => {
				const contender = processes.startContender(entrant, true);
				const { growth } = await transfer(warmUp, contender, contest, warmUpFiles);
				const ownRuns: Run[] = [];

				for (let run = 0; run < RUNS; run++) {
					ownRuns.push(await transfer(server, contender, contest, files));
				}

				await contender.child.close();
				const peakGrowth = ownRuns.reduce((sum, run) => sum + run.peakGrowth, 0);

				// Memory is that of the whole process: its growth since before the first file.
				return ownRuns
					.slice(-TIMED_RUNS)
					.map((run) => ({ ...run, peakGrowth, growth: growth + peakGrowth }));
			});

			figures.push(...createFigures(name, contest, files, runs.flat()));
		}

		return figures;
	},
};

/** The files that are measured, and those that each process transfers first to warm up. */
interface StagedFiles {
	readonly warmUpFiles: readonly BenchFile[];
	readonly files: readonly BenchFile[];
}

/** Creates the files, on the disk and in n8n's binary data storage. */
async function stageFiles(
	processes: ProcessGroup,
): Promise<Readonly<Record<Contest['files'], StagedFiles>>> {
	const { child } = processes.startContender('plane', true);

	const create = async (count: number, mebibytes: number): Promise<BenchFile[]> => {
		processes.say(`writing ${count} × ${mebibytes} MiB …`);
		const created: BenchFile[] = [];

		for (let number = 1; number <= count; number++) {
			const name = `${mebibytes}-${number}.bin`;
			const path = join(processes.folder, name);
			const sha256 = await writeRandom(path, mebibytes);
			const stored = await child.call('store', { path, name });

			created.push({ name, path, size: mebibytes * MEBIBYTE, sha256, stored });
		}

		return created;
	};

	const staged = {
		one: { warmUpFiles: await create(1, 256), files: await create(1, 1024) },
		many: { warmUpFiles: await create(8, 32), files: await create(20, 50) },
	};

	await child.close();

	return staged;
}

/** Writes a file that cannot be compressed. Returns its SHA-256 in hexadecimal. */
async function writeRandom(path: string, mebibytes: number): Promise<string> {
	const hash = createHash('sha256');

	await pipeline(function* () {
		for (let written = 0; written < mebibytes; written++) {
			const chunk = randomBytes(MEBIBYTE);

			hash.update(chunk);
			yield chunk;
		}
	}, createWriteStream(path));

	return hash.digest('hex');
}

const sumSizes = (files: readonly BenchFile[]): number =>
	files.reduce((sum, { size }) => sum + size, 0);

/** Lets a contender transfer files. @throws Error if they do not arrive unchanged */
async function transfer(
	server: RunningServer,
	contender: Contender,
	{ kind }: Contest,
	files: readonly BenchFile[],
): Promise<Run> {
	const { place } = server;

	// Data of earlier runs that is not yet on the disk would slow this one down.
	execFileSync('sync');
	const run = await server.run(
		contender,
		kind === 'downloads'
			? { kind, place, ids: (await server.account()).stored.map(({ id }) => id) }
			: { kind, place, files },
	);
	const { stored, sinkBytes } = run.account;
	const joinDigests = (digests: readonly string[]) => [...digests].sort().join();
	const expected = joinDigests(files.map(({ sha256 }) => sha256));
	const isComplete = {
		uploads: sinkBytes > sumSizes(files),
		attachments: joinDigests(stored.map(({ sha256 }) => sha256)) === expected,
		downloads: joinDigests(run.digests) === expected,
	};

	return assertDone(run, run.items === files.length && isComplete[kind]);
}

function createFigures(
	figure: string,
	{ work, maxGrowth, other = 'axios' }: Contest,
	files: readonly BenchFile[],
	runs: readonly Run[],
): Figure[] {
	const target = other === 'axios' ? 'from and to the disk' : "into n8n's binary data storage";
	const comparison = { other, comparedWith: `axios, streaming ${target}` };
	// The disk's cache makes some runs shorter and others longer.
	const speed = (own: readonly Run[]) => sumSizes(files) / 1e3 / mean(own.map(({ ms }) => ms));
	// The garbage collector runs at random times, so neither the least nor the most is meaningful.
	const growthAfterWarmUp = (own: readonly Run[]) =>
		median(own.map(({ peakGrowth }) => peakGrowth)) / MEBIBYTE;

	const totalGrowth = (name: ContenderName) => {
		const growths = selectRuns(runs, name).map((run) => run.growth);

		return formatValue(median(growths) / MEBIBYTE, 'MiB');
	};

	const memory = {
		figure: `${figure}-memory`,
		unit: 'MiB' as const,
		...comparison,
		work: `${work}: more memory than 256 MiB take`,
		note: `In a process that has moved nothing before: ${totalGrowth('plane')}; axios: ${totalGrowth(other)}.`,
	};

	return [
		timesAsFast(
			compare(runs, { figure, work, unit: 'MB per second', ...comparison }, speed),
			MIN_SPEED,
		),
		atMost(compare(runs, memory, growthAfterWarmUp), maxGrowth),
	];
}
