import { expect } from '@jest/globals';
import type { IExecuteFunctions, INodeParameters } from 'n8n-workflow';

import { readCall } from '../../../nodes/Plane/input/readCall';
import type { Operation } from '../../../nodes/shared/operations/operation';
import { isProblem } from '../../../nodes/shared/result/problem';
import { executeContext } from '../contexts';

/** The ID of a record. */
export const idOf = (number: number): string =>
	`0c7da278-21b6-4225-9d30-${12_345_678_900 + number}0`;

/** The locators of all paths; n8n drops those that an operation does not have. */
const locators = {
	projectId: idOf(1),
	workItemId: idOf(2),
	attachmentId: idOf(3),
	cycleId: idOf(4),
	moduleId: idOf(5),
	labelId: idOf(6),
};

/** n8n's context of a node with an operation, whose path is filled in. */
export async function contextFor(
	{ resource, value }: Operation,
	parameters: INodeParameters = {},
	environment: Parameters<typeof executeContext>[1] = {},
): Promise<IExecuteFunctions> {
	return await executeContext(
		{ resource, operation: value, ...locators, ...parameters },
		environment,
	);
}

/** Reads one item. @returns its call without the operation, or the message and remedy of its problem */
export async function readItem(
	operation: Operation,
	context: IExecuteFunctions,
	itemIndex = 0,
	workspaceSlug = 'acme',
): Promise<Readonly<Record<string, unknown>>> {
	const result = await readCall(context, operation, itemIndex, workspaceSlug);
	if (isProblem(result)) return { problem: [result.message, result.description] };

	const { operation: readOperation, ...call } = result;
	if (readOperation !== operation) throw new Error('The call is for another operation');

	return call;
}

/** Expects these parts of a call to be equal, whatever the others are. */
export function expectParts(call: Readonly<Record<string, unknown>>, parts: object): void {
	const { problem } = call;
	const actual = Object.fromEntries(Object.keys(parts).map((name) => [name, call[name]]));

	expect({ ...actual, problem }).toEqual({ problem: undefined, ...parts });
}
