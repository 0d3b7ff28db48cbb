import type { IBinaryData, JsonObject } from 'n8n-workflow';

import type { Client } from '../../../shared/client/client';
import { fileless } from '../../../shared/errors/notFound';
import { downloadProblem, storagePage } from '../../../shared/errors/storageErrors';
import { unexpectedResponse } from '../../../shared/errors/credentialErrors';
import { plainFileName } from '../../../shared/fields/files/fileName';
import { ANY_FILE } from '../../../shared/fields/files/fileType';
import { isJsonObject } from '../../../shared/fields/json';
import { asText } from '../../../shared/fields/text';
import type { RequestTarget, ServiceCall } from '../../../shared/model/call';
import type { FileDownload } from '../../../shared/operations/operation';
import { isProblem, type Result } from '../../../shared/result/problem';
import { mapConcurrently } from '../../../shared/scheduler/mapConcurrently';
import type { HttpRequest } from '../../../shared/transport/request';
import { type HttpResponse, isWebPage, succeeded } from '../../../shared/transport/response';
import type { Execution, Output } from '../Execution';

/**
 * Records as output items, each with its file in a binary field.
 *
 * @param shown the same records as they are to go out
 * @param path of the file of a record
 */
export async function downloadFiles(
	{ call, path }: { readonly call: ServiceCall; readonly path: string },
	records: readonly JsonObject[],
	shown: readonly JsonObject[],
	files: FileDownload,
	into: string,
	{ client, fileSemaphore: turns, scheduler }: Execution,
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

/**
 * Downloads the file of a record into n8n's binary data storage, with its name and type as the record has
 * them.
 */
async function downloadFile(
	call: ServiceCall,
	path: string,
	record: JsonObject,
	files: FileDownload,
	client: Client,
) {
	const details = record[files.metadataField];
	const { name, type, size } = isJsonObject(details) ? details : {};
	const id = asText(record.id) ?? '';
	const file = {
		name: plainFileName(asText(name) ?? '') ?? id,
		mimeType: validMimeType(asText(type) ?? ''),
		...(typeof size === 'number' && size >= 0 && { size }),
	};
	const place = { ...call, path: { ...call.path, [files.subPath.slice(1, -2)]: id } };
	const result = await fetchFile(place, path, file, client);
	if (!isProblem(result)) return result;

	const message = `The file "${file.name}" of ${id} was not downloaded: ${result.message}`;

	return { ...result, message };
}

/** A MIME type, or that of any file where it is none: it may become a header of a later request. */
const validMimeType = (type: string): string =>
	/^[\w.+-]+\/[\w.+-]+( *;[ \w.+=":/-]*)?$/.test(type) ? type : ANY_FILE;

/** Downloads a file, and explains why the service, or the storage that it names, does not give it. */
async function fetchFile(
	target: RequestTarget,
	path: string,
	file: NonNullable<HttpRequest['file']>,
	client: Client,
): Promise<Result<IBinaryData>> {
	const download = await client.download(target, path, file);

	if (download.from === 'service') {
		const { response } = download;
		if (!isProblem(response)) {
			return findStoredFile(response, file) ?? unexpectedResponse(response, 'is not the file');
		}

		const refusal = response.response;
		const isMissing = refusal !== undefined && [404, 405].includes(refusal.status);

		return isMissing ? fileless(refusal) : response;
	}

	const { response, isAtBaseUrl } = download;
	const origin = { isOwn: true, isAtBaseUrl };
	if (isProblem(response)) return response;
	if (!succeeded(response)) return downloadProblem(response, origin);

	return findStoredFile(response, file) ?? storagePage(response, origin);
}

/** The file of a response; undefined if there is none, or if it is a web page instead. */
function findStoredFile(
	response: HttpResponse,
	{ mimeType }: NonNullable<HttpRequest['file']>,
): IBinaryData | undefined {
	const isPage = isWebPage(response) && !/html/i.test(mimeType);

	return isPage ? undefined : response.file;
}
