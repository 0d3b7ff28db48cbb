import type { ContenderName } from '../contender/protocol';
import { atMost, timesAsFast, timesAsMuch } from '../figure';
import type { Run, Stage } from '../stage';
import {
	assertDone,
	bestMs,
	compare,
	counted,
	inTurn,
	isUpdated,
	mostRequests,
	type Group,
} from './group';

const COUNT = 1000;
const LATENCY_MS = 20;

/** Of what takes 20 seconds and more; never one alone, which a disturbance would make too long. */
const LONG_ROUNDS = 2;

/** Many changes on a server that takes its time, by some in turn, then by axios one by one. */
async function runChanges(
	stage: Stage,
	kind: 'updates' | 'additions' | 'deletes',
	[names, rounds]: readonly [readonly ContenderName[], number],
	isDone: (run: Run) => boolean,
): Promise<readonly Run[]> {
	const server = await stage.server({
		kind: 'service',
		modules: COUNT,
		workItems: COUNT,
		latencyMs: LATENCY_MS,
	});
	const work = { kind, place: server.place, count: COUNT };
	const started = names.map((name) => stage.contender(name));
	const oneByOne = [stage.contender('axios-one-by-one')];

	for (const contender of [...started, ...oneByOne]) {
		await server.run(contender, { ...work, count: COUNT / 10 });
	}

	const perform = async (contender: (typeof started)[number]) => {
		const run = await server.run(contender, work);

		return assertDone(run, isDone(run));
	};

	return [
		...(await inTurn(started, rounds, perform)),
		...(await inTurn(oneByOne, LONG_ROUNDS, perform)),
	];
}

/** Updates: what sending side by side is worth. */
export const updates: Group = {
	figures: ['updates', 'updates-concurrent'],
	async run(stage) {
		const isDone = (run: Run) => isUpdated(run, COUNT);
		const runs = await runChanges(stage, 'updates', [['plane', 'axios'], 12], isDone);
		const work = `${counted(COUNT, 'updates')}, ${LATENCY_MS} ms of latency`;
		const figure = (name: string, other: ContenderName, than: string) =>
			compare(runs, { figure: name, work, unit: 'ms', other, than }, bestMs);

		return [
			timesAsFast(figure('updates', 'axios-one-by-one', 'axios, one by one'), 5),
			timesAsMuch(figure('updates-concurrent', 'axios', 'axios, 8 at once'), 1.25),
		];
	},
};

/** Deletes: whether what is sent once a record is as fast as by hand. */
export const deletes: Group = {
	figures: ['deletes'],
	async run(stage) {
		const isDone = ({ account }: Run) => account.deleted === COUNT;
		const runs = await runChanges(stage, 'deletes', [['plane', 'axios'], 6], isDone);
		const common = {
			figure: 'deletes',
			work: `${counted(COUNT, 'deletes')}, ${LATENCY_MS} ms of latency`,
			unit: 'ms',
			other: 'axios',
			than: 'axios, 8 at once',
		} as const;

		return [timesAsMuch(compare(runs, common, bestMs), 1.25)];
	},
};

/** Many work items for one module: what sharing requests is worth. */
export const additions: Group = {
	figures: ['additions-requests', 'additions'],
	async run(stage) {
		const isDone = ({ account }: Run) => account.held === COUNT;
		const runs = await runChanges(stage, 'additions', [['plane'], 3], isDone);
		const common = {
			work: `${counted(COUNT, 'additions')} to a module, ${LATENCY_MS} ms of latency`,
			other: 'axios-one-by-one',
			than: 'axios, one request per item',
		} as const;
		const requests = { figure: 'additions-requests', unit: 'requests', ...common } as const;
		const time = { figure: 'additions', unit: 'ms', ...common } as const;

		return [
			atMost(compare(runs, requests, mostRequests), COUNT / 100),
			timesAsFast(compare(runs, time, bestMs), 20),
		];
	},
};
