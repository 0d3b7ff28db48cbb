import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { JsonObject } from 'n8n-workflow';

import { runCalls } from '../../../nodes/Plane/execute/runCalls';
import { Execution } from '../../../nodes/Plane/execute/Execution';
import type { ItemResult } from '../../../nodes/Plane/execute/results';
import { asText } from '../../../nodes/shared/fields/text';
import type { Call } from '../../../nodes/shared/model/call';
import { createWorkItem } from '../../../nodes/shared/operations';
import { isProblem, type Problem } from '../../../nodes/shared/result/problem';
import { Scheduler } from '../../../nodes/shared/scheduler/Scheduler';
import { random, runs } from '../random';
import { VirtualTime } from '../scheduler/virtualTime';
import { createClient } from './testExecution';
import { PROJECT, type Faults, UnreliablePlane } from './unreliablePlane';

/**
 * Imports the same spreadsheet several times: some runs are interrupted, requests and responses are lost,
 * reads lag behind, workers change records late, and other people work on them. `RUNS=200` tries 20,000
 * histories of each kind.
 */

const uuid = (number: number) => `0c7da278-21b6-4225-9d30-${String(number).padStart(12, '0')}`;
const CYCLES = [uuid(11), uuid(12), uuid(13)];
const MODULES = [uuid(21), uuid(22), uuid(23)];
const HOUR = 3_600_000;

type IfExists = Call<'create'>['ifExists'];

/** A row of the spreadsheet. */
interface Row {
	readonly key: string;
	readonly cycle: string | undefined;
	readonly modules: readonly string[];
}

/** A sequence of imports of the same rows, and what happens during and between them. */
interface History {
	readonly seed: number;
	readonly ifExists: 'use' | 'update';
	readonly rows: readonly Row[];
	/** For each interrupted import, the number of responses after which it is canceled. */
	readonly interruptions: readonly number[];
	readonly continueOnFail: boolean;
	readonly faults: Faults;
	/** Work items, by index, that people move to a cycle, or out of all cycles, between two imports. */
	readonly moves: readonly (readonly [item: number, cycle: number])[];
	/** The indexes of rows that somebody else imports during the first import. */
	readonly foreignRows: readonly number[];
}

const anyRow = fc.record({
	// Only 31 keys, so that some rows share one.
	key: fc.nat(30).map((number) => `row-${String(number)}`),
	cycle: fc.option(fc.constantFrom(...CYCLES), { nil: undefined }),
	modules: fc.uniqueArray(fc.constantFrom(...MODULES), { maxLength: 3 }),
});

const anyHistory: fc.Arbitrary<History> = fc.record({
	seed: fc.noBias(fc.nat()),
	ifExists: fc.constantFrom('use', 'update'),
	// From ten rows on, API v2 is used where there is one.
	rows: fc.array(anyRow, { minLength: 1, maxLength: 24 }),
	interruptions: fc.array(fc.nat(50), { maxLength: 3 }),
	continueOnFail: fc.boolean(),
	faults: fc.record({
		lossPercentage: fc.constantFrom(0, 5, 20),
		lag: fc.constantFrom(0, 50, 500, 2_000),
		workerDelay: fc.constantFrom(100, 1_500, 60_000),
		apiV2: fc.option(fc.constantFrom('checksExternalIds', 'acceptsTwins'), { nil: undefined }),
	}),
	moves: fc.array(fc.tuple(fc.nat(14), fc.nat(3)), { maxLength: 3 }),
	foreignRows: fc.array(fc.nat(13), { maxLength: 2 }),
});

const buildCall = ({ key, cycle, modules }: Row, itemIndex: number, ifExists: IfExists) => ({
	kind: 'create' as const,
	operation: createWorkItem,
	itemIndex,
	workspace: 'acme',
	path: { project_id: PROJECT },
	body: { name: `Work on ${key}`, external_source: 'sheet', external_id: key },
	targets: { ...(cycle !== undefined && { cycle: [cycle] }), modules },
	createsLabels: false,
	ifExists,
});

interface ImportOptions {
	/** The number of responses after which the execution is canceled. */
	readonly responseLimit?: number;
	/** Called after the first response. */
	readonly onFirstResponse?: () => void;
}

/** The state of one history while it is tested. */
class ImportRun {
	readonly time = new VirtualTime();
	readonly nextRandom: () => number;
	readonly plane: UnreliablePlane;
	/** The cycle that a person has last moved each work item to, by ID. */
	readonly movedTo = new Map<string, string | undefined>();

	constructor(readonly history: History) {
		this.nextRandom = random(history.seed);
		this.plane = new UnreliablePlane(this.time, this.nextRandom, CYCLES, history.faults);
	}

	/** Imports all rows once. */
	async importRows(
		ifExists: IfExists,
		{ responseLimit = Infinity, onFirstResponse = () => undefined }: ImportOptions = {},
	): Promise<Map<number, ItemResult>> {
		const { rows, continueOnFail } = this.history;

		this.plane.confirmedKeys.clear();

		const schedulers: Scheduler[] = [];
		let responses = 0;

		const closeAll = () => {
			for (const scheduler of schedulers) scheduler.close();
		};

		const startExecution = (mayContinue: boolean) => {
			const settings = { concurrency: 8, maxWaitMs: 300_000, retries: 4, timeoutMs: 60_000 };
			const scheduler = new Scheduler(settings, this.time);

			schedulers.push(scheduler);
			if (responses >= responseLimit) scheduler.close();

			const service = scheduler.wrap(async (request) => {
				const response = await this.plane.respond(request, 'me');

				responses++;
				if (responses === 1) onFirstResponse();
				if (responses >= responseLimit) closeAll();

				return response;
			});

			return new Execution(createClient({ service }), scheduler, mayContinue);
		};

		const calls = rows.map((row, index) => buildCall(row, index, ifExists));
		const { result } = await this.time.advanceUntil(
			runCalls(calls, startExecution, continueOnFail),
		);

		await this.time.advanceUntil(this.time.sleep(HOUR));

		return result.results;
	}

	/** Creates the work items of some rows as another user, with other names. */
	createForeignItems(): void {
		// Nothing can tell twins of different people apart from those of one.
		if (this.history.faults.apiV2 === 'acceptsTwins') return;

		for (const rowIndex of this.history.foreignRows) {
			const row = this.history.rows[rowIndex];
			if (row === undefined) continue;

			const body = {
				name: 'Created by somebody else',
				external_source: 'sheet',
				external_id: row.key,
			};

			this.plane.createItem(body, 'somebody else');
		}
	}

	/** Moves work items between cycles, as people do in the web app. */
	async applyMoves(): Promise<void> {
		const { allItems } = this.plane;

		for (const [itemIndex, cycleIndex] of this.history.moves) {
			const item = allItems[itemIndex];
			if (item === undefined) continue;

			const id = asText(item.record.id) ?? '';

			this.plane.move(id, CYCLES[cycleIndex]);
			this.movedTo.set(id, CYCLES[cycleIndex]);
		}

		await this.time.advanceUntil(this.time.sleep(HOUR));
	}

	/** From now on, no request or response is lost. */
	stopLosses(): void {
		this.plane.faults = { ...this.plane.faults, lossPercentage: 0 };
	}
}

/** Groups rows by their key. */
function groupRowsByKey(rows: readonly Row[]): Map<string, Row[]> {
	const rowsByKey = new Map<string, Row[]>();

	for (const row of rows) rowsByKey.set(row.key, [...(rowsByKey.get(row.key) ?? []), row]);

	return rowsByKey;
}

const collectProblems = (results: ReadonlyMap<number, ItemResult>): Problem[] =>
	[...results.values()].filter(isProblem);

/**
 * Expects that each key has one work item in the right cycle and modules. With `use`, the first row of a key
 * decides, with `update` the last one.
 */
function expectComplete({ plane, movedTo, history }: ImportRun): void {
	const { allItems } = plane;
	const rowsByKey = groupRowsByKey(history.rows);

	expect(allItems.map(({ record }) => record.external_id).sort()).toEqual(
		[...rowsByKey.keys()].sort(),
	);

	for (const { record, cycle, modules } of allItems) {
		const rows = rowsByKey.get(asText(record.external_id) ?? '') ?? [];
		const isUsed = history.ifExists === 'use';
		const effectiveRows = isUsed ? rows.slice(0, 1) : rows;
		const requestedCycle = isUsed
			? effectiveRows[0]?.cycle
			: effectiveRows.findLast((row) => row.cycle !== undefined)?.cycle;
		const manualCycle = movedTo.get(asText(record.id) ?? '');
		const expected = isUsed ? (manualCycle ?? requestedCycle) : (requestedCycle ?? manualCycle);

		expect(cycle).toBe(expected);
		expect([...modules]).toEqual(
			expect.arrayContaining(effectiveRows.flatMap((row) => [...row.modules])),
		);
	}
}

/** Expects that the results report created work items, and never advise to create them again. */
function expectTruthfulResults(
	{ plane, history }: ImportRun,
	results: ReadonlyMap<number, ItemResult>,
): void {
	for (const [index, row] of history.rows.entries()) {
		const result = results.get(index);
		const isFirst = history.rows.findIndex(({ key }) => key === row.key) === index;
		if (isFirst && plane.confirmedKeys.has(row.key)) {
			const tag = result !== undefined && isProblem(result) ? result.tag : 'done';

			expect(['done', 'partlyDone']).toContain(result === undefined ? 'not started' : tag);
		}
		if (result === undefined || !isProblem(result) || result.tag !== 'partlyDone') continue;

		expect(result.rerunAdvice).not.toContain('Running the item again is safe');
	}
}

const checkHistories = async (check: (history: History) => Promise<void>) => {
	await fc.assert(fc.asyncProperty(anyHistory, check), {
		numRuns: runs(100),
		endOnFailure: true,
	});
};

describe('an import that is run again after random interruptions', () => {
	test('creates each row once, in its cycle and modules, and reports the outcome of each item', async () => {
		await checkHistories(async (history) => {
			const run = new ImportRun(history);

			for (const [index, responseLimit] of history.interruptions.entries()) {
				const onFirstResponse = index === 0 ? () => run.createForeignItems() : undefined;
				const results = await run.importRows(history.ifExists, {
					responseLimit,
					...(onFirstResponse && { onFirstResponse }),
				});

				expectTruthfulResults(run, results);
			}

			await run.applyMoves();
			run.stopLosses();

			const results = await run.importRows(history.ifExists);

			expect(collectProblems(results)).toEqual([]);
			expect([...results.keys()].sort((a, b) => a - b)).toEqual([...history.rows.keys()]);

			for (const [index, result] of results) {
				const [output] = isProblem(result) ? [] : result;

				expect(output?.json.external_id).toBe(history.rows[index]?.key);
			}

			expectComplete(run);
		});
	});

	test('changes nothing when it is run once more, even if a cycle has ended', async () => {
		await checkHistories(async (history) => {
			const run = new ImportRun(history);

			for (const responseLimit of history.interruptions) {
				await run.importRows(history.ifExists, { responseLimit });
			}

			run.stopLosses();
			await run.importRows(history.ifExists);

			const before: JsonObject[] = run.plane.allItems.map(({ record }) => record);
			const { activities, writes } = run.plane;

			run.plane.endedCycles.add(CYCLES[0] ?? '');

			const results = await run.importRows(history.ifExists);

			expect(collectProblems(results)).toEqual([]);
			expect([run.plane.activities, run.plane.writes]).toEqual([activities, writes]);
			expect(run.plane.allItems.map(({ record }) => record)).toEqual(before);
		});
	});
});

test("a create that must not use an existing record never returns somebody else's (finding 24)", async () => {
	await checkHistories(async (history) => {
		const run = new ImportRun(history);

		const results = await run.importRows('fail', {
			onFirstResponse: () => run.createForeignItems(),
		});

		for (const result of results.values()) {
			if (isProblem(result)) continue;

			expect(result[0]?.json.created_by).toBe('me');
		}

		const keys = run.plane.allItems.map(({ record }) => record.external_id);

		expect(new Set(keys).size).toBe(keys.length);
	});
});
