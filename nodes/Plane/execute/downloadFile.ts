import type { JsonObject } from 'n8n-workflow';

import { type Client, judge } from '../../shared/client/client';
import { fromFault } from '../../shared/errors/fromFault';
import { fileless } from '../../shared/errors/notFound';
import { downloadProblem, storagePage } from '../../shared/errors/storageErrors';
import { unexpected } from '../../shared/errors/credentialErrors';
import { plainFileName } from '../../shared/fields/files/fileName';
import { ANY_FILE } from '../../shared/fields/files/fileType';
import { isJsonObject } from '../../shared/fields/json';
import { asText } from '../../shared/fields/text';
import type { ServiceCall } from '../../shared/model/call';
import type { Files } from '../../shared/operations/operation';
import { isProblem, type Result } from '../../shared/result/problem';
import { mapConcurrently } from '../../shared/scheduler/mapConcurrently';
import { locationOf } from '../../shared/transport/followRedirects';
import type { HttpRequest } from '../../shared/transport/request';
import { isFault, isWebPage, succeeded } from '../../shared/transport/response';
import type { Execution, Output } from './execution';

/**
 * Records as output items, each with its file in a binary field.
 *
 * @param shown the same records as they are to go out
 * @param path of the file of a record
 */
export async function withFiles(
	{ call, path }: { readonly call: ServiceCall; readonly path: string },
	records: readonly JsonObject[],
	shown: readonly JsonObject[],
	files: Files,
	into: string,
	{ client, files: turns, scheduler }: Execution,
): Promise<Result<{ readonly outputs: Output[] }>> {
	const { concurrency } = scheduler.settings;
	const found = await mapConcurrently(
		records,
		{ concurrency, shouldStop: isProblem },
		async (record): Promise<Result<Output>> => {
			const download = async () => await downloadFile(call, path, record, files, client);
			const file = await turns.run(download);
			const json = shown[records.indexOf(record)] ?? record;

			return isProblem(file) ? file : { json, binary: { [into]: file } };
		},
	);
	const outputs = found.flatMap((output) => (isProblem(output) ? [] : (output ?? [])));

	return found.find(isProblem) ?? { outputs };
}

/** The service redirects once; a storage may have moved. */
const REDIRECTS = 3;

/**
 * Downloads the file of a record into n8n's binary data storage, with its name and type as the record has
 * them.
 */
async function downloadFile(
	call: ServiceCall,
	path: string,
	record: JsonObject,
	files: Files,
	client: Client,
) {
	const details = record[files.described];
	const { name, type, size } = isJsonObject(details) ? details : {};
	const id = asText(record.id) ?? '';
	const file = {
		name: plainFileName(asText(name) ?? '') ?? id,
		mimeType: mimeType(asText(type) ?? ''),
		...(typeof size === 'number' && size >= 0 && { size }),
	};
	const place = { ...call, path: { ...call.path, [files.path.slice(1, -2)]: id } };
	const result = await fetchFile(
		{ ...client.build(place, { path, effect: 'read' }), file },
		call,
		client,
	);
	if (!isProblem(result)) return result;

	const message = `The file "${file.name}" of ${id} was not downloaded: ${result.message}`;

	return { ...result, message };
}

/** A MIME type, or that of any file where it is none: it may become a header of a later request. */
const mimeType = (type: string): string =>
	/^[\w.+-]+\/[\w.+-]+( *;[ \w.+=":/-]*)?$/.test(type) ? type : ANY_FILE;

/**
 * Asks the service for a file. It redirects to a signed address, mostly on another host, which is
 * asked without the key (row 20).
 */
async function fetchFile(
	first: HttpRequest & Required<Pick<HttpRequest, 'file'>>,
	call: ServiceCall,
	client: Client,
) {
	let request: HttpRequest = first;
	// Not the sender that follows redirects: it would take the key along.
	let outcome = await client.service(first);

	for (let turn = 0; turn < REDIRECTS; turn++) {
		const target = locationOf(outcome, request.url);
		if (target === undefined) break;

		request = { ...first, url: target.href, headers: { Accept: '*/*' } };
		outcome = await client.storage(request);
	}

	const isOfService = request === first;
	if (isOfService && !isFault(outcome) && [404, 405].includes(outcome.status)) {
		return fileless(outcome);
	}

	const judged = isOfService ? judge(outcome, first, call) : outcome;
	if (isProblem(judged)) return judged;
	if (isFault(judged)) return fromFault(judged, request.url);

	const origin = { isOwn: true, isAtBaseUrl: client.isAtBaseUrl(request.url) };
	if (!succeeded(judged)) return downloadProblem(judged, origin);

	const isPage = isWebPage(judged) && !/html/i.test(first.file.mimeType);
	if (judged.file !== undefined && !isPage) return judged.file;

	return isOfService ? unexpected(judged, 'is not the file') : storagePage(judged, origin);
}
