import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import { timesAsMuch, type Figure } from '../figure';
import { itemOf, kinds as table, LISTED, TINY, type KindName } from '../kinds';
import type { Contender, Run, Stage, StagedServer } from '../stage';
import { median } from '../statistics';
import type { BenchFile } from '../work';
import { assertAlike, assertDone, compare, counted, inTurn, type Group } from './group';

const COUNT = 10_000;
const ROUNDS = 4;

/** For a first run, so that the runs that count find everything loaded and compiled. */
const FEW = 500;

/** What is done of each kind. */
const works: Readonly<Record<KindName, string>> = {
	list: `lists of ${LISTED} labels`,
	get: 'labels, one by one',
	create: 'new labels',
	update: 'updates of modules',
	action: 'deletes of modules',
	add: 'additions, each to a module of its own',
	remove: 'removals from a module',
	attach: 'attachments of a tiny file',
	upload: 'uploads of a tiny file',
};

/** The most that any kind may take beside the bare loop, of CPU time and of memory. */
const LIMITS = { time: 2, memory: 1.5 } as const;

const NAMES = Object.keys(works) as KindName[];

const figuresOf = (kind: KindName) => [`kind-${kind}-time`, `kind-${kind}-memory`];

/** Each kind of operation, many items of it: CPU time and memory beside n8n's own helper. */
export const kinds: Group = {
	figures: NAMES.flatMap(figuresOf),
	async run(stage, wanted) {
		const server = await stage.server({ kind: 'stub', modules: COUNT });
		const figures: Figure[] = [];

		for (const kind of NAMES) {
			if (!figuresOf(kind).some((name) => wanted.includes(name))) continue;

			stage.say(`${kind}: ${counted(COUNT, works[kind])} …`);
			figures.push(...(await measureKind(stage, server, kind)));
		}

		return figures;
	},
};

async function measureKind(
	stage: Stage,
	server: StagedServer,
	kind: KindName,
): Promise<readonly Figure[]> {
	// A peak is told from the beginning of a process, so each kind has fresh ones.
	const contenders = [stage.contender('plane'), stage.contender('bare-loop')];

	for (const contender of contenders) await perform(stage, server, contender, [kind, FEW]);
	const runs = await inTurn(
		contenders,
		ROUNDS,
		async (contender) => await perform(stage, server, contender, [kind, COUNT]),
	);

	await Promise.all(contenders.map(async ({ child }) => await child.close()));
	assertAlike(runs);

	const [time = '', memory = ''] = figuresOf(kind);
	const common = {
		work: counted(COUNT, `${works[kind]}, without latency`),
		other: 'bare-loop',
		than: "n8n's request helper in a bare loop",
	} as const;
	// Not the best: for seconds, a machine may be twice as fast as it is, for one of the two alone.
	const cost = (own: readonly Run[]) => median(own.map(({ cpuMs }) => cpuMs)) / COUNT;
	const peak = (own: readonly Run[]) => Math.max(...own.map((run) => run.peak)) / 1e6;

	return [
		timesAsMuch(
			compare(runs, { figure: time, unit: 'CPU ms per item', ...common }, cost),
			LIMITS.time,
		),
		timesAsMuch(compare(runs, { figure: memory, unit: 'MB', ...common }, peak), LIMITS.memory),
	];
}

/** Has so many items put through. @throws Error where not all of their requests have arrived */
async function perform(
	stage: Stage,
	server: StagedServer,
	contender: Contender,
	[kind, count]: readonly [KindName, number],
): Promise<Run> {
	const { place } = server;
	const { first, hasFile, requests } = table[kind];
	const file = hasFile === true ? { file: await tinyFile(stage, contender) } : {};
	const run = await server.run(contender, { kind: 'items', of: kind, place, count, ...file });
	const wanted: Record<string, number> = {};

	for (const { method } of requests(itemOf(kind, place, 0))) {
		wanted[method] = (wanted[method] ?? 0) + count;
	}

	if (first !== undefined) wanted[first.method] = (wanted[first.method] ?? 0) + 1;

	const items = kind === 'list' ? count * LISTED : count;
	const bytes = hasFile === true ? count * TINY.content.length : 0;
	const { methods, sunk } = run.account;
	const isWhole = isDeepStrictEqual(methods, wanted) && sunk >= bytes;

	return assertDone(run, run.items === items && isWhole);
}

/** The file of all items, in the binary store of a contender. */
async function tinyFile(stage: Stage, { child }: Contender): Promise<BenchFile> {
	const { name, content } = TINY;
	const path = join(stage.folder, name);

	writeFileSync(path, content);

	return {
		name,
		path,
		size: content.length,
		sha256: '',
		stored: await child.ask('store', { path, name }),
	};
}
