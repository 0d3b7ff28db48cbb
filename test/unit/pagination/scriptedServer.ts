import type { JsonObject } from 'n8n-workflow';

import type { PageQuery } from '../../../nodes/shared/pagination/pageQuery';
import type { Result } from '../../../nodes/shared/result/problem';
import type { HttpResponse } from '../../../nodes/shared/transport/response';
import { jsonResponse } from '../responses';

/** Answers a request, the number of which counts from 1. */
export type Answer = (
	page: PageQuery,
	requestNumber: number,
) => Result<HttpResponse> | Promise<Result<HttpResponse>>;

/** A server that answers as a test says, and records its requests. */
export function scriptedServer(answer: Answer) {
	const requests: PageQuery[] = [];

	return {
		requests,
		fetch: async (page: PageQuery): Promise<Result<HttpResponse>> => {
			requests.push(page);
			if (requests.length > 1000) throw new Error('The list is read without end');

			return await answer(page, requests.length);
		},
	};
}

/** A server that answers each page with this JSON, and records its requests. */
export const serverWithAnswers = (json: (page: PageQuery) => JsonObject) =>
	scriptedServer((page) => jsonResponse(json(page)));
