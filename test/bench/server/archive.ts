import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

import { listen } from '../../service/listen';
import { startService } from '../../service/service';
import { stableId } from '../../service/state';
import type { ArchiveOptions, BenchServer } from './protocol';

/** The length of the page that both contenders request. */
const PAGE = 100;

/**
 * Starts a server that returns long lists of work items page by page, with the page object and the
 * cursors of a Community Edition, and their projects. The test service searches all its records for each page, which takes
 * longer for 100,000 records than everything that is measured. Here the pages are built before the
 * first request, from one page of the service, so that the server takes next to no time of the machine
 * that it shares with the contenders.
 */
export async function openArchive({ projects, latencyMs }: ArchiveOptions): Promise<BenchServer> {
	const { apiKey, workspace, page: pattern, project } = await readPattern();
	const ids = projects.map((_, index) => stableId('project of the bench', index));
	/** The pages by path and cursor, and the projects by path. */
	const bodies = new Map<string, Buffer>();

	for (const [index, total] of projects.entries()) {
		const id = ids[index] ?? '';
		const projectPath = `/api/v1/workspaces/${workspace}/projects/${id}/`;
		const path = `${projectPath}work-items/`;

		bodies.set(projectPath, Buffer.from(JSON.stringify({ ...project, id })));

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
					...createRecord(page * PAGE + row),
				})),
			};

			bodies.set(`${path} ${PAGE}:${page}:0`, Buffer.from(JSON.stringify(body)));
		}
	}

	let requests = 0;
	const { url } = await listen(
		createServer((request, response) => {
			requests++;
			const { pathname, searchParams } = new URL(request.url ?? '', 'http://archive');
			const hasPageLength = searchParams.get('per_page') === String(PAGE);
			const hasKey = request.headers['x-api-key'] === apiKey;
			const cursor = searchParams.get('cursor') ?? `${PAGE}:0:0`;
			const name = hasPageLength ? `${pathname} ${cursor}` : pathname;
			const body = hasKey ? bodies.get(name) : undefined;

			void wait(latencyMs).then(() => {
				response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' }).end(body);
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

/** Reads a project, and a page with one work item, from the test service, which responds as a Community Edition. */
async function readPattern() {
	const service = await startService({ serverKind: 'community', workItems: 1 });
	const { url, apiKey, workspace, state } = service;
	const projectUrl = `${url}/api/v1/workspaces/${workspace}/projects/${state.projects[0]?.id ?? ''}/`;

	const read = async (path: string): Promise<unknown> => {
		const response = await fetch(projectUrl + path, { headers: { 'X-API-Key': apiKey } });

		return await response.json();
	};

	const project = (await read('')) as object;
	const page = (await read('work-items/?per_page=1')) as { readonly results: readonly object[] };

	await service.close();

	return { apiKey, workspace, project, page };
}

const PARAGRAPH =
	'<p>Customers see one price on the website, and the shop prints another one on the bill.</p>';

/** The fields in which the records differ; a whole record has about 1,200 bytes of JSON. */
const createRecord = (number: number): object => ({
	// Counted, because hashes of so many take long.
	id: `${number.toString(16).padStart(8, '0')}-0000-4000-a000-000000000000`,
	name: `Find out why the price of article ${number} is another one in the shop`,
	sequence_id: number + 1,
	sort_order: 65_535 + number * 10_000,
	description_html: `<p>Article ${number}</p>\n${Array(4).fill(PARAGRAPH).join('\n')}`,
});
