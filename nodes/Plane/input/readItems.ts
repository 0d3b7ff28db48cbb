import { type IExecuteFunctions, sleep } from 'n8n-workflow';

import type { Draft } from '../../shared/model/draft';
import { openConnection } from '../../shared/client/openConnection';
import { catchProblem } from '../../shared/model/catchProblem';
import { isCanceled } from './isCanceled';
import type { Operation } from '../../shared/operations/operation';
import { isProblem, type Result } from '../../shared/result/problem';
import type { Connection } from '../../shared/transport/connection';
import { readDraft } from './readDraft';
import { RunCache } from './RunCache';

/** The validated input of an execution. */
export interface Input {
	/** One for each item, in their order. Reading ends early if the execution is canceled. */
	readonly drafts: readonly Result<Draft>[];
	/** Whether the run changes nothing, and says what it would do: if one item asks for it, that goes for all. */
	readonly checksOnly?: boolean;
	/** Whether an item does not say clearly whether the run changes nothing. */
	readonly isCheckUnclear?: boolean;
	/** Where and how to send requests; absent if nothing can be sent. */
	readonly connection?: Connection;
}

/** Items read before yielding to the event loop: 10,000 at once would block n8n for seconds. */
const ITEMS_PER_TURN = 100;

/**
 * Reads and checks all items, until the execution is canceled. If the credential is invalid, every item
 * gets that Problem.
 */
export async function readItems(context: IExecuteFunctions, operation: Operation): Promise<Input> {
	const items = context.getInputData();
	const connection = await openConnection(context);
	if (isProblem(connection)) return { drafts: items.map(() => connection) };

	const { workspaceSlug } = connection;
	const cache = new RunCache();
	const drafts: Result<Draft>[] = [];

	for (const itemIndex of items.keys()) {
		if (itemIndex % ITEMS_PER_TURN === ITEMS_PER_TURN - 1) {
			await sleep(0);
			if (isCanceled(context)) break;
		}

		const item = { itemIndex, workspaceSlug, cache };
		const draft = await catchProblem(async () => await readDraft(context, operation, item));

		drafts.push(draft);
	}

	const { checksOnly, isCheckUnclear } = cache;

	return { drafts, checksOnly, isCheckUnclear, connection };
}
