// `npm run compare -- OLD_DIST`: random workflows with the build in OLD_DIST and with that of the working tree. Each
// difference in what they return, send and leave on the server is listed.
//
//     RUNS=10     ten times as many workflows
//     SEED=2      other ones
//     -- OLD_DIST --only 1000017     one workflow, with all that it does

import '../engine/environment';

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

import { runs } from '../unit/random';
import { acceptedDifferences } from './acceptedDifferences';
import { loadBuild } from './build';
import { createFingerprint, KnownRuns } from './KnownRuns';
import { findDifferences, type Difference } from './findDifferences';
import { mayBeReread } from './rereadLists';
import { recordRun, type Recording } from './record';
import { WorkflowGenerator, type Workflow } from './workflow';

/** The usual number of workflows. */
const WORKFLOWS = 2000;

/** The seeds of two values of SEED have nothing in common. */
const SEEDS_APART = 1_000_000;

/** The differences of one workflow that are printed. The first ones are the cause of the others. */
const MAX_PRINTED = 8;

/** What the comparison of some workflows has shown. */
interface Report {
	readonly workflows: number;
	readonly differing: number;
	/** How many differences each reason explains. */
	readonly accepted: Record<string, number>;
	/** What the workflows have done, to show that they do something. */
	readonly counts: Record<string, number>;
	/** How often each operation has read a whole list again, with each build. */
	readonly repeatedReads: Readonly<Record<'old' | 'new', Record<string, number>>>;
}

/** The seeds from `first`, each `every`-th, of this many. */
interface Share {
	readonly old: string;
	readonly first: number;
	readonly count: number;
	readonly every: number;
}

async function compareShare({ old, first, count, every }: Share): Promise<Report> {
	const oldBuild = loadBuild(old);
	const newBuild = loadBuild(`${__dirname}/../..`);
	const generator = new WorkflowGenerator(newBuild.node.description);
	const knownRuns = new KnownRuns(old);
	const report = {
		workflows: 0,
		differing: 0,
		accepted: {},
		counts: {},
		repeatedReads: { old: {}, new: {} },
	};

	// n8n and axios read the stacks of many errors, and looking up each line in the sources takes long.
	process.setSourceMapsEnabled(false);

	for (let index = 0; index < count; index += every) {
		const workflow = generator.create(first + index);
		const recording = await recordRun(workflow, newBuild);
		const known = knownRuns.find(workflow);

		report.workflows += 1;
		countOutcomes(recording, report.counts);
		countEach(recording.repeatedReads, report.repeatedReads.new);
		printNeedlessReads(workflow, recording);

		if (recording.crash === null && known?.fingerprint === createFingerprint(recording)) {
			countEach(known.repeatedReads, report.repeatedReads.old);
			continue;
		}

		const oldRecording = await recordRun(workflow, oldBuild);
		const recordings = { old: oldRecording, new: recording };
		const faults = findFaults(workflow, recordings, report.accepted);

		countEach(oldRecording.repeatedReads, report.repeatedReads.old);
		if (known === undefined) knownRuns.add(workflow, oldRecording);
		if (faults.length === 0) continue;

		report.differing += 1;
		process.stdout.write(`${describeFaults(workflow, faults)}\n`);
	}

	return report;
}

function printNeedlessReads({ seed }: Workflow, { repeatedReads }: Recording): void {
	for (const read of repeatedReads.filter((name) => !mayBeReread(name))) {
		process.stdout.write(`${seed}: read again for no reason of rereadLists.ts: ${read}\n`);
	}
}

function countEach(names: readonly string[], counts: Record<string, number>): void {
	for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
}

/** Finds the differences that nobody has asked for, and counts the others. */
function findFaults(
	{ steps, faults, cancelChance, service }: Workflow,
	{ old, new: current }: Readonly<Record<'old' | 'new', Recording>>,
	accepted: Record<string, number>,
): Difference[] {
	const hasFaults = faults.length > 0 || cancelChance > 0 || service.limit !== undefined;
	const nodes = steps.flatMap(({ operation }, index) => {
		const [oldStep, newStep] = [old.steps[index], current.steps[index]];

		return oldStep && newStep ? [{ operation, old: oldStep, new: newStep, hasFaults }] : [];
	});

	return findDifferences(old, current).filter((difference) => {
		const { place } = difference;
		const reason = acceptedDifferences.find(({ matches }) =>
			nodes.some(
				(node, index) =>
					// All nodes have changed the state.
					(place.startsWith(`step ${index + 1} `) || place.startsWith('state')) &&
					matches(difference, node),
			),
		)?.reason;
		if (reason === undefined) return true;

		accepted[reason] = (accepted[reason] ?? 0) + 1;

		return false;
	});
}

function countOutcomes({ steps }: Recording, counts: Record<string, number>): void {
	const add = (name: string, count = 1) => (counts[name] = (counts[name] ?? 0) + count);

	for (const { items, hints, error, requests } of steps) {
		const failed = items.filter(({ json }) => Reflect.get(Object(json), 'error') !== undefined);

		add('nodes');
		add('items', items.length);
		add('failed items', failed.length);
		add('hints', Object.keys(hints).length);
		if (error !== null) add('nodes that stopped');

		const all = Object.values(requests).flat();

		add('requests', all.length);
		add('writes', all.filter((request) => !request.startsWith('GET ')).length);
		if (all.length === 0) add('nodes that sent nothing');
	}
}

function describeWorkflow({ seed, service, steps, faults, cancelChance }: Workflow): string {
	const nodes = steps.map(
		({ operation, items, continues }) =>
			`${operation} ×${items.length}${continues ? ', continues' : ''}`,
	);
	const circumstances = [
		service.serverKind,
		service.differences?.servesApiV2 === true ? 'API v2' : '',
		...faults.map(({ fault }) => (fault.kind === 'status' ? `status ${fault.status}` : fault.kind)),
		cancelChance > 0 ? 'canceled' : '',
	].filter((text) => text !== '');

	return `${seed}: ${nodes.join(' → ')} (${circumstances.join(', ')})`;
}

function describeFaults(workflow: Workflow, faults: readonly Difference[]): string {
	const lines = faults
		.slice(0, MAX_PRINTED)
		.flatMap(({ place, old, new: current }) => [
			`  ${place}`,
			`    - ${abbreviate(old)}`,
			`    + ${abbreviate(current)}`,
		]);
	const rest = faults.length - MAX_PRINTED;

	return [describeWorkflow(workflow), ...lines, ...(rest > 0 ? [`  and ${rest} more`] : [])].join(
		'\n',
	);
}

function abbreviate(value: unknown): string {
	if (value === undefined) return 'nothing';

	const text = JSON.stringify(value);

	return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

/** Prints a workflow, and everything that each build has done. */
async function showOne(old: string, seed: number): Promise<void> {
	const builds = { old: loadBuild(old), new: loadBuild(`${__dirname}/../..`) };
	const workflow = new WorkflowGenerator(builds.new.node.description).create(seed);
	const recordings = {
		old: await recordRun(workflow, builds.old),
		new: await recordRun(workflow, builds.new),
	};
	const faults = findFaults(workflow, recordings, {});

	console.log(JSON.stringify(workflow, undefined, '  '));
	console.log(JSON.stringify(recordings.new.steps, undefined, '  '));
	console.log(faults.length === 0 ? 'No difference' : describeFaults(workflow, faults));
}

/** Compares a share of the workflows in a process of its own: a process has one clock. */
async function compareInChild(share: Share): Promise<Report> {
	const child = fork(__filename, ['--share', JSON.stringify(share)], {
		// Each workflow leaves much garbage, and keeps nothing.
		execArgv: [...process.execArgv, '--max-semi-space-size=64'],
	});
	const [report] = (await Promise.race([
		once(child, 'message'),
		once(child, 'exit').then(() => [undefined]),
	])) as [Report | undefined];
	if (report === undefined) throw new Error('A process has ended without a result');

	return report;
}

function sum(tables: readonly Readonly<Record<string, number>>[]): Record<string, number> {
	const total: Record<string, number> = {};

	for (const [name, count] of tables.flatMap((table) => Object.entries(table))) {
		total[name] = (total[name] ?? 0) + count;
	}

	return total;
}

async function compareAll(old: string): Promise<void> {
	const startedAt = Date.now();
	const cores = Number(process.env.CORES ?? availableParallelism());
	const count = runs(WORKFLOWS);
	const first = Number(process.env.SEED ?? 1) * SEEDS_APART;
	const reports = await Promise.all(
		Array.from({ length: cores }, async (_, core) =>
			compareInChild({ old, first: first + core, count: count - core, every: cores }),
		),
	);
	const seconds = (Date.now() - startedAt) / 1000;
	const total = sum(reports.map(({ workflows, differing }) => ({ workflows, differing })));
	const { workflows = 0, differing = 0 } = total;

	for (const [name, number] of Object.entries(sum(reports.map(({ counts }) => counts)))) {
		console.log(`${String(number).padStart(8)} ${name}`);
	}

	for (const [reason, number] of Object.entries(sum(reports.map(({ accepted }) => accepted)))) {
		console.log(`${String(number).padStart(8)} differences that were asked for: ${reason}`);
	}

	printRepeatedReads(reports);

	const reread = reports
		.flatMap(({ repeatedReads }) => Object.keys(repeatedReads.new))
		.filter((read) => !mayBeReread(read));

	const speed = (workflows / seconds / cores).toFixed(1);

	console.log(`${workflows} workflows in ${seconds.toFixed(0)} s: ${speed} a second on each core`);
	console.log(`${differing} of them differ`);
	process.exitCode = differing > 0 || reread.length > 0 ? 1 : 0;
}

/** Prints how often each operation has read a whole list again: with the old build, and with the new one. */
function printRepeatedReads(reports: readonly Report[]): void {
	const old = sum(reports.map(({ repeatedReads }) => repeatedReads.old));
	const current = sum(reports.map(({ repeatedReads }) => repeatedReads.new));
	const names = [...new Set([...Object.keys(old), ...Object.keys(current)])].sort();

	if (names.length > 0) console.log('Whole lists that were read again in a run (old, new):');

	for (const name of names) {
		console.log(
			`${String(old[name] ?? 0).padStart(8)} ${String(current[name] ?? 0).padStart(8)} ${name}`,
		);
	}
}

async function main(): Promise<void> {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: { only: { type: 'string' }, share: { type: 'string' } },
	});
	const [old = ''] = positionals;

	if (values.share !== undefined) {
		process.send?.(await compareShare(JSON.parse(values.share) as Share));
		process.disconnect();
	} else if (old === '') {
		throw new Error('Name the folder of the other build: npm run compare -- OLD_DIST');
	} else if (values.only !== undefined) {
		await showOne(old, Number(values.only));
	} else {
		await compareAll(old);
	}
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
