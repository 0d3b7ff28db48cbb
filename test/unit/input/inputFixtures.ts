import { expect } from '@jest/globals';
import type { IExecuteFunctions, INodeParameters } from 'n8n-workflow';

import { readDraft } from '../../../nodes/Plane/input/readDraft';
import { buildCall } from '../../../nodes/shared/model/buildCall';
import type { Operation } from '../../../nodes/shared/operations/operation';
import { isProblem } from '../../../nodes/shared/result/problem';
import { executeContext } from '../contexts';

/** The UUID of a record with this number. */
export const uuid = (number: number): string =>
	`0c7da278-21b6-4225-9d30-${12_345_678_900 + number}0`;

/** The locators of all paths. n8n drops those that an operation does not have. */
const locators = {
	projectId: uuid(1),
	workItemId: uuid(2),
	attachmentId: uuid(3),
	cycleId: uuid(4),
	moduleId: uuid(5),
	labelId: uuid(6),
};

/** Creates n8n's context of a node with an operation and all locators of its path. */
export async function createContext(
	{ resource, value }: Operation,
	parameters: INodeParameters = {},
	environment: Parameters<typeof executeContext>[1] = {},
): Promise<IExecuteFunctions> {
	return await executeContext(
		{ resource, operation: value, ...locators, ...parameters },
		environment,
	);
}

/** Reads one item. @returns its call without the operation, with names in it, and its slots; or what its problem says */
export async function readItem(
	operation: Operation,
	context: IExecuteFunctions,
	itemIndex = 0,
	workspaceSlug = 'acme',
): Promise<Readonly<Record<string, unknown>>> {
	const result = await readDraft(context, operation, { itemIndex, workspaceSlug });
	if (isProblem(result)) return { problem: [result.message, result.description] };

	const { operation: readOperation, ...call } = buildCall(result);
	if (readOperation !== operation) throw new Error('The call is for another operation');

	const { slots, skippedFields, row } = result;

	return {
		...call,
		slots,
		...(skippedFields && { skippedFields }),
		...(row && { unmatchedColumns: row.unmatchedColumns }),
	};
}

/** Expects a call without problems to have these parts, and ignores its other parts. */
export function expectParts(call: Readonly<Record<string, unknown>>, parts: object): void {
	const { problem } = call;
	const actual = Object.fromEntries(Object.keys(parts).map((name) => [name, call[name]]));

	expect({ ...actual, problem }).toEqual({ problem: undefined, ...parts });
}
