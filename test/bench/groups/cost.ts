import { timesAsMuch } from '../figure';
import { best } from '../statistics';
import type { Run } from '../stage';
import type { Updates } from '../work';
import { assertDone, counted, isUpdated, rounds, type Group } from './group';

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
		const server = await stage.server({
			...{ kind: 'workspace', modules: LARGEST, workItems: 1, latencyMs: 0 },
		});
		const contenders = [stage.contender('plane'), stage.contender('helper-loop')];
		const workOf = (count: number): Updates => ({ kind: 'updates', place: server.place, count });
		// Once JavaScript has been compiled for speed, cost is steady.
		for (const contender of contenders) await server.run(contender, workOf(1000));

		const costs = new Map<number, { readonly plane: number; readonly loop: number }>();
		for (const [size, count] of SIZES) {
			const [planes = [], loops = []] = await rounds(
				...[server, contenders, workOf(size), count],
				(run) => assertDone(run, isUpdated(run, size)),
			);
			assertAlike([...planes, ...loops]);
			costs.set(size, { plane: costOf(planes), loop: costOf(loops) });
		}

		const than = "n8n's request helper in a bare loop";
		const figures = [...costs].map(([size, { plane, loop }]) =>
			timesAsMuch(
				{
					figure: `cost-per-item-${size}`,
					work: counted(size, 'updates without latency'),
					value: plane / size,
					unit: 'CPU ms per item',
					beside: loop / size,
					than,
				},
				1.8,
			),
		);
		const growth = timesAsMuch(
			{
				figure: 'cost-growth',
				work: counted(LARGEST, 'updates without latency'),
				value: costs.get(LARGEST)?.plane ?? NaN,
				unit: 'CPU ms',
				beside: (costs.get(LARGEST / 10)?.plane ?? NaN) * 10,
				than: `ten times the cost of ${(LARGEST / 10).toLocaleString('en')}`,
			},
			1.2,
		);
		return { figures: [...figures, growth] };
	},
};

const costOf = (runs: readonly Run[]): number => best(runs.map(({ cpuMs }) => cpuMs));

/** @throws Error where the contenders did not send the very same requests */
function assertAlike(runs: readonly Run[]): void {
	if (new Set(runs.map(({ account }) => account.digest)).size > 1) {
		throw new Error('The node and the bare loop did not send the same requests.');
	}
}
