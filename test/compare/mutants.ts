// `npm run mutants -- DIST`: breaks the build in DIST in one small place after the other, and finds out which of these
// mutants the comparison of builds sees. Workflows that do not reach the place are not run.
//
//     RUNS=2                  twice as many workflows
//     SEED=2                  other mutants
//     -- DIST --mutants 60    the number of mutants
//     -- DIST --folders nodes/Plane/execute/bulk
//     -- DIST --reach         lists the code that no workflow reaches, and no mutants

import '../engine/environment';

import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { runs } from '../unit/random';
import { loadBuild, unloadBuild } from './build';
import { Dice } from './dice';
import { findDifferences } from './findDifferences';
import { applyMutation, listMutations, type Mutation } from './mutations';
import { Reach } from './Reach';
import { recordRun, type Recording } from './record';
import { WorkflowGenerator } from './workflow';

/** The usual number of workflows. */
const WORKFLOWS = 500;

/** A mutant is taken for unseen after this many workflows that reach its place. */
const MOST_RUNS = 80;

/** Real milliseconds for one workflow, after which a mutant is taken for endless. */
const PATIENCE_MS = 120_000;

const FIRST_SEED = 1_000_000;

/** The code for files, which no workflow has: only `test/engine` has a store for them. */
const OUT_OF_REACH = 'nodes/Plane/execute/files/';

interface Mutant {
	/** Below the folder of the build. */
	readonly file: string;
	readonly mutation: Mutation;
	/** The workflows that reach it, by their seeds. */
	readonly seeds: number[];
}

/** What a child is to do with a mutant, in a build that it may change. */
interface Job {
	readonly dist: string;
	readonly recordings: string;
	readonly mutant: Mutant;
}

/** What a child has found: the seed and the place of a difference, or neither. A message without both says that it goes on. */
interface Finding {
	readonly isDone: boolean;
	readonly difference?: string;
}

/** Draws mutants, each place of the code with the same chance. */
function drawMutants(dist: string, folders: readonly string[], count: number): Mutant[] {
	const all = folders
		.flatMap((folder) => globSync(`${folder}/**/*.js`, { cwd: dist }).sort())
		.filter((file) => !file.startsWith(OUT_OF_REACH))
		.flatMap((file) =>
			listMutations(readFileSync(join(dist, file), 'utf8')).map((mutation) => ({
				file,
				mutation,
				seeds: [],
			})),
		);

	if (count >= all.length) return all;

	const dice = new Dice(Number(process.env.SEED ?? 1));

	return Array.from({ length: count }, () => all.splice(dice.below(all.length), 1)).flat();
}

/** Runs the workflows with the build as it is. Notes which of them reach which mutant. */
async function recordAll(dist: string, folder: string, mutants: readonly Mutant[]): Promise<void> {
	const build = loadBuild(dist);
	const generator = new WorkflowGenerator(build.node.description);
	const reach = new Reach();

	await reach.start();

	for (let seed = FIRST_SEED; seed < FIRST_SEED + runs(WORKFLOWS); seed++) {
		const recording = await recordRun(generator.create(seed), build);
		const reached = await reach.take(dist);

		writeFileSync(join(folder, `${seed}.json`), JSON.stringify(recording));

		for (const { file, mutation, seeds } of mutants) {
			if (reached.has(join(dist, file), mutation.start)) seeds.push(seed);
		}
	}

	reach.stop();
}

/** Runs workflows with a mutant until one has another recording than with the build as it is. */
async function tryMutant({ dist, recordings, mutant }: Job): Promise<void> {
	const { file, mutation, seeds } = mutant;
	const path = join(dist, file);
	const source = readFileSync(path, 'utf8');
	const report = (finding: Finding) => process.send?.(finding);

	writeFileSync(path, applyMutation(source, mutation));

	try {
		unloadBuild(dist);
		const build = loadBuild(dist);
		const generator = new WorkflowGenerator(build.node.description);

		for (const seed of seeds.slice(0, MOST_RUNS)) {
			const old = JSON.parse(readFileSync(join(recordings, `${seed}.json`), 'utf8')) as Recording;
			const [first] = findDifferences(old, await recordRun(generator.create(seed), build));

			report({
				isDone: first !== undefined,
				...(first !== undefined && { difference: `${seed} ${first.place}` }),
			});
			if (first !== undefined) return;
		}

		report({ isDone: true });
	} catch (error) {
		report({ isDone: true, difference: String(error) });
	} finally {
		writeFileSync(path, source);
	}
}

/** Gives jobs to a child, and starts another one if it does not end, or breaks. */
class Runner {
	private child: ChildProcess | undefined;

	constructor(
		private readonly dist: string,
		private readonly recordings: string,
	) {}

	/** @returns the difference that was seen, or undefined if there was none */
	async run(mutant: Mutant): Promise<string | undefined> {
		const original = readFileSync(join(this.dist, mutant.file), 'utf8');
		const child = (this.child ??= fork(__filename, ['--child']));

		child.send({ dist: this.dist, recordings: this.recordings, mutant } satisfies Job);

		for (;;) {
			const finding = await waitForFinding(child);
			if (!finding.isDone) continue;

			// What was interrupted may still be under way.
			if (finding.difference !== undefined && !/^\d+ (step|state)/.test(finding.difference)) {
				this.stop();
				writeFileSync(join(this.dist, mutant.file), original);
			}

			return finding.difference;
		}
	}

	stop(): void {
		this.child?.kill('SIGKILL');
		this.child = undefined;
	}
}

/** Waits for what a child has to say, or for its end. */
async function waitForFinding(child: ChildProcess): Promise<Finding> {
	const waiting = new AbortController();
	const { signal } = waiting;
	const timer = setTimeout(() => waiting.abort(), PATIENCE_MS);

	try {
		return await Promise.race([
			once(child, 'message', { signal }).then(([message]) => message as Finding),
			once(child, 'exit', { signal }).then(() => ({
				isDone: true,
				difference: 'ends the process',
			})),
		]);
	} catch {
		return { isDone: true, difference: 'does not end' };
	} finally {
		clearTimeout(timer);
		waiting.abort();
	}
}

function describeMutant(dist: string, { file, mutation, seeds }: Mutant): string {
	const source = readFileSync(join(dist, file), 'utf8');
	const line = source.slice(0, mutation.start).split('\n').length;
	const text = source.slice(mutation.start, mutation.end).replaceAll(/\s+/g, ' ');

	return `${file}:${line} ${mutation.kind}: ${text.slice(0, 90)} (reached by ${seeds.length})`;
}

/** Lists the parts of functions that no workflow has reached. */
function printUnreached(dist: string, mutants: readonly Mutant[]): void {
	const unreached = mutants.filter(({ seeds }) => seeds.length === 0);
	const lines = unreached.map((mutant) => describeMutant(dist, mutant));

	for (const line of lines) console.log(line);
	console.log(`${unreached.length} of ${mutants.length} places are not reached`);
}

async function tryAll(dist: string, recordings: string, mutants: readonly Mutant[]): Promise<void> {
	const cores = Number(process.env.CORES ?? 1);
	const queue = [...mutants];
	const results: Record<'seen' | 'unseen' | 'unreached', number> = {
		seen: 0,
		unseen: 0,
		unreached: 0,
	};

	const work = async () => {
		const copy = mkdtempSync(join(tmpdir(), 'n8n-nodes-plane-mutants-'));
		const runner = new Runner(copy, recordings);

		cpSync(dist, copy, { recursive: true });

		for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
			const difference = mutant.seeds.length === 0 ? undefined : await runner.run(mutant);
			const unseen = mutant.seeds.length === 0 ? 'unreached' : 'unseen';
			const result = difference === undefined ? unseen : 'seen';

			results[result] += 1;
			console.log(`${result} ${describeMutant(dist, mutant)} ${difference ?? ''}`);
		}

		runner.stop();
		rmSync(copy, { recursive: true });
	};

	await Promise.all(Array.from({ length: cores }, work));
	console.log(`Of ${mutants.length} mutants: ${JSON.stringify(results)}`);
}

async function main(): Promise<void> {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: {
			mutants: { type: 'string', default: '60' },
			folders: { type: 'string', default: 'nodes/Plane/execute,nodes/shared/resolve' },
			reach: { type: 'boolean', default: false },
			child: { type: 'boolean', default: false },
		},
	});

	process.setSourceMapsEnabled(false);

	if (values.child) {
		process.on('message', (job) => void tryMutant(job as Job));

		return;
	}

	const [folder] = positionals;
	if (folder === undefined) throw new Error('Name the folder of a build: npm run mutants -- DIST');

	const dist = resolve(folder);
	const count = values.reach ? Infinity : Number(values.mutants);
	const mutants = drawMutants(dist, values.folders.split(','), count);
	const recordings = mkdtempSync(join(tmpdir(), 'n8n-nodes-plane-recordings-'));

	await recordAll(dist, recordings, mutants);
	if (values.reach) printUnreached(dist, mutants);
	else await tryAll(dist, recordings, mutants);

	rmSync(recordings, { recursive: true });
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
