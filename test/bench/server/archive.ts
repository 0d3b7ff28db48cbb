import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

import { listen } from '../../service/listen';
import { idOf } from '../../service/state';
import { patternPage } from './pattern';
import type { ArchiveOptions, BenchServer } from './protocol';

/** The page that both contenders ask for. */
const PAGE = 100;

/**
 * Starts a server that gives long lists of work items page by page, in the envelope and by the
 * cursors of a Community Edition. The test service itself looks through all its records for each
 * page, which takes longer for 100,000 than all that is to be measured; here the pages are written
 * before the first request, from one that the service gives, so that the server takes next to
 * nothing of the machine that it shares with the contenders.
 */
export async function openArchive({ projects, latencyMs }: ArchiveOptions): Promise<BenchServer> {
	const { apiKey, workspace, page: pattern } = await patternPage('work-items');
	const ids = projects.map((_, index) => idOf('project of the bench', index));
	/** By the addresses that ask for them. */
	const pages = new Map<string, Buffer>();

	for (const [index, total] of projects.entries()) {
		const path = `/api/v1/workspaces/${workspace}/projects/${ids[index] ?? ''}/work-items/`;

		for (let page = 0; page * PAGE < total; page++) {
			const count = Math.min(PAGE, total - page * PAGE);
			const body = {
				...pattern,
				total_count: total,
				total_results: total,
				count,
				total_pages: Math.ceil(total / PAGE),
				next_cursor: `${PAGE}:${page + 1}:0`,
				prev_cursor: `${PAGE}:${page - 1}:1`,
				next_page_results: page * PAGE + count < total,
				prev_page_results: page > 0,
				results: Array.from({ length: count }, (_, row) => ({
					...pattern.results[0],
					...record(page * PAGE + row),
				})),
			};

			pages.set(`${path} ${PAGE}:${page}:0`, Buffer.from(JSON.stringify(body)));
		}
	}

	let requests = 0;
	const { url } = await listen(
		createServer((request, response) => {
			requests++;
			const { pathname, searchParams } = new URL(request.url ?? '', 'http://archive');
			const isAsked = searchParams.get('per_page') === String(PAGE);
			const isKnown = request.headers['x-api-key'] === apiKey;
			const cursor = searchParams.get('cursor') ?? `${PAGE}:0:0`;
			const page = isAsked && isKnown ? pages.get(`${pathname} ${cursor}`) : undefined;

			void wait(latencyMs).then(() => {
				response.writeHead(page ? 200 : 404, { 'content-type': 'application/json' }).end(page);
			});
		}),
	);

	return {
		place: { url, apiKey, workspace, projects: ids, modules: [], workItems: [], sink: '' },
		reset() {
			requests = 0;
		},
		account: () => ({ requests }),
	};
}

const PARAGRAPH =
	'<p>Customers see one price on the website, and the shop prints another one on the bill.</p>';

/** What the record with this number has of its own; with it, it has about 1,200 bytes of JSON. */
const record = (number: number): object => ({
	// Counted, not hashed as elsewhere: there are many.
	id: `${number.toString(16).padStart(8, '0')}-0000-4000-a000-000000000000`,
	name: `Find out why the price of article ${number} is another one in the shop`,
	sequence_id: number + 1,
	sort_order: 65_535 + number * 10_000,
	description_html: `<p>Article ${number}</p>\n${Array(4).fill(PARAGRAPH).join('\n')}`,
});
