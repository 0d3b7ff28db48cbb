// The requests of one operation, without those that look up names: the contract has IDs only, and the same one for
// every record. No other test may use the inside of execute/.

import { createExecutors } from '../../nodes/Plane/execute/executors';
import { createServices } from '../../nodes/Plane/execute/services';
import { Client } from '../../nodes/shared/client/client';
import type { Call } from '../../nodes/shared/model/call';
import { dispatchByKind } from '../../nodes/shared/operations/kindTable';
import { Scheduler } from '../../nodes/shared/scheduler/Scheduler';
import type { Connection } from '../../nodes/shared/transport/connection';
import type { Send } from '../../nodes/shared/transport/send';

const CONNECTION: Connection = {
	root: 'https://plane.example.com',
	workspaceSlug: '',
	authentication: 'apiKey',
	secret: '',
	extraHeaders: {},
	ignoreSslIssues: false,
	allowsApiV2: true,
	limits: { concurrency: 1, maxWaitMs: 0, retries: 0, timeoutMs: 1000 },
};

/** Carries out a call as the first of a run. @param send gets each of its requests once */
export async function sendCall(call: Call, send: Send): Promise<void> {
	const client = new Client(CONNECTION, send, send);
	const scheduler = new Scheduler(CONNECTION.limits);
	const services = createServices(client, scheduler, { continueOnFail: false });

	await dispatchByKind(createExecutors(services, [call]), call, () => undefined);
}
