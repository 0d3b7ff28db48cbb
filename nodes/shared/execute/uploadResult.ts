import type { IDataObject } from 'n8n-workflow';

import { type Client, judge } from '../client/client';
import { storagePage } from '../errors/storageErrors';
import { withUnknownOutcome } from '../errors/unknownOutcome';
import { isJsonObject, jsonIn } from '../fields/json';
import type { UploadCall } from '../model/call';
import { isProblem, type Result } from '../result/problem';
import { valueIn } from '../storage/uploadCredentials';
import { bucketIn } from '../storage/uploadPolicy';
import { storageRequest } from '../transport/request';
import { type HttpResponse, isFault, isWebPage, type Outcome } from '../transport/response';
import { elementOf } from '../transport/xml';
import type { Execution } from './execution';
import { type JobResult, outputsOf } from './jobResults';

export const executeUpload = async (call: UploadCall, { client }: Execution): Promise<JobResult> =>
	outputsOf(await upload(call, client));

/** Uploads a file to a storage. */
export async function upload(
	call: UploadCall,
	{ storage }: Client,
): Promise<Result<IDataObject[]>> {
	const request = storageRequest(call);
	const outcome = withoutSecrets(await storage(request), call);
	const response = isSentOn(outcome, call) ? outcome : judge(outcome, request, call);
	return isProblem(response) ? response : uploadOf(response, call);
}

/**
 * Whether a storage responds to an upload with a redirect to the place that the form names for the case
 * of success, which is its way of saying so. It is meant for browsers and not followed.
 */
function isSentOn(outcome: Outcome, { form }: UploadCall): outcome is HttpResponse {
	const place = valueIn(form, 'success_action_redirect') ?? valueIn(form, 'redirect');
	if (isFault(outcome) || outcome.status !== 303 || place === undefined) return false;
	const { location = '' } = outcome.headers;
	return place !== '' && location.startsWith(place);
}

/**
 * What an upload came to: what was sent, and what the response says in JSON, in XML, in the query of
 * its redirect or, where it is empty, in its headers (row 15).
 */
export function uploadOf(response: HttpResponse, call: UploadCall): Result<IDataObject[]> {
	if (isWebPage(response) && !isSentOn(response, call))
		return withUnknownOutcome(storagePage(response, call.isOwn), call);
	const { form, file } = call;
	const { status, headers, text, json } = response;
	const signed = new Set(form.map(([name]) => name.toLowerCase()));
	const said = Object.entries(isJsonObject(json) ? json : {}).filter(
		([name]) => !signed.has(name.toLowerCase()),
	);
	const sentOn = isSentOn(response, call) ? queryOf(headers.location) : undefined;
	const tell = (element: string, parameter: string) =>
		elementOf(text, element) ?? sentOn?.get(parameter) ?? undefined;
	const key = tell('Key', 'key') ?? keyIn(call);
	const address = new URL(storageRequest(call).url);

	const known = Object.entries({
		key,
		bucket:
			tell('Bucket', 'bucket') ?? valueIn(form, 'bucket') ?? bucketIn(form) ?? bucketAt(address),
		location:
			elementOf(text, 'Location') ??
			(sentOn === undefined ? headers.location : undefined) ??
			objectAt(address, key),
		etag: (tell('ETag', 'etag') ?? headers.etag)?.replace(/^(W\/)?"|"$/g, ''),
		fileName: file.name,
		contentType: file.mimeType,
		size: file.size,
		status,
	}).filter(([, value]) => value !== undefined);
	return [Object.fromEntries([...said, ...known])];
}

/** Fields of a form that let whoever has them upload. */
const SECRET = /policy|signature|credential|token/i;

/**
 * The response of a storage without the secrets of the form. It may repeat them, and what it says
 * goes on to people and to the next node.
 */
export function withoutSecrets(outcome: Outcome, { form }: UploadCall): Outcome {
	if (isFault(outcome)) return outcome;
	const secrets = form
		.filter(([name, value]) => SECRET.test(name) && value.length >= 4)
		// As they stand in JSON, where a slash may be escaped, and in an address.
		.flatMap(([, value]) => [value, value.replaceAll('/', '\\/'), encodeURIComponent(value)]);
	const hidden = (text: string) =>
		secrets.reduce((rest, secret) => rest.replaceAll(secret, '(signed)'), text);

	const text = hidden(outcome.text);
	const json = jsonIn(text);
	return {
		...outcome,
		text,
		headers: Object.fromEntries(
			Object.entries(outcome.headers).map(([name, value]) => [name, hidden(value)]),
		),
		...(json === undefined ? {} : { json }),
	};
}

const queryOf = (address = ''): URLSearchParams =>
	URL.canParse(address) ? new URL(address).searchParams : new URLSearchParams();

/** The key that was sent. It may have a place for the name of the file, without its folders. */
function keyIn({ form, file }: UploadCall): string | undefined {
	const name = file.name.replace(/^.*[\\/]/s, '');
	return valueIn(form, 'key')?.replaceAll('${filename}', () => name);
}

/** The bucket in an address with a path of one step, `https://storage.example.com/uploads/`. */
const bucketAt = ({ pathname }: URL): string | undefined => /^\/([^/]+)\/$/.exec(pathname)?.[1];

/** Where an object is that was uploaded to this address, which ends in a slash. */
const objectAt = ({ origin, pathname }: URL, key = ''): string =>
	origin + pathname + key.split('/').map(encodeURIComponent).join('/');
