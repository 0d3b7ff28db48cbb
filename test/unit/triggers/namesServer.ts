import type { JsonObject } from 'n8n-workflow';

import { type ServerResponse, WebhookServer } from './webhookServer';

/** A server with lists of records, by path below the workspace, that can fail and be slow. */
export class NamesServer extends WebhookServer {
	/** The paths that were read. */
	readonly reads: string[] = [];
	/** Paths at which the connection is lost. */
	readonly failingPaths = new Set<string>();
	/** Paths that the user may not see. */
	readonly hiddenPaths = new Set<string>();
	/** Single records, by path. */
	readonly records: Record<string, JsonObject> = {};
	/** Called with each path that is read. The response waits for it. */
	onRead: (path: string) => Promise<void> | void = () => undefined;

	constructor(public lists: Record<string, readonly JsonObject[]>) {
		super();
	}

	override async handle(request: {
		readonly method: string;
		readonly url: string;
	}): Promise<ServerResponse> {
		const { pathname } = new URL(request.url);
		if (!pathname.startsWith('/api/v1/')) return await super.handle(request);

		const path = pathname.replace('/api/v1/workspaces/acme/', '');

		this.reads.push(path);
		await this.onRead(path);

		if (this.failingPaths.has(path)) {
			// An error after which the request is not sent again.
			throw Object.assign(new Error('The connection was lost'), { code: 'ERR_UNKNOWN' });
		}

		return this.answerRead(path);
	}

	/** Answers a record, or a list in an envelope (row 5), and refuses others as a server does (row 18). */
	private answerRead(path: string): ServerResponse {
		const headers = { 'content-type': 'application/json' };
		const record = this.records[path];
		const rows = this.lists[path];

		if (record !== undefined) return { statusCode: 200, headers, body: JSON.stringify(record) };

		if (this.hiddenPaths.has(path)) {
			const detail = 'You do not have permission to perform this action.';

			return { statusCode: 403, headers, body: JSON.stringify({ detail }) };
		}

		if (rows === undefined) {
			const error = 'The requested resource does not exist.';

			return { statusCode: 404, headers, body: JSON.stringify({ error }) };
		}

		const body = JSON.stringify({ results: rows, total_count: rows.length });

		return { statusCode: 200, headers, body };
	}
}
