import type { ContenderName } from '../contender/protocol';
import { atMost, timesAsFast, timesAsMuch } from '../figure';
import type { Run, ProcessGroup } from '../stage';
import {
	assertDone,
	bestMs,
	compare,
	formatCount,
	runInTurn,
	hasUpdated,
	mostRequests,
	type Group,
} from './group';

const COUNT = 1000;
const LATENCY_MS = 20;

/** Rounds of work that takes 20 seconds or more. One alone could be disturbed. */
const LONG_ROUNDS = 2;

interface Changes {
	readonly kind: 'updates' | 'additions' | 'deletes';
	/** They run in turn; axios runs one by one after them. */
	readonly contenders: readonly ContenderName[];
	readonly rounds: number;
	readonly isDone: (run: Run) => boolean;
}

/** Runs many changes on a server with latency. */
async function runChanges(
	processes: ProcessGroup,
	{ kind, contenders, rounds, isDone }: Changes,
): Promise<readonly Run[]> {
	const server = await processes.startServer({
		kind: 'service',
		modules: COUNT,
		workItems: COUNT,
		latencyMs: LATENCY_MS,
	});
	const work = { kind, place: server.place, count: COUNT };
	const started = contenders.map((name) => processes.startContender(name));
	const oneByOne = [processes.startContender('axios-one-by-one')];

	for (const contender of [...started, ...oneByOne]) {
		await server.run(contender, { ...work, count: COUNT / 10 });
	}

	const perform = async (contender: (typeof started)[number]) => {
		const run = await server.run(contender, work);

		return assertDone(run, isDone(run));
	};

	return [
		...(await runInTurn(started, rounds, perform)),
		...(await runInTurn(oneByOne, LONG_ROUNDS, perform)),
	];
}

/** Updates: what simultaneous requests gain. */
export const updates: Group = {
	figures: ['updates', 'updates-concurrent'],
	async run(processes) {
		const runs = await runChanges(processes, {
			kind: 'updates',
			contenders: ['plane', 'axios'],
			rounds: 12,
			isDone: (run) => hasUpdated(run, COUNT),
		});
		const work = `${formatCount(COUNT, 'updates')}, ${LATENCY_MS} ms of latency`;
		const figure = (name: string, other: ContenderName, comparedWith: string) =>
			compare(runs, { figure: name, work, unit: 'ms', other, comparedWith }, bestMs);

		return [
			timesAsFast(figure('updates', 'axios-one-by-one', 'axios, one by one'), 5),
			timesAsMuch(figure('updates-concurrent', 'axios', 'axios, 8 at once'), 1.25),
		];
	},
};

/** Deletes: whether one request for each record is as fast as by hand. */
export const deletes: Group = {
	figures: ['deletes'],
	async run(processes) {
		const runs = await runChanges(processes, {
			kind: 'deletes',
			contenders: ['plane', 'axios'],
			rounds: 6,
			isDone: ({ account }) => account.deleted === COUNT,
		});
		const common = {
			figure: 'deletes',
			work: `${formatCount(COUNT, 'deletes')}, ${LATENCY_MS} ms of latency`,
			unit: 'ms',
			other: 'axios',
			comparedWith: 'axios, 8 at once',
		} as const;

		return [timesAsMuch(compare(runs, common, bestMs), 1.25)];
	},
};

/** Many work items for one module: what shared requests gain. */
export const additions: Group = {
	figures: ['additions-requests', 'additions'],
	async run(processes) {
		const runs = await runChanges(processes, {
			kind: 'additions',
			contenders: ['plane'],
			rounds: 3,
			isDone: ({ account }) => account.added === COUNT,
		});
		const common = {
			work: `${formatCount(COUNT, 'additions')} to a module, ${LATENCY_MS} ms of latency`,
			other: 'axios-one-by-one',
			comparedWith: 'axios, one request per item',
		} as const;
		const requests = { figure: 'additions-requests', unit: 'requests', ...common } as const;
		const time = { figure: 'additions', unit: 'ms', ...common } as const;

		return [
			atMost(compare(runs, requests, mostRequests), COUNT / 100),
			timesAsFast(compare(runs, time, bestMs), 20),
		];
	},
};
