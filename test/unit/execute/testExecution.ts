import { Client } from '../../../nodes/shared/client/client';
import { Execution } from '../../../nodes/Plane/execute/Execution';
import { Scheduler } from '../../../nodes/shared/scheduler/Scheduler';
import type { Connection } from '../../../nodes/shared/transport/connection';
import type { Send } from '../../../nodes/shared/transport/send';
import { fakePlane, type Respond, type Routes } from '../fakePlane';

const CONNECTION: Connection = {
	root: 'https://plane.example.com',
	webRoot: 'https://plane.example.com',
	workspaceSlug: 'acme',
	authentication: 'apiKey',
	secret: 'plane_api_1',
	extraHeaders: {},
	ignoreSslIssues: false,
	allowsApiV2: true,
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

/**
 * Creates an execution whose requests go to a fake server.
 *
 * @param answers of the server, by route or by a function
 * @param options.retries how often a request is sent again; default 4
 * @param options.storage the server for files
 * @returns the execution, and the requests that the server has received so far
 */
export function createExecution(
	answers: Routes | Respond,
	{ continueOnFail = false, retries = 4, storage = refuseRequest } = {},
) {
	const { send: service, requests, routes } = fakePlane(answers);
	const settings = { concurrency: 8, maxWaitMs: 300_000, retries, timeoutMs: 60_000 };
	// Virtual time: waits end at once.
	let time = 0;
	const sleep = async (milliseconds: number) => await Promise.resolve(void (time += milliseconds));
	const scheduler = new Scheduler(settings, { now: () => time, sleep });
	const execution = new Execution(createClient({ service, storage }), scheduler, continueOnFail);

	// Without this, each create would first read its project, to check whether it is archived.
	execution.projects.rememberActive({ workspace: 'acme', path: { project_id: 'p1' } });

	return { execution, requests, routes };
}
