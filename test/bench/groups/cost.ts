import { timesAsMuch, type Figure } from '../figure';
import type { Run } from '../stage';
import { best } from '../statistics';
import {
	assertDone,
	assertSameRequests,
	compare,
	formatCount,
	hasUpdated,
	runInTurn,
	type Group,
} from './group';

const LARGEST = 10_000;

/** Numbers of updates in a run. Short runs vary more, so there are more of them. */
const SIZES = [
	{ count: LARGEST / 100, rounds: 11 },
	{ count: LARGEST / 10, rounds: 5 },
	{ count: LARGEST, rounds: 2 },
];

/** CPU time of updates without latency: what the node adds to n8n's own cost. */
export const cost: Group = {
	figures: [...SIZES.map(({ count }) => `cost-per-item-${count}`), 'cost-growth'],
	async run(processes) {
		const server = await processes.startServer({ kind: 'service', modules: LARGEST });
		const work = { kind: 'updates', place: server.place } as const;
		const contenders = [processes.startContender('plane'), processes.startContender('bare-loop')];

		// The cost becomes steady when the JavaScript engine has optimized the code.
		for (const contender of contenders) await server.run(contender, { ...work, count: 1000 });

		const figures: Figure[] = [];

		for (const { count, rounds } of SIZES) {
			const runs = await runInTurn(contenders, rounds, async (contender) => {
				const run = await server.run(contender, { ...work, count });

				return assertDone(run, hasUpdated(run, count));
			});

			assertSameRequests(runs);
			const perItem = {
				figure: `cost-per-item-${count}`,
				work: formatCount(count, 'updates without latency'),
				unit: 'CPU ms per item',
				other: 'bare-loop',
				comparedWith: "n8n's request helper in a bare loop",
			} as const;
			const measureCost = (own: readonly Run[]) => best(own.map(({ cpuMs }) => cpuMs)) / count;

			figures.push(timesAsMuch(compare(runs, perItem, measureCost), 1.8));
		}

		const [, smaller, largest] = figures.map(({ value }) => value);
		const growth = timesAsMuch(
			{
				figure: 'cost-growth',
				work: formatCount(LARGEST, 'updates without latency'),
				unit: 'CPU ms',
				value: (largest ?? NaN) * LARGEST,
				beside: (smaller ?? NaN) * LARGEST,
				comparedWith: `ten times the cost of ${(LARGEST / 10).toLocaleString('en')}`,
			},
			1.2,
		);

		return [...figures, growth];
	},
};
