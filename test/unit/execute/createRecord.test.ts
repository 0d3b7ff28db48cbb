import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { createRecord } from '../../../nodes/shared/execute/createRecord';
import type { Call } from '../../../nodes/shared/model/call';
import { createLabel, createRelation, createWorkItem } from '../../../nodes/shared/operations';
import type { Operation } from '../../../nodes/shared/operations/operation';
import type { HttpResponse, Outcome } from '../../../nodes/shared/transport/response';
import { plainly } from '../calls';
import { jsonResponse, networkFault, textResponse, withHeaders } from '../responses';
import { type Asked, executionOf } from './clientOf';

const body = { name: 'bug' };
const external = { ...body, external_source: 'sheet', external_id: 'row-1' };
const stored = { id: 'r1', ...external, color: '#000000' };

type IfTaken = Call<'create'>['ifTaken'];

const call = (
	operation: Operation<'create'>,
	values: JsonObject,
	ifTaken: IfTaken = 'fail',
): Call<'create'> => ({
	...{ kind: 'create', operation, itemIndex: 0, workspace: 'acme', ...plainly },
	...{ path: { project_id: 'p1', work_item_id: 'w1' }, body: values, ifTaken },
});

const taken = (id?: string): HttpResponse =>
	jsonResponse({ error: 'already exists', ...(id !== undefined && { id }) }, 409);

/** A server that refuses new records so, and has one that is like them. */
const having =
	(refusal: Outcome, held: JsonObject = stored) =>
	({ route, query }: Asked): Outcome => {
		if (route.startsWith('POST')) return refusal;
		if (route.startsWith('PATCH')) return jsonResponse({ ...held, changed: true });
		const isOne = route.endsWith('/r1/') || query.has('external_id');
		return jsonResponse(
			isOne ? held : { results: [{ id: 'r0', name: 'x' }, held], total_count: 2 },
		);
	};

const items = 'projects/p1/work-items/';
const labels = 'projects/p1/labels/';

describe('a create whose record is there already', () => {
	const changed = { ...stored, changed: true };
	const fails = { message: expect.stringContaining('Plane already has') };
	const use = { outputs: [{ json: stored }] };
	test.each<[IfTaken, title: string, Outcome, outcome: object, routes: string[]]>([
		['fail', 'fails', taken('r1'), fails, [`POST ${labels}`]],
		['use', 'gives it by its ID', taken('r1'), use, [`POST ${labels}`, `GET ${labels}r1/`]],
		['use', 'finds it by its name', taken(), use, [`POST ${labels}`, `GET ${labels}`]],
		[
			...(['update', 'changes it', taken('r1'), { outputs: [{ json: changed }] }] as const),
			[`POST ${labels}`, `GET ${labels}r1/`, `PATCH ${labels}r1/`],
		],
		[
			...(['use', 'fails where another rule refuses it', textResponse('', 403)] as const),
			...([{ status: 403 }, [`POST ${labels}`]] as [object, string[]]),
		],
	])('(%s) %s', async (ifTaken, _, refusal, outcome, routes) => {
		const server = executionOf(having(refusal));
		expect(await createRecord(call(createLabel, body, ifTaken), server.execution)).toMatchObject(
			outcome,
		);
		expect(server.routes()).toEqual(routes);
		const [change] = server.asked.filter(({ route }) => route.startsWith('PATCH'));
		if (ifTaken === 'update') expect(change?.body).toEqual(body);
	});

	test('fails with the words of the refusal where the list does not have it', async () => {
		const { execution } = executionOf(having(taken(), { id: 'r2', name: 'y' }));
		const result = await createRecord(call(createLabel, body, 'use'), execution);
		expect(result).toMatchObject(fails);
	});

	test('is looked for first by its external ID, until one is not there, and again after a conflict', async () => {
		let held = 2;
		const server = executionOf(({ route }) => {
			if (route.startsWith('POST')) return held-- > 0 ? taken('r1') : jsonResponse(stored, 201);
			if (route.endsWith('/r1/')) return jsonResponse(stored);
			return server.asked.length === 1 ? jsonResponse(stored) : jsonResponse({}, 404);
		});
		const sent: string[][] = [];
		for (let run = 0; run < 5; run++) {
			const before = server.asked.length;
			const result = await createRecord(call(createWorkItem, external, 'use'), server.execution);
			expect(result).toMatchObject(use);
			sent.push(server.routes().slice(before));
		}
		const [get, post, one] = [`GET ${items}`, `POST ${items}`, `GET ${items}r1/`];
		expect(sent).toEqual([[get], [get, post, one], [get, post, one], [get, post], [post]]);
		const { query } = server.asked[0] ?? {};
		expect(query?.toString()).toBe('external_id=row-1&external_source=sheet');
	});

	test.each<[title: string, JsonObject, IfTaken]>([
		['without an external ID', body, 'use'],
		['without its source', { ...external, external_source: '' }, 'use'],
		['that is to fail', external, 'fail'],
	])('is not looked for first %s', async (_, values, ifTaken) => {
		const server = executionOf(() => jsonResponse(stored, 201));
		await createRecord(call(createWorkItem, values, ifTaken), server.execution);
		expect(server.routes()).toEqual([`POST ${items}`]);
	});
});

describe('a conflict after a try of which nobody knows the outcome', () => {
	/** The record was made so many milliseconds before the server refuses a second one. */
	const conflict = (age: number | undefined, more: Partial<HttpResponse> = {}) => {
		const now = Date.parse('2026-11-21T12:00:00Z');
		const made = age === undefined ? {} : { created_at: new Date(now - age).toISOString() };
		const date = new Date(now).toUTCString();
		const refusal = { ...withHeaders(taken('r1'), { date }), mayBeDone: true, tries: 2, ...more };
		return { refusal, held: { ...stored, ...made } };
	};
	const own = (isOwn: boolean) => (isOwn ? { outputs: [{ json: { id: 'r1' } }] } : { status: 409 });

	test.each<[title: string, isOwn: boolean, ReturnType<typeof conflict>, JsonObject?]>([
		['its own record, made since', true, conflict(1000)],
		['another one, if it is older than the request', false, conflict(60_000)],
		['another one, if it does not say when it was made', false, conflict(undefined)],
		['another one, if the server has no clock', false, conflict(1000, { headers: {} })],
		[
			'another one, if no earlier try may have arrived',
			false,
			conflict(1000, { mayBeDone: false }),
		],
		['another one, if it has no external ID', false, conflict(1000), body],
	])('means %s', async (_, isOwn, { refusal, held }, values = external) => {
		const { execution } = executionOf(having(refusal, held));
		const result = await createRecord(call(createWorkItem, values), execution);
		expect(result).toMatchObject(own(isOwn));
	});

	test('is none of an own record where it is to be updated: an older one is', async () => {
		for (const [age, changes] of [
			[1000, 0],
			[60_000, 1],
		] as const) {
			const { refusal, held } = conflict(age);
			const server = executionOf(having(refusal, held));
			await createRecord(call(createWorkItem, external, 'update'), server.execution);
			const patched = server.routes().filter((route) => route.startsWith('PATCH'));
			expect(patched).toHaveLength(changes);
		}
	});
});

test('what came of a create that nobody knows the outcome of is unknown', async () => {
	const { execution } = executionOf(() => networkFault('ECONNRESET'));
	const result = await createRecord(call(createWorkItem, external), execution);
	expect(result).toMatchObject({ tag: 'unknownOutcome' });
});

test('the records of a response that is a list are all given', async () => {
	const { execution } = executionOf(() => jsonResponse([{ id: 'a' }, { id: 'b' }], 201));
	const result = await createRecord(call(createRelation, { issues: ['a', 'b'] }), execution);
	expect(result).toEqual({ outputs: [{ json: { id: 'a' } }, { json: { id: 'b' } }] });
});
