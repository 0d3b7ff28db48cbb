import { describe, expect, test } from '@jest/globals';
import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import { nodeError } from '../../../nodes/shared/output/nodeErrors';

const node: INode = {
	id: '1',
	name: 'Plane',
	type: 'n8n-nodes-plane-workspace.plane',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const problem = { message: 'Plane did not find this', description: 'Check the ID.' };

const causes = [
	['a value of the item', {}],
	['the network', { cause: {} }],
	['an answer of 404', { cause: { status: 404 } }],
	['an answer of 500', { cause: { status: 500 } }],
] as const;

describe.each(causes)('the error because of %s', (_, cause) => {
	test('tells what happened, for which item, and what to do', () => {
		const error = nodeError(node, { ...problem, ...cause }, 3);
		expect(error.message).toBe('Plane did not find this [item 3]');
		expect(error.description).toBe('Check the ID.');
		expect(error.context.itemIndex).toBe(3);
	});

	// n8n puts a text of its own in the place of a message that holds the code of a network error.
	test.each(['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'ECONNRESET'])(
		"keeps the server's words and the item, where they hold %s",
		(code) => {
			const message = `Plane failed with status 500: connect ${code} 127.0.0.1:5432`;
			const error = nodeError(node, { ...problem, ...cause, message }, 3);
			expect(error.message).toContain('Plane failed with status 500');
			expect(error.message).toContain('[item 3]');
		},
	);
});

test('the error of a value is one of the workflow, the error of an answer one of the service', () => {
	expect(nodeError(node, problem, 0)).toBeInstanceOf(NodeOperationError);
	expect(nodeError(node, { ...problem, cause: {} }, 0)).toBeInstanceOf(NodeApiError);
});

test('the error of an answer holds its status', () => {
	expect(nodeError(node, { ...problem, cause: { status: 404 } }, 0)).toMatchObject({
		httpCode: '404',
	});
});
