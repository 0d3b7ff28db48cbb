import { describe, expect, test } from '@jest/globals';
import type { JsonObject, JsonValue } from 'n8n-workflow';

import { addIds } from '../../../nodes/Plane/execute/additions/addIds';
import { executeAdd } from '../../../nodes/Plane/execute/additions/executeAdd';
import { summarizeAddition } from '../../../nodes/Plane/execute/additions/summarizeAddition';
import type { Call } from '../../../nodes/shared/model/call';
import {
	addWorkItemsToCustomer,
	addWorkItemsToCycle,
	addWorkItemsToModule,
} from '../../../nodes/shared/operations';
import { isProblem, problem, type Result } from '../../../nodes/shared/result/problem';
import type { HttpResponse, Outcome } from '../../../nodes/shared/transport/response';
import type { Respond } from '../fakePlane';
import { jsonResponse, textResponse } from '../responses';
import { createExecution } from './testExecution';

/** A row of the response to an addition, by the fields that matter here (rows 9 and 10). */
const row = (issue: JsonValue) => ({ id: `row of ${JSON.stringify(issue)}`, issue });
const refusal = problem({
	tag: 'failed',
	status: 400,
	message: 'Plane refused it',
	description: 'Check.',
});
const UUID = '0C7DA278-21B6-4225-9D30-DA0E1A924AE5';
const manyIds = Array.from({ length: 100 }, (_, index) => `id${String(index)}`);

type AnswerAddition = (ids: readonly string[]) => Result<HttpResponse>;

/** Adds IDs on a server that responds like this. Returns the IDs of each request, and the outcomes. */
async function add(ids: readonly string[], respond: AnswerAddition, continueOnFail = true) {
	const sent: (readonly string[])[] = [];
	const added = await addIds(ids, addWorkItemsToModule, {
		continueOnFail,
		send: (ids) => {
			sent.push(ids);

			return Promise.resolve(respond(ids));
		},
	});

	return { sent, added, outcome: summarizeAddition(added) };
}

/** A server that ignores unknown IDs, and returns all contents of the module (row 9). */
const ignoreUnknownIds = (known: readonly string[]): AnswerAddition => {
	const contents = new Set(['old']);

	return (ids) => {
		for (const id of ids) if (known.includes(id)) contents.add(id);

		return jsonResponse([...contents].reverse().map(row));
	};
};

/** A server that refuses a whole request because of one unknown ID (row 10). */
const refuseUnknownIds = (known: readonly string[]): AnswerAddition => {
	const contents = new Set<string>();

	return (ids) => {
		if (ids.some((id) => !known.includes(id))) return refusal;

		for (const id of ids) contents.add(id);

		return jsonResponse([...contents].map(row));
	};
};

describe('addIds', () => {
	const expandedRow = row({ id: 'a', name: 'A' });
	// The specification only says that the response is an object.
	const recordWithIds = { id: 'x', issues: ['a', 'b'] };
	const emptyRecord = { id: 'x' };
	const id = UUID.toLowerCase();
	const upperCaseRow = row(UUID);

	test.each<[title: string, ids: string[], respond: AnswerAddition, outcome: unknown]>([
		[
			'the record of each ID, not the whole list',
			['a', 'b'],
			ignoreUnknownIds(['a', 'b']),
			[row('a'), row('b')],
		],
		[
			'a row that has a record instead of an ID',
			['a'],
			() => jsonResponse([expandedRow]),
			[expandedRow],
		],
		[
			'a single record without rows for every ID',
			['a', 'b'],
			() => jsonResponse(recordWithIds),
			[recordWithIds],
		],
		[
			'a single empty record for every ID',
			['a', 'b'],
			() => jsonResponse(emptyRecord),
			[emptyRecord],
		],
		['the record of an ID in upper case', [id], () => jsonResponse([upperCaseRow]), [upperCaseRow]],
		[
			'the first of several rows of an ID, and ignores values that are not rows',
			['a'],
			() => jsonResponse([null, 'a', row('a'), { ...row('a'), id: 'old' }]),
			[row('a')],
		],
		['a success for an empty response', ['a'], () => textResponse('', 204), [{ success: true }]],
	])('returns %s', async (_, ids, respond, records) => {
		const { sent, outcome } = await add(ids, respond);

		expect(sent).toEqual([ids]);
		expect(outcome).toEqual(records);
	});

	test('reports an ID as not added if the response does not list it', async () => {
		const { outcome } = await add(['x'], ignoreUnknownIds(['a']));

		expect(outcome).toMatchObject({
			tag: 'failed',
			message: 'Work Item IDs: x was not added: the server does not know it in this project',
		});
	});

	// Row 459: one unknown ID makes the request fail, so that all others are linked.
	test('has a record for each ID if the rows of a response are in a field and lack one that was there before', async () => {
		const linked = { id: 'a', name: 'Print on both sides' };
		const added = await addIds(['a', 'b'], addWorkItemsToCustomer, {
			continueOnFail: true,
			send: () => Promise.resolve(jsonResponse({ message: 'Linked', linked_issues: [linked] })),
		});

		expect(summarizeAddition(added)).toEqual([linked, { id: 'b' }]);
	});

	test('reports an ID as not added if the response is plain text', async () => {
		const { outcome } = await add(['x'], () => textResponse('OK'));

		expect(outcome).toMatchObject({
			tag: 'failed',
			message: 'Work Item IDs: x was not added: the server does not know it in this project',
		});
	});

	test('reports an ID as not added if the list in a single record does not contain it', async () => {
		const { outcome } = await add(['a', 'x'], () => jsonResponse({ issues: ['a'] }));

		expect(outcome).toMatchObject({ message: expect.stringMatching(/: x was not added/) });
	});

	test('reports which of several IDs were added and which were not', async () => {
		const { outcome } = await add(['a', 'x', 'b', 'y'], ignoreUnknownIds(['a', 'b']));

		expect(outcome).toMatchObject({
			message: expect.stringMatching(/^Work Item IDs: x was not added/),
			description: expect.stringMatching(/Also not added: y\. Added: 2 of 4\.$/),
		});
	});

	test('splits the IDs until the refused ones are alone, and adds the others', async () => {
		const known = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
		const ids = [...known.slice(0, 5), 'x', ...known.slice(5)];
		const { sent, added } = await add(ids, refuseUnknownIds(known));

		expect([...added].filter(([, outcome]) => isProblem(outcome)).map(([id]) => id)).toEqual(['x']);
		expect([...added.keys()]).toEqual(ids);
		// All 8 IDs, two halves, two quarters of the refused half, and the two IDs of the refused quarter.
		expect(sent.length).toBe(7);
	});

	test('names the refused ID and quotes the server', async () => {
		const { outcome } = await add(['x'], refuseUnknownIds([]));

		expect(outcome).toEqual({
			...refusal,
			message: 'Work Item IDs: x was not added: Plane refused it',
		});
	});

	test.each([401, 403, 404, 409, 429, 500, undefined])(
		'does not split the IDs after status %s, which cannot be caused by single IDs',
		async (status) => {
			const { tag, message, description } = refusal;
			const details = { tag, message, description };
			const failure = problem(status === undefined ? details : { ...details, status });
			const { sent, outcome } = await add(['a', 'b', 'c'], () => failure);

			expect(sent).toHaveLength(1);
			expect(outcome).toMatchObject({ message: 'Plane refused it' });
		},
	);

	test('does not split the IDs if the target is closed', async () => {
		const closed = { ...refusal, tag: 'target' } as const;
		const { sent, added, outcome } = await add(['a', 'b', 'c'], () => closed);

		expect(sent).toEqual([['a', 'b', 'c']]);
		expect([...added.values()].map(isProblem)).toEqual([true, true, true]);
		expect(outcome).toEqual(closed);
	});

	test('stops splitting after identical refusals of single IDs', async () => {
		const { sent, added, outcome } = await add(manyIds, () => refusal);

		expect(sent.filter((ids) => ids.length === 1)).toEqual([['id0'], ['id1'], ['id99']]);
		expect(sent.length).toBeLessThan(12);
		expect([...added.keys()].sort()).toEqual([...manyIds].sort());
		expect(outcome).toMatchObject({
			description:
				'Check. 3 of 100 were refused one by one with the same message, so the others were not tried.',
		});
	});

	test('keeps splitting if an ID at the other end is accepted', async () => {
		const known = manyIds.slice(40);
		const { added, sent } = await add(manyIds, refuseUnknownIds(known));

		expect(manyIds.filter((id) => !isProblem(added.get(id) ?? refusal))).toEqual(known);
		const accepted = sent.filter((ids) => ids.every((id) => known.includes(id)));

		// No ID is accepted twice.
		expect(accepted.flat().sort()).toEqual([...known].sort());
		expect((await add(['a', 'b', 'c'], refuseUnknownIds(['c']))).sent.map(String)).toEqual([
			'a,b,c',
			'a,b',
			'a',
			'b',
			'c',
		]);
	});

	test('keeps splitting if each ID is refused with another message', async () => {
		const { added } = await add(manyIds, ([first, ...others]) =>
			others.length === 0 ? { ...refusal, message: `No ${first ?? ''}` } : refusal,
		);
		const messages = [...added.values()].map((outcome) => isProblem(outcome) && outcome.message);

		expect(new Set(messages).size).toBe(manyIds.length);
	});

	test('keeps splitting if the messages are those for unknown IDs', async () => {
		const unknownIdRefusal = {
			...refusal,
			message: 'Plane refused the request: The payload is not valid',
		};
		const { sent } = await add(['a', 'b', 'c', 'd'], () => unknownIdRefusal);

		expect(sent).toHaveLength(7);
	});

	test('stops at the first refused ID unless the run continues on failures', async () => {
		const { sent, added, outcome } = await add(
			['a', 'x', 'b', 'c'],
			refuseUnknownIds(['a', 'b', 'c']),
			false,
		);

		expect(sent).toEqual([['a', 'x', 'b', 'c'], ['a', 'x'], ['a'], ['x']]);
		expect([...added.keys()]).toEqual(['a', 'x']);
		expect(outcome).toMatchObject({ message: expect.stringContaining('x was not added') });
	});

	test('continues with the other half if one half fails for another reason', async () => {
		let requests = 0;
		const { added } = await add(['a', 'b'], (ids) => {
			requests += 1;
			if (requests === 1) return refusal;

			return requests === 2 ? { ...refusal, status: 500 } : jsonResponse(ids.map(row));
		});

		expect([...added.values()].map(isProblem)).toEqual([true, false]);
	});
});

describe('summarizeAddition', () => {
	type Outcome = [id: string, Result<JsonObject>];
	const notSent = problem({ tag: 'notSent', message: 'Not sent', description: 'Wait.' });
	const addedIds = (...ids: readonly string[]) => ids.map((id): Outcome => [id, { id }]);
	const failedIds = (...ids: readonly string[]) => ids.map((id): Outcome => [id, refusal]);
	const numberIds = (count: number) => Array.from({ length: count }, (_, index) => `x${index + 1}`);

	test.each<[title: string, Outcome[], idCount: number, outcome: object]>([
		['returns why the first ID was not sent if none was added', [['a', notSent]], 2, notSent],
		[
			'counts the IDs that were added before an interruption',
			[...addedIds('a'), ['b', notSent]],
			3,
			{ tag: 'partial', message: 'Only 1 of 3 were added before another item failed' },
		],
		[
			'counts the IDs that were not tried',
			[...addedIds('a'), ...failedIds('x1')],
			5,
			{ description: 'Check. Added: 1 of 5. Not tried: 3.' },
		],
		[
			'lists twenty other IDs',
			[...addedIds('a'), ...failedIds(...numberIds(21))],
			22,
			{
				description: `Check. Also not added: ${numberIds(21).slice(1).join(', ')}. Added: 1 of 22.`,
			},
		],
		[
			'counts further IDs',
			[...addedIds('a'), ...failedIds(...numberIds(23))],
			24,
			{
				description: `Check. Also not added: ${numberIds(21).slice(1).join(', ')} and 2 more. Added: 1 of 24.`,
			},
		],
	])('%s', (_, outcomes, idCount, outcome) => {
		expect(summarizeAddition(new Map(outcomes), idCount)).toMatchObject(outcome);
	});
});

describe('executeAdd', () => {
	const addCall = (cycle_id: string, ids: readonly string[]): Call<'add'> => ({
		kind: 'add',
		operation: addWorkItemsToCycle,
		itemIndex: 0,
		workspace: 'acme',
		path: { project_id: 'p1', cycle_id },
		ids,
		displayNames: { x: 'LNCH-1', c1: 'Week 1' },
	});
	/** From the source of the server (row 31). */
	const cycleEnded = jsonResponse(
		{
			code: 'CYCLE_COMPLETED',
			message: 'The Cycle has already been completed so no new issues can be added',
		},
		400,
	);

	/** An execution on a server with empty cycles, and the additions that it has sent. */
	function createCycleExecution(
		answerAddition: Outcome | Respond,
		options?: Parameters<typeof createExecution>[1],
	) {
		const answers = { 'GET *': jsonResponse([]), 'POST *': answerAddition };
		const { execution, requests } = createExecution(answers, options);
		const additions = () => requests.filter(({ route }) => route.startsWith('POST '));

		return { execution, additions };
	}

	test('sends the IDs of an item, and names them in errors as the user did', async () => {
		const { execution, additions } = createCycleExecution(() => jsonResponse([row('a')]));
		const result = await executeAdd(addCall('c1', ['a', 'x']), execution);
		const route = 'POST projects/p1/cycles/c1/cycle-issues/';

		expect(additions()).toMatchObject([{ route, body: { issues: ['a', 'x'] } }]);
		const outcomes =
			!isProblem(result) && result.kind === 'additions' ? [...result.outcomes] : undefined;

		expect(outcomes).toMatchObject([
			['a', row('a')],
			['x', { message: expect.stringMatching(/^Work Item IDs: LNCH-1 was not added: /) }],
		]);
	});

	test.each([
		['stops at the first refused ID', false, 4],
		['tries the other IDs if the run continues on failures', true, 5],
	])('%s', async (_, continueOnFail, requests) => {
		const { execution, additions } = createCycleExecution(
			({ body }) => {
				const { issues } = body ?? {};
				const isRefused = Array.isArray(issues) && issues.includes('b');

				return isRefused ? jsonResponse({ error: 'No' }, 400) : jsonResponse([row('a'), row('c')]);
			},
			{ continueOnFail },
		);

		await executeAdd(addCall('c1', ['a', 'b', 'c']), execution);

		expect(additions()).toHaveLength(requests);
	});

	test('does not try a closed target again, but tries another one', async () => {
		const { execution, additions } = createCycleExecution(({ route }) =>
			route.includes('/c1/') ? cycleEnded : jsonResponse([row('a')]),
		);
		const has = { message: expect.stringContaining('Week 1') };

		expect(await executeAdd(addCall('c1', ['a', 'x']), execution)).toMatchObject({
			outcomes: new Map([
				['a', expect.objectContaining(has)],
				['x', expect.objectContaining(has)],
			]),
		});
		expect(await executeAdd(addCall('c1', ['b']), execution)).toMatchObject({
			tag: 'target',
			...has,
		});
		expect(await executeAdd(addCall('c2', ['a']), execution)).toEqual({
			kind: 'additions',
			outcomes: new Map([['a', row('a')]]),
		});
		expect(additions().map(({ route }) => route.split('/')[3])).toEqual(['c1', 'c2']);
	});

	test('tries a target again after another kind of failure', async () => {
		const { execution, additions } = createCycleExecution(() => jsonResponse({ error: 'No' }, 403));

		await executeAdd(addCall('c1', ['a']), execution);
		await executeAdd(addCall('c1', ['a']), execution);

		expect(additions()).toHaveLength(2);
	});

	test('does not add work items that are in the cycle already, because that would notify people again (row 81)', async () => {
		const contents = [{ id: 'a', created_at: '2026-01-01T00:00:00Z' }];
		const { execution, requests } = createExecution(({ route }) =>
			jsonResponse(route.startsWith('GET ') ? contents : [row('b')]),
		);

		const result = await executeAdd(addCall('c1', ['a', 'b']), execution);

		expect(requests.at(-1)).toMatchObject({ body: { issues: ['b'] } });
		expect(result).toEqual({
			kind: 'additions',
			outcomes: new Map<string, JsonObject>([
				['b', row('b')],
				['a', { added: false, project: 'p1', cycle: 'c1', issue: 'a' }],
			]),
		});
	});

	test('does not read the cycle for records that are known to be missing in it', async () => {
		const { execution, routes } = createExecution(() => jsonResponse([row('a')]));

		await executeAdd({ ...addCall('c1', ['a']), areNotInTarget: true }, execution);

		expect(routes()).toEqual(['POST projects/p1/cycles/c1/cycle-issues/']);
	});
});
