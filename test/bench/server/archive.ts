import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

import { pageOf } from '../../service/faces/community/pages';
import { recordsOf } from '../../service/faces/community/records';
import { apiKey, refuseKey } from '../../service/key';
import { listen } from '../../service/listen';
import { seed } from '../../service/seed';
import { idOf } from '../../service/state';
import type { ArchiveOptions, BenchServer } from './protocol';

/** The page that both contenders ask for. */
const PAGE = 100;

/**
 * Starts a server that gives long lists of work items page by page, in the envelope and by the
 * cursors of a Community Edition. The test service itself looks through all its records for each
 * page, which takes longer for 100,000 than all that is to be measured; here the pages are written
 * before the first request, so that the server takes next to nothing of the machine that it shares
 * with the contenders.
 */
export async function openArchive({ projects, latencyMs }: ArchiveOptions): Promise<BenchServer> {
	const recordAt = archiveRecords();
	const ids = projects.map((_, index) => idOf('project of the bench', index));
	/** By the address that asks for them. */
	const pages = new Map<string, Buffer>();
	for (const [index, count] of projects.entries()) {
		const numbers = Array.from({ length: count }, (_, number) => number);
		const path = `/api/v1/workspaces/acme/projects/${ids[index] ?? ''}/work-items/`;
		for (let page = 0; page * PAGE < count; page++) {
			const query = { per_page: String(PAGE), cursor: `${PAGE}:${page}:0` };
			const { body } = pageOf(numbers, query, PAGE, recordAt);
			pages.set(`${path} ${query.cursor}`, Buffer.from(JSON.stringify(body)));
		}
	}

	let requests = 0;
	const { url } = await listen(
		createServer((request, response) => {
			requests++;
			const { pathname, searchParams } = new URL(request.url ?? '', 'http://archive');
			const isAsked = searchParams.get('per_page') === String(PAGE);
			const cursor = searchParams.get('cursor') ?? `${PAGE}:0:0`;
			const page = isAsked ? pages.get(`${pathname} ${cursor}`) : undefined;
			const { status } = refuseKey(request.headers) ?? { status: page ? 200 : 404 };
			void wait(latencyMs).then(() => {
				response.writeHead(status, { 'content-type': 'application/json' });
				response.end(status === 200 ? page : undefined);
			});
		}),
	);
	return {
		place: { url, apiKey, workspace: 'acme', projects: ids, modules: [], workItems: [], sink: '' },
		reset() {
			requests = 0;
		},
		account: () => ({ requests }),
	};
}

const WORDS =
	'The list of prices that customers see on the website does not agree with the one that the shop prints since the change of the season and somebody has to find out why before the launch'.split(
		' ',
	);

/** Makes the record with a number: as the Community Edition has it, about 1,500 bytes of JSON. */
function archiveRecords(): (number: number) => unknown {
	const state = seed(1);
	const { workItem } = recordsOf(state);
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
