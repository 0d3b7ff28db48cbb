import { Execution } from '../../../nodes/Plane/execute/Execution';
import { Scheduler } from '../../../nodes/shared/scheduler/Scheduler';
import { fakePlane, type Respond, type Routes } from '../fakePlane';
import { createClient, refuseRequest } from '../testClient';

export { createClient };

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
