import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import type { Problem } from '../result/problem';

/** What of a Problem a person reads. */
type Told = Pick<Problem, 'message' | 'description' | 'cause'>;

/**
 * The error that n8n shows for an item. It holds texts made for people only: the error of the
 * request helper is not passed on, because it holds the request with the key.
 *
 * @param itemIndex counted from 0, as n8n does
 */
export function nodeError(
	node: INode,
	{ message, description, cause }: Told,
	itemIndex: number,
): NodeApiError | NodeOperationError {
	const told = `${message} [item ${String(itemIndex)}]`;
	const error =
		cause === undefined
			? new NodeOperationError(node, told, { description, itemIndex })
			: new NodeApiError(
					node,
					{ message: told, description },
					{ description, itemIndex, ...httpCodeOf(cause) },
				);
	// n8n replaces a message that names a code of the network, e.g. one in the server's own words.
	error.message = told;
	return error;
}

/** The editor cuts the message of a list's error at hyphens, those of an ID too, but not at this. */
const HYPHEN = '\u2011';

/**
 * The error that the editor shows in the place of a list. It shows the remedy of no other kind of
 * error than this.
 */
export function listError(node: INode, { message, description, cause }: Told): NodeApiError {
	const told = message.replaceAll('-', HYPHEN);
	const error = new NodeApiError(
		node,
		{ message: told, description },
		{ description, ...httpCodeOf(cause ?? {}) },
	);
	error.message = told;
	return error;
}

const httpCodeOf = ({ status }: NonNullable<Told['cause']>) =>
	status === undefined ? {} : { httpCode: String(status) };
