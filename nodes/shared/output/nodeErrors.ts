import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { Problem } from '../result/problem';

/**
 * The error that n8n shows for an item. It contains only texts for people: the error of the request
 * helper is not passed on, because it contains the request with the key.
 *
 * @param itemIndex counted from 0, as n8n does
 */
export const nodeError = (node: INode, problem: Problem, itemIndex: number) =>
	buildError(
		node,
		{ ...problem, message: `${problem.message} [item ${itemIndex}]` },
		{ itemIndex },
	);

/** The error of a trigger, which has no items. */
export const triggerError = (node: INode, problem: Problem) => buildError(node, problem);

/** The editor cuts the message of a list's error at the first plain hyphen, even inside an ID. */
const NON_BREAKING_HYPHEN = '\u2011';

/** The error that the editor shows for a list. It shows the remedy only of a NodeApiError. */
export const listError = (node: INode, problem: Problem) =>
	buildError(node, {
		...problem,
		tag: 'failed',
		message: problem.message.replaceAll('-', NON_BREAKING_HYPHEN),
	});

function buildError(
	node: INode,
	{ tag, message, description, status }: Problem,
	place: { readonly itemIndex?: number } = {},
): NodeApiError | NodeOperationError {
	const options = { description, ...place };
	const httpCode = status === undefined ? {} : { httpCode: String(status) };
	const error =
		tag === 'invalid' || tag === 'internal'
			? new NodeOperationError(node, message, options)
			: new NodeApiError(node, { message, description }, { ...options, ...httpCode });

	// n8n replaces any message that contains the code of a network error, even if the server wrote it.
	error.message = message;

	return error;
}
