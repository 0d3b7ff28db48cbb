import { isHttpRequestInstalled } from '../contender/httpRequest';
import { timesAsFast, timesAsMuch, type Figure } from '../figure';
import { best } from '../statistics';
import type { Run } from '../stage';
import type { Updates } from '../work';
import { assertDone, counted, isUpdated, rounds, type Group } from './group';

const COUNT = 1000;
const LATENCY_MS = 20;
const ROUNDS = 12;

/** Of what takes 20 seconds and more; never one alone, which a disturbance would make too long. */
const LONG_ROUNDS = 2;

/** Updates on a server that takes its time: what sending side by side is worth. */
export const updates: Group = {
	figures: ['updates', 'updates-concurrent', 'updates-http-request'],
	async run(stage) {
		const server = await stage.server({
			...{ kind: 'workspace', modules: COUNT, workItems: 1 },
			latencyMs: LATENCY_MS,
		});
		const work: Updates = { kind: 'updates', place: server.place, count: COUNT };
		const check = (run: Run) => assertDone(run, isUpdated(run, COUNT));
		const plane = stage.contender('plane');
		const atOnce = stage.contender('axios-at-once');
		const oneByOne = stage.contender('axios-one-by-one');
		for (const contender of [plane, atOnce, oneByOne]) {
			await server.run(contender, { ...work, count: COUNT / 10 });
		}
		const [planes = [], concurrents = []] = await rounds(
			...[server, [plane, atOnce], work, ROUNDS, check],
		);
		const [singles = []] = await rounds(server, [oneByOne], work, LONG_ROUNDS, check);

		const figure = (name: string, than: string, beside: readonly Run[]) => ({
			figure: name,
			work: `${counted(COUNT, 'updates')}, ${LATENCY_MS} ms of latency`,
			value: bestMs(planes),
			unit: 'ms' as const,
			beside: bestMs(beside),
			than,
		});
		const figures: Figure[] = [
			timesAsFast(figure('updates', 'axios, one by one', singles), 5),
			timesAsMuch(figure('updates-concurrent', 'axios, 8 at once', concurrents), 1.25),
		];
		if (!isHttpRequestInstalled()) {
			return { figures, remarks: ['updates-http-request: skipped: test/n8n is not installed'] };
		}

		const httpRequest = stage.contender('http-request');
		await server.run(httpRequest, { ...work, count: COUNT / 10 });
		// It is only compared with, so what it fails in is told and does not fail the bench.
		const [others = []] = await rounds(server, [httpRequest], work, ROUNDS, () => undefined);
		const done = Math.min(...others.map(({ account }) => account.updated));
		const compared = timesAsFast(
			figure('updates-http-request', "n8n's HTTP Request node, all at once", others),
			null,
		);
		const note = `The HTTP Request node did ${done} of ${COUNT} updates.`;
		figures.push(done < COUNT ? { ...compared, note } : compared);
		return { figures };
	},
};

const bestMs = (runs: readonly Run[]): number => best(runs.map(({ ms }) => ms));
