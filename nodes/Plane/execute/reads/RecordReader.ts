import type { JsonObject } from 'n8n-workflow';

import { unexpectedResponse } from '../../../shared/errors/credentialErrors';
import { recordNotFound } from '../../../shared/errors/notFound';
import { isJsonObject } from '../../../shared/values/json';
import type { Call } from '../../../shared/model/call';
import { toListPath } from '../../../shared/model/place';
import type { FileDownload } from '../../../shared/operations/operation';
import { isProblem, type Result } from '../../../shared/result/problem';
import { Downloads } from '../files/Downloads';
import { RecordPresenter } from '../RecordPresenter';
import { getLastPathId, readOnlyGroup } from '../responseRecords';
import { type JobResult, toRows } from '../results';
import type { Services } from '../services';
import { ListPresenter } from './ListPresenter';
import { ListReader } from './ListReader';
import { planList } from './planList';
import { RecordCounter } from './RecordCounter';

/** Reads records: single ones, and lists. */
export class RecordReader {
	private readonly lists: ListReader;
	private readonly downloads: Downloads;

	constructor(private readonly services: Services) {
		this.lists = new ListReader(services);
		this.downloads = new Downloads(services);
	}

	/** Reads a list in one project, in several, or in the workspace, or counts what is in it. */
	async readList(call: Call<'list'>): Promise<JobResult> {
		const plan = planList(call);
		const presenter = new ListPresenter(new RecordPresenter(this.services), this.downloads);

		if (call.operation.output?.kind === 'counted') {
			return await new RecordCounter(this.lists, presenter).count(plan, call);
		}

		const selected = await this.lists.read(plan);
		if (isProblem(selected)) return selected;

		return await presenter.present(plan, selected);
	}

	/** Reads one record. */
	async readRecord(call: Call<'get'>): Promise<JobResult> {
		const { fileDownload, grouped } = call.operation;
		if (fileDownload !== undefined) return await this.readRecordWithFile(call, fileDownload);

		const response = await this.services.client.request(call, { query: call.queryParameters });
		if (isProblem(response)) return response;

		const { json: list } = response;
		const mayBeList = grouped?.rowPer === 'record';
		if (mayBeList && Array.isArray(list) && list.every(isJsonObject)) return toRows(list);

		const json =
			grouped?.rowPer === 'list' ? readOnlyGroup(response, grouped, call) : response.json;
		if (!isJsonObject(json)) return unexpectedResponse(response, 'is not a record');

		return toRows(await this.present(json, call));
	}

	private async readRecordWithFile(
		call: Call<'get'>,
		fileDownload: FileDownload,
	): Promise<JobResult> {
		const record = await this.findInList(call);
		if (isProblem(record)) return record;

		const formatted = await this.present(record, call);
		if (isProblem(formatted)) return formatted;

		return await this.downloads.download({
			call,
			path: call.operation.request.path,
			records: [record],
			formatted,
			fileDownload,
			outputField: call.binaryField,
		});
	}

	private async present(
		record: JsonObject,
		call: Call<'get'>,
	): Promise<Result<readonly JsonObject[]>> {
		const presented = await new RecordPresenter(this.services).presentRead([record], call);

		return isProblem(presented)
			? presented
			: presented.filter((presentedRecord) => presentedRecord !== undefined);
	}

	/** Finds the record of a call in its list, because its own path returns the file (row 20). */
	private async findInList(call: Call<'get'>): Promise<Result<JsonObject>> {
		const path = toListPath(call.operation.request.path);
		const list = await this.services.listSource.read({ place: call, path, about: call });
		if (isProblem(list)) return list;

		const id = getLastPathId(call);
		const found = list.rows.find((record) => record.id === id);

		return found ?? recordNotFound(call);
	}
}
