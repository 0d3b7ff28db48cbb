import type { JsonObject } from 'n8n-workflow';

import { unexpectedResponse } from '../../../shared/errors/credentialErrors';
import { recordNotFound } from '../../../shared/errors/notFound';
import { isJsonObject } from '../../../shared/values/json';
import type { AcrossProjects, Call } from '../../../shared/model/call';
import { listPathOf } from '../../../shared/model/place';
import type { FileDownload } from '../../../shared/operations/operation';
import { isProblem, type Result } from '../../../shared/result/problem';
import { Downloads } from '../files/Downloads';
import { getLastPathId, readOnlyGroup } from '../responseRecords';
import { type JobResult, toRows } from '../results';
import type { Services } from '../services';
import { ListCollector } from './ListCollector';
import { mergeSearches } from './mergeSearches';
import { hiddenProjectsHint, ProjectLists } from './ProjectLists';
import { RecordFormatter } from './RecordFormatter';

/** Reads records: single ones, and lists. */
export class RecordReader {
	private readonly collector: ListCollector;
	private readonly formatter: RecordFormatter;
	private readonly projectLists: ProjectLists;
	private readonly downloads: Downloads;

	constructor(private readonly services: Services) {
		this.collector = new ListCollector(services);
		this.formatter = new RecordFormatter(services);
		this.projectLists = new ProjectLists(this.collector, this.formatter, services);
		this.downloads = new Downloads(services);
	}

	/** Reads a list in one project, in several, or in the workspace. */
	async readList(call: Call<'list'>): Promise<JobResult> {
		const { acrossProjects, operation } = call;
		if (acrossProjects === undefined) return await this.readPlainList(call);

		return operation.search === undefined
			? await this.projectLists.read(call, acrossProjects)
			: await this.search(call, acrossProjects);
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

	/** Reads a list in one project, or in the workspace. */
	private async readPlainList(call: Call<'list'>): Promise<JobResult> {
		const { binaryField } = call.query;
		const { fileDownload } = call.operation;
		const collected = await this.collector.collect(call);
		if (isProblem(collected)) return collected;

		const { records } = collected;
		const statistics = [collected.statistics];
		const formatted = await this.formatter.formatList(records, call);
		const withProperties = await this.formatter.withCustomProperties(records, formatted, call);
		if (isProblem(withProperties)) return withProperties;

		if (binaryField === undefined || fileDownload === undefined) {
			const rows = withProperties.filter((row) => row !== undefined);

			return { kind: 'rows', rows, statistics };
		}

		const result = await this.downloads.download({
			call,
			path: call.operation.request.path + fileDownload.subPath,
			records,
			formatted,
			fileDownload,
			outputField: binaryField,
		});

		return isProblem(result) ? result : { ...result, statistics };
	}

	/** Searches several projects, or all that the user of the credential is a member of, by one request. */
	private async search(
		call: Call<'list'>,
		{ parts, closedProjects }: AcrossProjects,
	): Promise<JobResult> {
		const search = mergeSearches(call, parts);
		// Otherwise, no project has all the records that the filters name.
		const result = search === undefined ? toRows([]) : await this.readPlainList(search);

		return isProblem(result) || result.kind !== 'rows'
			? result
			: { ...result, hints: hiddenProjectsHint(closedProjects) };
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
