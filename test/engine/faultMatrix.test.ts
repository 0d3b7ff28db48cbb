import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import Table from 'cli-table3';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Fault } from '../service/faults';
import { startStore, type Store } from '../service/store';
import {
	expectedCells,
	faultCases,
	work,
	type Cell,
	type FaultCase,
	type FaultCaseName,
	type Work,
} from './faultMatrix';
import { jobs, type Job } from './faultWork';
import { withRequestOptions } from './samples';
import { serverKinds, startWorld } from './world';

/** The result in a cell of the matrix. */
interface Result {
	/** The outcome of all items, or what was reported wrongly. */
	readonly cell: string;
	/** The error of the item that failed. */
	readonly error: string;
}

const names = Object.keys(faultCases) as FaultCaseName[];

let sharedStore: Store;

beforeAll(async () => {
	sharedStore = await startStore();
});

afterAll(async () => {
	await sharedStore.close();
});

/** Carries out one kind of work in a world of its own in which the fault occurs. */
async function runCell(
	serverKind: (typeof serverKinds)[number],
	{ service: options, storage, fault, plan, requestOptions = {} }: FaultCase,
	kind: Work,
): Promise<Result> {
	const isUpload = kind === 'upload';
	// The store has faults only if something is uploaded; all others share one.
	const world = await startWorld({
		serverKind,
		...options,
		...(!isUpload && { storage: sharedStore }),
	});
	const { service, store } = world;

	try {
		const job = await jobs[kind](world);
		const planned = isUpload ? (storage ?? fault) : fault;
		const { faults } = isUpload ? store : service;
		if (planned !== undefined) faults.plan(planned, { skip: 1, ...plan });

		const parameters = withRequestOptions(requestOptions, job.parameters);
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

/** Compares what was reported of each item with what the server has carried out. */
async function judge(
	job: Job,
	[succeeded = [], failed = []]: readonly (readonly INodeExecutionData[])[],
	kind: Work,
): Promise<Result> {
	const verdicts: Verdict[] = [];

	for (const item of job.items.keys()) {
		const times = await job.carriedOut(item);
		const reported = { done: pairedWith(succeeded, item), failed: pairedWith(failed, item) };

		verdicts.push(judgeItem(job, kind, item, times, reported));
	}

	const findings = new Set(verdicts.flatMap(({ mistakes }) => mistakes));
	const cells = new Set(verdicts.map(({ cell }) => cell).filter((cell) => cell !== undefined));
	const error = verdicts.findLast((verdict) => verdict.cell !== undefined)?.error ?? '';

	return { cell: [...findings, ...cells].join('; ') || 'done', error };
}

/** The outcome of one item. */
interface Verdict {
	/** What was reported wrongly. */
	readonly mistakes: readonly string[];
	/** Absent if the item is reported as done. */
	readonly cell?: Cell;
	readonly error: string;
}

/** @param times how often the server has carried out the item */
function judgeItem(
	job: Job,
	kind: Work,
	item: number,
	times: number,
	{ done, failed }: Readonly<Record<'done' | 'failed', readonly IDataObject[]>>,
): Verdict {
	const mistakes: string[] = [];

	const note = (isWrong: boolean, mistake: string) => {
		if (isWrong) mistakes.push(`item ${item} ${mistake}`);
	};

	const [failure] = failed;

	note(times > 1, `was carried out ${times} times`);
	note(done.length > 0 === failed.length > 0, 'has no single outcome');

	if (failure === undefined) {
		const isRead = kind === 'list' || kind === 'search';

		note(!job.isRight(item, done), 'has the wrong output');
		note(!isRead && times === 0, 'is reported as done and was not carried out');

		return { mistakes, error: '' };
	}

	const error = typeof failure.error === 'string' ? failure.error : '';
	if (error.includes('may or may not have')) {
		return { mistakes, cell: times === 0 ? 'doubt -' : 'doubt +', error };
	}

	note(times > 0, 'is reported as failed and was carried out');

	return { mistakes, cell: 'failed', error };
}

/** The output that is paired with an input item. */
const pairedWith = (items: readonly INodeExecutionData[], item: number): IDataObject[] =>
	items
		.filter(
			({ pairedItem }) =>
				typeof pairedItem === 'object' && 'item' in pairedItem && pairedItem.item === item,
		)
		.map(({ json }) => json);

/** The advice in the error of an item whose outcome is unknown. */
const remedies: Readonly<Record<Work, RegExp>> = {
	list: /nothing of a list is doubtful/,
	update: /Running the item again is safe: it changes nothing twice\.$/,
	delete:
		/may not have deleted this\. Running the item again is safe: if Plane does not find it, it is gone\.$/,
	search: /nothing of a list is doubtful/,
	action: /Running the item again is safe: it changes nothing twice\.$/,
	removal: /Running the item again is safe: what is not found is gone\.$/,
	import: /nothing of it stays doubtful/,
	named: /nothing of it stays doubtful/,
	create: /Check Plane for "Row \d" before you run the item again/,
	addition: /Running the item again is safe: it changes nothing twice\.$/,
	upload: /Uploading it again is safe/,
};

/** How many cells run at the same time; each has servers of its own. */
const CONCURRENT_CELLS = 32;

describe.each(serverKinds)('With a %s server', (serverKind) => {
	const cells = names.flatMap((name) => work.map((kind) => [name, kind] as const));
	const results = new Map<string, Result>();

	beforeAll(async () => {
		const remaining = [...cells];

		const worker = async () => {
			for (let cell = remaining.shift(); cell !== undefined; cell = remaining.shift()) {
				const [name, kind] = cell;

				results.set(`${name}, ${kind}`, await runCell(serverKind, faultCases[name], kind));
			}
		};

		await Promise.all(Array.from({ length: CONCURRENT_CELLS }, worker));
	}, 900_000);

	afterAll(() => {
		const table = new Table({ head: [`${serverKind} server`, ...work] });

		for (const name of names) {
			table.push([name, ...work.map((kind) => results.get(`${name}, ${kind}`)?.cell ?? 'missing')]);
		}

		process.stderr.write(`${table.toString()}\n`);
	});

	test.each(cells)(
		'the fault "%s" has the documented outcome for this kind of work: %s',
		(name, kind) => {
			const { cell, error } = results.get(`${name}, ${kind}`) ?? { cell: 'missing', error: '' };

			expect(cell).toBe(expectedCells[name][kind]);
			if (cell.startsWith('doubt')) expect(error).toMatch(remedies[kind]);
		},
	);
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
	expect(Object.keys(expectedCells).sort()).toEqual([...names].sort());
	for (const cells of Object.values(expectedCells)) expect(Object.keys(cells)).toEqual([...work]);
});
