import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import type { Problem } from './problem';

/**
 * The error that n8n shows for an item. It holds texts made for people only: the error of the
 * request helper is not passed on, because it holds the request with the key.
 *
 * @param itemIndex counted from 0, as n8n does
 */
export function nodeError(
	node: INode,
	{ message, description, cause }: Problem,
	itemIndex: number,
): NodeApiError | NodeOperationError {
	const told = `${message} [item ${String(itemIndex)}]`;
	if (cause === undefined) {
		return new NodeOperationError(node, told, { description, itemIndex });
	}
	const { status } = cause;
	return new NodeApiError(
		node,
		{ message: told, description },
		{
			message: told,
			description,
			itemIndex,
			...(status === undefined ? {} : { httpCode: String(status) }),
		},
	);
}
