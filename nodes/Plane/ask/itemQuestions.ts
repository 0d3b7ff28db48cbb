import type { IExecuteFunctions } from 'n8n-workflow';

import type { Draft } from '../../shared/model/draft';
import type { AskOperation } from '../../shared/operations/operation';
import { isProblem, refused, type Result } from '../../shared/result/problem';
import type { Connection } from '../../shared/transport/connection';
import { readItems } from '../input/readItems';
import { refuseEarlierAnswer } from './earlierAnswer';
import { type AskSettings, readSettings } from './readSettings';

/** What an item asks. Nothing is sent yet. */
export interface ItemQuestion {
	/** Of the comment, without links. */
	readonly draft: Draft;
	readonly settings: AskSettings;
	readonly connection: Connection;
}

/** The question of all items, or why there is none, and the item that it is about. */
interface FoundQuestion {
	readonly itemIndex: number;
	readonly question: Result<ItemQuestion>;
}

/**
 * Reads and checks what the items ask. An execution waits for one answer, so that all of them have to ask the same: none
 * may go without an answer.
 */
export async function findItemQuestion(
	context: IExecuteFunctions,
	operation: AskOperation,
): Promise<FoundQuestion> {
	const { drafts, connection } = await readItems(context, operation.creation);
	const items = context.getInputData();
	const node = context.getNode();
	const cache = { values: new Map() };
	let first: ItemQuestion | undefined;

	for (const [itemIndex, draft] of drafts.entries()) {
		const settings = readSettings(context, operation, { itemIndex, cache });
		if (isProblem(draft)) return { itemIndex, question: draft };
		if (isProblem(settings)) return { itemIndex, question: settings };

		const refusal = refuseEarlierAnswer(node, items[itemIndex]?.json, settings);
		if (refusal !== undefined) return { itemIndex, question: refusal };
		if (connection === undefined) break;

		const question = { draft, settings, connection };

		first ??= question;
		if (toKey(question) !== toKey(first)) return { itemIndex, question: otherQuestion() };
	}

	return { itemIndex: 0, question: first ?? noItem() };
}

/** The same for items that ask the same, of the same work item. */
const toKey = ({ draft, settings }: ItemQuestion): string =>
	JSON.stringify([
		draft.workspace,
		draft.slots.map(({ at, field, value }) => [at, field.wire, value]),
		settings,
	]);

const otherQuestion = () =>
	refused(
		'It asks something else than the first item, and an execution waits for one answer',
		'Put the node Loop Over Items before this one, so that one item is asked after the other. If one answer is enough, turn on Execute Once in the settings of this node.',
	);

/** n8n does not run a node without items. */
const noItem = () => refused('There is no item to ask for', 'Run the node with an item.');
