import { expect } from '@jest/globals';
import type { IExecuteFunctions, INodeParameters } from 'n8n-workflow';

import { readCall } from '../../../nodes/Plane/input/readCall';
import type { Operation } from '../../../nodes/shared/operations/operation';
import { isProblem } from '../../../nodes/shared/result/problem';
import { executeContext } from '../contexts';

/** The ID of a record. */
export const idOf = (number: number): string =>
	`0c7da278-21b6-4225-9d30-${12_345_678_900 + number}0`;

/** The records that paths go through, each by its ID; the panel drops what an operation has not. */
const place = {
	projectId: idOf(1),
	workItemId: idOf(2),
	attachmentId: idOf(3),
	cycleId: idOf(4),
	moduleId: idOf(5),
	labelId: idOf(6),
};

/** The node of an operation in n8n's context: with a project, and whatever else its path needs. */
export async function contextOf(
	{ resource, value }: Operation,
	parameters: INodeParameters = {},
	around: Parameters<typeof executeContext>[1] = {},
): Promise<IExecuteFunctions> {
	return await executeContext({ resource, operation: value, ...place, ...parameters }, around);
}

/** What one item of a node is read as: its call without the operation, or the two texts of its problem. */
export async function read(
	operation: Operation,
	context: IExecuteFunctions,
	itemIndex = 0,
	workspaceSlug = 'acme',
): Promise<Readonly<Record<string, unknown>>> {
	const result = await readCall(context, operation, itemIndex, workspaceSlug);
	if (isProblem(result)) return { problem: [result.message, result.description] };

	const { operation: own, ...call } = result;
	if (own !== operation) throw new Error('The call is for another operation');

	return call;
}

/** Expects these parts of a call to be exactly so, whatever the others are. */
export function expectParts(call: Readonly<Record<string, unknown>>, parts: object): void {
	const { problem } = call;
	const same = Object.fromEntries(Object.keys(parts).map((name) => [name, call[name]]));

	expect({ ...same, problem }).toEqual({ problem: undefined, ...parts });
}
