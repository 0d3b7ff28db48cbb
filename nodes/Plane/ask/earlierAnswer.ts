import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import { isHitlTool } from '../../shared/parameters/isTool';
import { refused, type Problem } from '../../shared/result/problem';
import { isJsonObject } from '../../shared/values/json';
import { isObject } from '../../shared/values/valueChecks';
import type { AskSettings } from './readSettings';

/** The names of the answers in the data of an item. */
const ANSWER_NAMES = ['approved', 'text'];

/**
 * Refuses an item with what would look like an answer if there is none: once the time is over, n8n passes on the item.
 *
 * @returns undefined if nothing in the item looks like an answer, or if there is no limit
 */
export function refuseEarlierAnswer(
	node: Pick<INode, 'type'>,
	item: IDataObject = {},
	{ expected, hours }: AskSettings,
): Problem | undefined {
	if (hours === undefined) return undefined;
	if (isHitlTool(node)) return refuseReviewed(item);

	const answer = expected.kind === 'text' ? 'text' : 'approved';
	if (!hasProperty(item.data, answer)) return undefined;

	return refused(
		looksAnswered(`data.${answer}`),
		'Put the node Edit Fields before this one, and leave out data there.',
	);
}

/**
 * The item of a review consists of the item of the agent and of what the model has entered, so that a model could approve
 * its own call. n8n takes `approved` for the answer, or else `data.approved` (`processHitlResponses`, n8n 2.41).
 */
function refuseReviewed(item: IDataObject): Problem | undefined {
	const hasApproved = hasProperty(item, 'approved');
	if (!hasApproved && !hasProperty(item.data, 'approved')) return undefined;

	return refused(
		looksAnswered(hasApproved ? 'approved' : 'data.approved'),
		'The input of the agent has it, or the model has added it. Leave it out of the input with the node Edit Fields, or remove Limit Wait Time.',
	);
}

const hasProperty = (value: unknown, name: string): boolean =>
	isObject(value) && value[name] !== undefined;

const looksAnswered = (path: string): string =>
	`It already has ${path}, which would look like the answer if nobody answers in time`;

/** Returns an item without the answer of an earlier question, for a question that was not asked. */
export function removeEarlierAnswer(item: INodeExecutionData): INodeExecutionData {
	const { data } = item.json;
	if (!isJsonObject(data)) return item;

	const others = Object.entries(data).filter(([name]) => !ANSWER_NAMES.includes(name));

	return { ...item, json: { ...item.json, data: Object.fromEntries(others) } };
}
