import type { IDataObject } from 'n8n-workflow';

import { isJsonObject, jsonIn } from '../fields/json';
import { isFault, isWebPage, type Answer, type Fault } from '../transport/response';
import type { StorageCall } from '../model/call';
import { storagePage, withDoubt } from '../errors';
import { valueIn } from '../storage/uploadCredentials';
import { bucketIn } from '../storage/uploadPolicy';
import type { Problem } from '../result/problem';
import { storageRequest } from '../transport/request';
import { elementOf } from '../transport/xml';

/**
 * Whether a storage answers an upload with a redirect to the place that the form names for the case
 * of success, which is its way of saying so. It is meant for browsers and not followed.
 */
export function isSentOn(outcome: Answer | Fault, { form }: StorageCall): outcome is Answer {
	const place = valueIn(form, 'success_action_redirect') ?? valueIn(form, 'redirect');
	if (isFault(outcome) || outcome.status !== 303 || place === undefined) return false;
	const { location = '' } = outcome.headers;
	return place !== '' && location.startsWith(place);
}

/**
 * What an upload came to: what was sent, and what the answer says in JSON, in XML, in the query of
 * its redirect or, where it is empty, in its headers (observed row 15).
 */
export function uploadOf(answer: Answer, call: StorageCall): IDataObject[] | Problem {
	if (isWebPage(answer) && !isSentOn(answer, call))
		return withDoubt(storagePage(answer, call.isOwn), call);
	const { form, file } = call;
	const { status, headers, text, json } = answer;
	const signed = new Set(form.map(([name]) => name.toLowerCase()));
	const said = Object.entries(isJsonObject(json) ? json : {}).filter(
		([name]) => !signed.has(name.toLowerCase()),
	);
	const sentOn = isSentOn(answer, call) ? queryOf(headers.location) : undefined;
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
 * The answer of a storage without the secrets of the form. It may repeat them, and what it says
 * goes on to people and to the next node.
 */
export function withoutSecrets(outcome: Answer | Fault, { form }: StorageCall): Answer | Fault {
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
function keyIn({ form, file }: StorageCall): string | undefined {
	const name = file.name.replace(/^.*[\\/]/s, '');
	return valueIn(form, 'key')?.replaceAll('${filename}', () => name);
}

/** The bucket in an address with a path of one step, `https://storage.example.com/uploads/`. */
const bucketAt = ({ pathname }: URL): string | undefined => /^\/([^/]+)\/$/.exec(pathname)?.[1];

/** Where an object is that was uploaded to this address, which ends in a slash. */
const objectAt = ({ origin, pathname }: URL, key = ''): string =>
	origin + pathname + key.split('/').map(encodeURIComponent).join('/');
