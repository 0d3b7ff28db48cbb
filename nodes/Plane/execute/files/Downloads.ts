import type { IBinaryData, JsonObject } from 'n8n-workflow';

import { listPlaceholders } from '../../../shared/lists/picker';
import type { Download } from '../../../shared/client/client';
import { fileNotFound } from '../../../shared/errors/notFound';
import { downloadProblem, storagePage } from '../../../shared/errors/storageErrors';
import { unexpectedResponse } from '../../../shared/errors/credentialErrors';
import { sanitizeFileName } from '../../../shared/fields/files/fileName';
import { ANY_FILE } from '../../../shared/fields/files/fileType';
import { isJsonObject } from '../../../shared/values/json';
import { asText } from '../../../shared/values/asText';
import type { ServiceCall } from '../../../shared/model/call';
import { placeWithin } from '../../../shared/model/place';
import type { FileDownload } from '../../../shared/operations/operation';
import { isProblem, type Result } from '../../../shared/result/problem';
import { mapConcurrently } from '../../../shared/scheduler/mapConcurrently';
import { Semaphore } from '../../../shared/scheduler/Semaphore';
import type { RequestedFile } from '../../../shared/transport/request';
import { type HttpResponse, isWebPage, succeeded } from '../../../shared/transport/response';
import type { DownloadedFile, FilesResult } from '../results';
import type { RequestServices } from '../RequestServices';

/** The records whose files to download, and where the files are. */
interface DownloadOptions {
	readonly call: ServiceCall;
	/** The path of the file of a record. */
	readonly path: string;
	readonly records: readonly JsonObject[];
	/** The same records in the same order, as the output shows them. */
	readonly formatted: readonly JsonObject[];
	readonly fileDownload: FileDownload;
	/** The binary field for the file of each record. */
	readonly outputField: string;
}

/** Downloads the files of records. */
export class Downloads {
	/** Limits the files transferred at the same time: their signed addresses expire. */
	private readonly semaphore: Semaphore;

	constructor(private readonly services: RequestServices) {
		this.semaphore = new Semaphore(services.scheduler.settings.concurrency);
	}

	/** Downloads the file of each record. */
	async download(options: DownloadOptions): Promise<Result<FilesResult>> {
		const { records, formatted, outputField } = options;
		const { concurrency } = this.services.scheduler.settings;

		const results = await mapConcurrently(
			records,
			{ concurrency, shouldStop: isProblem },
			async (record): Promise<Result<DownloadedFile>> => {
				const file = await this.semaphore.run(async () => await this.downloadOne(record, options));
				const shown = formatted[records.indexOf(record)] ?? record;

				return isProblem(file) ? file : { record: shown, file };
			},
		);

		const files: DownloadedFile[] = [];

		for (const result of results) {
			if (isProblem(result)) return result;
			if (result !== undefined) files.push(result);
		}

		return { kind: 'files', files, field: outputField };
	}

	/** Downloads the file of a record into n8n's binary data storage, with the name and type in the record. */
	private async downloadOne(
		record: JsonObject,
		{ call, path, fileDownload }: DownloadOptions,
	): Promise<Result<IBinaryData>> {
		const details = record[fileDownload.metadataField];
		const { name, type, size } = isJsonObject(details) ? details : {};
		const id = asText(record.id) ?? '';
		const file = {
			name: sanitizeFileName(asText(name) ?? '') ?? id,
			mimeType: validMimeType(asText(type) ?? ''),
			...(typeof size === 'number' && size >= 0 && { size }),
		};
		const [placeholder = ''] = listPlaceholders(fileDownload.subPath);
		const place = placeWithin(call, { [placeholder]: id });
		const download = await this.services.client.download(place, { path, file, about: call });
		const result = readDownload(download, file);
		if (!isProblem(result)) return result;

		const message = `The file "${file.name}" of ${id} was not downloaded: ${result.message}`;

		return { ...result, message };
	}
}

/** A valid MIME type, or a general one: it may become a header of a later request. */
const validMimeType = (type: string): string =>
	/^[\w.+-]+\/[\w.+-]+( *;[ \w.+=":/-]*)?$/.test(type) ? type : ANY_FILE;

/** Reads the file in a response of the service, or of the storage that the service redirects to. */
function readDownload(download: Download, file: RequestedFile): Result<IBinaryData> {
	if (download.from === 'service') {
		const { response } = download;
		if (!isProblem(response)) {
			return findStoredFile(response, file) ?? unexpectedResponse(response, 'is not the file');
		}

		const refusal = response.response;
		const isMissing = refusal !== undefined && [404, 405].includes(refusal.status);

		return isMissing ? fileNotFound(refusal) : response;
	}

	const { response, isAtBaseUrl } = download;
	const origin = { requestedByNode: isAtBaseUrl ? 'atBaseUrl' : 'elsewhere' } as const;
	if (isProblem(response)) return response;
	if (!succeeded(response)) return downloadProblem(response, origin);

	return findStoredFile(response, file) ?? storagePage(response, origin);
}

/** The file of a response, or undefined if it has no file, or a web page instead of the file. */
function findStoredFile(
	response: HttpResponse,
	{ mimeType }: RequestedFile,
): IBinaryData | undefined {
	const isPage = isWebPage(response) && !/html/i.test(mimeType);

	return isPage ? undefined : response.file;
}
