import type { JsonObject, JsonValue } from 'n8n-workflow';

import { isJsonObject } from '../../../nodes/shared/fields/json';
import { asText } from '../../../nodes/shared/fields/text';
import type { HttpRequest } from '../../../nodes/shared/transport/request';
import type { HttpResponse, Outcome } from '../../../nodes/shared/transport/response';
import { jsonResponse, withHeaders } from '../responses';
import type { VirtualTime } from '../scheduler/virtualTime';

/** How unkind a server is, and how unreliable the way to it. */
export interface Faults {
	/** How many of 100 requests or responses are lost. */
	readonly losses: number;
	/** Milliseconds by which what is read is older than what is written (row 166). */
	readonly lag: number;
	/** Milliseconds until a worker changes the time of a new work item (row 80). */
	readonly workerDelay: number;
}

/** A work item at some time. */
interface Version {
	readonly at: number;
	readonly record: JsonObject;
	readonly cycle: string | undefined;
	readonly modules: ReadonlySet<string>;
}

/** The ID of the only project. */
export const PROJECT = '0c7da278-21b6-4225-9d30-000000000001';

/** Row 23. */
const ALREADY_EXISTS = 'Issue with the same external id and external source already exists';

const DROPPED: Outcome = { fault: 'network', code: 'ECONNRESET' };
/** Row 27. */
const MISSING = jsonResponse({ error: 'The requested resource does not exist.' }, 404);

/** As the server refuses additions to a cycle that has ended (row 31). */
const ENDED = jsonResponse(
	{
		code: 'CYCLE_COMPLETED',
		message: 'The Cycle has already been completed so no new issues can be added',
	},
	400,
);

/** A list in its envelope (row 5). */
const list = (rows: readonly JsonValue[]): HttpResponse =>
	jsonResponse({ results: [...rows], total_count: rows.length, next_page_results: false });

/**
 * The work items of a project with cycles and modules: reads lag behind, workers come late, each
 * repeated addition to a cycle is an activity, and the network loses requests and responses.
 */
export class UnreliablePlane {
	/** The versions of each work item, the newest last. */
	private readonly items = new Map<string, Version[]>();
	/** How many activities Plane would have written, which start webhooks and notify people. */
	activities = 0;
	/** Requests that change anything, or would. */
	writes = 0;
	readonly ended = new Set<string>();
	/** External IDs whose creates were carried out, and whose responses have arrived. */
	readonly confirmed = new Set<string>();

	constructor(
		private readonly time: VirtualTime,
		private readonly chance: () => number,
		private readonly cycles: readonly string[],
		public faults: Faults,
	) {}

	/** All work items as they are now. */
	get all(): readonly Version[] {
		return [...this.items.values()].flatMap((versions) => versions.at(-1) ?? []);
	}

	async response(request: HttpRequest, maker: string): Promise<Outcome> {
		await this.time.sleep(5 + 30 * this.chance());
		const luck = 100 * this.chance();
		const { losses } = this.faults;
		if (luck < losses / 2) return DROPPED;

		const answer = this.answer(request, maker);

		await this.time.sleep(5 + 10 * this.chance());
		if (luck < losses) return DROPPED;

		this.confirm(request, answer);
		const date = new Date(Math.floor(this.time.now() / 1000) * 1000).toUTCString();

		return withHeaders(answer, { date });
	}

	/** Somebody makes a work item, unless there is one with this external ID. */
	make(body: JsonObject, maker: string): HttpResponse {
		const taken = this.all.find(({ record }) => record.external_id === body.external_id);
		if (taken !== undefined) {
			return jsonResponse({ error: ALREADY_EXISTS, id: taken.record.id ?? null }, 409);
		}

		const now = this.time.now();
		const record = {
			...body,
			id: `w${String(this.items.size + 1)}`,
			created_by: maker,
			created_at: new Date(now).toISOString(),
			updated_at: new Date(now).toISOString(),
		};

		this.items.set(record.id, [{ at: now, record, cycle: undefined, modules: new Set() }]);
		this.activities++;

		return jsonResponse(record, 201);
	}

	/** Moves a work item to a cycle, or takes it out of all, as a person does in the web app. */
	move(id: string, cycle: string | undefined): void {
		this.change(id, { cycle });
	}

	private confirm({ method, body }: HttpRequest, { status }: HttpResponse): void {
		if (method !== 'POST' || status !== 201 || typeof body !== 'string') return;

		const sent: unknown = JSON.parse(body);
		if (isJsonObject(sent)) this.confirmed.add(asText(sent.external_id) ?? '');
	}

	private answer({ method, url, body }: HttpRequest, maker: string): HttpResponse {
		const { pathname, searchParams } = new URL(url);
		const [place = '', id = '', ...rest] =
			pathname.split(`/projects/${PROJECT}/`)[1]?.split('/') ?? [];
		const sent: unknown = typeof body === 'string' ? JSON.parse(body) : {};
		const values = isJsonObject(sent) ? sent : {};
		if (method !== 'GET') this.writes++;

		if (place === 'work-items') {
			if (method === 'POST') return this.make(values, maker);
			if (method === 'PATCH') return this.patch(id, values);

			return id === ''
				? this.find(({ record }) => record.external_id === searchParams.get('external_id'))
				: this.find(({ record }) => record.id === id);
		}
		if (place === 'archived-cycles') return list([]);
		if (id === '') return list(this.cycles.map((cycle) => ({ id: cycle })));
		if (rest[0]?.endsWith('-issues') !== true) return MISSING;

		const isCycle = place === 'cycles';
		if (method === 'POST') return this.add(isCycle, id, values.issues);

		return list(this.seen.filter((item) => isIn(item, isCycle, id)).map(({ record }) => record));
	}

	/** What a replica has. */
	private get seen(): readonly Version[] {
		const until = this.time.now() - this.faults.lag;

		return [...this.items.values()].flatMap(
			(versions) => versions.findLast(({ at }) => at <= until) ?? [],
		);
	}

	private find(isIt: (version: Version) => boolean): HttpResponse {
		const found = this.seen.find(isIt);

		return found === undefined ? MISSING : jsonResponse(this.withWorker(found));
	}

	private withWorker({ record }: Version): JsonObject {
		const created = Date.parse(asText(record.created_at) ?? '');
		const late = created + this.faults.workerDelay;
		const isDue = late <= this.time.now() && late > Date.parse(asText(record.updated_at) ?? '');

		return isDue ? { ...record, updated_at: new Date(late).toISOString() } : record;
	}

	private patch(id: string, values: JsonObject): HttpResponse {
		const item = this.items.get(id)?.at(-1);
		if (item === undefined) return MISSING;

		const changed = Object.entries(values).filter(([name, value]) => item.record[name] !== value);

		this.activities += changed.length;
		const updated_at = new Date(this.time.now()).toISOString();
		const record = { ...item.record, ...values, updated_at };

		this.change(id, { record });

		return jsonResponse(record);
	}

	private add(isCycle: boolean, target: string, ids: JsonValue | undefined): HttpResponse {
		if (isCycle && this.ended.has(target)) return ENDED;

		for (const id of Array.isArray(ids) ? ids : []) {
			const item = this.items.get(asText(id) ?? '')?.at(-1);
			if (item === undefined) continue;
			// Each one counts, whether it is in there already or not (row 81).
			if (isCycle) this.activities++;

			this.change(
				asText(id) ?? '',
				isCycle ? { cycle: target } : { modules: new Set([...item.modules, target]) },
			);
		}

		// All that it holds (rows 9 and 10).
		const held = this.all.filter((item) => isIn(item, isCycle, target));

		return jsonResponse(held.map(({ record }) => ({ issue: record.id ?? null })));
	}

	private change(id: string, values: Partial<Version>): void {
		const versions = this.items.get(id);
		const last = versions?.at(-1);
		if (last !== undefined) versions?.push({ ...last, ...values, at: this.time.now() });
	}
}

const isIn = ({ cycle, modules }: Version, isCycle: boolean, target: string): boolean =>
	isCycle ? cycle === target : modules.has(target);
