import axios from 'axios';
import { Agent } from 'node:http';

import type { Place } from '../server/protocol';
import { CHANGE, entry, nameOf, projectUrl, type WorkOf } from '../work';
import type { Result } from './protocol';

/** A new connection for each request, as n8n's own helper has it. */
export const CONNECTION = { httpAgent: new Agent({ keepAlive: false }), proxy: false } as const;

export const clientFor = ({ apiKey }: Place) =>
	axios.create({ ...CONNECTION, headers: { 'X-API-Key': apiKey } });

/** Does something with each entry, so many at once, begun in their order. */
export async function forEachConcurrently<Entry>(
	entries: readonly Entry[],
	concurrency: number,
	work: (entry: Entry, index: number) => Promise<unknown>,
): Promise<void> {
	const waiting = entries.entries();
	const lane = async () => {
		for (const [index, entry] of waiting) await work(entry, index);
	};
	await Promise.all(Array.from({ length: concurrency }, lane));
}

/** One request for each module. */
export async function update(work: WorkOf<'updates'>, concurrency: number): Promise<Result> {
	const { place, count } = work;
	const client = clientFor(place);
	const ids = place.modules.slice(0, count);
	await forEachConcurrently(ids, concurrency, async (id, index) => {
		const body = { name: nameOf(index), ...CHANGE };
		await client.patch(`${projectUrl(place)}modules/${id}/`, body);
	});
	return { items: ids.length, failed: 0 };
}

/** One request for each work item. */
export async function add(work: WorkOf<'additions'>, concurrency: number): Promise<Result> {
	const { place, count } = work;
	const client = clientFor(place);
	const url = `${projectUrl(place)}modules/${entry(place.modules)}/module-issues/`;
	const ids = place.workItems.slice(0, count);
	await forEachConcurrently(ids, concurrency, async (id) => {
		await client.post(url, { issues: [id] });
	});
	return { items: ids.length, failed: 0 };
}

interface Page {
	readonly results: readonly Readonly<Record<string, unknown>>[];
	readonly next_cursor: string;
	readonly next_page_results: boolean;
}

/** Page after page, as the cursor leads. */
export async function followCursor({ place, project }: WorkOf<'listing'>): Promise<Result> {
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
