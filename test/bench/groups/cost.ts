import { timesAsMuch, type Figure } from '../figure';
import type { Run } from '../stage';
import { best } from '../statistics';
import { assertAlike, assertDone, compare, counted, inTurn, isUpdated, type Group } from './group';

const LARGEST = 10_000;

/** Updates of one run, and how often it is repeated: the shorter a run, the more chance is in it. */
const SIZES = [
	[LARGEST / 100, 11],
	[LARGEST / 10, 5],
	[LARGEST, 2],
] as const;

/** CPU time of updates on a server that answers at once: what the node adds to n8n's own cost. */
export const cost: Group = {
	figures: [...SIZES.map(([size]) => `cost-per-item-${size}`), 'cost-growth'],
	async run(stage) {
		const server = await stage.server({ kind: 'service', modules: LARGEST });
		const work = { kind: 'updates', place: server.place } as const;
		const contenders = [stage.contender('plane'), stage.contender('bare-loop')];

		// Once JavaScript has been compiled for speed, cost is steady.
		for (const contender of contenders) await server.run(contender, { ...work, count: 1000 });

		const figures: Figure[] = [];

		for (const [count, rounds] of SIZES) {
			const runs = await inTurn(contenders, rounds, async (contender) => {
				const run = await server.run(contender, { ...work, count });

				return assertDone(run, isUpdated(run, count));
			});

			assertAlike(runs);
			const perItem = {
				figure: `cost-per-item-${count}`,
				work: counted(count, 'updates without latency'),
				unit: 'CPU ms per item',
				other: 'bare-loop',
				than: "n8n's request helper in a bare loop",
			} as const;
			const costOf = (own: readonly Run[]) => best(own.map(({ cpuMs }) => cpuMs)) / count;

			figures.push(timesAsMuch(compare(runs, perItem, costOf), 1.8));
		}

		const [, smaller, largest] = figures.map(({ value }) => value);
		const growth = timesAsMuch(
			{
				figure: 'cost-growth',
				work: counted(LARGEST, 'updates without latency'),
				unit: 'CPU ms',
				value: (largest ?? NaN) * LARGEST,
				beside: (smaller ?? NaN) * LARGEST,
				than: `ten times the cost of ${(LARGEST / 10).toLocaleString('en')}`,
			},
			1.2,
		);

		return [...figures, growth];
	},
};
