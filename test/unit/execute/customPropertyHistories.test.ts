import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { JsonObject, JsonValue } from 'n8n-workflow';

import { Execution } from '../../../nodes/Plane/execute/Execution';
import type { ItemResult } from '../../../nodes/Plane/execute/results';
import { runCalls } from '../../../nodes/Plane/execute/runCalls';
import { isJsonObject } from '../../../nodes/shared/fields/json';
import { asText } from '../../../nodes/shared/fields/text';
import type { Call } from '../../../nodes/shared/model/call';
import { createWorkItem } from '../../../nodes/shared/operations';
import { isProblem } from '../../../nodes/shared/result/problem';
import { Scheduler } from '../../../nodes/shared/scheduler/Scheduler';
import type { HttpRequest } from '../../../nodes/shared/transport/request';
import type { HttpResponse, Outcome } from '../../../nodes/shared/transport/response';
import { random, runs } from '../random';
import { jsonResponse } from '../responses';
import { VirtualTime } from '../scheduler/virtualTime';
import { createClient } from './testExecution';

/**
 * Imports work items with five custom properties several times: some runs are interrupted, and requests and responses
 * are lost. `RUNS=30` tries 3,000 histories.
 */

const PROJECT = '0c7da278-21b6-4225-9d30-000000000001';
const TYPE = '0c7da278-21b6-4225-9d30-000000000002';
const KINDS = ['TEXT', 'DECIMAL', 'BOOLEAN', 'DATETIME', 'OPTION'] as const;

const propertyId = (index: number) =>
	`0c7da278-21b6-4225-9d30-${String(100 + index).padStart(12, '0')}`;
const optionId = (index: number) =>
	`0c7da278-21b6-4225-9d30-${String(200 + index).padStart(12, '0')}`;

/** The rows of the list of properties: rows 453 and 480 of docs/server-behaviour.md. */
const PROPERTIES = KINDS.map((kind, index) => ({
	id: propertyId(index),
	display_name: `Property ${String(index)}`,
	property_type: kind,
	relation_type: null,
	is_multi: false,
	is_required: false,
	options: ['Low', 'High'].map((name, number) => ({ id: optionId(number), name })),
}));

const INPUT: readonly JsonValue[] = ['1.4', '2.5', 'yes', '2026-03-31', 'high'];
const SENT: readonly JsonValue[] = ['1.4', 2.5, true, '2026-03-31', optionId(1)];

const NOT_FOUND = jsonResponse({ error: 'The requested resource does not exist.' }, 404);
const DROPPED: Outcome = { fault: 'network', code: 'ECONNRESET' };

/** A server with the work items of one project, their type, its properties and the values: rows 468 and 470. */
class PlaneWithProperties {
	readonly items = new Map<string, JsonObject>();
	readonly values = new Map<string, Map<string, JsonValue>>();
	requests = 0;
	writes = 0;

	constructor(
		private readonly time: VirtualTime,
		private readonly nextRandom: () => number,
		public lossPercentage: number,
	) {}

	async respond(request: HttpRequest): Promise<Outcome> {
		await this.time.sleep(5 + 30 * this.nextRandom());

		const roll = 100 * this.nextRandom();
		if (roll < this.lossPercentage / 2) return DROPPED;

		const response = this.handle(request);

		await this.time.sleep(5 + 10 * this.nextRandom());

		return roll < this.lossPercentage ? DROPPED : response;
	}

	private handle({ method, url, body }: HttpRequest): HttpResponse {
		const { pathname, searchParams } = new URL(url);
		const path = pathname.split(`/projects/${PROJECT}/`)[1] ?? '';
		const [resource = '', id = '', , property = ''] = path.split('/');
		const sent: unknown = typeof body === 'string' ? JSON.parse(body) : {};

		this.requests++;
		if (method !== 'GET') this.writes++;

		if (path === '') return jsonResponse({ id: PROJECT, archived_at: null });

		if (resource === 'work-item-types') {
			return jsonResponse(id === '' ? [{ id: TYPE, name: 'Bug', is_default: true }] : PROPERTIES);
		}

		if (id === '') {
			return method === 'POST' && isJsonObject(sent)
				? this.createItem(sent)
				: this.findItem(searchParams.get('external_id'));
		}
		if (property === 'values') return this.listValues(id);
		if (property === '') return method === 'GET' ? this.getItem(id) : NOT_FOUND;

		return isJsonObject(sent) ? this.setValue(id, property, sent.value ?? null) : NOT_FOUND;
	}

	private createItem(body: JsonObject): HttpResponse {
		const existing = [...this.items.values()].find(
			({ external_id: key }) => key === body.external_id,
		);
		if (existing !== undefined) {
			const error = 'Issue with the same external id and external source already exists';

			return jsonResponse({ error, id: existing.id ?? null }, 409);
		}

		const id = `w${String(this.items.size + 1)}`;
		const record = { ...body, id, created_at: new Date(this.time.now()).toISOString() };

		this.items.set(id, record);
		this.values.set(id, new Map());

		return jsonResponse(record, 201);
	}

	private getItem(id: string): HttpResponse {
		const record = this.items.get(id);

		return record === undefined ? NOT_FOUND : jsonResponse(record);
	}

	private findItem(externalId: string | null): HttpResponse {
		const found = [...this.items.values()].find(({ external_id: key }) => key === externalId);

		return found === undefined ? NOT_FOUND : jsonResponse(found);
	}

	private listValues(id: string): HttpResponse {
		const values = [...(this.values.get(id) ?? [])];

		return jsonResponse(
			values.map(([property, value]) => ({ property_id: property, values: [value] })),
		);
	}

	private setValue(id: string, property: string, value: JsonValue): HttpResponse {
		this.values.get(id)?.set(property, value);

		return jsonResponse({ id: `v${property}`, property_id: property, value });
	}
}

/** A row of the spreadsheet: the indexes of the properties that it has a value for. */
type Row = readonly number[];

const buildCall = (row: Row, itemIndex: number, ifExists: Call<'create'>['ifExists']) => ({
	kind: 'create' as const,
	operation: createWorkItem,
	itemIndex,
	workspace: 'acme',
	path: { project_id: PROJECT },
	body: {
		name: `Row ${String(itemIndex)}`,
		external_source: 'sheet',
		external_id: `row-${String(itemIndex)}`,
		type_id: 'bug',
	},
	targets: {},
	createsLabels: false,
	ifExists,
	customValues: {
		timezone: 'UTC',
		input: Object.fromEntries(row.map((index) => [propertyId(index), INPUT[index] ?? null])),
	},
});

interface Interruption {
	/** The number of responses after which the execution is canceled. */
	readonly responseLimit?: number;
	readonly continueOnFail?: boolean;
}

/** Imports all rows once. */
async function importRows(
	rows: readonly Row[],
	ifExists: Call<'create'>['ifExists'],
	{ plane, time }: { readonly plane: PlaneWithProperties; readonly time: VirtualTime },
	{ responseLimit = Infinity, continueOnFail = false }: Interruption = {},
): Promise<ReadonlyMap<number, ItemResult>> {
	let responses = 0;

	const startExecution = (mayContinue: boolean) => {
		const settings = { concurrency: 8, maxWaitMs: 300_000, retries: 4, timeoutMs: 60_000 };
		const scheduler = new Scheduler(settings, time);
		const service = scheduler.wrap(async (request) => {
			const response = await plane.respond(request);

			responses++;
			if (responses >= responseLimit) scheduler.close();

			return response;
		});

		return new Execution(createClient({ service }), scheduler, mayContinue);
	};

	const calls = rows.map((row, index) => buildCall(row, index, ifExists));
	const { result } = await time.advanceUntil(runCalls(calls, startExecution, continueOnFail));

	await time.advanceUntil(time.sleep(3_600_000));

	return result.results;
}

const anyRow = fc.uniqueArray(fc.nat(KINDS.length - 1), { minLength: 1 });

test('500 work items with five custom properties take a request for each of them, and three for all', async () => {
	const time = new VirtualTime();
	const plane = new PlaneWithProperties(time, random(1), 0);
	const rows = Array.from({ length: 500 }, () => [...KINDS.keys()]);

	const results = await importRows(rows, 'fail', { plane, time });

	expect([...results.values()].filter(isProblem)).toEqual([]);
	// The types, the properties of the type, and the project, which must not be archived. And the question
	// whether there is API v2.
	expect(plane.requests).toBe(500 * (1 + 5) + 3 + 1);
	expect([...plane.values.values()].every(({ size }) => size === 5)).toBe(true);
});

test('an import with custom properties that is run again after interruptions loses and repeats nothing', async () => {
	const anyHistory = fc.record({
		seed: fc.noBias(fc.nat()),
		ifExists: fc.constantFrom('use' as const, 'update' as const),
		rows: fc.array(anyRow, { minLength: 1, maxLength: 12 }),
		interruptions: fc.array(fc.nat(40), { maxLength: 3 }),
		continueOnFail: fc.boolean(),
		lossPercentage: fc.constantFrom(0, 5, 20),
	});

	await fc.assert(
		fc.asyncProperty(anyHistory, async (history) => {
			const { seed, ifExists, rows, interruptions, continueOnFail, lossPercentage } = history;
			const time = new VirtualTime();
			const plane = new PlaneWithProperties(time, random(seed), lossPercentage);

			for (const responseLimit of interruptions) {
				await importRows(rows, ifExists, { plane, time }, { responseLimit, continueOnFail });
			}

			plane.lossPercentage = 0;

			const results = await importRows(rows, ifExists, { plane, time });

			expect([...results.values()].filter(isProblem)).toEqual([]);
			expect(plane.items.size).toBe(rows.length);

			for (const [id, record] of plane.items) {
				const index = Number(asText(record.external_id)?.replace('row-', ''));
				const expected = (rows[index] ?? []).map((property) => [
					propertyId(property),
					SENT[property],
				]);

				expect(Object.fromEntries(plane.values.get(id) ?? [])).toEqual(
					Object.fromEntries(expected),
				);
			}

			const { writes } = plane;

			await importRows(rows, ifExists, { plane, time });

			// The first item tries to create its record only if the item before it was new.
			expect(plane.writes - writes).toBeLessThanOrEqual(1);
		}),
		{ numRuns: runs(100), endOnFailure: true },
	);
});
