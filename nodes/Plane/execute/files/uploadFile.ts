import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../../../shared/client/client';
import { storagePage } from '../../../shared/errors/storageErrors';
import { withUnknownOutcome } from '../../../shared/errors/unknownOutcome';
import { isJsonObject } from '../../../shared/fields/json';
import type { UploadCall } from '../../../shared/model/call';
import { isProblem, type Result } from '../../../shared/result/problem';
import { readBucket, formValue } from '../../storage/uploadCredentials';
import { storageRequest } from '../../../shared/transport/request';
import { type HttpResponse, isWebPage } from '../../../shared/transport/response';
import { readElement } from '../../../shared/transport/readElement';

/** Uploads a file to a storage. */
export async function executeUpload(call: UploadCall, client: Client) {
	const result = await client.upload(call);
	if (!isProblem(result)) return parseUploadResponse(result, call);

	return isSuccessRedirect(result.response, call)
		? parseUploadResponse(result.response, call)
		: result;
}

/**
 * Whether a storage responds to an upload with a redirect to the place that the form names for the case
 * of success, which is its way of saying so. It is meant for browsers and not followed.
 */
function isSuccessRedirect(
	response: HttpResponse | undefined,
	{ form }: UploadCall,
): response is HttpResponse {
	const place = formValue(form, 'success_action_redirect') ?? formValue(form, 'redirect');
	if (response?.status !== 303 || place === undefined) return false;

	const { location = '' } = response.headers;

	return place !== '' && location.startsWith(place);
}

/**
 * What an upload came to: what was sent, and what the response says in JSON, in XML, in the query of
 * its redirect or, where it is empty, in its headers (row 15).
 */
export function parseUploadResponse(
	response: HttpResponse,
	call: UploadCall,
): Result<IDataObject[]> {
	const wasSentOn = isSuccessRedirect(response, call);
	if (isWebPage(response) && !wasSentOn) {
		return withUnknownOutcome(storagePage(response, call), call);
	}

	const { form, file } = call;
	const { status, headers, text, json } = response;
	const { location = '' } = headers;
	const query = new URLSearchParams(
		wasSentOn && URL.canParse(location) ? new URL(location).search : '',
	);
	const tell = (element: string, parameter: string) =>
		readElement(text, element) ?? query.get(parameter) ?? undefined;
	const name = file.name.replace(/^.*[\\/]/s, '');
	// The key that was sent may have a place for the name of the file, without its folders.
	const key = tell('Key', 'key') ?? formValue(form, 'key')?.replaceAll('${filename}', () => name);
	const { origin, pathname } = new URL(storageRequest(call).url);
	const object = origin + pathname + (key ?? '').split('/').map(encodeURIComponent).join('/');

	const known = {
		key,
		bucket:
			tell('Bucket', 'bucket') ??
			formValue(form, 'bucket') ??
			readBucket(form) ??
			// An address with a path of one step: `https://storage.example.com/uploads/`.
			/^\/([^/]+)\/$/.exec(pathname)?.[1],
		location: readElement(text, 'Location') ?? (wasSentOn ? undefined : headers.location) ?? object,
		etag: (tell('ETag', 'etag') ?? headers.etag)?.replace(/^(W\/)?"|"$/g, ''),
		fileName: file.name,
		contentType: file.mimeType,
		size: file.size,
		status,
	};
	const signed = new Set(form.map(([field]) => field.toLowerCase()));
	const said = Object.entries(isJsonObject(json) ? json : {}).filter(
		([field]) => !signed.has(field.toLowerCase()),
	);
	const put = Object.entries(known).filter(([, value]) => value !== undefined);

	return [Object.fromEntries([...said, ...put])];
}
