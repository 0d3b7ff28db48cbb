import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { JsonObject } from 'n8n-workflow';

import { createRecord } from '../../../nodes/Plane/execute/write/createRecord';
import { Execution } from '../../../nodes/Plane/execute/Execution';
import type { Call } from '../../../nodes/shared/model/call';
import { createWorkItem } from '../../../nodes/shared/operations';
import { isProblem } from '../../../nodes/shared/result/problem';
import { mapConcurrently } from '../../../nodes/shared/scheduler/mapConcurrently';
import { Scheduler } from '../../../nodes/shared/scheduler/Scheduler';
import type { HttpRequest } from '../../../nodes/shared/transport/request';
import type { HttpResponse, Outcome } from '../../../nodes/shared/transport/response';
import { jsonResponse, withHeaders } from '../responses';
import { random, runs } from '../random';
import { LimitedServer } from '../scheduler/limitedServer';
import { VirtualTime } from '../scheduler/virtualTime';
import { createClient } from './testExecution';

/** The refusal of a record that exists (row 23). */
const ALREADY_EXISTS = 'Issue with the same external id and external source already exists';

const DROPPED: Outcome = { fault: 'network', code: 'ECONNRESET' };

/** The response for a missing record (row 27). */
const NOT_FOUND = { error: 'The requested resource does not exist.' };

/** The work items of a project. Its server limits requests and loses some of them, or their responses. */
class Project {
	readonly items = new Map<string, JsonObject>();
	createdCount = 0;
	readonly limiter: LimitedServer;

	constructor(
		private readonly time: VirtualTime,
		private readonly nextRandom: () => number,
		public failureRate: number,
	) {
		this.limiter = new LimitedServer(time, { requests: 60, window: 60_000, latency: 20 });
	}

	async respond(request: HttpRequest): Promise<Outcome> {
		await this.time.sleep(20);

		const admitted = this.limiter.consume();
		if (admitted.status === 429) return admitted;

		// Either the request is lost, or the response.
		const roll = this.nextRandom();
		if (roll < this.failureRate / 2) return DROPPED;

		const date = new Date(Math.floor(this.time.now() / 1000) * 1000).toUTCString();
		const response = withHeaders(this.handle(request), { ...admitted.headers, date });

		return roll < this.failureRate ? DROPPED : response;
	}

	private handle({ method, url, body }: HttpRequest): HttpResponse {
		if (method === 'POST') {
			const sent = JSON.parse(body as string) as JsonObject;
			const key = sent.external_id as string;
			const existing = this.items.get(key);
			if (existing) return jsonResponse({ error: ALREADY_EXISTS, id: existing.id ?? null }, 409);

			const created_at = new Date(this.time.now()).toISOString();
			const item = { ...sent, id: `id of ${key}`, created_at };

			this.items.set(key, item);
			this.createdCount++;

			return jsonResponse(item, 201);
		}

		const { searchParams, pathname } = new URL(url);
		const id = decodeURIComponent(pathname.split('/').at(-2) ?? '');
		const item =
			this.items.get(searchParams.get('external_id') ?? '') ??
			[...this.items.values()].find((candidate) => candidate.id === id);

		return item ? jsonResponse(item) : jsonResponse(NOT_FOUND, 404);
	}
}

const buildCall = (row: number, ifExists: Call<'create'>['ifExists']): Call<'create'> => ({
	kind: 'create',
	operation: createWorkItem,
	itemIndex: row,
	workspace: 'acme',
	path: { project_id: 'p1' },
	targets: {},
	createsLabels: false,
	ifExists,
	body: { name: `Row ${row}`, external_source: 'sheet', external_id: `row-${row}` },
});

/**
 * Imports rows once.
 *
 * @param options.interruptAfter in milliseconds; default: never
 */
async function importRows(
	{ time, project }: { readonly time: VirtualTime; readonly project: Project },
	rows: number,
	{
		ifExists = 'use',
		interruptAfter = Infinity,
	}: { ifExists?: Call<'create'>['ifExists']; interruptAfter?: number } = {},
) {
	const settings = { concurrency: 8, maxWaitMs: 300_000, retries: 4, timeoutMs: 60_000 };
	const scheduler = new Scheduler(settings, time);
	const service = scheduler.wrap(async (request) => await project.respond(request));
	const execution = new Execution(createClient({ service }), scheduler, true);
	const calls = Array.from({ length: rows }, (_, row) => buildCall(row, ifExists));
	const work = mapConcurrently(
		calls,
		{ concurrency: 8, orderBy: () => 'one project', shouldStop: () => scheduler.isClosed },
		async (call) => await createRecord(call, execution),
	);
	if (interruptAfter < Infinity) void time.sleep(interruptAfter).then(() => scheduler.close());

	return (await time.advanceUntil(work)).result;
}

describe('an import of rows into a project that accepts 60 requests a minute', () => {
	test('creates every row once if it is interrupted at random and run again', async () => {
		const manyInterruptions = fc.array(fc.nat(40 * 60_000), { minLength: 4, maxLength: 4 });

		await fc.assert(
			fc.asyncProperty(fc.noBias(fc.nat()), manyInterruptions, async (seed, interruptions) => {
				const time = new VirtualTime();
				const project = new Project(time, random(seed), 0.05);
				const rows = 2_000;

				for (const interruptAfter of interruptions) {
					await importRows({ time, project }, rows, { interruptAfter });
				}

				const results = await importRows({ time, project }, rows);

				expect(project.createdCount).toBe(project.items.size);
				expect(project.items.size).toBe(rows);
				expect(results).toMatchObject(
					Array.from({ length: rows }, (_, row) => [{ record: { id: `id of row-${row}` } }]),
				);
			}),
			{ numRuns: runs(3), endOnFailure: true },
		);
	});

	test('creates each row once and reports it as created, even if an existing record is an error', async () => {
		const time = new VirtualTime();
		const project = new Project(time, random(4), 0.1);
		const results = await importRows({ time, project }, 300, { ifExists: 'fail' });

		expect(project.createdCount).toBe(300);
		expect(results.filter((result) => isProblem(result))).toEqual([]);

		project.failureRate = 0;

		const again = await importRows({ time, project }, 20, { ifExists: 'fail' });

		expect(again.every((result) => isProblem(result) && result.status === 409)).toBe(true);
	});

	test('sends one request for each row in the second run, and creates nothing', async () => {
		const time = new VirtualTime();
		const project = new Project(time, random(5), 0);

		await importRows({ time, project }, 200);

		const requests = project.limiter.acceptedAt.length;

		await importRows({ time, project }, 200);

		expect(project.limiter.acceptedAt.length - requests).toBe(200);
		expect(project.createdCount).toBe(200);
	});
});
