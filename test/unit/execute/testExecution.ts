import type { JsonObject } from 'n8n-workflow';

import { Client } from '../../../nodes/shared/client/client';
import { Execution } from '../../../nodes/Plane/execute/Execution';
import { Scheduler } from '../../../nodes/shared/scheduler/Scheduler';
import type { Connection } from '../../../nodes/shared/transport/connection';
import type { Outcome } from '../../../nodes/shared/transport/response';
import type { Send } from '../../../nodes/shared/transport/send';

const CONNECTION: Connection = {
	root: 'https://plane.example.com',
	web: 'https://plane.example.com',
	workspaceSlug: 'acme',
	apiKey: 'plane_api_1',
	ignoreSslIssues: false,
};

const refuseRequest: Send = ({ method, url }) => {
	throw new Error(`Nobody expects ${method} ${url}`);
};

/** A client whose requests go to these servers of a test. */
export const createClient = ({
	service = refuseRequest,
	storage = refuseRequest,
}: Partial<Record<'service' | 'storage', Send>>): Client =>
	new Client(CONNECTION, service, storage);

/** A request as a server of a test gets it. */
export interface ReceivedRequest {
	/** The method and the path below the workspace: `GET projects/p1/labels/`. */
	readonly route: string;
	readonly query: URLSearchParams;
	readonly body?: JsonObject;
}

/**
 * An execution whose requests go to a server that responds like this (for the shapes, see `responses.ts`),
 * and what it was asked.
 *
 * @param retries how often a request is sent again; default 4
 * @param storage where files go
 */
export function createExecution(
	respond: (request: ReceivedRequest, count: number) => Outcome,
	{ continueOnFail = false, retries = 4, storage = refuseRequest } = {},
) {
	const requests: ReceivedRequest[] = [];

	const service: Send = ({ method, url, body }) => {
		const { pathname, searchParams: query } = new URL(url);
		const route = `${method} ${decodeURIComponent(pathname.replace('/api/v1/workspaces/acme/', ''))}`;
		const sent = typeof body === 'string' ? { body: JSON.parse(body) as JsonObject } : {};
		const request: ReceivedRequest = { route, query, ...sent };

		requests.push(request);

		return Promise.resolve(respond(request, requests.length));
	};

	const settings = { concurrency: 8, maxWait: 300_000, retries, timeout: 60_000 };
	// Waits take no time.
	let time = 0;
	const sleep = async (passing: number) => await Promise.resolve(void (time += passing));
	const scheduler = new Scheduler(settings, { now: () => time, sleep });
	const execution = new Execution(createClient({ service, storage }), scheduler, continueOnFail);

	// Otherwise each create would read its project first, which may be archived.
	execution.projects.rememberActive({ workspace: 'acme', path: { project_id: 'p1' } });

	return { execution, requests, routes: () => requests.map(({ route }) => route) };
}
