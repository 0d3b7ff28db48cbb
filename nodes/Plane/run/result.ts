import { isObjectEmpty, type IDataObject, type JsonObject } from 'n8n-workflow';

import { isJsonObject } from '../fields/json';
import { isWebPage, type Answer } from './answer';
import type { ServiceCall, StorageCall } from './call';
import { storagePage, unexpected, withDoubt } from './explain';
import type { Problem } from './problem';
import { elementOf } from './xml';

/**
 * The records in the answer to a create, an update or an addition. Answers are not specified
 * beyond `id` and `created_at`, so the record goes out as the server gives it.
 */
export function recordsOf(answer: Answer, call: ServiceCall): JsonObject[] | Problem {
	const { operation, path } = call;
	const { json, text } = answer;
	const id = operation.path.map(({ wire }) => path[wire]).at(-1);
	// The answer to the update of a module does not say which one it was (observed row 14).
	const updated: JsonObject =
		operation.request.method === 'PATCH' && id !== undefined ? { id } : {};

	if (isJsonObject(json)) return [{ ...updated, ...json }];
	if (Array.isArray(json) && json.length > 0 && json.every(isJsonObject)) return json;
	if (text.trim() !== '') return withDoubt(unexpected(answer, 'is not a record'), call);
	return [isObjectEmpty(updated) ? { success: true } : updated];
}

/**
 * What an upload came to: what was sent, and what the answer says in JSON, in XML or, where it is
 * empty, in its headers (observed row 15). The signed fields are secrets, so an answer that repeats
 * them loses them.
 */
export function uploadOf(answer: Answer, call: StorageCall): IDataObject[] | Problem {
	if (isWebPage(answer)) return withDoubt(storagePage(answer), call);
	const { form, file } = call;
	const { status, headers, text, json } = answer;
	const signed = new Set(form.map(([name]) => name.toLowerCase()));
	const said = Object.entries(isJsonObject(json) ? json : {}).filter(
		([name]) => !signed.has(name.toLowerCase()),
	);
	const known = Object.entries({
		key: form.find(([name]) => name.toLowerCase() === 'key')?.[1],
		bucket: elementOf(text, 'Bucket'),
		location: elementOf(text, 'Location') ?? headers.location,
		etag: (elementOf(text, 'ETag') ?? headers.etag)?.replace(/^"|"$/g, ''),
		fileName: file.name,
		contentType: file.mimeType,
		size: file.size,
		status,
	}).filter(([, value]) => value !== undefined);
	return [Object.fromEntries([...said, ...known])];
}
