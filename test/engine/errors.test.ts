import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { SsrfProtectionConfig } from '@n8n/config';
import { Container } from '@n8n/di';
import type { RequestListener } from 'node:http';
import { inspect } from 'node:util';
import type { INodeParameters } from 'n8n-workflow';

import { stableId } from '../service/state';
import { causes, outcomes } from '../nodeTexts';
import { credentialFor } from './credentials';
import type { Outcome } from './engine';
import { LIMITS_PLACE, withLimits } from './limits';
import { byId } from './samples';
import { respondWith, unresponsiveServers, webPage } from '../service/testing/stubServer';
import { useStubServers } from '../service/testing/useStubServers';
import { useWorld } from './useWorld';
import type { Execution } from './world';

const world = useWorld();
const startStubServer = useStubServers();

const KEY = 'plane_api_a-key-that-nobody-may-see';
const MODULE = stableId('a module', 1);
const PROJECT = stableId('a project', 1);

interface Request {
	readonly operation: string;
	readonly parameters: INodeParameters;
}

const updateModule: Request = {
	operation: 'module.update',
	parameters: {
		projectId: byId(PROJECT),
		moduleId: byId(MODULE),
		updateFields: { name: 'Preparation', startDate: '2026-03-01' },
	},
};
const getWorkItems: Request = {
	operation: 'workItem.getAll',
	parameters: { projectId: byId(PROJECT) },
};
const createCustomer: Request = { operation: 'customer.create', parameters: { name: 'A' } };

interface RunOutcome extends Outcome {
	/** Everything that n8n keeps of the run and of the node's errors, as one text. */
	readonly kept: string;
}

/** Runs a node against this address without retries, and records what n8n keeps. */
async function run(
	url: string,
	{ operation, parameters }: Request = updateModule,
	execution: Execution = {},
): Promise<RunOutcome> {
	const kept: unknown[] = [];
	const withoutRetries = withLimits({ retries: 0, maxWait: 0 }, parameters);
	const outcome = await world.run(operation, withoutRetries, {
		credential: credentialFor({ url, apiKey: KEY }),
		...execution,
		afterNode: async (...all: unknown[]) => {
			// n8n gives the name of the node, its task data, and the whole data of the run.
			kept.push(...all);
			await Promise.resolve();
		},
	});
	const unlimited = { depth: Infinity, maxArrayLength: Infinity, maxStringLength: Infinity };

	return { ...outcome, kept: inspect(kept, { ...unlimited, showHidden: true }) };
}

/** Expects an error in plain words, and the API key in nothing that n8n keeps. */
function expectPlain({ error, kept }: RunOutcome): void {
	expect(error).toBeDefined();
	const { message = '', description = '' } = error ?? {};

	expect(message).toMatch(/ \[item \d+\]$/);
	expect(description).toMatch(/[^.]\.$/);
	// n8n shows the line breaks of its own.
	const text = `${message}\n${description.replaceAll('<br>', '\n')}`;

	expect(text).not.toMatch(/[{}<>]/);
	expect(text).not.toMatch(/status code|axios|Request failed|\bat \S+:\d+|undefined|\[object/i);
	// Not by toContain, which would print all of it.
	expect(kept.includes(message)).toBe(true);
	expect(kept.includes(KEY)).toBe(false);
}

const MAX_WAIT = `The server asks to wait 59 seconds. Max Wait under ${LIMITS_PLACE} allows`;

// The unit tests have all texts. These tests check what n8n does with them. The responses have the shapes
// of rows 12 and 17.
test.each<[title: string, answer: RequestListener, message: string, remedy: string]>([
	[
		'a 403 that repeats the API key',
		(request, response) =>
			respondWith(403, { detail: `The key ${String(request.headers['x-api-key'])} is not valid` })(
				request,
				response,
			),
		`${causes.keyRefused}: The key (API key) is not valid`,
		'Create a new one in Plane under Profile Settings, API Tokens',
	],
	[
		'a 429',
		respondWith(
			429,
			{ error_code: 5900, error_message: 'RATE_LIMIT_EXCEEDED' },
			{ 'retry-after': '59' },
		),
		`${causes.tooManyRequests}: rate limit exceeded`,
		MAX_WAIT,
	],
	[
		'a 502 with a web page',
		webPage(502),
		'in front of Plane responded with status 502',
		'Try again',
	],
	['a 200 with broken JSON', respondWith(200, '{"id": "0c7'), causes.unreadable, ''],
])(
	'n8n shows %s in plain words, stores no API key, and outputs the error if the node continues',
	async (_, answer, message, remedy) => {
		const server = await startStubServer(answer);

		for (const request of [updateModule, getWorkItems]) {
			const outcome = await run(server.url, request);

			expect(outcome.error?.message).toContain(message);
			expect(outcome.error?.description).toContain(remedy);
			expectPlain(outcome);
		}

		const { error, json, kept } = await run(server.url, updateModule, {
			items: [{ json: { number: 7 } }],
			onError: 'continueRegularOutput',
		});

		expect(server.arrived).toHaveLength(3);
		expect(error).toBeUndefined();
		expect(json).toEqual([{ number: 7, error: expect.stringContaining(message) }]);
		expect(json).toEqual([{ number: 7, error: expect.stringContaining(remedy) }]);
		expect(kept.includes(KEY)).toBe(false);
	},
);

test.each(unresponsiveServers)(
	'A server that %s causes an error that describes it and says what to check',
	async (_, start, message, remedy) => {
		const url = await start(startStubServer);

		const outcome = await run(url);

		expect(outcome.error?.message).toContain(new URL(url).host + message);
		expect(outcome.error?.description).toContain(remedy);
		expectPlain(outcome);
	},
);

// Records have a description, and a later version may add a message.
test('A record with a message and a description is not mistaken for an error', async () => {
	const record = { id: 'c1', message: 'Hello', description: 'A customer' };
	const { url } = await startStubServer(respondWith(201, record));

	const { error, json } = await run(url, createCustomer);

	expect(error).toBeUndefined();
	expect(json).toEqual([record]);
});

describe("n8n's protection against requests to its own network", () => {
	const protection = Container.get(SsrfProtectionConfig);

	beforeEach(() => {
		protection.enabled = true;
	});

	afterEach(() => {
		protection.enabled = false;
	});

	test('is named in the error, which says that nothing was changed', async () => {
		const server = await startStubServer();

		const { error } = await run(server.url, createCustomer);

		expect(server.arrived).toEqual([]);
		expect(error?.message).toBe(
			'n8n did not send the request: The request was blocked because it resolves to a restricted IP address [item 0]',
		);
		expect(error?.description).toMatch(
			/^The target .* ask your n8n administrator.*<br>Nothing was changed\.$/,
		);
		expect(error?.description).not.toContain(outcomes.unknown);
	});

	test('is named by the credential test', async () => {
		const { url } = await startStubServer();

		const { message } = await world.engine.testCredential({ apiKey: KEY, baseUrl: url });

		expect(message).toMatch(/^n8n did not send the request: /);
	});
});
