import type { ContenderName } from '../contender/protocol';
import { atMost, timesAsFast, timesAsMuch } from '../figure';
import { median } from '../statistics';
import { assertDone, bestMs, counted, inTurn, mostRequests, runsOf, type Group } from './group';

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
			...{ kind: 'archive', projects: [COUNT, FEW], latencyMs: LATENCY_MS },
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

		const measured = (figure: string, of: (name: ContenderName) => number) => ({
			figure,
			work: `Return All of ${counted(COUNT, 'work items')}, ${LATENCY_MS} ms of latency`,
			...{ value: of('plane'), beside: of('axios'), than: 'axios, following the cursor' },
		});
		const requests = measured('return-all-requests', (name) => mostRequests(runs, name));
		const time = measured('return-all', (name) => bestMs(runs, name));
		// When the collector runs is chance in both directions, so neither the least nor the most.
		const memory = measured('return-all-memory', (name) =>
			median(runsOf(runs, name).map(({ peak }) => peak / 1e6)),
		);
		return [
			atMost({ ...requests, unit: 'requests' }, COUNT / 100),
			timesAsFast({ ...time, unit: 'ms' }, 2),
			timesAsMuch({ ...memory, unit: 'MB' }, 1.3),
		];
	},
};
