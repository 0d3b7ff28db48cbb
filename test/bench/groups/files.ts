import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import type { ContenderName } from '../contender/protocol';
import { atMost, timesAsFast, type Figure } from '../figure';
import { shownValue } from '../report/texts';
import type { Contender, Run, Stage, StagedServer } from '../stage';
import { mean, median } from '../statistics';
import type { BenchFile } from '../work';
import { assertDone, compare, inTurn, runsOf, type Group } from './group';

const MEBIBYTE = 1024 * 1024;
const ROUNDS = 3;
/** Runs of each process, of which the last ones are timed: code that is still cold is nobody's speed. */
const RUNS = 3;
const TIMED = 2;

/** Of the speed of who does it by hand, at least so much. */
const SPEED = 0.9;

/** Something to do with files, by the node and by hand. */
interface Contest {
	readonly work: string;
	readonly kind: 'uploads' | 'attachments' | 'downloads';
	readonly files: 'one' | 'many';
	/** The most mebibytes by which the process may grow. */
	readonly growth: number;
	/** Who does it by hand. Default `axios`. */
	readonly beside?: ContenderName;
	/** The contest that leaves behind what this one downloads. */
	readonly after?: string;
}

/** By the names of their figures. */
const contests: Readonly<Record<string, Contest>> = {
	upload: { work: 'Upload File, 1 GiB, to a sink', kind: 'uploads', files: 'one', growth: 32 },
	attach: {
		work: 'Attach File, 1 GiB, to an S3-compatible store',
		kind: 'attachments',
		files: 'one',
		growth: 32,
	},
	download: {
		work: 'Download Files, 1 GiB, from an S3-compatible store',
		kind: 'downloads',
		files: 'one',
		growth: 32,
		after: 'attach',
	},
	'attach-many': {
		work: 'Attach File, 20 files of 50 MiB, 8 at once',
		kind: 'attachments',
		files: 'many',
		growth: 64,
	},
	'download-many': {
		work: 'Download Files, 20 files of 50 MiB, 8 at once',
		kind: 'downloads',
		files: 'many',
		growth: 64,
		after: 'attach-many',
		// A node has to put them into n8n's store, which takes longer than to write a file.
		beside: 'axios-to-store',
	},
};

const figuresNamed = (name: string): string[] => [name, `${name}-memory`];

/** Files: how fast they go through, and that memory stays as it is whatever their size. */
export const files: Group = {
	figures: Object.keys(contests).flatMap(figuresNamed),
	async run(stage, wanted) {
		const isWanted = (name: string) => figuresNamed(name).some((one) => wanted.includes(one));
		const staged = await stageFiles(stage);
		const server = await stage.server({ kind: 'service' });
		const warmUp = await stage.server({ kind: 'service' });
		const figures: Figure[] = [];

		for (const [name, contest] of Object.entries(contests)) {
			const isNeeded = Object.entries(contests).some(
				([later, { after }]) => after === name && isWanted(later),
			);
			if (!isWanted(name) && !isNeeded) continue;

			const { before, files } = staged[contest.files];
			const names = ['plane', contest.beside ?? 'axios'] as const;
			// Each in a fresh process: a peak of memory is told from the beginning of one.
			const runs = await inTurn(names, ROUNDS, async (entrant) => {
				const contender = stage.contender(entrant, true);
				const { growth } = await transfer(warmUp, contender, contest, before);
				const own: Run[] = [];

				for (let run = 0; run < RUNS; run++) {
					own.push(await transfer(server, contender, contest, files));
				}

				await contender.child.close();
				const more = own.reduce((sum, run) => sum + run.more, 0);

				// Of the process, whichever of them took it; the growth from before the first file.
				return own.slice(-TIMED).map((run) => ({ ...run, more, growth: growth + more }));
			});

			figures.push(...figuresOf(name, contest, files, runs.flat()));
		}

		return figures;
	},
};

/** What is measured, and what every process does before, so that it has what a transfer takes. */
interface Staged {
	readonly before: readonly BenchFile[];
	readonly files: readonly BenchFile[];
}

/** Makes the files, on the disk and in n8n's binary data storage. */
async function stageFiles(stage: Stage): Promise<Readonly<Record<Contest['files'], Staged>>> {
	const { child } = stage.contender('plane', true);

	const make = async (count: number, mebibytes: number): Promise<BenchFile[]> => {
		stage.say(`writing ${count} × ${mebibytes} MiB …`);
		const made: BenchFile[] = [];

		for (let number = 1; number <= count; number++) {
			const name = `${mebibytes}-${number}.bin`;
			const path = join(stage.folder, name);
			const sha256 = await writeRandom(path, mebibytes);
			const stored = await child.ask('store', { path, name });

			made.push({ name, path, size: mebibytes * MEBIBYTE, sha256, stored });
		}

		return made;
	};

	const staged = {
		one: { before: await make(1, 256), files: await make(1, 1024) },
		many: { before: await make(8, 32), files: await make(20, 50) },
	};

	await child.close();

	return staged;
}

/** Writes a file of what nothing can make smaller. @returns its SHA-256 in hexadecimal */
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

const sizeOf = (files: readonly BenchFile[]): number =>
	files.reduce((sum, { size }) => sum + size, 0);

/** Has a contender do something with files. @throws Error where they do not arrive as they are */
async function transfer(
	server: StagedServer,
	contender: Contender,
	{ kind }: Contest,
	files: readonly BenchFile[],
): Promise<Run> {
	const { place } = server;

	// What others have left for the disk to write would be in the way.
	execFileSync('sync');
	const run = await server.run(
		contender,
		kind === 'downloads'
			? { kind, place, ids: (await server.account()).stored.map(({ id }) => id) }
			: { kind, place, files },
	);
	const { stored, sunk } = run.account;
	const digestsOf = (some: readonly { readonly sha256: string }[]) =>
		some.map(({ sha256 }) => sha256).sort();
	const wanted = digestsOf(files).join();
	const isWhole = {
		uploads: sunk > sizeOf(files),
		attachments: digestsOf(stored).join() === wanted,
		downloads: [...run.digests].sort().join() === wanted,
	};

	return assertDone(run, run.items === files.length && isWhole[kind]);
}

function figuresOf(
	figure: string,
	{ work, growth, beside: other = 'axios' }: Contest,
	files: readonly BenchFile[],
	runs: readonly Run[],
): Figure[] {
	const target = other === 'axios' ? 'from and to the disk' : "into n8n's binary data storage";
	const named = { other, than: `axios, streaming ${target}` };
	// What is on the disk already, and what is not yet, makes a run shorter as well as longer.
	const speed = (own: readonly Run[]) => sizeOf(files) / 1e3 / mean(own.map(({ ms }) => ms));
	// When the collector runs is chance in both directions, so neither the least nor the most.
	const later = (own: readonly Run[]) => median(own.map(({ more }) => more)) / MEBIBYTE;

	const inAll = (name: ContenderName) => {
		const growths = runsOf(runs, name).map((run) => run.growth);

		return shownValue(median(growths) / MEBIBYTE, 'MiB');
	};

	const memory = {
		figure: `${figure}-memory`,
		unit: 'MiB' as const,
		...named,
		work: `${work}: more memory than 256 MiB take`,
		note: `In a process that has moved nothing before: ${inAll('plane')}; axios: ${inAll(other)}.`,
	};

	return [
		timesAsFast(compare(runs, { figure, work, unit: 'MB per second', ...named }, speed), SPEED),
		atMost(compare(runs, memory, later), growth),
	];
}
