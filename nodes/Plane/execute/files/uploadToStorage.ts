import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../../../shared/client/client';
import { storagePage } from '../../../shared/errors/storageErrors';
import { isJsonObject } from '../../../shared/values/json';
import type { UploadCall } from '../../../shared/model/call';
import { isProblem, type Result, withUnknownOutcome } from '../../../shared/result/problem';
import { readBucket, getFormValue } from '../../storage/uploadCredentials';
import { storageRequest } from '../../../shared/transport/request';
import { type HttpResponse, isWebPage } from '../../../shared/transport/response';
import { readElement } from '../../../shared/transport/readElement';

/** Uploads a file to a storage. */
export async function uploadToStorage(call: UploadCall, client: Client) {
	const result = await client.upload(call);
	if (!isProblem(result)) return parseUploadResponse(result, call);

	return isSuccessRedirect(result.response, call)
		? parseUploadResponse(result.response, call)
		: result;
}

/**
 * Whether a storage reports success by redirecting to the address in the form. The redirect is for
 * browsers and is not followed.
 */
function isSuccessRedirect(
	response: HttpResponse | undefined,
	{ form }: UploadCall,
): response is HttpResponse {
	const address = getFormValue(form, 'success_action_redirect') ?? getFormValue(form, 'redirect');
	if (response?.status !== 303 || address === undefined) return false;

	const { location = '' } = response.headers;

	return address !== '' && location.startsWith(address);
}

/**
 * Builds the output of an upload from the form and from the response, which has its details in JSON, in
 * XML, in the query of a redirect or, if it is empty, in its headers (row 15).
 */
function parseUploadResponse(response: HttpResponse, call: UploadCall): Result<IDataObject[]> {
	const isRedirect = isSuccessRedirect(response, call);
	if (isWebPage(response) && !isRedirect) {
		return withUnknownOutcome(storagePage(response, call));
	}

	const { form, file } = call;
	const { status, headers, text, json } = response;
	const query = isRedirect ? parseQuery(headers.location ?? '') : new URLSearchParams();
	const readValue = (element: string, parameter: string) =>
		readElement(text, element) ?? query.get(parameter) ?? undefined;

	// The key that was sent may contain a variable for the name of the file, without its folders.
	const fileName = file.name.replace(/^.*[\\/]/s, '');
	const sentKey = getFormValue(form, 'key')?.replaceAll('${filename}', () => fileName);
	const key = readValue('Key', 'key') ?? sentKey;

	const { origin, pathname } = new URL(storageRequest(call).url);
	const encodedKey = (key ?? '').split('/').map(encodeURIComponent).join('/');
	const location = readElement(text, 'Location') ?? (isRedirect ? undefined : headers.location);

	const details = {
		key,
		bucket:
			readValue('Bucket', 'bucket') ??
			getFormValue(form, 'bucket') ??
			readBucket(form) ??
			// An address whose path has one segment: `https://storage.example.com/uploads/`.
			/^\/([^/]+)\/$/.exec(pathname)?.[1],
		location: location ?? origin + pathname + encodedKey,
		etag: (readValue('ETag', 'etag') ?? headers.etag)?.replace(/^(W\/)?"|"$/g, ''),
		fileName: file.name,
		contentType: file.mimeType,
		size: file.size,
		status,
	};
	// A storage may repeat the form in its response, with its signature.
	const formNames = new Set(form.map(([name]) => name.toLowerCase()));
	const fromBody = Object.entries(isJsonObject(json) ? json : {}).filter(
		([name]) => !formNames.has(name.toLowerCase()),
	);
	const knownDetails = Object.entries(details).filter(([, value]) => value !== undefined);

	return [Object.fromEntries([...fromBody, ...knownDetails])];
}

const parseQuery = (address: string): URLSearchParams =>
	URL.canParse(address) ? new URL(address).searchParams : new URLSearchParams();
