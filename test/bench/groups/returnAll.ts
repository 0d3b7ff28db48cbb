import { atMost, timesAsFast, timesAsMuch, type Unit } from '../figure';
import type { Run } from '../stage';
import { median } from '../statistics';
import { assertDone, bestMs, compare, counted, inTurn, mostRequests, type Group } from './group';

const COUNT = 100_000;
const LATENCY_MS = 20;
const ROUNDS = 3;

/** For a first run, so that the run that counts finds everything loaded. */
const FEW = 2000;

/** A long list: what fetching pages side by side is worth, and what it takes to hold. */
export const returnAll: Group = {
	figures: ['return-all-requests', 'return-all', 'return-all-memory'],
	async run(stage) {
		const server = await stage.server({
			kind: 'archive',
			projects: [COUNT, FEW],
			latencyMs: LATENCY_MS,
		});
		const list = { kind: 'listing', place: server.place } as const;
		// A peak is told from the beginning of a process, so each run has a fresh one.
		const runs = await inTurn(['plane', 'axios'] as const, ROUNDS, async (name) => {
			const contender = stage.contender(name);

			await server.run(contender, { ...list, project: 1 });
			const run = await server.run(contender, { ...list, project: 0 });

			await contender.child.close();

			return assertDone(run, run.records === COUNT && run.items === COUNT);
		});

		const common = {
			work: `Return All of ${counted(COUNT, 'work items')}, ${LATENCY_MS} ms of latency`,
			other: 'axios',
			than: 'axios, following the cursor',
		} as const;
		const figure = (name: string, unit: Unit, of: Parameters<typeof compare>[2]) =>
			compare(runs, { figure: name, unit, ...common }, of);
		// When the collector runs is chance in both directions, so neither the least nor the most.
		const memory = (own: readonly Run[]) => median(own.map(({ peak }) => peak / 1e6));

		return [
			atMost(figure('return-all-requests', 'requests', mostRequests), COUNT / 100),
			timesAsFast(figure('return-all', 'ms', bestMs), 2),
			timesAsMuch(figure('return-all-memory', 'MB', memory), 1.3),
		];
	},
};
