import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import { Client } from '../../shared/client/client';
import type { Input } from '../input/readItems';
import type { Call } from '../../shared/model/call';
import { isCanceled } from '../../shared/model/isCanceled';
import { Scheduler } from '../../shared/scheduler/Scheduler';
import { sendWithKey, sendWithoutKey } from '../../shared/transport/send';
import { runCalls } from './runCalls';
import { Execution } from './Execution';

/**
 * Carries out calls of one operation by a scheduler of their own.
 *
 * @param given calls whose paths may have keys in the place of IDs
 * @param continueOnFail whether others are begun after one has failed
 * @returns the results by the index of the item, without those that were not begun, and what the user
 *   is told under the output
 */
export async function executeCalls(
	context: IExecuteFunctions,
	given: readonly Call[],
	{ connection, settings }: NonNullable<Input['sending']>,
	continueOnFail: boolean,
) {
	const begin = (mayContinue: boolean) => {
		const scheduler = new Scheduler(settings);

		context.onExecutionCancellation(() => scheduler.close());
		if (isCanceled(context)) scheduler.close();

		const { timeout } = settings;
		const client = new Client(
			connection,
			scheduler.wrap(sendWithKey(context, connection, timeout)),
			scheduler.wrap(sendWithoutKey(context, connection, timeout)),
		);

		return new Execution(client, scheduler, mayContinue);
	};

	const { results, hints } = await runCalls(given, begin, continueOnFail);

	return {
		results,
		hints: hints.map(
			(message): NodeExecutionHint => ({ message, type: 'info', location: 'outputPane' }),
		),
	};
}
