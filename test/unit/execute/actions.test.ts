import { describe, expect, test } from '@jest/globals';

import type { JsonObject } from 'n8n-workflow';

import { executeAction, executeRemove } from '../../../nodes/Plane/execute/actions';
import { toOutputs } from '../../../nodes/Plane/execute/results';
import type { Call } from '../../../nodes/shared/model/call';
import {
	archiveCycle,
	deleteEstimate,
	deleteLabel,
	deleteRelation,
	deleteWorkItemPropertyValue,
	removeMember,
	removeTeamspaceMembers,
	removeWorkItemsFromCycle,
} from '../../../nodes/shared/operations';
import type { Operation } from '../../../nodes/shared/operations/operation';
import type { HttpResponse, Outcome } from '../../../nodes/shared/transport/response';
import { problem } from '../../../nodes/shared/result/problem';
import { isJsonObject } from '../../../nodes/shared/fields/json';
import { toTextList } from '../../../nodes/shared/fields/text';
import { jsonResponse, textResponse } from '../responses';
import { createExecution } from './testExecution';

// Servers respond to removals and actions with 204 (row 22), and refuse as in rows 17 and 21.

const path = { project_id: 'p1', cycle_id: 'c1', label_id: 'l1' };
const place = { itemIndex: 0, workspace: 'acme', path, ignoreMissing: false };

const denied = jsonResponse({ error: 'No' }, 403);
const serverError = jsonResponse({ error: 'Something went wrong' }, 500);

describe('executeAction', () => {
	const runAction = async (operation: Operation<'action'>, outcome: Outcome) =>
		await executeAction(
			{ kind: 'action', operation, ...place },
			createExecution(() => outcome).execution,
		);

	test('explains a server error if its likely cause is known', async () => {
		expect(await runAction(archiveCycle, serverError)).toMatchObject({
			status: 500,
			description: expect.stringMatching(
				/^A likely cause is that the cycle has no days: .*\. [A-Z]/,
			),
		});
	});

	test.each([
		['after another status', archiveCycle, denied],
		['if none is known', deleteLabel, serverError],
	])('suggests no cause %s', async (_, operation, outcome) => {
		expect(await runAction(operation, outcome)).toMatchObject({
			description: expect.not.stringMatching(/no days|undefined/),
		});
	});
});

describe('The output of an action whose path does not end in its record', () => {
	const noContent = textResponse('', 204);
	const notFound = jsonResponse({ error: 'The requested resource does not exist.' }, 404);

	const runAction = async (operation: Operation<'action'>, outcome: Outcome) =>
		await executeAction(
			{
				kind: 'action',
				operation,
				...place,
				path: { project_id: 'p1', work_item_id: 'w1', property_id: 'f1' },
				body: { related_issue: 'w2', email: 'ada@example.com' },
				ignoreMissing: true,
			},
			createExecution(() => outcome).execution,
		);

	test.each<[what: string, Operation<'action'>, result: object]>([
		['the project of an estimate', deleteEstimate, { deleted: true, project: 'p1' }],
		['the other work item of a relation', deleteRelation, { deleted: true, related_issue: 'w2' }],
		['the property of a value', deleteWorkItemPropertyValue, { deleted: true, property: 'f1' }],
		['the address of a member', removeMember, { removed: true, email: 'ada@example.com' }],
	])('shows %s instead of an ID', async (_, operation, json) => {
		expect(await runAction(operation, noContent)).toEqual(toOutputs([json as JsonObject]));
	});

	test('shows it too if there was nothing to remove', async () => {
		expect(await runAction(removeMember, notFound)).toEqual(
			toOutputs([{ removed: false, email: 'ada@example.com' }]),
		);
	});
});

describe('a record that is not there when a request without an answer is repeated', () => {
	const notFound: HttpResponse = {
		...jsonResponse({ error: 'The requested resource does not exist.' }, 404),
		mayHaveSucceeded: true,
	};
	const warningAbout = (done: string) =>
		expect.stringContaining(`it is not known whether this item ${done} it`);

	test.each([false, true])(
		'is gone, with a warning that it may never have been there (If Not Found ignored: %s)',
		async (ignoreMissing) => {
			const { execution } = createExecution(() => notFound);
			const call: Call<'action'> = {
				kind: 'action',
				operation: deleteLabel,
				...place,
				ignoreMissing,
			};

			expect(await executeAction(call, execution)).toEqual(
				toOutputs([{ deleted: true, id: 'l1', warning: warningAbout('deleted') }]),
			);
		},
	);

	test('is removed from a set, with the same warning', async () => {
		const { execution } = createExecution(() => notFound);
		const call: Call<'remove'> = {
			kind: 'remove',
			operation: removeWorkItemsFromCycle,
			...place,
			ids: ['w1'],
		};

		expect(await executeRemove(call, execution)).toEqual(
			toOutputs([{ removed: true, id: 'w1', warning: warningAbout('removed') }]),
		);
	});

	test('has the warning alone if a set does not contain one of several records', async () => {
		// Sets are removed from together (row 461). What servers answer if one ID is not in the set is not documented.
		const { execution } = createExecution(({ body }) => {
			const ids = isJsonObject(body) ? toTextList(body.member_ids) : [];
			if (!ids.includes('gone')) return textResponse('', 204);

			return { ...notFound, mayHaveSucceeded: ids.length > 1 };
		});
		const call: Call<'remove'> = {
			kind: 'remove',
			operation: removeTeamspaceMembers,
			...place,
			path: { teamspace_id: 't1' },
			ids: ['u1', 'gone'],
		};

		expect(await executeRemove(call, execution)).toEqual(
			toOutputs([
				{ removed: true, id: 'u1' },
				{ removed: true, id: 'gone', warning: warningAbout('removed') },
			]),
		);
	});
});

describe('executeRemove', () => {
	const removeCall = (...ids: readonly string[]): Call<'remove'> => ({
		kind: 'remove',
		operation: removeWorkItemsFromCycle,
		...place,
		ids,
		displayNames: { w2: 'LNCH-2' },
	});

	/** A server that removes every record without an outcome in this table. */
	const createServer = (outcomes: Readonly<Record<string, Outcome>>, continueOnFail = true) =>
		createExecution(
			({ route }) => outcomes[route.split('/').at(-2) ?? ''] ?? textResponse('', 204),
			{
				continueOnFail,
			},
		);

	test('returns an output item for each record', async () => {
		expect(await executeRemove(removeCall('w1', 'w2'), createServer({}).execution)).toEqual({
			kind: 'outputs',
			outputs: [{ json: { removed: true, id: 'w1' } }, { json: { removed: true, id: 'w2' } }],
		});
	});

	test('lists the records that were not removed, and removes the others', async () => {
		const { execution } = createServer({ w2: denied, w4: denied });
		const result = await executeRemove(removeCall('w1', 'w2', 'w3', 'w4'), execution);

		expect(result).toMatchObject({
			status: 403,
			message: expect.stringMatching(/^Work Item IDs: LNCH-2 was not removed: ./),
			description: expect.stringMatching(/\. Removed: 2 of 4\. Not removed: LNCH-2, w4\.$/),
		});
	});

	test('reports the failure of a single record without listing others', async () => {
		const result = await executeRemove(removeCall('w1'), createServer({ w1: denied }).execution);

		expect(result).toMatchObject({
			message: expect.stringMatching(/^Work Item IDs: w1 was not removed: ./),
			description: expect.not.stringContaining('Removed:'),
		});
	});

	test('stops at the first failure unless the run continues on failures', async () => {
		const ids = Array.from({ length: 20 }, (_, index) => `w${index + 1}`);
		const { execution, requests } = createServer({ w1: denied }, false);
		const result = await executeRemove(removeCall(...ids), execution);
		const removed = requests.length - 1;

		expect(removed).toBeLessThan(10);
		expect(result).toMatchObject({
			description: expect.stringContaining(
				`Removed: ${removed} of 20. Not removed: w1. Not tried: ${19 - removed}.`,
			),
		});
	});

	test('removes the others if a set does not contain one of them, and that is acceptable', async () => {
		// Sets are removed from together (row 461). What servers answer if one ID is not in the set is not documented.
		const { execution, requests } = createExecution(({ body }) => {
			const ids = isJsonObject(body) ? toTextList(body.member_ids) : [];

			return ids.includes('gone')
				? jsonResponse({ detail: 'Not found.' }, 404)
				: textResponse('', 204);
		});
		const call: Call<'remove'> = {
			...removeCall('u1', 'gone'),
			operation: removeTeamspaceMembers,
			path: { teamspace_id: 't1' },
			ignoreMissing: true,
		};

		expect(await executeRemove(call, execution)).toMatchObject({
			outputs: [{ json: { removed: true, id: 'u1' } }, { json: { removed: false, id: 'gone' } }],
		});
		expect(requests).toHaveLength(3);
	});

	test('reports an actual failure rather than an interruption caused by it', async () => {
		const interrupted = problem({ tag: 'notSent', message: 'Not sent', description: 'Wait.' });
		const { execution } = createServer({
			w1: { fault: 'notSent', problem: interrupted },
			w2: denied,
		});

		expect(await executeRemove(removeCall('w1', 'w2'), execution)).toMatchObject({
			message: expect.stringContaining('LNCH-2 was not removed'),
			description: expect.stringContaining('Removed: 0 of 2. Not removed: w1, LNCH-2.'),
		});
	});
});
