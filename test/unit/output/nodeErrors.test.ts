import { inspect } from 'node:util';

import { describe, expect, test } from '@jest/globals';
import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import type { RequestProblem } from '../../../nodes/shared/client/requestResult';
import {
	listError,
	nodeError,
	optionsError,
	triggerError,
} from '../../../nodes/shared/output/nodeErrors';
import { problem, type ProblemCause } from '../../../nodes/shared/result/problem';
import type { HttpResponse } from '../../../nodes/shared/transport/response';

const node: INode = {
	id: '1',
	name: 'Plane',
	type: 'n8n-nodes-plane-workspace.plane',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const texts = { message: 'Plane did not find this', description: 'Check the ID.' };

type Row = readonly [reason: string, cause: ProblemCause, type: unknown, status?: number];

describe.each<Row>([
	['a value of the item', 'invalid', NodeOperationError],
	['n8n itself', 'internal', NodeOperationError],
	['the network', 'failed', NodeApiError],
	['a response of 404', 'failed', NodeApiError, 404],
	['a closed target', 'closedTarget', NodeApiError, 400],
	['the end of the execution', 'stopped', NodeApiError],
])('nodeError, for %s,', (_, cause, type, status) => {
	const failure = problem({ cause, ...texts, ...(status === undefined ? {} : { status }) });

	test("returns n8n's error type with the problem, the item and the remedy", () => {
		const error = nodeError(node, failure, 3);

		expect(error).toBeInstanceOf(type);
		expect(error.message).toBe('Plane did not find this [item 3]');
		expect(error.description).toBe('Check the ID.');
		expect(error.context.itemIndex).toBe(3);
		const code = 'httpCode' in error ? error.httpCode : null;

		expect(code).toBe(status === undefined ? null : String(status));
	});

	// n8n replaces messages that contain the code of a network error by texts of its own.
	test.each(['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'ECONNRESET'])(
		"keeps the server's message and the item if they contain %s",
		(code) => {
			const message = `Plane failed with status 500: connect ${code} 127.0.0.1:5432`;
			const error = nodeError(node, problem({ ...failure, message }), 3);

			expect(error.message).toBe(`${message} [item 3]`);
		},
	);
});

// The editor sanitizes a description as HTML: it removes every tag that it does not allow, such as <img>.
test('nodeError writes a description as HTML, so that the editor shows the tags in it', () => {
	const description = 'Replace /<img[^<>]*>/ & save.\nThen try again.';
	const error = nodeError(node, problem({ ...texts, cause: 'invalid', description }), 0);

	expect(error.description).toBe(
		'Replace /&lt;img[^&lt;&gt;]*&gt;/ &amp; save.<br>Then try again.',
	);
});

test('listError returns a message that the editor does not cut, and a remedy that it shows', () => {
	const message = 'Project 0c7d-41a2: the value is none';
	const error = listError(node, problem({ ...texts, cause: 'invalid', message }));

	expect(error).toBeInstanceOf(NodeApiError);
	expect(error.message).toBe('Project 0c7d\u201141a2: the value is none');
	expect(error.description).toBe('Check the ID.');
});

test('triggerError returns a message without an item', () => {
	const error = triggerError(node, problem({ ...texts, cause: 'invalid' }));

	expect(error).toBeInstanceOf(NodeOperationError);
	expect(error.message).toBe('Plane did not find this');
	expect(error.context.itemIndex).toBeUndefined();
});

test('No error contains any part of the response of its problem', () => {
	const response: HttpResponse = {
		kind: 'response',
		status: 400,
		headers: { etag: 'secret' },
		text: 'secret',
		json: 'secret',
	};
	const refusal: RequestProblem = {
		...problem({ ...texts, cause: 'failed', status: 400 }),
		response,
	};

	const errors = [
		nodeError(node, refusal, 3),
		triggerError(node, refusal),
		listError(node, refusal),
	];

	expect(inspect(errors, { depth: null, showHidden: true })).not.toContain('secret');
});

describe('an error that is not about an item', () => {
	const cause = problem({
		cause: 'failed',
		message: 'Not carried out',
		description: 'The server asks to wait 1 hour.',
		optionsAdvice: 'Max Wait under Limits in the credential allows 1 minute, and can be raised.',
		tryAgain: 'Try again later.',
	});

	test.each([
		['of a trigger', triggerError],
		['of a list in the editor', listError],
	])('%s advises nothing that only the Plane node can do', (_, createError) => {
		expect(createError(node, cause).description).toBe(
			'The server asks to wait 1 hour. Try again later.',
		);
	});

	test('of the choices of a field advises nothing that only the Plane node can do', () => {
		expect(optionsError(node, cause).message).toBe(
			'Not carried out. The server asks to wait 1 hour. Try again later.',
		);
	});

	test('says everything once to a model that uses the node as a tool', () => {
		const { message, description } = nodeError({ ...node, type: 'planeTool' }, cause, 0);

		expect(`${message} ${description ?? ''}`.match(/Max Wait under/g)).toHaveLength(1);
	});

	test('leaves to an item what the Plane node can do', () => {
		expect(nodeError(node, cause, 0).description).toBe(
			'The server asks to wait 1 hour. Max Wait under Limits in the credential allows 1 minute, and can be raised. Try again later.',
		);
	});
});
