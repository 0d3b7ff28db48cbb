import { describe, expect, test } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { readItems } from '../../../nodes/Plane/input/readItems';
import { createLabel } from '../../../nodes/shared/operations';
import { contextOf, idOf } from './reading';

const credential = {
	apiKey: 'plane_api_1',
	baseUrl: 'https://plane.example.com/',
	workspaceSlug: 'acme',
};

const named = { name: '={{ $json.name }}' };
const itemsOf = (...names: readonly string[]) => names.map((name) => ({ json: { name } }));
const many = (count: number) => itemsOf(...Array.from({ length: count }, (_, at) => `label ${at}`));

const reading = async (parameters: INodeParameters, around: Parameters<typeof contextOf>[2] = {}) =>
	await readItems(await contextOf(createLabel, parameters, { credential, ...around }), createLabel);

test('each item is read with its own values, and where to send them is read once', async () => {
	const { calls, sending } = await reading(named, { items: itemsOf('a', '', 'c') });
	const call = (itemIndex: number, name: string) => ({
		kind: 'create',
		itemIndex,
		workspace: 'acme',
		path: { project_id: idOf(1) },
		body: { name },
	});

	expect(calls).toMatchObject([
		call(0, 'a'),
		{ tag: 'invalid', message: 'Name: the value is empty' },
		call(2, 'c'),
	]);
	expect(sending).toEqual({
		connection: {
			apiKey: 'plane_api_1',
			root: 'https://plane.example.com',
			web: 'https://plane.example.com',
			workspaceSlug: 'acme',
			ignoreSslIssues: false,
		},
		settings: { concurrency: 8, maxWait: 300_000, retries: 4, timeout: 60_000 },
	});
});

test('what is the same for all items is evaluated once', async () => {
	const context = await contextOf(createLabel, named, { credential, items: itemsOf('a', 'b') });
	const asked: string[] = [];
	const getNodeParameter = context.getNodeParameter.bind(context) as (...all: unknown[]) => unknown;

	const watched = (name: string, ...others: readonly unknown[]) => {
		asked.push(name);

		return getNodeParameter(name, ...others);
	};

	Object.assign(context, { getNodeParameter: watched });
	await readItems(context, createLabel);
	const times = (name: string) => asked.filter((each) => each === name).length;

	// How it is given is looked at once.
	expect([times('projectId'), times('name')]).toEqual([2, 3]);
});

describe('the request options of the first item hold for all', () => {
	const seconds = { maxWait: '={{ $json.wait }}', timeout: 5 };
	const numbers = { concurrentRequests: 2, requestsPerMinute: 30, retries: 0 };

	test('as they are', async () => {
		const items = [1, 2].map((wait) => ({ json: { wait } }));
		const requestOptions = { ...seconds, ...numbers };
		const { sending } = await reading({ name: 'a', requestOptions }, { items });

		expect(sending?.settings).toEqual({
			concurrency: 2,
			maxWait: 1000,
			requestsPerMinute: 30,
			retries: 0,
			timeout: 5000,
		});
	});
});

describe('no item has a call, and nothing is sent', () => {
	const items = itemsOf('a', 'b');
	const wrong = { ...credential, baseUrl: 'nothing' };

	test.each<[string, INodeParameters, typeof credential | undefined, problem: object]>([
		[
			'without a credential',
			{},
			undefined,
			{ tag: 'internal', message: 'Node does not have any credentials set' },
		],
		[
			'with a credential that has no address',
			{},
			wrong,
			{ tag: 'invalid', message: 'Base URL: "nothing" is not a web address' },
		],
		[
			'with request options that are wrong',
			{ requestOptions: { retries: 99 } },
			credential,
			{ tag: 'invalid', message: 'Retries: 99 is not a whole number from 0 to 20' },
		],
	])('%s', async (_, parameters, held, problem) => {
		const around = { items, ...(held && { credential: held }) };
		const context = await contextOf(createLabel, { ...named, ...parameters }, around);
		const { calls, sending } = await readItems(context, createLabel);

		expect(calls).toMatchObject([problem, problem]);
		expect(sending).toBeUndefined();
	});
});

describe('of many items', () => {
	test('all are read', async () => {
		const { calls } = await reading(named, { items: many(201) });

		expect(calls).toMatchObject(many(201).map(({ json }) => ({ body: json })));
	});

	test('a hundred are read, and then the rest of n8n has a turn, which may cancel it', async () => {
		const controller = new AbortController();
		const { signal } = controller;
		const context = await contextOf(createLabel, named, { credential, items: many(500), signal });

		// As soon as anything else has a turn.
		setImmediate(() => controller.abort());
		const { calls } = await readItems(context, createLabel);

		expect(calls.length).toBeGreaterThan(0);
		expect(calls.length).toBeLessThan(200);
	});
});

test('what n8n throws for one item is a problem of this one alone', async () => {
	const items = itemsOf('a', 'b', 'c');
	const context = await contextOf(createLabel, named, { credential, items });
	const getNodeParameter = context.getNodeParameter.bind(context) as (...all: unknown[]) => unknown;

	const failing = (name: string, itemIndex: number, ...others: readonly unknown[]) => {
		if (itemIndex === 1 && name === 'additionalFields') throw new Error('Out of order');

		return getNodeParameter(name, itemIndex, ...others);
	};

	Object.assign(context, { getNodeParameter: failing });
	const { calls } = await readItems(context, createLabel);

	expect(calls).toMatchObject([
		{ body: { name: 'a' } },
		{ tag: 'internal', message: 'Out of order' },
		{ body: { name: 'c' } },
	]);
});
