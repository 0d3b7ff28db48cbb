import type { IExecuteFunctions } from 'n8n-workflow';

import { Client } from '../../shared/client/client';
import { sendWithCredential } from '../../shared/client/sendWithCredential';
import { Scheduler } from '../../shared/scheduler/Scheduler';
import type { Connection } from '../../shared/transport/connection';
import { sendAnonymously } from '../../shared/transport/send';
import { isCanceled } from '../input/isCanceled';
import { createServices, type Services } from './services';

/** Creates services with a scheduler that has sent nothing yet, and that closes if the execution is canceled. */
export function startServices(
	context: IExecuteFunctions,
	connection: Connection,
	continueOnFail: boolean,
): Services {
	const scheduler = new Scheduler(connection.limits);

	context.onExecutionCancellation(() => scheduler.close());
	if (isCanceled(context)) scheduler.close();

	const { timeoutMs } = connection.limits;
	const client = new Client(
		connection,
		scheduler.wrap(sendWithCredential(context, connection, timeoutMs)),
		scheduler.wrap(sendAnonymously(context, connection, timeoutMs)),
	);

	return createServices(client, scheduler, { continueOnFail });
}
