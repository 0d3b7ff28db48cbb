import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { isHttpRequestInstalled } from '../contender/httpRequest';
import type { ContenderName } from '../contender/protocol';
import { atMost, timesAsMuch, timesTheSpeed, type Figure } from '../figure';
import type { Contender, Run, Stage, StagedServer } from '../stage';
import { shownValue } from '../report/texts';
import { mean, median } from '../statistics';
import type { BenchFile, Work } from '../work';
import { assertDone, type Group } from './group';

const MEBIBYTE = 1024 * 1024;
const ROUNDS = 3;
/** Runs of each process, of which the last ones are timed: code that is still cold is nobody's speed. */
const RUNS = 3;
const TIMED = 2;

/** Something to do with files, by the node and by hand. */
interface Contest {
	readonly figure: string;
	readonly work: string;
	readonly kind: 'uploads' | 'attachments' | 'downloads';
	readonly files: 'one' | 'many';
	/** Of the speed of the one beside, at least so much. */
	readonly speed: number;
	/** Who does it by hand. */
	readonly beside: 'axios-files' | 'axios-to-store';
	/** Others who do it, where they can. */
	readonly others: readonly Other[];
	/** The most mebibytes by which the process may grow. */
	readonly growth: number;
	/** The figure of another one that leaves behind what this one downloads. */
	readonly after?: string;
}

type Other = 'axios-files' | 'http-request';

const contests: readonly Contest[] = [
	{
		...{ figure: 'upload', work: 'Upload File, 1 GiB, to a sink' },
		...{ kind: 'uploads', files: 'one', speed: 0.9, growth: 32 },
		...{ beside: 'axios-files', others: ['http-request'] },
	},
	{
		...{ figure: 'attach', work: 'Attach File, 1 GiB, to an S3-compatible store' },
		...{ kind: 'attachments', files: 'one', speed: 0.9, growth: 32 },
		...{ beside: 'axios-files', others: [] },
	},
	{
		...{ figure: 'download', work: 'Download Files, 1 GiB, from an S3-compatible store' },
		...{ kind: 'downloads', files: 'one', speed: 0.9, growth: 32 },
		...{ beside: 'axios-files', others: ['http-request'] },
		after: 'attach',
	},
	{
		...{ figure: 'attach-many', work: 'Attach File, 20 files of 50 MiB, 8 at once' },
		...{ kind: 'attachments', files: 'many', speed: 0.9, growth: 64 },
		...{ beside: 'axios-files', others: [] },
	},
	{
		...{ figure: 'download-many', work: 'Download Files, 20 files of 50 MiB, 8 at once' },
		...{ kind: 'downloads', files: 'many', speed: 0.9, growth: 64 },
		// A node has to put them into n8n's store, which takes longer than to write a file.
		...{ beside: 'axios-to-store', others: ['axios-files'] },
		after: 'attach-many',
	},
];

const figuresNamed = ({ figure, others }: Contest): string[] => [
	...[figure, `${figure}-memory`],
	...others.flatMap((other) => [`${figure}-${other}`, `${figure}-${other}-memory`]),
];

/** Files: how fast they go through, and that memory stays as it is whatever their size. */
export const files: Group = {
	figures: contests.flatMap((contest) => figuresNamed(contest)),
	async run(stage, isWanted) {
		const staged = await stageFiles(stage);
		const server = await stage.server({ kind: 'storage' });
		const warmUp = await stage.server({ kind: 'storage' });
		const wanted = contests.filter((contest) => figuresNamed(contest).some(isWanted));
		const figures: Figure[] = [];
		for (const contest of contests) {
			const { kind, beside, others } = contest;
			if (!wanted.some((other) => other === contest || other.after === contest.figure)) continue;
			const { before, files } = staged[contest.files];
			const names: readonly ContenderName[] = [
				...['plane' as const, beside],
				...others.filter((other) => other !== 'http-request' || isHttpRequestInstalled()),
			];
			const runs = await rounds(stage, names, async (contender) => {
				const { growth } = await perform(warmUp, contender, kind, before);
				const runs: Run[] = [];
				for (let run = 0; run < RUNS; run++) {
					runs.push(await perform(server, contender, kind, files));
				}
				const more = runs.reduce((sum, run) => sum + run.more, 0);
				// Of the process, whichever of them took it; the growth from before the first file.
				return runs.slice(-TIMED).map((run) => ({ ...run, more, growth: growth + more }));
			});
			figures.push(...figuresOf(contest, files, runs));
		}
		const remarks = isHttpRequestInstalled()
			? []
			: ['upload-http-request, download-http-request: skipped: test/n8n is not installed'];
		return { figures, remarks };
	},
};

/** What is measured, and what every process does before, so that it has what a transfer takes. */
interface Staged {
	readonly before: readonly BenchFile[];
	readonly files: readonly BenchFile[];
}

/** Makes the files, on the disk and in n8n's binary store. */
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

/** Runs in turn, each in a fresh process: a peak of memory is told from the beginning of one. */
async function rounds(
	stage: Stage,
	names: readonly ContenderName[],
	perform: (contender: Contender) => Promise<Run[]>,
): Promise<Run[]> {
	const runs: Run[] = [];
	for (let round = 0; round < ROUNDS; round++) {
		// What one leaves on the disk is written while the next one runs: each goes first in its turn.
		for (const name of round % 2 === 0 ? names : names.toReversed()) {
			const contender = stage.contender(name, true);
			runs.push(...(await perform(contender)));
			await contender.child.close();
		}
	}
	return runs;
}

/** Has a contender do something with files. @throws Error where they do not arrive as they are */
async function perform(
	server: StagedServer,
	contender: Contender,
	kind: Contest['kind'],
	files: readonly BenchFile[],
): Promise<Run> {
	const { place } = server;
	const work: Work =
		kind === 'downloads'
			? { kind, place, ids: (await server.account()).stored.map(({ id }) => id) }
			: { kind, place, files };
	const run = await server.run(contender, work);
	const { stored, sunk } = run.account;
	const wanted = files.map(({ sha256 }) => sha256).sort();
	const size = files.reduce((sum, file) => sum + file.size, 0);
	const isSame = (hashes: readonly string[]) => hashes.join() === wanted.join();
	const isWhole = {
		uploads: () => sunk > size,
		attachments: () => isSame(stored.map(({ sha256 }) => sha256).sort()),
		downloads: () => isSame(run.digests),
	};
	assertDone(run, run.items === files.length && isWhole[kind]());
	return run;
}

const WORDS = {
	'axios-files': 'axios, streaming from and to the disk',
	'axios-to-store': "axios, streaming into n8n's binary store",
	'http-request': "n8n's HTTP Request node",
} as const;

function figuresOf(
	{ figure, work, speed, growth, beside, others }: Contest,
	files: readonly BenchFile[],
	runs: readonly Run[],
): Figure[] {
	const size = files.reduce((sum, file) => sum + file.size, 0);
	const of = (name: ContenderName) => {
		const own = runs.filter((run) => run.name === name);
		if (own.length === 0) return undefined;
		return {
			// What is on the disk already, and what is not yet, makes a run shorter as well as longer.
			speed: size / 1e3 / mean(own.map(({ ms }) => ms)),
			// When the collector runs is chance in both directions, so neither the least nor the most.
			growth: median(own.map(({ more }) => more)) / MEBIBYTE,
			fromStart: shownValue(median(own.map((run) => run.growth)) / MEBIBYTE, 'MiB'),
		};
	};
	const [node, hand] = [of('plane'), of(beside)];
	if (node === undefined || hand === undefined) throw new Error(`Nobody has done ${figure}.`);
	const rate = { work, value: node.speed, unit: 'MB per second' } as const;
	const memory = {
		work: `${work}: more memory than 256 MiB take`,
		value: node.growth,
		unit: 'MiB',
	} as const;
	const than = WORDS[beside];
	return [
		timesTheSpeed({ figure, ...rate, beside: hand.speed, than }, speed),
		{
			...atMost({ figure: `${figure}-memory`, ...memory, beside: hand.growth, than }, growth),
			note: `In a process that has moved nothing before: ${node.fromStart}; axios: ${hand.fromStart}.`,
		},
		...others.flatMap((name) => {
			const other = of(name);
			if (other === undefined) return [];
			const named = { figure: `${figure}-${name}`, than: WORDS[name] };
			return [
				timesTheSpeed({ ...rate, ...named, beside: other.speed }, null),
				timesAsMuch(
					{ ...memory, ...named, figure: `${named.figure}-memory`, beside: other.growth },
					null,
				),
			];
		}),
	];
}
