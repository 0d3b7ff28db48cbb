import axios from 'axios';
import { Agent } from 'node:http';

import { projectUrl, type Additions, type Listing, type Updates } from '../work';
import type { Place } from '../server/protocol';
import type { Result } from './protocol';
import { eachAtOnce, requestsOf } from './requests';

/** A new connection for each request, as n8n's own helper has it. */
export const CONNECTION = { httpAgent: new Agent({ keepAlive: false }), proxy: false } as const;

export const clientFor = ({ apiKey }: Place) =>
	axios.create({ ...CONNECTION, headers: { 'X-API-Key': apiKey } });

/** By hand: one request per item, so many at once. */
export async function sendEach(work: Updates | Additions, atOnce: number): Promise<Result> {
	const client = clientFor(work.place);
	const requests = requestsOf(work);
	await eachAtOnce(requests, atOnce, async ({ method, url, body }) => {
		await client.request({ method, url, data: body });
	});
	return { items: requests.length, failed: 0 };
}

interface Page {
	readonly results: readonly Readonly<Record<string, unknown>>[];
	readonly next_cursor: string;
	readonly next_page_results: boolean;
}

/** By hand: page after page, as the cursor leads. */
export async function followCursor({ place, project }: Listing): Promise<Result> {
	const client = clientFor(place);
	const records: Readonly<Record<string, unknown>>[] = [];
	let page: Page | undefined;
	while (page?.next_page_results !== false) {
		const cursor = page === undefined ? {} : { cursor: page.next_cursor };
		const params = { per_page: 100, ...cursor };
		const answer = await client.get<Page>(`${projectUrl(place, project)}work-items/`, { params });
		page = answer.data;
		records.push(...page.results);
	}
	return { items: records.length, failed: 0, records };
}
