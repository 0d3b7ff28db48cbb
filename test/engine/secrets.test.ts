import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import type { INodeParameters } from 'n8n-workflow';
import type { IncomingMessage, RequestListener } from 'node:http';
import { inspect } from 'node:util';

import { findOperation, operations } from '../../nodes/shared/operations/catalog';
import type { Operation } from '../../nodes/shared/operations/operation';
import { recordedDeliveries, recordedSecret } from '../service/observed/webhooks';
import { escapeAsUnicode, SIGNED_FIELDS } from '../tools/signedFields';
import { openList, flattenParameters } from './pickers';
import { captureConsole } from './consoleOutput';
import { runStory } from './runStory';
import { byId, withRequestOptions } from './samples';
import { withoutExpressions, commercialStory, type Step, story } from './story';
import type { StubServer } from '../service/testing/stubServer';
import { Triggers } from './triggers';
import { credentialsAsJson, unsignedCredentials, textFile } from './uploads';
import { useStubServers } from '../service/testing/useStubServers';
import { useWorld } from './useWorld';
import { credentialFor } from './world';

// Nothing that is secret may show: not where all goes well, and not where a server tells whoever asks
// all that it was asked with.

jest.setTimeout(120_000);

const KEY = 'plane_api_a-key-that-nobody-may-see';
const UUID = '0c7da278-21b6-4225-9d30-da0e1a924ae5';

const startStubServer = useStubServers();
const world = useWorld({ serverKind: 'community' });
const commercial = useWorld();

/** Whatever is printed or logged while the tests run. */
let printed: unknown[] = [];

beforeAll(() => {
	printed = captureConsole();
});
afterAll(() => {
	jest.restoreAllMocks();
});
afterEach(() => {
	const all = printed.splice(0);

	expectAbsent(all, KEY, recordedSecret, ...Object.values(SIGNED_FIELDS));
});

/** All of it as text, each property in a line of its own, which is the quickest. */
const inspectAll = (all: unknown) =>
	inspect(all, {
		depth: Infinity,
		maxArrayLength: Infinity,
		maxStringLength: Infinity,
		showHidden: true,
		compact: false,
	});

/** Not by toContain, which would print all of it. */
function expectAbsent(all: unknown, ...hidden: readonly string[]): void {
	const text = inspectAll(all);

	for (const each of hidden) {
		const at = text.indexOf(each);

		expect(at === -1 ? '' : text.slice(Math.max(0, at - 200), at)).toBe('');
	}
}

test('what is printed or logged is noticed', () => {
	const logger = Container.get(Logger);

	process.stdout.write('1 to the output');
	process.stderr.write('2 to the errors');
	console.warn('3 to the %s', 'console');
	logger.warn('4 to the log', { deeply: { hidden: '5 in its details' } });
	const text = inspectAll(printed);

	for (const shown of ['1 to', '2 to', '3 to the console', '4 to', '5 in']) {
		expect(text).toContain(shown);
	}
});

/** How a server does what it is asked; a number is the status that it answers with. */
type Reaction = number | 'drops the connection' | 'stops in the middle of its answer';

/**
 * A server that repeats all that it was asked with, wherever there is room for it.
 *
 * @param reactTo how it answers this request
 * @param storage where it sends those that upload
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
			attributes: { name: `${key}.txt`, type: 'text/plain', size: 3, said: key },
		};
		// Of what a cycle holds, nothing is added again.
		const isTarget = url.includes('/cycle-issues/?fields=');
		const rows = isTarget ? [] : [UUID, ...IDS].map((id) => ({ ...record, id }));
		const issues = method === 'POST' && url.endsWith('/attachments/');
		const issued = issues && {
			upload_data: unsignedCredentials(`${storage}/storage`, SIGNED_FIELDS),
		};
		const act = reactTo(request);
		if (act === 'drops the connection') return void response.destroy();

		response.writeHead(typeof act === 'number' ? act : 200, {
			'content-type': 'application/json',
			'x-said': key,
			location: `${elsewhere}/${key}?key=${key}`,
		});
		const all = { ...record, results: rows, ...issued, [key]: key, spelled: 'SPELLED' };
		const text = JSON.stringify(all);
		const body = text.replace('SPELLED', [key, ...signed].map(escapeAsUnicode).join(' '));
		if (typeof act === 'number') response.end(body);
		else response.write(body, () => response.destroy());
	};

test("a team's week shows the key nowhere", async () => {
	for (const [each, steps] of [
		[world, story],
		[commercial, commercialStory(commercial.service.state)],
	] as const) {
		const lines = await runStory(each, steps);

		expect(lines.map(({ problem }) => problem)).toEqual(lines.map(() => undefined));
		const shown = lines.map(({ items, problem, changed }) => ({ items, problem, changed }));

		expectAbsent(shown, each.service.apiKey);
		// The storage is another server.
		expectAbsent(each.store.requests, each.service.apiKey);
		expectAbsent(printed, each.service.apiKey);
	}
});

/** The parameters, somewhere in a declaration, that take names of records. */
function findNameParameters(declared: unknown): string[] {
	if (typeof declared !== 'object' || declared === null) return [];

	const own = 'source' in declared && 'parameter' in declared ? [String(declared.parameter)] : [];

	return [...own, ...Object.values(declared).flatMap(findNameParameters)];
}

const NAME_PARAMETERS = [...new Set(findNameParameters(operations))];

/** An ID for each of them, because no record may refer to itself. */
const idFor = (parameter: string): string =>
	UUID.slice(0, -2) + String(10 + NAME_PARAMETERS.indexOf(parameter));
const IDS = NAME_PARAMETERS.map(idFor);

function getOperation(key: string): Operation {
	const [resource, value] = key.split('.');
	const operation = findOperation(resource, value);
	if (operation === undefined) throw new Error(`There is no operation ${key}`);

	return operation;
}

/** The parameters with an ID in the place of every name, so that nothing has to be found. */
function withIds({ operation, parameters }: Step): INodeParameters {
	const nameParameters = findNameParameters(getOperation(operation));

	const replaceNames = (value: unknown, name: string): unknown => {
		if (typeof value !== 'object' || value === null)
			return nameParameters.includes(name) ? idFor(name) : value;
		if ('__rl' in value) return byId(idFor(name));
		if (Array.isArray(value)) return value.map((one) => replaceNames(one, name));

		return Object.fromEntries(
			Object.entries(value).map(([key, one]) => [key, replaceNames(one, key)]),
		);
	};

	return replaceNames(withoutExpressions(parameters), '') as INodeParameters;
}

/** Whether a request is the one that an operation declares, not one that looks something up. */
function isOwnRequest(key: string, { method, url = '' }: Pick<IncomingMessage, 'method' | 'url'>) {
	const { kind, request } = getOperation(key);
	const { pathname } = new URL(url, 'http://plane.example.com');
	if (kind === 'upload') return method === 'POST' && pathname === '/storage/';

	const declared = request.path.replace(/\{\w+\}/g, '[^/]+').replace(/^\/?(.*?)\/?$/, '/$1/?$');

	return method === request.method && new RegExp(declared).test(pathname);
}

describe('a server that repeats the key', () => {
	const steps = (): Step[] => [...story, ...commercialStory(commercial.service.state)];

	/** Runs every operation at a server that acts like this. @returns those whose own request never went out */
	async function runAll(
		reactTo: (request: IncomingMessage, operation: string) => Reaction,
		onError: 'stopWorkflow' | 'continueErrorOutput',
	) {
		const elsewhere = await startStubServer();
		let current = '';
		let server: StubServer | undefined = undefined;
		const listener: RequestListener = (request, response) =>
			echoSecrets((one) => reactTo(one, current), elsewhere.url, server?.url)(request, response);

		server = await startStubServer(listener);
		const credential = credentialFor({ url: server.url, apiKey: KEY });
		/** What a person sees of it, and what n8n keeps of it besides: whole nodes, with their parameters. */
		const shown: unknown[] = [];
		const traces: unknown[] = [];
		const sent = new Set<string>();
		const items = [{ json: {}, files: { data: textFile('abc', { inMemory: true }) } }];

		for (const step of steps()) {
			const { operation } = step;

			current = operation;
			const before = server.arrived.length;
			const upload = credentialsAsJson(
				JSON.stringify(unsignedCredentials(`${server.url}/storage`, SIGNED_FIELDS)),
			);
			const good = operation.endsWith('.upload') ? upload : withIds(step);
			const given = withRequestOptions({ retries: 0, maxWait: 0 }, good);

			const after = async (...all: unknown[]) => {
				await Promise.resolve(traces.push(...all));
			};

			shown.push(
				await world.run(operation, given, { credential, items, onError, afterNode: after }),
			);
			const own = server.arrived
				.slice(before)
				.filter((request) => isOwnRequest(operation, request));
			if (own.length > 0) sent.add(operation);
		}

		const stored = server.arrived.filter(({ url }) => url.startsWith('/storage'));
		const unsent = steps().filter(({ operation }) => !sent.has(operation));

		expectAbsent(shown, KEY, ...Object.values(SIGNED_FIELDS));
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
		'gets it into no output, error, hint or log, and into no request elsewhere, by any operation whose own request it answers with %s',
		async (act) => {
			const reactTo = (request: IncomingMessage, operation: string) =>
				isOwnRequest(operation, request) ? act : 200;

			expect(await runAll(reactTo, 'stopWorkflow')).toEqual([]);
		},
	);

	test.each(reactions)(
		'gets it nowhere by whatever else is asked, which it answers with %s, too',
		async (act) => {
			expect((await runAll(() => act, 'continueErrorOutput')).length).toBeLessThan(steps().length);
		},
	);

	test.each(reactions)('gets it into no list of the panel with %s', async (act) => {
		const elsewhere = await startStubServer();
		const server = await startStubServer(echoSecrets(() => act, elsewhere.url));
		const credential = credentialFor({ url: server.url, apiKey: KEY });
		const places = flattenParameters(world.engine.panelParameters);
		const searches = places.flatMap(({ modes = [] }) =>
			modes.flatMap(({ typeOptions }) => typeOptions?.searchListMethod ?? []),
		);
		const loads = places.flatMap(({ typeOptions }) => typeOptions?.loadOptionsMethod ?? []);
		const chosen = Object.fromEntries(
			places.filter(({ type }) => type === 'resourceLocator').map(({ name }) => [name, byId(UUID)]),
		);
		const kept: unknown[] = [];
		const keep = async (opening: Promise<unknown>) =>
			kept.push(await opening.catch((error: unknown) => error));

		for (const method of new Set(searches)) {
			await keep(openList(world, method, chosen, { credential }));
			await keep(openList(world, method, chosen, { credential, filter: 'a' }));
		}

		for (const method of new Set(loads)) {
			await keep(world.engine.options({ method, parameters: chosen }, credential));
		}

		await keep(world.engine.testCredential(credential));
		expect(server.arrived.length).toBeGreaterThanOrEqual(kept.length - 1);
		expectAbsent(kept, KEY);
		expectAbsent(elsewhere.arrived, KEY);
	});
});

describe('the triggers', () => {
	test.each([200, 302, 400, 401, 403, 404, 429, 500])(
		'show no key where a server repeats it with status %i',
		async (status) => {
			const elsewhere = await startStubServer();
			const server = await startStubServer(echoSecrets(() => status, elsewhere.url));
			const triggers = await Triggers.start();
			const events = ['work_item_created', 'work_item_updated', 'intake_item_created'];
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

	test('show neither the secret nor a signature, whatever is delivered', async () => {
		const triggers = await Triggers.start();
		const parameters = { events: ['anything_else'], options: { includeBody: true } };
		const trigger = await triggers.create('planeTrigger', parameters, {
			signingSecret: recordedSecret,
		});

		for (const { body, signature } of recordedDeliveries) {
			for (const given of [signature, recordedSecret, `${signature}0`]) {
				const headers = { 'x-plane-signature': given, 'x-secret': recordedSecret };
				const answered = await trigger.receive(Buffer.from(body), headers);

				expectAbsent([answered, trigger.savedStaticData], recordedSecret);
				expectAbsent([answered, trigger.savedStaticData], signature);
			}
		}
	});
});
