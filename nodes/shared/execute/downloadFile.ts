import type { IBinaryData, JsonObject } from 'n8n-workflow';

import { isJsonObject } from '../fields/json';
import { asText } from '../fields/text';
import type { Files } from '../operations/operation';
import { isFault, isWebPage, succeeded, type Answer } from '../transport/response';
import { judge } from '../client/client';
import { callBelow } from '../client/below';
import type { ServiceCall } from '../model/call';
import { explainFault, explainStatus, fileless, storagePage, unexpected } from '../errors';
import { isProblem, type Problem } from '../result/problem';
import { locationOf } from '../transport/followRedirects';
import type { HttpRequest } from '../transport/request';
import type { Send } from '../transport/send';

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

/** What downloading takes. */
export interface Means {
	/** Builds the request to the service for the file of a record. */
	readonly requestOf: (call: ServiceCall) => HttpRequest;
	/** Sends to the service, with the key. */
	readonly service: Send;
	/** Sends to whatever address, without the key. */
	readonly storage: Send;
}

/** The service redirects once; a storage may have moved. */
const REDIRECTS = 3;

/**
 * Downloads the file of a record into n8n's binary store, with its name and type as the record has
 * them. The service redirects to a signed address, mostly on another host, which is asked without
 * the key (observed row 20).
 */
export async function download(
	call: ServiceCall,
	record: JsonObject,
	files: Files,
	{ requestOf, service, storage }: Means,
): Promise<IBinaryData | Problem> {
	const described = record[files.described];
	const { name, type } = isJsonObject(described) ? described : {};
	const id = asText(record.id) ?? '';
	const file = { name: fileName(asText(name) ?? '') ?? id, mimeType: mimeType(asText(type) ?? '') };
	const told = (problem: Problem): Problem => ({
		...problem,
		message: `The file "${file.name}" of ${id} was not downloaded: ${problem.message}`,
	});

	const place = { method: 'GET', path: files.path } as const;
	const first = { ...requestOf(callBelow(call, place, id)), file };
	let request: HttpRequest = first;
	let outcome = await service(first);
	for (let turn = 0; turn < REDIRECTS; turn++) {
		const target = locationOf(outcome, request.url);
		if (target === undefined) break;
		request = { ...first, url: target.href, headers: { Accept: '*/*' } };
		outcome = await storage(request);
	}
	if (request === first) {
		if (!isFault(outcome) && [404, 405].includes(outcome.status)) return told(fileless(outcome));
		const answer = judge(outcome, first, call);
		return isProblem(answer) ? told(answer) : fileIn(answer);
	}
	if (isFault(outcome)) return told(outcome.unsent ?? explainFault(outcome, request.url));
	return succeeded(outcome) ? fileIn(outcome) : told(explainStatus(outcome, 'The storage'));

	function fileIn(answer: Answer): IBinaryData | Problem {
		const isPage = isWebPage(answer) && !/html/i.test(file.mimeType);
		if (answer.file !== undefined && !isPage) return answer.file;
		return told(
			request === first ? unexpected(answer, 'is not the file') : storagePage(answer, true),
		);
	}
}
