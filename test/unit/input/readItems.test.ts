import { describe, expect, test } from '@jest/globals';
import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';

import { readItems } from '../../../nodes/Plane/input/readItems';
import { createLabel } from '../../../nodes/shared/operations';
import { causes } from '../../nodeTexts';
import { createContext, uuid } from './inputFixtures';

const credential = {
	apiKey: 'plane_api_1',
	baseUrl: 'https://plane.example.com/',
	workspaceSlug: 'acme',
};

const nameFromItem = { name: '={{ $json.name }}' };
const createItems = (...names: readonly string[]) => names.map((name) => ({ json: { name } }));
const createManyItems = (count: number) =>
	createItems(...Array.from({ length: count }, (_, at) => `label ${at}`));

const readLabels = async (
	parameters: INodeParameters,
	environment: Parameters<typeof createContext>[2] = {},
) =>
	await readItems(
		await createContext(createLabel, parameters, { credential, ...environment }),
		createLabel,
	);

test('readItems reads each item with its own values, and the connection once', async () => {
	const { drafts, connection } = await readLabels(nameFromItem, {
		items: createItems('a', '', 'c'),
	});
	const expectedDraft = (itemIndex: number, name: string) => ({
		kind: 'create',
		itemIndex,
		workspace: 'acme',
		slots: [
			{ at: 'path', value: uuid(1) },
			{ at: 'body', value: name },
		],
	});

	expect(drafts).toMatchObject([
		expectedDraft(0, 'a'),
		{ cause: 'invalid', message: `Name: ${causes.empty}` },
		expectedDraft(2, 'c'),
	]);
	expect(connection).toEqual({
		authentication: 'apiKey',
		secret: 'plane_api_1',
		extraHeaders: {},
		root: 'https://plane.example.com',
		webRoot: 'https://plane.example.com',
		workspaceSlug: 'acme',
		ignoreSslIssues: false,
		allowsApiV2: true,
		limits: { concurrency: 8, maxWaitMs: 300_000, retries: 4, timeoutMs: 60_000 },
	});
});

test('readItems evaluates parameters without expressions once for all items', async () => {
	const context = await createContext(createLabel, nameFromItem, {
		credential,
		items: createItems('a', 'b'),
	});
	const readNames: string[] = [];
	const getNodeParameter = context.getNodeParameter.bind(context) as (...all: unknown[]) => unknown;

	const recordName = (name: string, ...others: readonly unknown[]) => {
		readNames.push(name);

		return getNodeParameter(name, ...others);
	};

	Object.assign(context, { getNodeParameter: recordName });

	await readItems(context, createLabel);

	const countReads = (name: string) => readNames.filter((readName) => readName === name).length;

	// The raw parameter is read once, the evaluated one for each item if it has an expression.
	expect([countReads('projectId'), countReads('name')]).toEqual([2, 3]);
});

describe('readItems', () => {
	const items = createItems('a', 'b');
	const invalidCredential = { ...credential, baseUrl: 'nothing' };

	test.each<[string, ICredentialDataDecryptedObject | undefined, problem: object]>([
		[
			'returns a Problem for every item if there is no credential',
			undefined,
			{ cause: 'internal', message: 'Node does not have any credentials set' },
		],
		[
			'returns a Problem for every item if the address in the credential is invalid',
			invalidCredential,
			{ cause: 'invalid', message: `Base URL: ${causes.notAnAddress('"nothing"')}` },
		],
		[
			'returns a Problem for every item if a limit in the credential is invalid',
			{ ...credential, limits: true, retries: 99 },
			{ cause: 'invalid', message: 'Retries: 99 is not a whole number from 0 to 20' },
		],
	])('%s', async (_, storedCredential, problem) => {
		const environment = { items, ...(storedCredential && { credential: storedCredential }) };
		const context = await createContext(createLabel, nameFromItem, environment);
		const { drafts, connection } = await readItems(context, createLabel);

		expect(drafts).toMatchObject([problem, problem]);
		expect(connection).toBeUndefined();
	});
});

describe('readItems, for many items,', () => {
	test('reads all items of several turns', async () => {
		const { drafts } = await readLabels(nameFromItem, { items: createManyItems(201) });

		expect(drafts).toMatchObject(
			createManyItems(201).map(({ json }) => ({ slots: [{}, { value: json.name }] })),
		);
	});

	test('yields to the event loop after a hundred items, and stops if the execution is canceled', async () => {
		const controller = new AbortController();
		const { signal } = controller;
		const context = await createContext(createLabel, nameFromItem, {
			credential,
			items: createManyItems(500),
			signal,
		});

		// Runs as soon as the event loop gets a turn.
		setImmediate(() => controller.abort());
		const { drafts } = await readItems(context, createLabel);

		expect(drafts.length).toBeGreaterThan(0);
		expect(drafts.length).toBeLessThan(200);
	});
});

test('readItems returns an error that n8n throws for one item as a Problem of that item only', async () => {
	const items = createItems('a', 'b', 'c');
	const context = await createContext(createLabel, nameFromItem, { credential, items });
	const getNodeParameter = context.getNodeParameter.bind(context) as (...all: unknown[]) => unknown;

	const failForSecondItem = (name: string, itemIndex: number, ...others: readonly unknown[]) => {
		if (itemIndex === 1 && name === 'additionalFields') throw new Error('Out of order');

		return getNodeParameter(name, itemIndex, ...others);
	};

	Object.assign(context, { getNodeParameter: failForSecondItem });
	const { drafts } = await readItems(context, createLabel);

	expect(drafts).toMatchObject([
		{ slots: [{}, { value: 'a' }] },
		{ cause: 'internal', message: 'Out of order' },
		{ slots: [{}, { value: 'c' }] },
	]);
});
