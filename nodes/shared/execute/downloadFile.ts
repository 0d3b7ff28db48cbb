import type { IBinaryData, JsonObject } from 'n8n-workflow';

import { judge } from '../client/client';
import { fromFault } from '../errors/fromFault';
import { fileless } from '../errors/notFound';
import { statusProblem } from '../errors/status';
import { storagePage } from '../errors/storageErrors';
import { unexpected } from '../errors/wrongUrl';
import { isJsonObject } from '../fields/json';
import { asText } from '../fields/text';
import type { Call } from '../model/call';
import type { Files } from '../operations/operation';
import { isProblem, type Problem, type Result } from '../result/problem';
import { mapConcurrently } from '../scheduler/mapConcurrently';
import { locationOf } from '../transport/followRedirects';
import type { HttpRequest } from '../transport/request';
import { type HttpResponse, isFault, isWebPage, succeeded } from '../transport/response';
import type { Execution } from './execution';
import type { Output } from './jobResults';

/** The records of a list as output items, each with its file in a binary field. */
export async function withFiles(
	call: Call<'list'>,
	records: readonly JsonObject[],
	files: Files,
	into: string,
	execution: Execution,
): Promise<Result<{ readonly outputs: Output[] }>> {
	const { concurrency } = execution.scheduler.settings;
	const found = await mapConcurrently(
		records,
		{ concurrency, shouldStop: isProblem },
		async (record) =>
			await execution.files.run(async () => await downloadFile(call, record, files, execution)),
	);
	const failed = found.find(isProblem);
	if (failed !== undefined) return failed;
	const outputs = records.map((json, index): Output => {
		const file = found[index];
		return file === undefined || isProblem(file) ? { json } : { json, binary: { [into]: file } };
	});
	return { outputs };
}

/**
 * A name that no later node takes for a place of its own choice: without folders, and without
 * characters that cannot be seen. Undefined: nothing is left of it.
 */
export function fileName(name: string): string | undefined {
	const last = name.replace(/\p{C}/gu, '').split(/[\\/]/).at(-1)?.trim() ?? '';
	return /^\.*$/.test(last) ? undefined : last;
}

/** A MIME type, or that of any file where it is none: it may become a header of a later request. */
const mimeType = (type: string): string =>
	/^[\w.+-]+\/[\w.+-]+( *;[ \w.+=":/-]*)?$/.test(type) ? type : 'application/octet-stream';

/** The service redirects once; a storage may have moved. */
const REDIRECTS = 3;

/**
 * Downloads the file of a record into n8n's binary store, with its name and type as the record has
 * them. The service redirects to a signed address, mostly on another host, which is asked without
 * the key (row 20).
 */
export async function downloadFile(
	call: Call<'list'>,
	record: JsonObject,
	files: Files,
	{ client }: Execution,
): Promise<Result<IBinaryData>> {
	const described = record[files.described];
	const { name, type } = isJsonObject(described) ? described : {};
	const id = asText(record.id) ?? '';
	const file = { name: fileName(asText(name) ?? '') ?? id, mimeType: mimeType(asText(type) ?? '') };
	const notDownloaded = (problem: Problem): Problem => ({
		...problem,
		message: `The file "${file.name}" of ${id} was not downloaded: ${problem.message}`,
	});

	const place = { ...call, path: { ...call.path, [files.path.slice(1, -2)]: id } };
	const path = call.operation.request.path + files.path;
	const first: HttpRequest = { ...client.build(place, { path }), file };
	let request = first;
	// Not the sender that follows redirects: it would take the key along.
	let outcome = await client.service(first);
	for (let turn = 0; turn < REDIRECTS; turn++) {
		const target = locationOf(outcome, request.url);
		if (target === undefined) break;
		request = { ...first, url: target.href, headers: { Accept: '*/*' } };
		outcome = await client.storage(request);
	}
	if (request === first) {
		if (!isFault(outcome) && [404, 405].includes(outcome.status)) {
			return notDownloaded(fileless(outcome));
		}
		const response = judge(outcome, first, call);
		return isProblem(response) ? notDownloaded(response) : fileIn(response);
	}
	if (isFault(outcome)) return notDownloaded(fromFault(outcome, request.url));
	return succeeded(outcome)
		? fileIn(outcome)
		: notDownloaded(statusProblem(outcome, 'The storage'));

	function fileIn(response: HttpResponse): Result<IBinaryData> {
		const isPage = isWebPage(response) && !/html/i.test(file.mimeType);
		if (response.file !== undefined && !isPage) return response.file;
		return notDownloaded(
			request === first ? unexpected(response, 'is not the file') : storagePage(response, true),
		);
	}
}
