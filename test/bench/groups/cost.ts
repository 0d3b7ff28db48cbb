import type { ContenderName } from '../contender/protocol';
import { timesAsMuch } from '../figure';
import type { Run } from '../stage';
import { best } from '../statistics';
import { assertDone, counted, inTurn, isUpdated, runsOf, type Group } from './group';

/** Updates of one run, and how often it is repeated: the shorter a run, the more chance is in it. */
const SIZES = [
	[100, 11],
	[1000, 5],
	[10_000, 2],
] as const;

const LARGEST = 10_000;

/** CPU time of updates on a server that answers at once: what the node adds to n8n's own cost. */
export const cost: Group = {
	figures: [...SIZES.map(([size]) => `cost-per-item-${size}`), 'cost-growth'],
	async run(stage) {
		const server = await stage.server({ kind: 'service', modules: LARGEST });
		const work = { kind: 'updates', place: server.place } as const;
		const contenders = [stage.contender('plane'), stage.contender('bare-loop')];
		// Once JavaScript has been compiled for speed, cost is steady.
		for (const contender of contenders) await server.run(contender, { ...work, count: 1000 });

		const costs: { size: number; plane: number; loop: number }[] = [];
		for (const [count, rounds] of SIZES) {
			const runs = await inTurn(contenders, rounds, async (contender) => {
				const run = await server.run(contender, { ...work, count });
				return assertDone(run, isUpdated(run, count));
			});
			assertAlike(runs);
			const costOf = (name: ContenderName) => best(runsOf(runs, name).map(({ cpuMs }) => cpuMs));
			costs.push({ size: count, plane: costOf('plane'), loop: costOf('bare-loop') });
		}

		const perItem = costs.map(({ size, plane, loop }) =>
			timesAsMuch(
				{
					figure: `cost-per-item-${size}`,
					work: counted(size, 'updates without latency'),
					...{ unit: 'CPU ms per item', value: plane / size, beside: loop / size },
					than: "n8n's request helper in a bare loop",
				},
				1.8,
			),
		);
		const planeFor = (size: number) => costs.find((one) => one.size === size)?.plane ?? NaN;
		const growth = timesAsMuch(
			{
				figure: 'cost-growth',
				work: counted(LARGEST, 'updates without latency'),
				unit: 'CPU ms',
				value: planeFor(LARGEST),
				beside: planeFor(LARGEST / 10) * 10,
				than: `ten times the cost of ${(LARGEST / 10).toLocaleString('en')}`,
			},
			1.2,
		);
		return [...perItem, growth];
	},
};

/** @throws Error where the contenders did not send the very same requests */
function assertAlike(runs: readonly Run[]): void {
	if (new Set(runs.map(({ account }) => account.digest)).size > 1) {
		throw new Error('The node and the bare loop did not send the same requests.');
	}
}
