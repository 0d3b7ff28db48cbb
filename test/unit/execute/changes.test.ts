import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { executeAction, executeRemove } from '../../../nodes/Plane/execute/actions';
import { toOutputs } from '../../../nodes/Plane/execute/results';
import { updateRecord } from './inside';
import type { Call } from '../../../nodes/shared/model/call';
import * as operations from '../../../nodes/shared/operations';
import type { Operation } from '../../../nodes/shared/operations/operation';
import type { Outcome } from '../../../nodes/shared/transport/response';
import { writeDefaults } from '../calls';
import { jsonResponse, networkFault, textResponse } from '../responses';
import { createExecution } from './testExecution';

const id = '0c7da278-21b6-4225-9d30-da0e1a924ae5';
const project_id = 'dea35cbb-1f93-48ff-8bfb-bd57d6a206f8';
const common = { itemIndex: 0, workspace: 'acme' };

describe('updateRecord', () => {
	/** Labels are IDs, or records if the request expands them (row 30). */
	const storedRecord = { id, labels: ['a', { id: 'b' }], assignees: ['u'], name: 'Old' };

	type ListActions = Call<'update'>['listActions'];

	const update = async (
		body: JsonObject,
		listActions: ListActions = {},
		server = createExecution(({ body: sent }) => jsonResponse({ ...storedRecord, ...sent })),
		itemIndex = 0,
	) => {
		const call: Call<'update'> = {
			...common,
			...writeDefaults,
			kind: 'update',
			operation: operations.updateWorkItem,
			itemIndex,
			path: { project_id, work_item_id: id },
			body,
			listActions,
		};
		const result = await updateRecord(call, server.execution);

		return { result, methods: server.routes().map((route) => route.split(' ')[0]), ...server };
	};

	const addToBoth = { labels: 'add', assignees: 'add' } as const;
	const newValues = { name: 'New', labels: ['a'], assignees: ['v'] };

	test.each<
		[title: string, body: JsonObject, listActions: ListActions, sent: JsonObject | undefined]
	>([
		['replaces a list', { labels: ['c'] }, {}, { labels: ['c'] }],
		[
			'adds entries to a list',
			{ labels: ['b', 'c'] },
			{ labels: 'add' },
			{ labels: ['a', 'b', 'c'] },
		],
		[
			'removes entries from a list',
			{ labels: ['b', 'x'] },
			{ labels: 'remove' },
			{ labels: ['a'] },
		],
		[
			'sends nothing if all entries are there',
			{ labels: ['b', 'a'] },
			{ labels: 'add' },
			undefined,
		],
		['sends nothing if no entry is there', { labels: ['x'] }, { labels: 'remove' }, undefined],
		[
			'sends only the list that changes',
			newValues,
			addToBoth,
			{ name: 'New', assignees: ['u', 'v'] },
		],
		['sends nothing if the update has no values', {}, {}, undefined],
	])('%s', async (_, body, listActions, sent) => {
		const { result, requests, methods } = await update(body, listActions);
		const expectedReads = Object.keys(listActions).length > 0 || sent === undefined ? ['GET'] : [];

		expect(methods).toEqual([...expectedReads, ...(sent ? ['PATCH'] : [])]);
		expect(requests.at(-1)?.body).toEqual(sent);
		expect(result).toMatchObject([{ record: { ...storedRecord, ...sent } }]);
	});

	type Row = [
		title: string,
		labels: string[],
		action: 'add' | 'remove',
		sent: string[] | undefined,
	];
	test.each<Row>([
		['adds a new entry', ['b'], 'add', ['a', 'b']],
		['sends nothing if all entries are there', ['a'], 'add', undefined],
		['removes the entry', ['a'], 'remove', []],
		['sends nothing if no entry is there', ['b'], 'remove', undefined],
	])('with a list that contains an entry twice, %s', async (_, labels, action, sent) => {
		const server = createExecution(({ body }) => jsonResponse({ id, labels: ['a', 'a'], ...body }));
		const { requests, methods } = await update({ labels }, { labels: action }, server);

		expect(methods).toEqual(sent === undefined ? ['GET'] : ['GET', 'PATCH']);
		expect(requests.at(-1)?.body).toEqual(sent && { labels: sent });
	});

	test('changes nothing if the record cannot be read', async () => {
		const server = createExecution(() => textResponse('', 403));
		const { result, methods } = await update({ labels: ['a'] }, { labels: 'add' }, server);

		expect(result).toMatchObject({ status: 403 });
		expect(methods).toEqual(['GET']);
	});

	test('fails if the change is refused', async () => {
		const { result } = await update(
			{ name: 'x' },
			{},
			createExecution(() => textResponse('', 403)),
		);

		expect(result).toMatchObject({ status: 403 });
	});

	test('does not read the record if no list is added to', async () => {
		const { methods } = await update({ name: 'x' }, { labels: 'add' });

		expect(methods).toEqual(['PATCH']);
	});

	// No server is known to send these. A list that cannot be read must not be overwritten.
	test('changes nothing if the response is not a record', async () => {
		const server = createExecution(() => jsonResponse([storedRecord]));
		const { result, methods } = await update({ labels: ['c'] }, { labels: 'add' }, server);

		expect(result).toMatchObject({ message: expect.stringMatching(/ is not a record$/) });
		expect(methods).toEqual(['GET']);
	});

	test.each<[string, JsonObject]>([
		['is missing', { id }],
		['is not a list', { id, labels: 'a' }],
		['has an entry without an ID', { id, labels: ['a', { name: 'b' }] }],
	])('changes nothing if the list to add to %s', async (_, record) => {
		const server = createExecution(() => jsonResponse(record));
		const { result, methods } = await update({ labels: ['c'] }, { labels: 'add' }, server);

		expect(result).toMatchObject({
			message: 'The response of the server has no readable Label Names or IDs',
		});
		expect(methods).toEqual(['GET']);
	});
});

/** The responses for a missing record and for an unknown path (rows 18 and 36). */
const notFound = jsonResponse({ error: 'The requested resource does not exist.' }, 404);
const pageNotFound = jsonResponse({ error: 'Page not found.' }, 404);
const notFoundAfterRetry = { ...notFound, mayHaveSucceeded: true };
const webPageAfterRetry = {
	...textResponse('<!DOCTYPE html><p>Not Found', 404),
	mayHaveSucceeded: true,
};
const noContent = textResponse('', 204);

describe('executeAction', () => {
	const runAction = async (
		outcome: Outcome,
		ignoreMissing: boolean,
		operation: Operation<'action'>,
		recordId = id,
	) => {
		const { execution, requests } = createExecution(() => outcome);
		const path = { project_id, [operation.locators.at(-1)?.wire ?? '']: recordId };
		const call: Call<'action'> = { ...common, kind: 'action', operation, path, ignoreMissing };
		const body = operation.extraBody?.('2026-11-21');
		const result = await executeAction({ ...call, ...(body && { body }) }, execution);

		return { result, requests };
	};

	const outputOf = (json: JsonObject) => toOutputs([{ ...json, id }]);

	const deleted = outputOf({ deleted: true });
	const notDeleted = outputOf({ deleted: false });

	test.each<[title: string, Outcome, ignoreMissing: boolean, result: object]>([
		['reports that it was carried out', noContent, false, deleted],
		['fails if the record is missing', notFound, false, { status: 404 }],
		['reports that nothing was done if a missing record is acceptable', notFound, true, notDeleted],
		[
			'succeeds if the record is gone after an attempt with an unknown outcome',
			notFoundAfterRetry,
			false,
			deleted,
		],
		[
			'fails if the server lacks the operation, even if a missing record is acceptable',
			pageNotFound,
			true,
			{ status: 404 },
		],
		[
			'fails if a proxy responds, even if a missing record is acceptable',
			webPageAfterRetry,
			true,
			{ message: expect.stringMatching(/web page/) },
		],
		[
			'fails without permission, even if a missing record is acceptable',
			textResponse('', 403),
			true,
			{ status: 403 },
		],
		[
			'has an unknown outcome if there is no response',
			networkFault('ECONNRESET'),
			true,
			{ tag: 'unknownOutcome' },
		],
	])('%s', async (_, outcome, ignoreMissing, result) => {
		expect((await runAction(outcome, ignoreMissing, operations.deleteLabel)).result).toMatchObject(
			result,
		);
	});

	test.each([
		[false, pageNotFound],
		[true, pageNotFound],
		[false, { ...pageNotFound, mayHaveSucceeded: true }],
	])(
		'fails for an invalid ID, with missing records acceptable or not (%j)',
		async (ignoreMissing, outcome) => {
			const { result } = await runAction(
				outcome,
				ignoreMissing,
				operations.deleteWorkItem,
				'no-id',
			);

			expect(result).toMatchObject({
				message: 'Work Item "no-id" is not an ID of Plane',
			});
		},
	);

	test('sends the fixed body of an action', async () => {
		const { result, requests } = await runAction(
			jsonResponse({ id }),
			false,
			operations.archiveWorkItem,
		);

		const route = `projects/${project_id}/work-items/${id}/`;

		expect(result).toEqual(outputOf({ archived: true }));
		expect(requests).toMatchObject([
			{ route: `GET ${route}` },
			{ route: `PATCH ${route}`, body: { archived_at: '2026-11-21' } },
		]);
	});
});

describe('executeRemove', () => {
	const remove = async (
		ids: string[],
		missingIds: string[],
		ignoreMissing: boolean,
		continueOnFail = true,
		cycle_id = id,
	) => {
		const { execution, routes } = createExecution(
			({ route }) => {
				if (!route.includes(id)) return pageNotFound;

				return missingIds.some((missingId) => route.includes(`/${missingId}/`))
					? notFound
					: noContent;
			},
			{ continueOnFail },
		);
		const path = { project_id, cycle_id };
		const operation = operations.removeWorkItemsFromCycle;
		const call: Call<'remove'> = { ...common, kind: 'remove', operation, path, ids, ignoreMissing };
		const result = await executeRemove(call, execution);

		return { result, routes: routes() };
	};

	const removed = (removedId: string, isRemoved = true) => ({
		json: { removed: isRemoved, id: removedId },
	});

	test('removes each record by a request of its own, and reports which were there if missing ones are acceptable', async () => {
		const { result, routes } = await remove(['a', 'b'], ['b'], true);

		expect(result).toEqual({ kind: 'outputs', outputs: [removed('a'), removed('b', false)] });
		const place = `DELETE projects/${project_id}/cycles/${id}/cycle-issues`;

		expect(routes).toEqual([`${place}/a/`, `${place}/b/`]);
	});

	test('fails if the ID of the container is invalid, even if missing records are acceptable', async () => {
		const { result } = await remove(['a'], [], true, true, 'Week');

		expect(result).toMatchObject({
			message: 'Work Item IDs: a was not removed: Cycle "Week" is not an ID of Plane',
		});
	});

	test('fails with the records that were not removed and the number of those that were', async () => {
		const { result } = await remove(['a', 'b', 'c', 'd'], ['b', 'd'], false);

		expect(result).toMatchObject({
			message: `Work Item IDs: b was not removed: Plane did not find it in Cycle ${id}`,
			description: expect.stringMatching(
				/been removed already\. .* set If Not Found to Continue\. Removed: 2 of 4\. Not removed: b, d\.$/,
			),
		});
	});

	test('stops at the first failure unless the run continues on failures', async () => {
		const many = Array.from({ length: 30 }, (_, index) => `i${String(index)}`);
		const stopped = await remove(many, many, false, false);
		const triedCount = stopped.routes.length;

		expect(triedCount).toBeLessThan(10);
		expect(stopped.result).toMatchObject({
			description: expect.stringMatching(
				new RegExp(
					`Removed: 0 of 30\\. Not removed: .*\\. Not tried: ${String(30 - triedCount)}\\.$`,
				),
			),
		});
		expect((await remove(many, many, false)).routes).toHaveLength(30);
	});
});
