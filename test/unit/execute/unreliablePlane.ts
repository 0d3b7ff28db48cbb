import type { JsonObject, JsonValue } from 'n8n-workflow';

import { isJsonObject } from '../../../nodes/shared/fields/json';
import { asText } from '../../../nodes/shared/fields/text';
import type { HttpRequest } from '../../../nodes/shared/transport/request';
import type { HttpResponse, Outcome } from '../../../nodes/shared/transport/response';
import { jsonResponse, problemDocument, withHeaders } from '../responses';
import type { VirtualTime } from '../scheduler/virtualTime';

/** The faults of a server and of the network. */
export interface Faults {
	/** The percentage of requests and responses that are lost. */
	readonly lossPercentage: number;
	/** Milliseconds by which reads lag behind writes (row 166). */
	readonly lag: number;
	/** Milliseconds until a background worker changes `updated_at` of a new work item (row 80). */
	readonly workerDelay: number;
	/** API v2, which may create a second record with the same external ID (row 514). Default: there is none. */
	readonly apiV2?: 'checksExternalIds' | 'acceptsTwins' | undefined;
}

/** The state of a work item from a point in time. */
interface Version {
	readonly at: number;
	readonly record: JsonObject;
	readonly cycle: string | undefined;
	readonly modules: ReadonlySet<string>;
}

/** The ID of the only project. */
export const PROJECT = '0c7da278-21b6-4225-9d30-000000000001';

/** The refusal of a record that exists (row 23). */
const ALREADY_EXISTS = 'Issue with the same external id and external source already exists';

const DROPPED: Outcome = { fault: 'network', code: 'ECONNRESET' };

/** The response for a missing record (row 27). */
const NOT_FOUND = jsonResponse({ error: 'The requested resource does not exist.' }, 404);

/** The refusal of additions to a cycle that has ended (row 31). */
const CYCLE_ENDED = jsonResponse(
	{
		code: 'CYCLE_COMPLETED',
		message: 'The Cycle has already been completed so no new issues can be added',
	},
	400,
);

/** The response to every path that a server does not have (row 485). */
const NO_SUCH_PATH = jsonResponse({ error: 'Page not found.' }, 404);

/** The names that API v2 has for fields (row 511). */
const V1_NAMES: Readonly<Record<string, string>> = {
	state_id: 'state',
	assignee_ids: 'assignees',
	label_ids: 'labels',
};

/** A list in its envelope (row 5). */
const listPage = (rows: readonly JsonValue[], total = rows.length): HttpResponse =>
	jsonResponse({ results: [...rows], total_count: total, next_page_results: total > rows.length });

/**
 * A server with the work items of one project and its cycles and modules. Reads lag behind writes, workers
 * run late, repeated additions to a cycle count as activities, and the network loses requests and
 * responses.
 */
export class UnreliablePlane {
	/** The versions of each work item, the newest last. */
	private readonly items = new Map<string, Version[]>();
	/** The number of activities that Plane would have written: each starts webhooks and notifies people. */
	activities = 0;
	/** The number of requests other than reads. */
	writes = 0;
	readonly endedCycles = new Set<string>();
	/** Whether the response to the request in progress will be lost. */
	private isFailing = false;
	/** External IDs of the creates whose successful responses have arrived. */
	readonly confirmedKeys = new Set<string>();

	constructor(
		private readonly time: VirtualTime,
		private readonly nextRandom: () => number,
		private readonly cycles: readonly string[],
		public faults: Faults,
	) {}

	/** The current states of all work items. */
	get allItems(): readonly Version[] {
		return [...this.items.values()].flatMap((versions) => versions.at(-1) ?? []);
	}

	async respond(request: HttpRequest, userId: string): Promise<Outcome> {
		await this.time.sleep(5 + 30 * this.nextRandom());

		const roll = 100 * this.nextRandom();
		const { lossPercentage } = this.faults;
		if (roll < lossPercentage / 2) return DROPPED;

		this.isFailing = roll < lossPercentage;
		const response = this.handle(request, userId);

		await this.time.sleep(5 + 10 * this.nextRandom());
		if (roll < lossPercentage) return DROPPED;

		this.rememberConfirmed(request, response);

		const date = new Date(Math.floor(this.time.now() / 1000) * 1000).toUTCString();

		return withHeaders(response, { date });
	}

	/**
	 * Creates a work item, unless one has the same external ID.
	 *
	 * @param isChecked whether the server looks for one
	 */
	createItem(body: JsonObject, userId: string, isChecked = true): HttpResponse {
		const existing = this.allItems.find(({ record }) => record.external_id === body.external_id);
		if (isChecked && existing !== undefined) {
			return jsonResponse({ error: ALREADY_EXISTS, id: existing.record.id ?? null }, 409);
		}

		const now = this.time.now();
		const record = {
			...body,
			id: `w${String(this.items.size + 1)}`,
			created_by: userId,
			created_at: new Date(now).toISOString(),
			updated_at: new Date(now).toISOString(),
		};

		this.items.set(record.id, [{ at: now, record, cycle: undefined, modules: new Set() }]);
		this.activities++;

		return jsonResponse(record, 201);
	}

	/** Moves a work item to a cycle, or out of all cycles, as a person does in the web app. */
	move(id: string, cycle: string | undefined): void {
		this.saveVersion(id, { cycle });
	}

	private rememberConfirmed({ method, body }: HttpRequest, response: HttpResponse): void {
		if (method !== 'POST' || typeof body !== 'string') return;

		const sent: unknown = JSON.parse(body);
		if (!isJsonObject(sent)) return;
		if (response.status === 201) this.confirmedKeys.add(asText(sent.external_id) ?? '');

		for (const row of readList(response.json, 'results')) {
			const item = row.result === 'created' ? readList(sent, 'items')[Number(row.index)] : {};

			this.confirmedKeys.add(asText(item?.external_id) ?? '');
		}
	}

	private handle({ method, url, body }: HttpRequest, userId: string): HttpResponse {
		const { pathname, searchParams } = new URL(url);
		if (pathname.startsWith('/api/v2/')) return this.handleV2(pathname, body, userId);

		const [resource = '', id = '', ...rest] =
			pathname.split(`/projects/${PROJECT}/`)[1]?.split('/') ?? [];
		const sent: unknown = typeof body === 'string' ? JSON.parse(body) : {};
		const values = isJsonObject(sent) ? sent : {};
		if (method !== 'GET') this.writes++;

		if (resource === 'work-items') {
			if (method === 'POST') return this.createItem(values, userId);
			if (method === 'PATCH') return this.updateItem(id, values);

			if (id !== '') return this.findItem(({ record }) => record.id === id);

			const externalId = searchParams.get('external_id');

			return externalId === null
				? this.listItems(searchParams)
				: this.findItem(({ record }) => record.external_id === externalId);
		}
		if (resource === 'archived-cycles') return listPage([]);
		if (id === '') return listPage(this.cycles.map((cycle) => ({ id: cycle })));
		if (rest[0]?.endsWith('-issues') !== true) return NOT_FOUND;

		const isCycle = resource === 'cycles';
		if (method === 'POST') return this.addToTarget(isCycle, id, values.issues);

		return listPage(
			this.visibleItems.filter((item) => isIn(item, isCycle, id)).map(({ record }) => record),
		);
	}

	private handleV2(pathname: string, body: HttpRequest['body'], userId: string): HttpResponse {
		const { apiV2 } = this.faults;
		if (apiV2 === undefined) return NO_SUCH_PATH;
		if (!pathname.endsWith('/work-items/bulk-create/')) return NO_SUCH_PATH;

		const sent: unknown = typeof body === 'string' ? JSON.parse(body) : {};
		const items = readList(isJsonObject(sent) ? sent : {}, 'items');
		if (items.length === 0) return problemDocument('invalid_request', 400);

		// A server that fails in the middle has created some of the records.
		const count = this.isFailing ? Math.floor(items.length * this.nextRandom()) : items.length;
		const results = items
			.slice(0, count)
			.map((item, index) => this.createRow(item, { index, userId, apiV2 }));

		this.writes++;

		return jsonResponse({ results });
	}

	/** Creates a work item for a row of a request to API v2. */
	private createRow(
		item: JsonObject,
		{ index, userId, apiV2 }: { index: number; userId: string; apiV2: Faults['apiV2'] },
	): JsonObject {
		const entries = Object.entries(item).map(([name, value]) => [V1_NAMES[name] ?? name, value]);
		const values = Object.fromEntries(entries) as JsonObject;
		const { status, json } = this.createItem(values, userId, apiV2 === 'checksExternalIds');
		const id = isJsonObject(json) ? (json.id ?? null) : null;

		return status === 201
			? { index, result: 'created', id }
			: { index, result: 'failed', type: 'conflict', code: 'conflict', detail: ALREADY_EXISTS };
	}

	/** The newest work items that a replica has. */
	private listItems(query: URLSearchParams): HttpResponse {
		const rows = this.visibleItems.map((item) => this.withWorkerUpdate(item)).reverse();
		const size = Number(query.get('per_page') ?? 100);
		const page = Number(query.get('cursor')?.split(':')[1] ?? 0);

		return listPage(rows.slice(page * size, (page + 1) * size), rows.length);
	}

	/** The states of the work items that a replica has. */
	private get visibleItems(): readonly Version[] {
		const visibleUntil = this.time.now() - this.faults.lag;

		return [...this.items.values()].flatMap(
			(versions) => versions.findLast(({ at }) => at <= visibleUntil) ?? [],
		);
	}

	private findItem(matches: (version: Version) => boolean): HttpResponse {
		const found = this.visibleItems.find(matches);

		return found === undefined ? NOT_FOUND : jsonResponse(this.withWorkerUpdate(found));
	}

	private withWorkerUpdate({ record }: Version): JsonObject {
		const created = Date.parse(asText(record.created_at) ?? '');
		const workerTime = created + this.faults.workerDelay;
		const isDue =
			workerTime <= this.time.now() && workerTime > Date.parse(asText(record.updated_at) ?? '');

		return isDue ? { ...record, updated_at: new Date(workerTime).toISOString() } : record;
	}

	private updateItem(id: string, values: JsonObject): HttpResponse {
		const item = this.items.get(id)?.at(-1);
		if (item === undefined) return NOT_FOUND;

		const changed = Object.entries(values).filter(([name, value]) => item.record[name] !== value);

		this.activities += changed.length;
		const updated_at = new Date(this.time.now()).toISOString();
		const record = { ...item.record, ...values, updated_at };

		this.saveVersion(id, { record });

		return jsonResponse(record);
	}

	private addToTarget(isCycle: boolean, target: string, ids: JsonValue | undefined): HttpResponse {
		if (isCycle && this.endedCycles.has(target)) return CYCLE_ENDED;

		for (const id of Array.isArray(ids) ? ids : []) {
			const item = this.items.get(asText(id) ?? '')?.at(-1);
			if (item === undefined) continue;

			// Repeated additions count too (row 81).
			if (isCycle) this.activities++;

			this.saveVersion(
				asText(id) ?? '',
				isCycle ? { cycle: target } : { modules: new Set([...item.modules, target]) },
			);
		}

		// The response has all contents of the target (rows 9 and 10).
		const contents = this.allItems.filter((item) => isIn(item, isCycle, target));

		return jsonResponse(contents.map(({ record }) => ({ issue: record.id ?? null })));
	}

	private saveVersion(id: string, values: Partial<Version>): void {
		const versions = this.items.get(id);
		const last = versions?.at(-1);
		if (last !== undefined) versions?.push({ ...last, ...values, at: this.time.now() });
	}
}

const isIn = ({ cycle, modules }: Version, isCycle: boolean, target: string): boolean =>
	isCycle ? cycle === target : modules.has(target);

/** The objects of a list in an object. */
const readList = (value: JsonValue | undefined, name: string): JsonObject[] => {
	const list = isJsonObject(value) ? value[name] : undefined;

	return Array.isArray(list) ? list.filter(isJsonObject) : [];
};
