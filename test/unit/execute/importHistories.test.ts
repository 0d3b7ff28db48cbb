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
 * Imports of a spreadsheet, night after night: some are interrupted, requests and responses are lost,
 * reads lag behind, workers change records late, and other people work on them. `RUNS=200` makes 20,000
 * histories of each kind.
 */

const uuid = (number: number) => `0c7da278-21b6-4225-9d30-${String(number).padStart(12, '0')}`;
const CYCLES = [uuid(11), uuid(12), uuid(13)];
const MODULES = [uuid(21), uuid(22), uuid(23)];
const HOUR = 3_600_000;

type IfTaken = Call<'create'>['ifExists'];

/** A row of the spreadsheet. */
interface Row {
	readonly key: string;
	readonly cycle: string | undefined;
	readonly modules: readonly string[];
}

/** What happens to one import after the other. */
interface History {
	readonly seed: number;
	readonly ifExists: 'use' | 'update';
	readonly rows: readonly Row[];
	/** For each night that goes wrong, after how many responses it is canceled. */
	readonly nights: readonly number[];
	readonly continueOnFail: boolean;
	readonly faults: Faults;
	/** Work items that people move between two nights, by their number, to a cycle or out of all. */
	readonly moves: readonly (readonly [item: number, cycle: number])[];
	/** Rows that somebody else makes during the first night. */
	readonly others: readonly number[];
}

const rowOf = fc.record({
	// Some rows have the key of another one.
	key: fc.nat(30).map((number) => `row-${String(number)}`),
	cycle: fc.option(fc.constantFrom(...CYCLES), { nil: undefined }),
	modules: fc.uniqueArray(fc.constantFrom(...MODULES), { maxLength: 3 }),
});

const historyOf: fc.Arbitrary<History> = fc.record({
	seed: fc.noBias(fc.nat()),
	ifExists: fc.constantFrom('use', 'update'),
	rows: fc.array(rowOf, { minLength: 1, maxLength: 14 }),
	nights: fc.array(fc.nat(50), { maxLength: 3 }),
	continueOnFail: fc.boolean(),
	faults: fc.record({
		losses: fc.constantFrom(0, 5, 20),
		lag: fc.constantFrom(0, 50, 500, 2_000),
		workerDelay: fc.constantFrom(100, 1_500, 60_000),
	}),
	moves: fc.array(fc.tuple(fc.nat(14), fc.nat(3)), { maxLength: 3 }),
	others: fc.array(fc.nat(13), { maxLength: 2 }),
});

const callOf = ({ key, cycle, modules }: Row, itemIndex: number, ifExists: IfTaken) => ({
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

interface NightOptions {
	/** After how many responses the execution is canceled. */
	readonly until?: number;
	/** What happens after the first response. */
	readonly meanwhile?: () => void;
}

/** One history under way. */
class Import {
	readonly time = new VirtualTime();
	readonly chance: () => number;
	readonly plane: UnreliablePlane;
	/** The cycle that a person has moved a work item to last. */
	readonly moved = new Map<string, string | undefined>();

	constructor(readonly history: History) {
		this.chance = random(history.seed);
		this.plane = new UnreliablePlane(this.time, this.chance, CYCLES, history.faults);
	}

	/** Imports all rows once. */
	async night(
		ifExists: IfTaken,
		{ until = Infinity, meanwhile = () => undefined }: NightOptions = {},
	): Promise<Map<number, ItemResult>> {
		const { rows, continueOnFail } = this.history;

		this.plane.confirmed.clear();
		const begun: Scheduler[] = [];
		let responses = 0;

		const begin = (mayContinue: boolean) => {
			const settings = { concurrency: 8, maxWait: 300_000, retries: 4, timeout: 60_000 };
			const scheduler = new Scheduler(settings, this.time);

			begun.push(scheduler);
			if (responses >= until) scheduler.close();

			const service = scheduler.wrap(async (request) => {
				const response = await this.plane.response(request, 'me');

				responses++;
				if (responses === 1) meanwhile();
				if (responses >= until) for (const each of begun) each.close();

				return response;
			});

			return new Execution(createClient({ service }), scheduler, mayContinue);
		};

		const calls = rows.map((row, index) => callOf(row, index, ifExists));
		const { result } = await this.time.advanceUntil(runCalls(calls, begin, continueOnFail));

		await this.time.advanceUntil(this.time.sleep(HOUR));

		return result.results;
	}

	/** Somebody else makes the work items of some rows, which look different. */
	makeOthers(): void {
		for (const number of this.history.others) {
			const row = this.history.rows[number];
			if (row === undefined) continue;

			const body = { name: 'Of somebody else', external_source: 'sheet', external_id: row.key };

			this.plane.make(body, 'somebody else');
		}
	}

	/** People move work items, as the web app does. */
	async movePeople(): Promise<void> {
		const { all } = this.plane;

		for (const [number, to] of this.history.moves) {
			const id = asText(all[number]?.record.id) ?? '';
			if (all[number] === undefined) continue;

			this.plane.move(id, CYCLES[to]);
			this.moved.set(id, CYCLES[to]);
		}

		await this.time.advanceUntil(this.time.sleep(HOUR));
	}

	/** From now on, no request is lost, and none is interrupted. */
	calmDown(): void {
		this.plane.faults = { ...this.plane.faults, losses: 0 };
	}
}

/** Rows of one key that count: with `use` the first one says where it goes, with `update` the last one. */
function rowsByKey(rows: readonly Row[]): Map<string, Row[]> {
	const byKey = new Map<string, Row[]>();

	for (const row of rows) byKey.set(row.key, [...(byKey.get(row.key) ?? []), row]);

	return byKey;
}

const problemsIn = (results: ReadonlyMap<number, ItemResult>): Problem[] =>
	[...results.values()].filter(isProblem);

/** Each row once, in its cycle and its modules, whatever has happened before. */
function expectComplete({ plane, moved, history }: Import): void {
	const { all } = plane;
	const byKey = rowsByKey(history.rows);

	expect(all.map(({ record }) => record.external_id).sort()).toEqual([...byKey.keys()].sort());

	for (const { record, cycle, modules } of all) {
		const rows = byKey.get(asText(record.external_id) ?? '') ?? [];
		const isUsed = history.ifExists === 'use';
		const counting = isUsed ? rows.slice(0, 1) : rows;
		const due = isUsed
			? counting[0]?.cycle
			: counting.findLast((row) => row.cycle !== undefined)?.cycle;
		const kept = moved.get(asText(record.id) ?? '');
		const expected = isUsed ? (kept ?? due) : (due ?? kept);

		expect(cycle).toBe(expected);
		expect([...modules]).toEqual(
			expect.arrayContaining(counting.flatMap((row) => [...row.modules])),
		);
	}
}

/** An item whose work item was made says so, and does not advise to make it again. */
function expectHonest({ plane, history }: Import, results: ReadonlyMap<number, ItemResult>): void {
	for (const [index, row] of history.rows.entries()) {
		const result = results.get(index);
		const isFirst = history.rows.findIndex(({ key }) => key === row.key) === index;
		if (isFirst && plane.confirmed.has(row.key)) {
			const tag = result !== undefined && isProblem(result) ? result.tag : 'done';

			expect(['done', 'partlyDone']).toContain(result === undefined ? 'not begun' : tag);
		}
		if (result === undefined || !isProblem(result) || result.tag !== 'partlyDone') continue;

		expect(result.description).not.toContain('Running the item again is safe');
	}
}

const given = async (check: (history: History) => Promise<void>) => {
	await fc.assert(fc.asyncProperty(historyOf, check), {
		numRuns: runs(100),
		endOnFailure: true,
	});
};

describe('an import that is interrupted at random and run again', () => {
	test('creates each row once, in its cycle and modules, and reports the outcome of each item', async () => {
		await given(async (history) => {
			const run = new Import(history);

			for (const [night, until] of history.nights.entries()) {
				const meanwhile = night === 0 ? () => run.makeOthers() : undefined;
				const results = await run.night(history.ifExists, {
					until,
					...(meanwhile && { meanwhile }),
				});

				expectHonest(run, results);
			}

			await run.movePeople();
			run.calmDown();
			const results = await run.night(history.ifExists);

			expect(problemsIn(results)).toEqual([]);
			expect([...results.keys()].sort((a, b) => a - b)).toEqual([...history.rows.keys()]);

			for (const [index, result] of results) {
				const [output] = isProblem(result) ? [] : result;

				expect(output?.json.external_id).toBe(history.rows[index]?.key);
			}

			expectComplete(run);
		});
	});

	test('changes nothing when it is run once more, even if a cycle has ended', async () => {
		await given(async (history) => {
			const run = new Import(history);

			for (const until of history.nights) await run.night(history.ifExists, { until });
			run.calmDown();
			await run.night(history.ifExists);
			const before: JsonObject[] = run.plane.all.map(({ record }) => record);
			const { activities, writes } = run.plane;

			run.plane.ended.add(CYCLES[0] ?? '');

			const results = await run.night(history.ifExists);

			expect(problemsIn(results)).toEqual([]);
			expect([run.plane.activities, run.plane.writes]).toEqual([activities, writes]);
			expect(run.plane.all.map(({ record }) => record)).toEqual(before);
		});
	});
});

test("an item that must not find an existing record never succeeds with somebody else's (finding 24)", async () => {
	await given(async (history) => {
		const run = new Import(history);

		const results = await run.night('fail', { meanwhile: () => run.makeOthers() });

		for (const result of results.values()) {
			if (isProblem(result)) continue;

			expect(result[0]?.json.created_by).toBe('me');
		}

		const keys = run.plane.all.map(({ record }) => record.external_id);

		expect(new Set(keys).size).toBe(keys.length);
	});
});
