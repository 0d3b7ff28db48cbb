import { createServer, type IncomingMessage } from 'node:http';

import { listen } from '../../service/listen';
import { idOf } from '../../service/state';
import { LISTED, SAME, TINY } from '../kinds';
import { formFor } from '../work';
import { digestOf, type Digested } from './digest';
import { patternPage } from './pattern';
import type { BenchServer, StubOptions } from './protocol';

/**
 * Starts a server that takes every request of the kinds for good and answers it at once, with a
 * label of the test service, and what was sent, where a record is wanted. It keeps nothing that a
 * request changes, so that each run finds the same beginning, and looks nothing up, so that the ten
 * thousandth answer takes no longer than the first.
 */
export async function openStub({ modules }: StubOptions): Promise<BenchServer> {
	const { apiKey, workspace, page } = await patternPage('labels');
	const [label] = page.results;
	const list = {
		...page,
		total_count: LISTED,
		total_results: LISTED,
		count: LISTED,
		total_pages: 1,
		next_page_results: false,
		results: Array.from({ length: LISTED }, (_, row) => ({ ...label, id: idOf('label', row) })),
	};
	let received: Received[] = [];
	let sunk = 0;

	const answer = ({ method, url, body }: Received): unknown => {
		if (url.includes('/labels/?')) return list;
		if (method === 'DELETE') return undefined;

		if (url.endsWith('/attachments/')) {
			const upload = { url: `${server.url}${SINK}`, fields: formFor(TINY) };

			return { upload_data: upload, asset_id: SAME, attachment: label };
		}
		if (url.includes('/attachments/')) return undefined;
		if (Array.isArray(body?.issues))
			return body.issues.map((issue: unknown) => ({ ...label, issue }));

		// The node holds what a response shows against what it sent.
		return { ...label, ...body };
	};

	const server = await listen(
		createServer((request, response) => {
			const { method = '', url = '', headers } = request;

			void contentOf(request).then((content) => {
				const isFile = url === SINK;
				if (isFile) sunk += content.length;
				if (!isFile && headers['x-api-key'] !== apiKey) return response.writeHead(401).end();

				const body = isFile || content.length === 0 ? undefined : jsonIn(content);

				received.push({ method, url, body });
				const given = isFile ? undefined : answer({ method, url, body });
				if (given === undefined) return response.writeHead(204, { etag: '"stub"' }).end();

				response.writeHead(200, { 'content-type': 'application/json' });

				return response.end(JSON.stringify(given));
			});
		}),
	);

	return {
		place: {
			url: server.url,
			apiKey,
			workspace,
			sink: `${server.url}${SINK}`,
			workItems: [],
			projects: [idOf('project of the bench', 0)],
			modules: Array.from({ length: modules }, (_, index) => idOf('module of the bench', index)),
		},
		reset() {
			received = [];
			sunk = 0;
		},
		account() {
			const methods: Record<string, number> = {};

			for (const { method } of received) methods[method] = (methods[method] ?? 0) + 1;
			const carriedOut = received.length - (methods.GET ?? 0);
			const digest = digestOf(received);

			return { requests: received.length, methods, carriedOut, digest, sunk };
		},
	};
}

interface Received extends Digested {
	readonly body?: Readonly<Record<string, unknown>> | undefined;
}

/** Where uploads go; beside the API, as a self-hosted Plane has its store. */
const SINK = '/uploads/';

async function contentOf(request: IncomingMessage): Promise<Buffer> {
	const chunks: Buffer[] = [];

	for await (const chunk of request) chunks.push(chunk as Buffer);

	return Buffer.concat(chunks);
}

const jsonIn = (content: Buffer) =>
	JSON.parse(content.toString()) as Readonly<Record<string, unknown>>;
