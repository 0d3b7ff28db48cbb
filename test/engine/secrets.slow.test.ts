import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import type { INodeParameters } from 'n8n-workflow';
import type { IncomingMessage, RequestListener } from 'node:http';
import { inspect } from 'node:util';

import { findOperation, operations } from '../../nodes/shared/operations/catalog';
import type { Operation } from '../../nodes/shared/operations/operation';
import { isUuid } from '../../nodes/shared/values/textForms';
import { recordedDeliveries, recordedSecret } from '../service/observed/webhooks';
import { escapeAsUnicode, SIGNED_FIELDS } from '../tools/signedFields';
import { credentialFor } from './credentials';
import { openList, flattenParameters } from './pickers';
import { captureConsole } from './consoleOutput';
import { runStory } from './runStory';
import { withLimits } from './limits';
import { byId } from './samples';
import { withoutExpressions, commercialStory, type Step, story } from './story';
import type { StubServer } from '../service/testing/stubServer';
import { Triggers } from './triggers';
import { credentialsAsJson, unsignedCredentials, textFile } from './uploads';
import { useStubServers } from '../service/testing/useStubServers';
import { useWorld } from './useWorld';

// Secrets may not appear in anything that is shown, logged or stored, even if a server repeats everything
// that it receives.

const KEY = 'plane_api_a-key-that-nobody-may-see';
const UUID = '0c7da278-21b6-4225-9d30-da0e1a924ae5';

const startStubServer = useStubServers();
const world = useWorld({ serverKind: 'community' });
const commercial = useWorld();

/** Everything that is printed or logged while a test runs. */
let printed: unknown[] = [];

beforeAll(() => {
	printed = captureConsole();
});
afterAll(() => {
	jest.restoreAllMocks();
});
afterEach(() => {
	const printedValues = printed.splice(0);

	expectAbsent(printedValues, KEY, recordedSecret, ...Object.values(SIGNED_FIELDS));
});

/** Converts values into text. A line for each property is the fastest form. */
const inspectAll = (values: unknown) =>
	inspect(values, {
		depth: Infinity,
		maxArrayLength: Infinity,
		maxStringLength: Infinity,
		showHidden: true,
		compact: false,
	});

/** Expects that no value contains these secrets. If one does, only the text before it is printed. */
function expectAbsent(values: unknown, ...secrets: readonly string[]): void {
	const text = inspectAll(values);

	for (const secret of secrets) {
		const index = text.indexOf(secret);

		expect(index === -1 ? '' : text.slice(Math.max(0, index - 200), index)).toBe('');
	}
}

test('The tests notice everything that is printed or logged', () => {
	const logger = Container.get(Logger);

	process.stdout.write('1 to the output');
	process.stderr.write('2 to the errors');
	console.warn('3 to the %s', 'console');
	logger.warn('4 to the log', { deeply: { hidden: '5 in its details' } });
	const text = inspectAll(printed);

	for (const part of ['1 to', '2 to', '3 to the console', '4 to', '5 in']) {
		expect(text).toContain(part);
	}
});

/** How a server responds: with this status, or not completely. */
type Reaction = number | 'drops the connection' | 'stops in the middle of its answer';

/**
 * Creates a server that repeats the secrets of each request in every part of its response.
 *
 * @param reactTo how it responds to a request
 * @param elsewhere the address of another server, to which it redirects
 * @param storage the address of the storage for which it issues upload credentials
 */
const echoSecrets =
	(
		reactTo: (request: IncomingMessage) => Reaction,
		elsewhere: string,
		storage = '',
	): RequestListener =>
	(request, response) => {
		const { method, headers, url = '' } = request;
		const key = String(headers['x-api-key'] ?? 'no key');
		// Only the storage receives these.
		const signed = url.startsWith('/storage') ? Object.values(SIGNED_FIELDS) : [];
		const time = new Date().toISOString();
		const record = {
			id: UUID,
			name: key,
			detail: `Not ${key} ${signed.join()}`,
			said: signed,
			url,
			error: JSON.stringify(headers),
			project: UUID,
			created_at: time,
			updated_at: time,
			is_uploaded: true,
			created_by: UUID,
			asset_id: UUID,
			property_type: 'TEXT',
			attributes: { name: `${key}.txt`, type: 'text/plain', size: 3, said: key },
		};
		// No work item is in the cycle yet: the node would not add it again.
		const isTarget = url.includes('/cycle-issues/?fields=');
		const rows = isTarget ? [] : [UUID, ...IDS].map((id) => ({ ...record, id }));
		const issues = method === 'POST' && url.endsWith('/attachments/');
		const issued = issues && {
			upload_data: unsignedCredentials(`${storage}/storage`, SIGNED_FIELDS),
		};
		const reaction = reactTo(request);
		if (reaction === 'drops the connection') return void response.destroy();

		response.writeHead(typeof reaction === 'number' ? reaction : 200, {
			'content-type': 'application/json',
			'x-said': key,
			location: `${elsewhere}/${key}?key=${key}`,
		});
		const json = { ...record, results: rows, ...issued, [key]: key, spelled: 'SPELLED' };
		const text = JSON.stringify(json);
		const body = text.replace('SPELLED', [key, ...signed].map(escapeAsUnicode).join(' '));
		if (typeof reaction === 'number') response.end(body);
		else response.write(body, () => response.destroy());
	};

test('No operation shows or logs the API key', async () => {
	for (const [ownWorld, steps] of [
		[world, story],
		[commercial, commercialStory(commercial.service.state)],
	] as const) {
		const results = await runStory(ownWorld, steps);

		expect(results.map(({ problem }) => problem)).toEqual(results.map(() => undefined));
		const visibleResults = results.map(({ items, problem, changed }) => ({
			items,
			problem,
			changed,
		}));

		expectAbsent(visibleResults, ownWorld.service.apiKey);
		// The storage is another server.
		expectAbsent(ownWorld.store.requests, ownWorld.service.apiKey);
		expectAbsent(printed, ownWorld.service.apiKey);
	}
});

/** Finds the parameters of a declaration that accept names of records. */
function findNameParameters(declared: unknown): string[] {
	if (typeof declared !== 'object' || declared === null) return [];

	const ownParameters =
		'source' in declared && 'parameter' in declared ? [String(declared.parameter)] : [];

	return [...ownParameters, ...Object.values(declared).flatMap(findNameParameters)];
}

const NAME_PARAMETERS = [...new Set(findNameParameters(operations))];

/** Returns a different ID for each parameter, because no record may refer to itself. */
const idFor = (parameter: string): string =>
	UUID.slice(0, -2) + String(10 + NAME_PARAMETERS.indexOf(parameter));
const IDS = NAME_PARAMETERS.map(idFor);

function getOperation(key: string): Operation {
	const [resource, value] = key.split('.');
	const operation = findOperation(resource, value);
	if (operation === undefined) throw new Error(`There is no operation ${key}`);

	return operation;
}

/** Replaces every name in parameters by an ID, so that the node does not look names up. */
function withIds({ operation, parameters }: Step): INodeParameters {
	const nameParameters = findNameParameters(getOperation(operation));

	const replaceNames = (value: unknown, name: string): unknown => {
		if (typeof value !== 'object' || value === null)
			return nameParameters.includes(name) ? idFor(name) : value;
		if ('__rl' in value) return byId(idFor(name));
		if (Array.isArray(value)) return value.map((entry) => replaceNames(entry, name));

		return Object.fromEntries(
			Object.entries(value).map(([key, member]) => [
				isUuid(key) ? UUID : key,
				replaceNames(member, key),
			]),
		);
	};

	return replaceNames(withoutExpressions(parameters), '') as INodeParameters;
}

/** Whether a request is the one that an operation declares, not a lookup before it. */
function isOwnRequest(key: string, { method, url = '' }: Pick<IncomingMessage, 'method' | 'url'>) {
	const { kind, request } = getOperation(key);
	const { pathname } = new URL(url, 'http://plane.example.com');
	if (kind === 'upload') return method === 'POST' && pathname === '/storage/';

	const declared = request.path.replace(/\{\w+\}/g, '[^/]+').replace(/^\/?(.*?)\/?$/, '/$1/?$');

	// An upsert reads before it writes, and writes nothing if that fails.
	const methods = kind === 'upsert' ? ['GET', request.method] : [request.method];

	return methods.includes(method ?? '') && new RegExp(declared).test(pathname);
}

describe('A server that repeats the API key', () => {
	const freshWorld = useWorld();
	let commercialSteps: readonly Step[] = [];

	beforeAll(() => {
		commercialSteps = commercialStory(freshWorld.service.state);
	});

	/**
	 * The operations of a Community Edition, and a part of the others, which use the same code: each of them
	 * meets one of the reactions.
	 */
	const chooseSteps = (reaction: Reaction): readonly Step[] => [
		...story,
		...commercialSteps.filter((_, index) => reactions[index % reactions.length] === reaction),
	];

	/**
	 * Runs operations on a server that responds like this.
	 *
	 * @returns the operations whose own request was never sent
	 */
	async function runAll(
		steps: readonly Step[],
		reactTo: (request: IncomingMessage, operation: string) => Reaction,
		onError: 'stopWorkflow' | 'continueErrorOutput',
	) {
		const elsewhere = await startStubServer();
		let currentOperation = '';
		let server: StubServer | undefined = undefined;
		const listener: RequestListener = (request, response) =>
			echoSecrets(
				(received) => reactTo(received, currentOperation),
				elsewhere.url,
				server?.url,
			)(request, response);

		server = await startStubServer(listener);
		const credential = credentialFor({ url: server.url, apiKey: KEY });
		/** The results, which users see. */
		const outcomes: unknown[] = [];
		/** Other things that n8n stores: complete nodes, with their parameters. */
		const traces: unknown[] = [];
		const sent = new Set<string>();
		const items = [{ json: {}, files: { data: textFile('abc', { inMemory: true }) } }];

		for (const step of steps) {
			const { operation } = step;

			currentOperation = operation;
			const before = server.arrived.length;
			const upload = credentialsAsJson(
				JSON.stringify(unsignedCredentials(`${server.url}/storage`, SIGNED_FIELDS)),
			);
			const ownParameters = operation.endsWith('.upload') ? upload : withIds(step);
			const parameters = withLimits({ retries: 0, maxWait: 0 }, ownParameters);

			const afterNode = async (...values: unknown[]) => {
				await Promise.resolve(traces.push(...values));
			};

			outcomes.push(
				await world.run(operation, parameters, { credential, items, onError, afterNode }),
			);
			const ownRequests = server.arrived
				.slice(before)
				.filter((request) => isOwnRequest(operation, request));
			if (ownRequests.length > 0) sent.add(operation);
		}

		const stored = server.arrived.filter(({ url }) => url.startsWith('/storage'));
		const unsent = steps.filter(({ operation }) => !sent.has(operation));

		expectAbsent(outcomes, KEY, ...Object.values(SIGNED_FIELDS));
		expectAbsent([traces, elsewhere.arrived, stored], KEY);

		return unsent.map(({ operation }) => operation);
	}

	const reactions: readonly Reaction[] = [
		200,
		302,
		308,
		400,
		401,
		403,
		404,
		409,
		429,
		500,
		503,
		'drops the connection',
		'stops in the middle of its answer',
	];

	test.each(reactions)(
		'cannot bring it into an output, error, hint, log or request to another server if it responds like this to the request of an operation itself: %s',
		async (reaction) => {
			const reactTo = (request: IncomingMessage, operation: string) =>
				isOwnRequest(operation, request) ? reaction : 200;

			expect(await runAll(chooseSteps(reaction), reactTo, 'stopWorkflow')).toEqual([]);
		},
	);

	test.each(reactions)(
		'cannot bring it into an output, error, hint, log or request to another server if it responds like this to every request: %s',
		async (reaction) => {
			const steps = chooseSteps(reaction);
			const unsentOperations = await runAll(steps, () => reaction, 'continueErrorOutput');

			expect(unsentOperations.length).toBeLessThan(steps.length);
		},
	);

	test.each(reactions)(
		'cannot bring it into a list of the panel if it responds like this: %s',
		async (reaction) => {
			const elsewhere = await startStubServer();
			const server = await startStubServer(echoSecrets(() => reaction, elsewhere.url));
			const credential = credentialFor({ url: server.url, apiKey: KEY });
			const panelParameters = flattenParameters(world.engine.panelParameters);
			const searches = panelParameters.flatMap(({ modes = [] }) =>
				modes.flatMap(({ typeOptions }) => typeOptions?.searchListMethod ?? []),
			);
			const loads = panelParameters.flatMap(
				({ typeOptions }) => typeOptions?.loadOptionsMethod ?? [],
			);
			const parameters = Object.fromEntries(
				panelParameters
					.filter(({ type }) => type === 'resourceLocator')
					.map(({ name }) => [name, byId(UUID)]),
			);
			const results: unknown[] = [];
			const recordResult = async (opening: Promise<unknown>) =>
				results.push(await opening.catch((error: unknown) => error));

			for (const method of new Set(searches)) {
				await recordResult(openList(world, method, parameters, { credential }));
				await recordResult(openList(world, method, parameters, { credential, filter: 'a' }));
			}

			for (const method of new Set(loads)) {
				await recordResult(world.engine.loadOptions({ method, parameters }, credential));
			}

			await recordResult(world.engine.testCredential(credential));

			expect(server.arrived.length).toBeGreaterThanOrEqual(results.length - 1);
			expectAbsent(results, KEY);
			expectAbsent(elsewhere.arrived, KEY);
		},
	);
});

describe('The triggers', () => {
	test.each([200, 302, 400, 401, 403, 404, 429, 500])(
		'do not show the API key if a server repeats it with status %i',
		async (status) => {
			const elsewhere = await startStubServer();
			const server = await startStubServer(echoSecrets(() => status, elsewhere.url));
			const triggers = await Triggers.start();
			const events = ['workItemCreated', 'workItemUpdated', 'intakeItemCreated'];
			const trigger = await triggers.create(
				'planePollingTrigger',
				{ events, projects: [UUID], options: { ignoreMyOwnChanges: true } },
				credentialFor({ url: server.url, apiKey: KEY }),
			);

			const polls = [
				await trigger.poll(),
				await trigger.poll(),
				await trigger.poll('manual', true),
			];

			expect(server.arrived.length).toBeGreaterThan(0);
			expect(elsewhere.arrived).toEqual([]);
			expectAbsent([polls, trigger.savedStaticData], KEY);
			if (status === 200) expect(polls.at(-1)?.items?.length).toBeGreaterThan(0);
		},
	);

	test('show neither the signing secret nor a signature for any recorded delivery', async () => {
		const triggers = await Triggers.start();
		const parameters = {
			registration: 'manual',
			events: ['anythingElse'],
			options: { includeBody: true },
		};
		const trigger = await triggers.create('planeTrigger', parameters, {
			signingSecret: recordedSecret,
		});

		for (const { body, signature } of recordedDeliveries) {
			for (const receivedSignature of [signature, recordedSecret, `${signature}0`]) {
				const headers = { 'x-plane-signature': receivedSignature, 'x-secret': recordedSecret };
				const result = await trigger.receive(Buffer.from(body), headers);

				expectAbsent([result, trigger.savedStaticData], recordedSecret);
				expectAbsent([result, trigger.savedStaticData], signature);
			}
		}
	});
});
