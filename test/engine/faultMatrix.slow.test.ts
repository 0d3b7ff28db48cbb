import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { startStore, type Store } from '../service/store';
import { collectMistakes } from '../tools/mistakes';
import { cellsOverHttp, expectedCells, faultCases, type FaultCase, type Work } from './faultMatrix';
import { remedies, judge, type Result } from './faultVerdict';
import { prepareJob } from './faultWork';
import { withLimits } from './limits';
import { startWorld } from './world';

let sharedStore: Store;

beforeAll(async () => {
	sharedStore = await startStore();
});

afterAll(async () => {
	await sharedStore.close();
});

/** Carries out one kind of work in a world of its own in which the fault occurs. */
async function runCell(
	{ service: options, storage, fault, plan, limits = {} }: FaultCase,
	kind: Work,
): Promise<Result> {
	const isUpload = kind === 'upload';
	// The store has faults only if something is uploaded; all others share one.
	const world = await startWorld({
		serverKind: 'community',
		...options,
		...(!isUpload && { storage: sharedStore }),
	});
	const { service, store } = world;

	try {
		const job = await prepareJob(kind, world);
		const planned = isUpload ? (storage ?? fault) : fault;
		const { faults } = isUpload ? store : service;
		if (planned !== undefined) faults.plan(planned, { skip: 1, ...plan });

		const parameters = withLimits(limits, job.parameters);
		const { outputs, error: stop } = await world.run(job.operation, parameters, {
			items: job.items,
			onError: 'continueErrorOutput',
		});
		const occurred = faults.occurred.length + service.refusals.length;
		if (occurred === 0) return { cell: 'no fault occurred', error: '' };
		if (stop !== undefined) return { cell: `the node stopped: ${stop.message}`, error: '' };

		return await judge(job, outputs, kind);
	} finally {
		await world.close();
	}
}

/** How many cells run at the same time; each has servers of its own. */
const CONCURRENT_CELLS = 32;

/** Carries out all cells, and returns their results by the names of the fault and the work. */
async function runCells(): Promise<Map<string, Result>> {
	const results = new Map<string, Result>();
	const remaining = [...cellsOverHttp];

	const worker = async () => {
		for (let cell = remaining.shift(); cell !== undefined; cell = remaining.shift()) {
			const [name, kind] = cell;

			results.set(`${name}, ${kind}`, await runCell(faultCases[name], kind));
		}
	};

	await Promise.all(Array.from({ length: CONCURRENT_CELLS }, worker));

	return results;
}

// The outcomes do not depend on the kind of server.
test('Each fault has the documented outcome over HTTP', async () => {
	const results = await runCells();
	const cases = cellsOverHttp.map(([name, kind]) => [`${name}, ${kind}`, { name, kind }] as const);

	const mistakes = await collectMistakes(cases, ({ name, kind }) => {
		const { cell, error } = results.get(`${name}, ${kind}`) ?? { cell: 'missing', error: '' };

		expect(cell).toBe(expectedCells[name][kind]);
		if (cell.startsWith('doubt')) expect(error).toMatch(remedies[kind]);
	});

	expect(mistakes).toEqual([]);
}, 900_000);
