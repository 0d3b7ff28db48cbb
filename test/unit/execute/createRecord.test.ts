import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { createRecord } from '../../../nodes/shared/execute/createRecord';
import type { Call } from '../../../nodes/shared/model/call';
import { createLabel, createWorkItem } from '../../../nodes/shared/operations';
import type { Operation } from '../../../nodes/shared/operations/operation';
import type { HttpResponse, Outcome } from '../../../nodes/shared/transport/response';
import { plainly } from '../calls';
import { jsonResponse, textResponse, withHeaders } from '../responses';
import { type Asked, executionOf } from './clientOf';

const body = { name: 'bug' };
const external = { ...body, external_source: 'sheet', external_id: 'row-1' };
const stored = { id: 'r1', ...external, color: '#000000' };

type IfTaken = Call<'create'>['ifTaken'];

const call = (operation: Operation<'create'>, values: JsonObject, ifTaken: IfTaken = 'fail') => ({
	...{ kind: 'create' as const, operation, itemIndex: 0, workspace: 'acme', ...plainly },
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
		const results = [{ id: 'r0', name: 'x' }, held];
		return jsonResponse(isOne ? held : { results, total_count: 2 });
	};

const items = 'projects/p1/work-items/';
const labels = 'projects/p1/labels/';

describe('a create whose record is there already', () => {
	const changed = { outputs: [{ json: { ...stored, changed: true } }] };
	const [denied, asked] = [textResponse('', 403), [`POST ${labels}`, `GET ${labels}r1/`]];
	const looked = [`POST ${labels}`, `GET ${labels}`];
	const fails = { message: expect.stringContaining('Plane already has') };
	const use = { outputs: [{ json: stored }] };
	test.each<[IfTaken, title: string, Outcome, outcome: object, routes: string[]]>([
		['fail', 'fails', taken('r1'), fails, [`POST ${labels}`]],
		['use', 'gives it by its ID', taken('r1'), use, asked],
		['use', 'finds it by its name', taken(), use, looked],
		['update', 'changes it', taken('r1'), changed, [...asked, `PATCH ${labels}r1/`]],
		['use', 'fails where it is for another reason', denied, { status: 403 }, [`POST ${labels}`]],
		['use', 'fails where it is not in the list', taken(), fails, looked],
	])('(%s) %s', async (ifTaken, _, refusal, outcome, routes) => {
		const held = outcome === fails ? { id: 'r2', name: 'y' } : stored;
		const server = executionOf(having(refusal, held));
		const result = await createRecord(call(createLabel, body, ifTaken), server.execution);
		expect(result).toMatchObject(outcome);
		expect(server.routes()).toEqual(routes);
		const [change] = server.asked.filter(({ route }) => route.startsWith('PATCH'));
		if (ifTaken === 'update') expect(change?.body).toEqual(body);
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
		['where it is to fail', external, 'fail'],
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
		['another one, if there was no other try', false, conflict(1000, { mayBeDone: false })],
		['another one, if it has no external ID', false, conflict(1000), body],
	])('means %s', async (_, isOwn, { refusal, held }, values = external) => {
		const { execution } = executionOf(having(refusal, held));
		const result = await createRecord(call(createWorkItem, values), execution);
		expect(result).toMatchObject(own(isOwn));
	});

	test('is none of an own record where it is to be updated: an older one is', async () => {
		for (const changes of [0, 1]) {
			const { refusal, held } = conflict(changes === 0 ? 1000 : 60_000);
			const server = executionOf(having(refusal, held));
			await createRecord(call(createWorkItem, external, 'update'), server.execution);
			const patched = server.routes().filter((route) => route.startsWith('PATCH'));
			expect(patched).toHaveLength(changes);
		}
	});
});
