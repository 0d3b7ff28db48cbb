import { timesAsFast, timesAsMuch, type Unit } from '../figure';
import type { Run } from '../stage';
import { median } from '../statistics';
import {
	assertDone,
	bestMs,
	compare,
	formatCount,
	runInTurn,
	mostRequests,
	type Group,
} from './group';

const COUNT = 100_000;
const LATENCY_MS = 20;
const ROUNDS = 3;

/** The length of a first list, so that all code is loaded before the measured run. */
const WARM_UP_COUNT = 2000;

/** A long list: what simultaneous requests for its pages gain, and how much memory it takes. */
export const returnAll: Group = {
	figures: ['return-all-requests', 'return-all', 'return-all-memory'],
	async run(processes) {
		const server = await processes.startServer({
			kind: 'archive',
			projects: [COUNT, WARM_UP_COUNT],
			latencyMs: LATENCY_MS,
		});
		const list = { kind: 'listing', place: server.place } as const;
		// The peak memory is that of the whole process, so each run has a fresh one.
		const runs = await runInTurn(['plane', 'axios'] as const, ROUNDS, async (name) => {
			const contender = processes.startContender(name);

			await server.run(contender, { ...list, project: 1 });
			const run = await server.run(contender, { ...list, project: 0 });

			await contender.child.close();

			return assertDone(run, run.records === COUNT && run.items === COUNT);
		});

		const common = {
			work: `Return All of ${formatCount(COUNT, 'work items')}, ${LATENCY_MS} ms of latency`,
			other: 'axios',
			comparedWith: 'axios, following the cursor',
		} as const;
		const figure = (name: string, unit: Unit, summarize: Parameters<typeof compare>[2]) =>
			compare(runs, { figure: name, unit, ...common }, summarize);
		// The garbage collector runs at random times, so neither the least nor the most is meaningful.
		const memory = (own: readonly Run[]) => median(own.map(({ peak }) => peak / 1e6));

		return [
			timesAsMuch(figure('return-all-requests', 'requests', mostRequests), 1),
			timesAsFast(figure('return-all', 'ms', bestMs), 2),
			timesAsMuch(figure('return-all-memory', 'MB', memory), 1.3),
		];
	},
};
