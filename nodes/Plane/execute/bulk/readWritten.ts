import type { JsonObject } from 'n8n-workflow';

import { parseInstant } from '../../../shared/values/instant';
import { normalizeId } from '../../../shared/values/textForms';
import { isJsonObject } from '../../../shared/values/json';
import { asText } from '../../../shared/values/asText';
import { placeWithin } from '../../../shared/model/place';
import type { BulkWrites } from '../../../shared/operations/operation';
import { type ListPage, parseListPage } from '../../../shared/pagination/envelope';
import { buildPageQuery, PAGE_SIZE } from '../../../shared/pagination/pageQuery';
import { isProblem } from '../../../shared/result/problem';
import { mapConcurrently } from '../../../shared/scheduler/mapConcurrently';
import { readRequest } from '../../../shared/transport/request';
import type { HttpResponse } from '../../../shared/transport/response';
import { findIgnoredValues } from '../write/compareRecord';
import { CLOCK_TOLERANCE_MS, REPLICA_DELAYS_MS } from '../../../shared/records/serverTimes';
import type { RequestServices } from '../RequestServices';
import type { RecordWrite } from './recordWrite';
import { isSortable } from '../../../shared/operations/catalog';

/** Where written records are read, and with what. */
export interface RecordSource {
	readonly bulk: BulkWrites;
	readonly services: RequestServices;
}

/**
 * Reads records that were just written, by API v1: API v2 returns only their IDs, and its rows lack fields. Usually,
 * they are on the first page of their list. A record that is not there is read by itself.
 *
 * @param ids the ID of each record by its write; all records are in the same list
 * @param response to the request that wrote them
 * @returns the records by ID, without records that cannot be read
 */
export async function readWritten(
	ids: ReadonlyMap<RecordWrite, string>,
	response: HttpResponse,
	source: RecordSource,
): Promise<ReadonlyMap<string, JsonObject>> {
	const reader = new WrittenRecordReader(ids, response, source);

	return await reader.read();
}

class WrittenRecordReader {
	private readonly writesById: ReadonlyMap<string, RecordWrite>;
	private readonly records = new Map<string, JsonObject>();
	/** The time before which the server has not written anything, in UNIX milliseconds, if it is known. */
	private readonly writtenAfter: number | undefined;

	constructor(
		ids: ReadonlyMap<RecordWrite, string>,
		{ headers, durationMs = 0 }: HttpResponse,
		private readonly source: RecordSource,
	) {
		const date = Date.parse(headers.date ?? '');

		this.writesById = new Map([...ids].map(([write, id]) => [id, write]));
		this.writtenAfter = Number.isNaN(date) ? undefined : date - durationMs - CLOCK_TOLERANCE_MS;
	}

	async read(): Promise<ReadonlyMap<string, JsonObject>> {
		if (this.writesById.size === 0) return this.records;

		await this.readFromList();
		this.removeOutdated();
		await this.readMissing();
		this.removeOutdated();

		return this.records;
	}

	private async readFromList(): Promise<void> {
		const { scheduler } = this.source.services;

		for (const delay of [0, ...REPLICA_DELAYS_MS]) {
			await scheduler.pause(delay);

			const page = await this.readNewestPage();
			if (page === undefined) return;

			for (const row of page.records) {
				this.keep(row);
			}

			if (!this.showsNewest(page) || !this.isWaitingForReplica()) return;
		}
	}

	/** Whether a page has the records that were written last, once the server itself has them. */
	private showsNewest({ total = Infinity }: ListPage): boolean {
		return isSortable(this.source.bulk.path) || total <= PAGE_SIZE;
	}

	/** Keeps a row of a record that was written, unless a newer one is there. */
	private keep(row: JsonObject): void {
		const id = normalizeId(asText(row.id) ?? '');
		const write = this.writesById.get(id);
		const known = this.records.get(id);
		if (write === undefined || (known !== undefined && !this.isOutdated(write, known))) return;

		this.records.set(id, row);
	}

	private isWaitingForReplica(): boolean {
		return [...this.writesById].some(([id, write]) => {
			const record = this.records.get(id);

			return record === undefined || this.isOutdated(write, record);
		});
	}

	/**
	 * Whether a record is older than the write: it lacks a value that was sent, and was not changed since. If the
	 * server does not say when, it may be.
	 */
	private isOutdated({ call, body }: RecordWrite, record: JsonObject): boolean {
		if (call.kind === 'action') return false;

		const lacksValue = findIgnoredValues(record, call.operation.body, body).length > 0;
		const changedAt = parseInstant(record.updated_at) ?? -Infinity;

		return lacksValue && changedAt < (this.writtenAfter ?? Infinity);
	}

	/** If only an older form of a record can be read, the record may look different now. */
	private removeOutdated(): void {
		if (this.writtenAfter === undefined) return;

		for (const [id, write] of this.writesById) {
			const record = this.records.get(id);

			if (record !== undefined && this.isOutdated(write, record)) this.records.delete(id);
		}
	}

	/** Reads the first page of the list, in the order of the time of the writes if servers sort it. */
	private async readNewestPage(): Promise<ListPage | undefined> {
		const [first] = this.writesById.values();
		if (first === undefined) return undefined;

		const { bulk, services } = this.source;
		const orderBy = first.action === 'create' ? '-created_at' : '-updated_at';
		const query = {
			...buildPageQuery(PAGE_SIZE, 0),
			...(isSortable(bulk.path) && { order_by: orderBy }),
		};
		const response = await services.client.read(first.call, bulk.path, query);
		const page = isProblem(response) ? response : parseListPage(response);

		return isProblem(page) ? undefined : page;
	}

	private async readMissing(): Promise<void> {
		const missing = [...this.writesById].filter(([id]) => !this.records.has(id));

		await mapConcurrently(
			missing,
			{ concurrency: this.source.services.scheduler.settings.concurrency },
			async ([id, write]) => await this.readOne(id, write),
		);
	}

	private async readOne(id: string, { call }: RecordWrite): Promise<void> {
		const { bulk, services } = this.source;
		const place = placeWithin(call, { written_id: id });
		const request = readRequest(`${bulk.path}{written_id}/`);
		const response = await services.client.send(place, request, { about: call });

		if (!isProblem(response) && isJsonObject(response.json)) this.records.set(id, response.json);
	}
}
