import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { escapeText } from '../html/escape';
import { isTool } from '../parameters/isTool';
import { describeRemedy, type Problem } from '../result/problem';

/**
 * The error that n8n shows for an item. It contains only texts for people: the error of the request
 * helper is not passed on, because it contains the request with the key.
 *
 * Of the error of a tool, agents pass on only the message, without a description. So it is the whole text.
 *
 * @param itemIndex counted from 0, as n8n does
 */
export function nodeError(node: INode, problem: Problem, itemIndex: number) {
	const shown = isTool(node)
		? problemWithText(problem, describeFailure(node, problem, itemIndex))
		: { ...problem, message: nameItem(problem, itemIndex) };

	return buildError(node, shown, { itemIndex });
}

/** A Problem with one text for everything. */
const problemWithText = (problem: Problem, message: string): Problem => ({
	...problem,
	message,
	description: '',
	optionsAdvice: '',
	tryAgain: '',
});

/**
 * The whole text of a problem, not as HTML.
 *
 * @param itemIndex counted from 0, as n8n does. A tool has only one item, whose number tells a model nothing.
 */
export function describeFailure(node: INode, problem: Problem, itemIndex: number): string {
	const message = isTool(node) ? problem.message : nameItem(problem, itemIndex);

	return `${message}. ${describeRemedy(problem)}`.trim();
}

/** The message of a problem with the number of its item, counted from 0, as n8n does. */
const nameItem = ({ message }: Problem, itemIndex: number): string =>
	`${message} [item ${itemIndex}]`;

/** The error of a trigger. */
export const triggerError = (node: INode, problem: Problem) =>
	buildError(node, withoutOptions(problem));

/** A Problem of a trigger or of the editor, without advice that helps only the Plane node. */
const withoutOptions = (problem: Problem): Problem => ({ ...problem, optionsAdvice: '' });

/** The editor cuts the message of a list's error at the first plain hyphen, even inside an ID. */
const NON_BREAKING_HYPHEN = '\u2011';

/**
 * The error that the editor shows in place of the choices of a parameter. It shows nothing but the message,
 * and of a NodeApiError not even that.
 */
export const optionsError = (node: INode, problem: Problem) =>
	new NodeOperationError(node, describeInEditor(problem));

/** The whole text of a problem for the editor, where it ends without a full stop if there is nothing to do. */
export function describeInEditor(problem: Problem): string {
	const { message } = problem;
	const remedy = describeRemedy(withoutOptions(problem));

	return remedy === '' ? message : `${message}. ${remedy}`;
}

/** The error that the editor shows for the list of a locator. It shows the remedy only of a NodeApiError. */
export const listError = (node: INode, problem: Problem) =>
	buildError(node, {
		...withoutOptions(problem),
		cause: 'failed',
		message: problem.message.replaceAll('-', NON_BREAKING_HYPHEN),
	});

/**
 * Writes a description as HTML, because that is what the editor takes it for: lines stay apart, and a tag that
 * a text contains, which the editor would remove, is shown.
 */
export const formatDescription = (description: string): string =>
	escapeText(description).replaceAll('\n', '<br>');

function buildError(
	node: INode,
	problem: Problem,
	place: { readonly itemIndex?: number } = {},
): NodeApiError | NodeOperationError {
	const { cause, message, status } = problem;
	const htmlDescription = formatDescription(describeRemedy(problem));
	const options = { description: htmlDescription, ...place };
	const httpCode = status === undefined ? {} : { httpCode: String(status) };
	const error =
		cause === 'invalid' || cause === 'internal'
			? new NodeOperationError(node, message, options)
			: new NodeApiError(
					node,
					{ message, description: htmlDescription },
					{ ...options, ...httpCode },
				);

	// n8n replaces any message that contains the code of a network error, even if the server wrote it.
	error.message = message;

	return error;
}
