import { CHANGE, entry, nameOf, projectUrl, type Additions, type Updates } from '../work';

/** A request as it goes on the wire, but for its headers. */
export interface WireRequest {
	readonly method: 'PATCH' | 'POST';
	readonly url: string;
	readonly body: Readonly<Record<string, unknown>>;
}

/** One request for each item of the work. */
export function requestsOf(work: Updates | Additions): WireRequest[] {
	const { place, count } = work;
	const modules = `${projectUrl(place)}modules/`;
	if (work.kind === 'updates') {
		return place.modules.slice(0, count).map((id, index) => ({
			method: 'PATCH',
			url: `${modules}${id}/`,
			body: { name: nameOf(index), ...CHANGE },
		}));
	}
	const url = `${modules}${entry(place.modules)}/module-issues/`;
	return place.workItems
		.slice(0, count)
		.map((id) => ({ method: 'POST', url, body: { issues: [id] } }));
}

/** Does something with each entry, so many at once, begun in their order. */
export async function eachAtOnce<Entry>(
	entries: readonly Entry[],
	atOnce: number,
	work: (entry: Entry, index: number) => Promise<void>,
): Promise<void> {
	const waiting = entries.entries();
	const lane = async () => {
		for (const [index, entry] of waiting) await work(entry, index);
	};
	await Promise.all(Array.from({ length: atOnce }, lane));
}
