import type { IExecuteFunctions } from 'n8n-workflow';

import { Client } from '../../shared/client/client';
import { sendWithCredential } from '../../shared/client/sendWithCredential';
import type { Input } from '../input/readItems';
import type { Call } from '../../shared/model/call';
import { isCanceled } from '../input/isCanceled';
import { Scheduler } from '../../shared/scheduler/Scheduler';
import { sendAnonymously } from '../../shared/transport/send';
import { runCalls, type RunResult, type StartExecution } from './runCalls';
import { Execution } from './Execution';

/**
 * Runs calls of one operation with a scheduler and a client of their own.
 *
 * @param calls may contain keys and names instead of IDs
 * @param continueOnFail whether other calls are still carried out after one has failed
 */
export async function executeCalls(
	context: IExecuteFunctions,
	calls: readonly Call[],
	{ connection, settings }: NonNullable<Input['sending']>,
	continueOnFail: boolean,
): Promise<RunResult> {
	const startExecution: StartExecution = (mayContinue) => {
		const scheduler = new Scheduler(settings);

		context.onExecutionCancellation(() => scheduler.close());
		if (isCanceled(context)) scheduler.close();

		const { timeoutMs } = settings;
		const client = new Client(
			connection,
			scheduler.wrap(sendWithCredential(context, connection, timeoutMs)),
			scheduler.wrap(sendAnonymously(context, connection, timeoutMs)),
		);

		return new Execution(client, scheduler, mayContinue);
	};

	return await runCalls(calls, startExecution, continueOnFail);
}
