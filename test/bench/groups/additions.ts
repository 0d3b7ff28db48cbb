import { atMost, timesAsFast } from '../figure';
import { best } from '../statistics';
import type { Run } from '../stage';
import type { Additions } from '../work';
import { assertDone, counted, rounds, type Group } from './group';

const COUNT = 1000;
const LATENCY_MS = 20;
const ROUNDS = 3;

/** Of what takes 20 seconds and more; never one alone, which a disturbance would make too long. */
const LONG_ROUNDS = 2;

/** Many work items for one module: what sharing requests is worth. */
export const additions: Group = {
	figures: ['additions-requests', 'additions'],
	async run(stage) {
		const server = await stage.server({
			...{ kind: 'workspace', modules: 1, workItems: COUNT },
			latencyMs: LATENCY_MS,
		});
		const work: Additions = { kind: 'additions', place: server.place, count: COUNT };
		const check = (run: Run) => assertDone(run, run.account.held === COUNT);
		const plane = stage.contender('plane');
		const oneByOne = stage.contender('axios-one-by-one');
		for (const contender of [plane, oneByOne]) {
			await server.run(contender, { ...work, count: COUNT / 10 });
		}
		const [planes = []] = await rounds(server, [plane], work, ROUNDS, check);
		const [singles = []] = await rounds(server, [oneByOne], work, LONG_ROUNDS, check);

		const common = {
			work: `${counted(COUNT, 'additions')} to a module, ${LATENCY_MS} ms of latency`,
			than: 'axios, one request per item',
		};
		return {
			figures: [
				atMost(
					{
						...{ figure: 'additions-requests', ...common, unit: 'requests' },
						value: requestsOf(planes),
						beside: requestsOf(singles),
					},
					COUNT / 100,
				),
				timesAsFast(
					{
						...{ figure: 'additions', ...common, unit: 'ms' },
						value: best(planes.map(({ ms }) => ms)),
						beside: best(singles.map(({ ms }) => ms)),
					},
					20,
				),
			],
		};
	},
};

const requestsOf = (runs: readonly Run[]): number =>
	Math.max(...runs.map(({ account }) => account.requests));
