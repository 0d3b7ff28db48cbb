import { atMost, timesAsFast, timesAsMuch } from '../figure';
import { best, median } from '../statistics';
import type { ContenderName } from '../contender/protocol';
import type { Run } from '../stage';
import type { Listing } from '../work';
import { assertDone, counted, type Group } from './group';

const COUNT = 100_000;
const LATENCY_MS = 20;
const ROUNDS = 3;

/** For a first run, so that the run that counts finds everything loaded. */
const FEW = 2000;

/** A long list: what fetching pages side by side is worth, and what it takes to hold. */
export const returnAll: Group = {
	figures: ['return-all-requests', 'return-all', 'return-all-memory', 'return-all-growth'],
	async run(stage) {
		const server = await stage.server({
			...{ kind: 'archive', projects: [COUNT, FEW], latencyMs: LATENCY_MS },
		});
		const work: Listing = { kind: 'listing', place: server.place, project: 0 };
		/** A peak is told from the beginning of a process, so each run has a fresh one. */
		const runOf = async (name: ContenderName): Promise<Run> => {
			const contender = stage.contender(name);
			await server.run(contender, { ...work, project: 1 });
			const run = await server.run(contender, work);
			await contender.child.close();
			assertDone(run, run.records === COUNT && run.items === COUNT);
			return run;
		};
		const planes: Run[] = [];
		const loops: Run[] = [];
		for (let round = 0; round < ROUNDS; round++) {
			planes.push(await runOf('plane'));
			loops.push(await runOf('axios-cursor'));
		}

		type Of = (values: readonly number[]) => number;
		const common = (figure: string, of: Of, value: (run: Run) => number) => ({
			figure,
			work: `Return All of ${counted(COUNT, 'work items')}, ${LATENCY_MS} ms of latency`,
			value: of(planes.map(value)),
			beside: of(loops.map(value)),
			than: 'axios, following the cursor',
		});
		const most: Of = (values) => Math.max(...values);
		const requests = common('return-all-requests', most, ({ account }) => account.requests);
		const time = common('return-all', best, ({ ms }) => ms);
		// When the collector runs is chance in both directions, so neither the least nor the most.
		const memory = common('return-all-memory', median, ({ peak }) => peak / 1e6);
		const growth = common('return-all-growth', median, ({ growth }) => growth / 1e6);
		return {
			figures: [
				atMost({ ...requests, unit: 'requests' }, COUNT / 100),
				timesAsFast({ ...time, unit: 'ms' }, 2),
				timesAsMuch({ ...memory, unit: 'MB' }, 1.3),
				// Without what the engine needs anyway, which is the same in both processes: stricter
				// than what the machine sees.
				timesAsMuch({ ...growth, unit: 'MB' }, null),
			],
		};
	},
};
