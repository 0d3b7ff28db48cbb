import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { IGNORE_MISSING } from '../../../nodes/shared/operations/shared/choices';
import { byId } from '../../engine/samples';
import { inTurn } from '../../unit/fakePlane';
import { jsonResponse, networkFault, textResponse } from '../../unit/responses';
import { useAnswers } from '../useAnswers';
import { outcomes } from '../../nodeTexts';

// Servers respond to actions with 204 (row 22), and refuse as in rows 17 and 21.

const startServer = useAnswers();

const uuid = (number: number) => `0c7da278-21b6-4225-9d30-${String(number).padStart(12, '0')}`;

const PROJECT = uuid(1);
const WORK_ITEM = uuid(2);
const OTHER_WORK_ITEM = uuid(3);
const PROPERTY = uuid(4);
const LABEL = uuid(5);
const CYCLE = uuid(6);

const projectId = byId(PROJECT);
const labelId = byId(LABEL);
const noContent = textResponse('', 204);
const notFound = jsonResponse({ error: 'The requested resource does not exist.' }, 404);
const serverError = jsonResponse({ error: 'Something went wrong' }, 500);
const denied = jsonResponse({ error: 'No' }, 403);

describe('An action that fails', () => {
	const archive = { projectId, cycleId: byId(CYCLE) };

	it.each([
		['names a likely cause of a server error', 'cycle.archive', archive, serverError, true],
		['names no cause of another status', 'cycle.archive', archive, denied, false],
		[
			'names no cause of a server error if none is known',
			'label.delete',
			{ projectId, labelId },
			serverError,
			false,
		],
	])('%s', async (_, operation, parameters, answer, hasCause) => {
		const server = startServer(() => answer);

		const { error } = await server.run(operation, parameters);

		expect(error?.description).toMatch(
			hasCause
				? /A likely cause is that the cycle has no days: .*\. [A-Z]/
				: /^(?!.*(no days|undefined))/,
		);
	});
});

describe('The output of an action whose path does not end in its record', () => {
	const inWorkItem = { projectId, workItemId: byId(WORK_ITEM) };
	const member = { email: 'ada@example.com' };

	it.each<[what: string, operation: string, parameters: INodeParameters, json: object]>([
		[
			'the project of an estimate',
			'estimate.delete',
			{ projectId },
			{ deleted: true, project: PROJECT },
		],
		[
			'the other work item of a relation',
			'workItemRelation.delete',
			{ ...inWorkItem, relatedWorkItem: byId(OTHER_WORK_ITEM) },
			{ deleted: true, related_issue: OTHER_WORK_ITEM },
		],
		[
			'the property of a value',
			'workItemPropertyValue.delete',
			{ ...inWorkItem, typeId: byId(uuid(7)), propertyId: byId(PROPERTY) },
			{ deleted: true, property: PROPERTY },
		],
		['the address of a member', 'member.remove', member, { removed: true, ...member }],
	])('shows %s instead of an ID', async (_, operation, parameters, json) => {
		const server = startServer({ 'GET *': jsonResponse([]), '*': noContent });

		const { error, json: output } = await server.run(operation, parameters);

		expect(error).toBeUndefined();
		expect(output).toEqual([json]);
	});

	it('shows it too if there was nothing to remove', async () => {
		const server = startServer({ 'GET *': jsonResponse([]), '*': notFound });

		const { json } = await server.run('member.remove', {
			...member,
			options: { ifNotFound: IGNORE_MISSING },
		});

		expect(json).toEqual([{ removed: false, ...member }]);
	});
});

describe('A record that is not there when a deletion without an answer is repeated', () => {
	it.each([{}, { ifNotFound: IGNORE_MISSING }])(
		'is gone, with a warning that it may never have been there (Options: %j)',
		async (options) => {
			const server = startServer(inTurn(networkFault('ECONNRESET'), notFound));

			const { json } = await server.run('label.delete', { projectId, labelId, options });

			expect(json).toEqual([
				{
					deleted: true,
					id: LABEL,
					warning: expect.stringContaining(outcomes.notKnown('deleted')),
				},
			]);
		},
	);
});
