import { expect, test } from '@jest/globals';

import {
	cellsInProcess,
	cellsOverHttp,
	expectedCells,
	faultCases,
	work,
	type FaultCase,
} from '../engine/faultMatrix';
import { judge, remedies } from '../engine/faultVerdict';
import { prepareJob } from '../engine/faultWork';
import { withLimits } from '../engine/limits';
import type { Fault } from '../service/faults';
import { collectMistakes } from '../tools/mistakes';
import { usePlanes } from './usePlanes';

const startPlane = usePlanes();

// The outcomes do not depend on the kind of server.
test('Each fault has the documented outcome for each kind of work', async () => {
	const cases = cellsInProcess.map(([name, kind]) => [`${name}, ${kind}`, { name, kind }] as const);

	const mistakes = await collectMistakes(cases, async ({ name, kind }) => {
		const faultCase: FaultCase = faultCases[name];
		const { fault, plan, limits = {} } = faultCase;
		const plane = await startPlane({ serverKind: 'community', ...faultCase.service });
		const { faults, refusals } = plane.service;
		const job = await prepareJob(kind, plane);
		if (fault !== undefined) faults.plan(fault, { skip: 1, ...plan });

		const { items, error: stop } = await plane.run(
			job.operation,
			withLimits(limits, job.parameters),
			{ items: job.items, onError: 'continueRegularOutput' },
		);
		const failed = items.filter(({ json }) => json.error !== undefined);
		const succeeded = items.filter((item) => !failed.includes(item));
		const { cell, error } = await judge(job, [succeeded, failed], kind);

		expect(stop).toBeUndefined();
		expect(faults.occurred.length + refusals.length).toBeGreaterThan(0);
		expect(cell).toBe(expectedCells[name][kind]);
		if (cell.startsWith('doubt')) expect(error).toMatch(remedies[kind]);
	});

	expect(mistakes).toEqual([]);
});

test('The fault matrix has every kind of fault that the service has', () => {
	const kinds = new Set(
		Object.values<FaultCase>(faultCases)
			.map(({ fault }) => fault?.kind)
			.filter((kind) => kind !== undefined),
	);
	const all: Record<Fault['kind'], true> = {
		cut: true,
		delay: true,
		dropBeforeAnswering: true,
		dropMidway: true,
		dropBeforeReading: true,
		empty: true,
		html: true,
		late: true,
		slow: true,
		status: true,
		stop: true,
		text: true,
	};

	expect([...kinds].sort()).toEqual(Object.keys(all).sort());
});

test('The fault matrix has a cell for each fault and each kind of work', () => {
	const names = Object.keys(faultCases);

	expect(Object.keys(expectedCells).sort()).toEqual([...names].sort());
	for (const cells of Object.values(expectedCells)) expect(Object.keys(cells)).toEqual([...work]);
	expect(new Set([...cellsInProcess, ...cellsOverHttp].map(String)).size).toBe(
		names.length * work.length,
	);
});
