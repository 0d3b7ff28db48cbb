import type { JsonObject } from 'n8n-workflow';

import { unexpectedResponse } from '../../../shared/errors/credentialErrors';
import { recordNotFound } from '../../../shared/errors/notFound';
import { isJsonObject } from '../../../shared/values/json';
import type { Call } from '../../../shared/model/call';
import { listPathOf } from '../../../shared/model/place';
import type { FileDownload } from '../../../shared/operations/operation';
import { isProblem, type Result } from '../../../shared/result/problem';
import { Downloads } from '../files/Downloads';
import { getLastPathId, readOnlyGroup } from '../responseRecords';
import { type JobResult, toRows } from '../results';
import type { Services } from '../services';
import { ListPresenter } from './ListPresenter';
import { ListReader } from './ListReader';
import { planList } from './planList';
import { RecordFormatter } from './RecordFormatter';

/** Reads records: single ones, and lists. */
export class RecordReader {
	private readonly lists: ListReader;
	private readonly formatter: RecordFormatter;
	private readonly downloads: Downloads;
	private readonly presenter: ListPresenter;

	constructor(private readonly services: Services) {
		this.lists = new ListReader(services);
		this.formatter = new RecordFormatter(services);
		this.downloads = new Downloads(services);
		this.presenter = new ListPresenter(this.formatter, this.downloads);
	}

	/** Reads a list in one project, in several, or in the workspace. */
	async readList(call: Call<'list'>): Promise<JobResult> {
		const plan = planList(call);
		const selected = await this.lists.read(plan);

		return isProblem(selected) ? selected : await this.presenter.present(plan, selected);
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

		const formatted = await this.formatter.formatRecord(json, call);
		const withProperties = await this.formatter.withCustomProperties([json], formatted, call);

		return isProblem(withProperties)
			? withProperties
			: toRows(withProperties.filter((record) => record !== undefined));
	}

	private async readRecordWithFile(
		call: Call<'get'>,
		fileDownload: FileDownload,
	): Promise<JobResult> {
		const record = await this.findInList(call);
		if (isProblem(record)) return record;

		return await this.downloads.download({
			call,
			path: call.operation.request.path,
			records: [record],
			formatted: await this.formatter.formatRecord(record, call),
			fileDownload,
			outputField: call.binaryField,
		});
	}

	/** Finds the record of a call in its list, because its own path returns the file (row 20). */
	private async findInList(call: Call<'get'>): Promise<Result<JsonObject>> {
		const path = listPathOf(call.operation.request.path);
		const list = await this.services.listSource.read({ place: call, path, about: call });
		if (isProblem(list)) return list;

		const id = getLastPathId(call);
		const found = list.rows.find((record) => record.id === id);

		return found ?? recordNotFound(call);
	}
}
