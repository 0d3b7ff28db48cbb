import { createServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';

import type { Answer } from '../../service/answer';
import { differing } from '../../service/differences';
import { apiKey, refuseKey } from '../../service/key';
import { listen } from '../../service/listen';
import { pageByCursor } from '../../service/paging';
import { recordsOf } from '../../service/records';
import { seed } from '../../service/seed';
import { idOf } from '../../service/state';
import type { ArchiveOptions, BenchServer } from './protocol';

const LARGEST_PAGE = 1000;

/** The page that both contenders ask for. */
const PAGE = 100;

/**
 * Starts a server that gives long lists of work items page by page, in the envelope and by the
 * cursors of a Community Edition (observed rows 4 to 7). The test service itself looks through all
 * its records for each page, which takes longer for 100,000 than all that is to be measured; here
 * the pages are written before the first request, so that the server takes next to nothing of the
 * machine that it shares with the contenders.
 */
export async function openArchive(options: ArchiveOptions): Promise<BenchServer> {
	const { latencyMs } = options;
	const recordAt = archiveRecords();
	const projects = new Map(
		options.projects.map((count, index) => [
			idOf('project of the bench', index),
			Array.from({ length: count }, (_, number) => number),
		]),
	);
	const pageAt = (id: string, cursor: string): Answer =>
		pageByCursor(
			projects.get(id) ?? [],
			{ per_page: String(PAGE), cursor },
			LARGEST_PAGE,
			recordAt,
		);
	const pages = new Map<string, Buffer>();
	for (const [id, { length }] of projects) {
		for (let page = 0; page * PAGE < length; page++) {
			const cursor = `${PAGE}:${page}:0`;
			pages.set(`${id} ${cursor}`, Buffer.from(JSON.stringify(pageAt(id, cursor).body)));
		}
	}

	let requests = 0;
	/** @throws Error for a request that no contender has to send */
	const find = ({ pathname, searchParams }: URL): Buffer => {
		const [, id = ''] = /^\/api\/v1\/workspaces\/acme\/projects\/([^/]+)\/work-items\/$/.exec(
			pathname,
		) ?? [undefined];
		const page = pages.get(`${id} ${searchParams.get('cursor') ?? `${PAGE}:0:0`}`);
		if (page === undefined || searchParams.get('per_page') !== String(PAGE)) {
			throw new Error(`There is no page at ${pathname}?${searchParams.toString()}`);
		}
		return page;
	};
	const { url: root } = await listen(
		createServer((request, response) => {
			requests++;
			const give = async () => {
				await setTimeout(latencyMs);
				const refusal = refuseKey(request.headers);
				const { status } = refusal ?? { status: 200 };
				const body = refusal
					? JSON.stringify(refusal.body)
					: find(new URL(request.url ?? '', root));
				response.writeHead(status, { 'content-type': 'application/json' }).end(body);
			};
			give().catch((error: unknown) => response.writeHead(404).end(String(error)));
		}),
	);

	return {
		place: {
			url: root,
			apiKey,
			workspace: 'acme',
			projects: [...projects.keys()],
			modules: [],
			workItems: [],
		},
		reset() {
			requests = 0;
		},
		account: () => ({
			requests,
			...{ refusedAt: [], problems: [], digest: '', carriedOut: 0, updated: 0, held: 0 },
			...{ stored: [], sunk: 0 },
		}),
	};
}

const WORDS =
	'The list of prices that customers see on the website does not agree with the one that the shop prints since the change of the season and somebody has to find out why before the launch'.split(
		' ',
	);

/** Makes the record with a number: as the Community Edition has it, about 1,500 bytes of JSON. */
function archiveRecords(): (number: number) => unknown {
	const state = seed(1);
	const { workItem } = recordsOf(state, differing('community'));
	const [pattern] = state.workItems;
	if (pattern === undefined) throw new Error('The service has no work item.');
	const paragraph = (number: number) =>
		Array.from({ length: 18 }, (_, place) => WORDS[(number + place * 7) % WORDS.length]).join(' ');
	return (number) => ({
		...workItem({
			...pattern,
			// Counted, not hashed as elsewhere: there are many.
			id: `${number.toString(16).padStart(8, '0')}-0000-4000-a000-000000000000`,
			name: `Find out why the price of article ${number} is another one in the shop`,
			sequence_id: number + 1,
		}),
		description_html: [1, 2, 3, 4]
			.map((place) => `<p>${paragraph(number + place)}.</p>`)
			.join('\n'),
	});
}
