import { atMost, incomplete, timesAsMuch } from '../figure';
import { idealTime, mostWithin } from '../statistics';
import { assertDone, hasUpdated, type Group } from './group';

const COUNT = 180;
const LIMIT = { requests: 60, windowMs: 30_000 };

/** Updates under a limit: how close the node comes to the shortest time that is possible. */
export const limit: Group = {
	figures: ['limit-time', 'limit-refused', 'limit-failures'],
	async run(processes) {
		const common = { kind: 'service', modules: COUNT } as const;
		// The same kind of server, with a limit that is never reached.
		const unreachedLimit = { requests: 1_000_000, windowMs: LIMIT.windowMs };
		const unlimitedServer = await processes.startServer({ ...common, limit: unreachedLimit });
		const axios = processes.startContender('axios');
		const plane = processes.startContender('plane');
		const batchWork = {
			kind: 'updates',
			place: unlimitedServer.place,
			count: LIMIT.requests,
		} as const;

		await unlimitedServer.run(axios, batchWork);
		await unlimitedServer.run(plane, batchWork);
		const batch = await unlimitedServer.run(axios, batchWork);

		assertDone(batch, hasUpdated(batch, LIMIT.requests));
		const ideal = idealTime(COUNT, LIMIT, batch.ms);

		const server = await processes.startServer({ ...common, limit: LIMIT });

		processes.say(`${COUNT} updates under the limit: at best ${(ideal / 1000).toFixed(0)} s …`);
		const run = await server.run(plane, {
			kind: 'updates',
			place: server.place,
			count: COUNT,
			// All failed items are counted, so the first one must not end the run.
			continueOnFail: true,
		});
		const { updated, carriedOut, refusedAt } = run.account;

		const { requests, windowMs } = LIMIT;
		const work = `${COUNT} updates under a limit of ${requests} per ${windowMs / 1000} s`;
		const none = { comparedWith: 'none at all', beside: null };
		const time = { value: run.ms, beside: ideal, comparedWith: 'a perfect client' };
		const refused = { value: mostWithin(refusedAt, windowMs), ...none };
		const failed = { value: COUNT - Math.min(updated, run.items), ...none };
		const figures = [
			timesAsMuch({ figure: 'limit-time', work, unit: 'ms', ...time }, 1.05),
			atMost(
				{
					figure: 'limit-refused',
					work: `${work}: refused per window`,
					unit: 'requests',
					...refused,
				},
				2,
			),
			atMost({ figure: 'limit-failures', work: `${work}: failed`, unit: 'items', ...failed }, 0),
		];
		if (hasUpdated(run, COUNT) && run.items === COUNT) return figures;

		// Items that fail early take little time and few refusals, which would look like a good result.
		const note = `${updated} of ${COUNT} updates were done, by ${carriedOut} requests. ${run.error ?? ''}`;

		return figures.map((figure) => incomplete(figure, note.trim()));
	},
};
