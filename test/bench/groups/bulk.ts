import { incomplete, timesAsFast } from '../figure';
import { formatCount, type Group } from './group';
import type { Run } from '../stage';

const COUNT = 2_000;
/** The limit of the cloud is 60 requests a minute. Here, a minute takes six seconds. */
const LIMIT = { requests: 60, windowMs: 6_000 };

/** An import under a limit: API v2, which creates 50 work items with one request, beside API v1. */
export const bulk: Group = {
	figures: ['bulk-time'],
	async run(processes) {
		const server = await processes.startServer({ kind: 'service', limit: LIMIT, hasApiV2: true });
		const work = { kind: 'creates', place: server.place, count: COUNT } as const;
		const byV2 = await server.run(processes.startContender('plane'), work);
		const byV1 = await server.run(processes.startContender('plane-v1'), work);
		// At 60 requests a minute, API v1 takes 33 minutes. API v2 may take three.
		const figure = timesAsFast(
			{
				figure: 'bulk-time',
				work: `${formatCount(COUNT, 'new work items')} under a limit of ${LIMIT.requests} requests per ${LIMIT.windowMs / 1000} s, with API v2`,
				unit: 'ms',
				value: byV2.ms,
				beside: byV1.ms,
				comparedWith: 'the node with API v1 only',
			},
			11,
		);
		const problem = [byV2, byV1].map(findProblem).find((text) => text !== undefined);

		return [problem === undefined ? figure : incomplete(figure, problem)];
	},
};

/** What is wrong with the imported work items, or undefined if each was created once. */
function findProblem({ name, account, items, error = '' }: Run): string | undefined {
	const { imported, problems } = account;
	const count = new Set(imported).size;
	if (count === COUNT && imported.length === COUNT && items === COUNT && problems.length === 0) {
		return undefined;
	}

	return `${name}: ${imported.length} work items with ${count} external IDs, ${items} items. ${problems[0] ?? error}`;
}
