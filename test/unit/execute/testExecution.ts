import type { JsonObject } from 'n8n-workflow';

import { Client } from '../../../nodes/shared/client/client';
import { Execution } from '../../../nodes/Plane/execute/Execution';
import { Scheduler } from '../../../nodes/shared/scheduler/Scheduler';
import type { Connection } from '../../../nodes/shared/transport/connection';
import type { Outcome } from '../../../nodes/shared/transport/response';
import type { Send } from '../../../nodes/shared/transport/send';

const CONNECTION: Connection = {
	root: 'https://plane.example.com',
	webRoot: 'https://plane.example.com',
	workspaceSlug: 'acme',
	apiKey: 'plane_api_1',
	ignoreSslIssues: false,
};

const refuseRequest: Send = ({ method, url }) => {
	throw new Error(`Unexpected request: ${method} ${url}`);
};

/** A client whose requests go to the fake servers of a test. */
export const createClient = ({
	service = refuseRequest,
	storage = refuseRequest,
}: Partial<Record<'service' | 'storage', Send>>): Client =>
	new Client(CONNECTION, service, storage);

/** A request as the fake server of a test receives it. */
export interface ReceivedRequest {
	/** The method and the path below the workspace: `GET projects/p1/labels/`. */
	readonly route: string;
	readonly query: URLSearchParams;
	readonly body?: JsonObject;
}

/**
 * Creates an execution whose requests go to a fake server.
 *
 * @param respond returns the response to a request; `count` counts from 1 (for the shapes, see `responses.ts`)
 * @param options.retries how often a request is sent again; default 4
 * @param options.storage the server for files
 * @returns the execution, and the requests that the server has received so far
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

	const settings = { concurrency: 8, maxWaitMs: 300_000, retries, timeoutMs: 60_000 };
	// Virtual time: waits end at once.
	let time = 0;
	const sleep = async (milliseconds: number) => await Promise.resolve(void (time += milliseconds));
	const scheduler = new Scheduler(settings, { now: () => time, sleep });
	const execution = new Execution(createClient({ service, storage }), scheduler, continueOnFail);

	// Without this, each create would first read its project, to check whether it is archived.
	execution.projects.rememberActive({ workspace: 'acme', path: { project_id: 'p1' } });

	return { execution, requests, routes: () => requests.map(({ route }) => route) };
}
