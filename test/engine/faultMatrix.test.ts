import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import Table from 'cli-table3';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Fault } from '../service/faults';
import { startStore, type Store } from '../service/store';
import {
	expected,
	troubles,
	work,
	type Cell,
	type Trouble,
	type TroubleName,
	type Work,
} from './faultMatrix';
import { jobs, type Job } from './faultWork';
import { withRequestOptions } from './samples';
import { serverKinds, startWorld } from './world';

/** What is found in a cell: what came of it, or what is wrong. */
interface Found {
	readonly cell: string;
	/** The error of the item that failed. */
	readonly error: string;
}

const names = Object.keys(troubles) as TroubleName[];

let sharedStore: Store;

beforeAll(async () => {
	sharedStore = await startStore();
});

afterAll(async () => {
	await sharedStore.close();
});

/** Does the work in a world of its own that the trouble befalls. */
async function find(
	serverKind: (typeof serverKinds)[number],
	{ service: options, storage, fault, plan, requestOptions = {} }: Trouble,
	kind: Work,
): Promise<Found> {
	const isUpload = kind === 'upload';
	// Faults befall the store only where something is uploaded; all others share one.
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
		if (occurred === 0) return { cell: 'nothing occurred it', error: '' };
		if (stop !== undefined) return { cell: `the node stopped: ${stop.message}`, error: '' };

		return await judge(job, outputs, kind);
	} finally {
		await world.close();
	}
}

/** Holds what was reported of the items against what the server has carried out. */
async function judge(
	job: Job,
	[good = [], bad = []]: readonly (readonly INodeExecutionData[])[],
	kind: Work,
): Promise<Found> {
	const wrong: string[] = [];
	const cells = new Set<Cell>();
	let error = '';

	for (const item of job.items.keys()) {
		const [done, failed] = [ofItem(good, item), ofItem(bad, item)];
		const times = await job.carriedOut(item);
		if (times > 1) wrong.push(`item ${item} was carried out ${times} times`);
		if (done.length > 0 === failed.length > 0) wrong.push(`item ${item} has no single outcome`);

		const [failure] = failed;
		if (failure === undefined) {
			if (!job.isRight(item, done)) wrong.push(`item ${item} has the wrong output`);
			if (!['list', 'search'].includes(kind) && times === 0)
				wrong.push(`item ${item} is reported as done and is not`);

			continue;
		}

		error = typeof failure.error === 'string' ? failure.error : '';
		const isDoubtful = error.includes('may or may not have');
		if (!isDoubtful && times > 0) wrong.push(`item ${item} is reported as failed and was done`);

		cells.add(isDoubtful ? (times === 0 ? 'doubt -' : 'doubt +') : 'failed');
	}

	return { cell: [...wrong, ...cells].join('; ') || 'done', error };
}

/** The output that is paired with an input item. */
const ofItem = (items: readonly INodeExecutionData[], item: number): IDataObject[] =>
	items.flatMap(({ json, pairedItem }) =>
		typeof pairedItem === 'object' && 'item' in pairedItem && pairedItem.item === item
			? [json]
			: [],
	);

/** What the error of an item of unknown outcome says to do about it. */
const ways: Readonly<Record<Work, RegExp>> = {
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

/** Cells that are found at the same time; each has servers of its own. */
const AT_ONCE = 32;

describe.each(serverKinds)('on a %s server', (serverKind) => {
	const cells = names.flatMap((name) => work.map((kind) => [name, kind] as const));
	const found = new Map<string, Found>();

	beforeAll(async () => {
		const rest = [...cells];

		const worker = async () => {
			for (let cell = rest.shift(); cell !== undefined; cell = rest.shift()) {
				const [name, kind] = cell;

				found.set(`${name}, ${kind}`, await find(serverKind, troubles[name], kind));
			}
		};

		await Promise.all(Array.from({ length: AT_ONCE }, worker));
	}, 300_000);

	afterAll(() => {
		const table = new Table({ head: [`${serverKind} server`, ...work] });

		for (const name of names) {
			table.push([name, ...work.map((kind) => found.get(`${name}, ${kind}`)?.cell ?? 'missing')]);
		}

		process.stderr.write(`${table.toString()}\n`);
	});

	test.each(cells)('after "%s", the outcome of the %s is as documented', (name, kind) => {
		const { cell, error } = found.get(`${name}, ${kind}`) ?? { cell: 'missing', error: '' };

		expect(cell).toBe(expected[name][kind]);
		if (cell.startsWith('doubt')) expect(error).toMatch(ways[kind]);
	});
});

test('the matrix has every kind of fault that the service has', () => {
	const kinds = new Set(
		Object.values<Trouble>(troubles).flatMap(({ fault }) =>
			fault === undefined ? [] : [fault.kind],
		),
	);
	const all: Record<Fault['kind'], true> = {
		cut: true,
		delay: true,
		dropDone: true,
		dropMidway: true,
		dropUnread: true,
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

test('the matrix has a cell for each fault and each kind of work', () => {
	expect(Object.keys(expected).sort()).toEqual([...names].sort());
	for (const cells of Object.values(expected)) expect(Object.keys(cells)).toEqual([...work]);
});
