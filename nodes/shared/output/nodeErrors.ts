import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { Problem } from '../result/problem';

/**
 * The error that n8n shows for an item. It holds texts made for people only: the error of the
 * request helper is not passed on, because it holds the request with the key.
 *
 * @param itemIndex counted from 0, as n8n does
 */
export const nodeError = (node: INode, problem: Problem, itemIndex: number) =>
	errorOf(node, { ...problem, message: `${problem.message} [item ${itemIndex}]` }, { itemIndex });

/** The error of a trigger, which has no items. */
export const triggerError = (node: INode, problem: Problem) => errorOf(node, problem);

/** The editor cuts the message of a list's error at hyphens, those of an ID too, but not at this. */
const HYPHEN = '\u2011';

/** The editor's error for a list: it shows the remedy of no other error than a NodeApiError. */
export const listError = (node: INode, problem: Problem) =>
	errorOf(node, { ...problem, tag: 'failed', message: problem.message.replaceAll('-', HYPHEN) });

function errorOf(
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

	// n8n replaces a message that names a code of the network, e.g. one in the server's own words.
	error.message = message;

	return error;
}
