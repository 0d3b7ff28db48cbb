import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { executeAction, executeRemove } from '../../../nodes/shared/execute/actions';
import { updateRecord } from '../../../nodes/shared/execute/updateRecord';
import type { Call } from '../../../nodes/shared/model/call';
import {
	archiveWorkItem,
	deleteLabel,
	removeWorkItemsFromCycle,
	updateWorkItem,
} from '../../../nodes/shared/operations';
import type { Operation } from '../../../nodes/shared/operations/operation';
import type { Outcome } from '../../../nodes/shared/transport/response';
import { plainly } from '../calls';
import { jsonResponse, networkFault, textResponse } from '../responses';
import { executionOf } from './clientOf';

const id = '0c7da278-21b6-4225-9d30-da0e1a924ae5';
const project_id = 'dea35cbb-1f93-48ff-8bfb-bd57d6a206f8';
const common = { itemIndex: 0, workspace: 'acme' };

describe('an update', () => {
	const held = { id, labels: ['a', { id: 'b' }], assignees: ['u'], name: 'Old' };
	type Merged = Call<'update'>['merged'];

	const update = async (body: JsonObject, merged: Merged) => {
		const server = executionOf(({ route, body: sent }) =>
			jsonResponse(route.startsWith('GET') ? held : { ...held, ...sent }),
		);
		const path = { project_id, work_item_id: id };
		const operation = updateWorkItem;
		const result = await updateRecord(
			{ ...common, ...plainly, kind: 'update', operation, path, body, merged },
			server.execution,
		);
		return { result, sent: server.asked.flatMap(({ body: one }) => one ?? []), ...server };
	};

	test.each<[title: string, body: JsonObject, merged: Merged, sent: JsonObject[], reads: number]>([
		['replaces a list', { labels: ['c'] }, {}, [{ labels: ['c'] }], 0],
		[
			'adds to what there is',
			{ labels: ['b', 'c'] },
			{ labels: 'add' },
			[{ labels: ['a', 'b', 'c'] }],
			1,
		],
		[
			'takes out of what there is',
			{ labels: ['b', 'x'] },
			{ labels: 'remove' },
			[{ labels: ['a'] }],
			1,
		],
		['sends nothing where all is there', { labels: ['b', 'a'] }, { labels: 'add' }, [], 1],
		['sends nothing where none is there', { labels: ['x'] }, { labels: 'remove' }, [], 1],
		[
			'reads once for two lists, and sends the rest',
			{ name: 'New', labels: ['a'], assignees: ['v'] },
			{ labels: 'add', assignees: 'add' },
			[{ name: 'New', assignees: ['u', 'v'] }],
			1,
		],
		['reads where there is nothing to send', {}, {}, [], 1],
	])('%s', async (_, body, merged, sent, reads) => {
		const done = await update(body, merged);
		expect(done.sent).toEqual(sent);
		expect(done.routes().filter((route) => route.startsWith('GET'))).toHaveLength(reads);
		expect(done.result).toMatchObject({ outputs: [{ json: { ...held, ...sent[0] } }] });
	});

	test('is a problem where what there is cannot be read', async () => {
		const { execution, asked } = executionOf(() => textResponse('', 403));
		const call = { ...common, ...plainly, path: { project_id, work_item_id: id } } as const;
		const body = { labels: ['a'] };
		const merged = { labels: 'add' } as const;
		const result = await updateRecord(
			{ ...call, kind: 'update', operation: updateWorkItem, body, merged },
			execution,
		);
		expect(result).toMatchObject({ status: 403 });
		expect(asked).toHaveLength(1);
	});

	test('notes what the server left out, of what it leaves out silently', async () => {
		const { execution } = executionOf(() => jsonResponse({ id, labels: [{ id: 'b' }] }));
		const path = { project_id, work_item_id: id };
		const call = { ...common, ...plainly, path, kind: 'update' } as const;
		for (const [itemIndex, label] of ['a', 'b', 'c'].entries()) {
			const body = { labels: [label], assignees: ['u'] };
			await updateRecord({ ...call, operation: updateWorkItem, body, itemIndex }, execution);
		}
		// A response without the field says nothing.
		expect([...execution.leftOut]).toEqual([['Label Names or IDs', new Set([0, 2])]]);
	});
});

const lacking = jsonResponse({ detail: 'Not found.' }, 404);
const noPath = jsonResponse({ error: 'Page not found.' }, 404);
const done = textResponse('', 204);

describe('an action', () => {
	const act = async (outcome: Outcome, goesOn: boolean, operation: Operation<'action'>) => {
		const { execution, asked } = executionOf(() => outcome);
		const path = { project_id, [operation.path.at(-1)?.wire ?? '']: id };
		const call: Call<'action'> = { ...common, kind: 'action', operation, path, goesOn };
		const body = operation.says?.('2026-11-21');
		const result = await executeAction({ ...call, ...(body && { body }) }, execution);
		return { result, asked };
	};
	const says = (json: JsonObject) => ({ outputs: [{ json: { ...json, id } }] });

	test.each<[title: string, Outcome, goesOn: boolean, result: object]>([
		['says that it is done', done, false, says({ deleted: true })],
		['fails where there is no such record', lacking, false, { status: 404 }],
		['says that nothing was done, where that will do', lacking, true, says({ deleted: false })],
		[
			'is done where an earlier try may have done it',
			{ ...lacking, mayBeDone: true },
			false,
			says({ deleted: true }),
		],
		[
			'fails where the server lacks the operation, even if it will do without',
			noPath,
			true,
			{ status: 404 },
		],
		[
			'fails for lack of rights, even if it will do without',
			textResponse('', 403),
			true,
			{ status: 403 },
		],
		[
			'is unknown where no response came',
			networkFault('ECONNRESET'),
			true,
			{ tag: 'unknownOutcome' },
		],
	])('%s', async (_, outcome, goesOn, result) => {
		expect((await act(outcome, goesOn, deleteLabel)).result).toMatchObject(result);
	});

	test('can be a change that always says the same', async () => {
		const { result, asked } = await act(jsonResponse({ id }), false, archiveWorkItem);
		expect(result).toEqual(says({ archived: true }));
		expect(asked).toMatchObject([
			{
				route: `PATCH projects/${project_id}/work-items/${id}/`,
				body: { archived_at: '2026-11-21' },
			},
		]);
	});
});

describe('a removal', () => {
	const remove = async (ids: string[], gone: string[], goesOn: boolean, continueOnFail = true) => {
		const { execution, routes } = executionOf(
			({ route }) => (gone.some((one) => route.includes(`/${one}/`)) ? lacking : done),
			{ continueOnFail },
		);
		const path = { project_id, cycle_id: id };
		const operation = removeWorkItemsFromCycle;
		const result = await executeRemove(
			{ ...common, kind: 'remove', operation, path, ids, goesOn },
			execution,
		);
		return { result, routes: routes() };
	};
	const removed = (one: string, isDone = true) => ({ json: { removed: isDone, id: one } });

	test('takes each out by a request, and says so of each', async () => {
		const { result, routes } = await remove(['a', 'b'], [], false);
		expect(result).toEqual({ outputs: [removed('a'), removed('b')] });
		const place = `DELETE projects/${project_id}/cycles/${id}/cycle-issues`;
		expect(routes).toEqual([`${place}/a/`, `${place}/b/`]);
	});

	test('says which were not there, where that will do', async () => {
		const { result } = await remove(['a', 'b'], ['b'], true);
		expect(result).toEqual({ outputs: [removed('a'), removed('b', false)] });
	});

	test('fails with what was not removed and how many were', async () => {
		const { result } = await remove(['a', 'b', 'c', 'd'], ['b', 'd'], false);
		expect(result).toMatchObject({
			message: expect.stringMatching(/^Work Item IDs: b was not removed: Plane did not find/),
			description: expect.stringMatching(/ Removed: 2 of 4\. Not removed: b, d\.$/),
		});
	});

	test('ends with the first failure where nothing goes on', async () => {
		const many = Array.from({ length: 30 }, (_, index) => `i${String(index)}`);
		expect((await remove(many, many, false, false)).routes.length).toBeLessThan(10);
		expect((await remove(many, many, false)).routes).toHaveLength(30);
	});
});
