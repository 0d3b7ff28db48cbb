import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { Problem } from '../result/problem';

/**
 * The error that n8n shows for an item. It holds texts made for people only: the error of the
 * request helper is not passed on, because it holds the request with the key.
 *
 * @param itemIndex counted from 0, as n8n does
 */
export function nodeError(
	node: INode,
	{ tag, message, description, status }: Problem,
	itemIndex: number,
): NodeApiError | NodeOperationError {
	const shown = `${message} [item ${String(itemIndex)}]`;
	const error =
		tag === 'invalid' || tag === 'internal'
			? new NodeOperationError(node, shown, { description, itemIndex })
			: new NodeApiError(
					node,
					{ message: shown, description },
					{ description, itemIndex, ...httpCodeOf(status) },
				);
	// n8n replaces a message that names a code of the network, e.g. one in the server's own words.
	error.message = shown;
	return error;
}

/** The editor cuts the message of a list's error at hyphens, those of an ID too, but not at this. */
const HYPHEN = '\u2011';

/**
 * The error that the editor shows in the place of a list. It shows the remedy of no other kind of
 * error than this.
 */
export function listError(node: INode, { message, description, status }: Problem): NodeApiError {
	const shown = message.replaceAll('-', HYPHEN);
	const error = new NodeApiError(
		node,
		{ message: shown, description },
		{ description, ...httpCodeOf(status) },
	);
	error.message = shown;
	return error;
}

const httpCodeOf = (status: number | undefined) =>
	status === undefined ? {} : { httpCode: String(status) };
