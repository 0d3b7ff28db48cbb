import { describe, expect, test } from '@jest/globals';
import type { RequestListener, ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

import { listen } from '../service/listen';
import { causes, outcomes } from '../nodeTexts';
import { credentialFor } from './credentials';
import { listNames, openList } from './pickers';
import { withLimits } from './limits';
import { byId } from './samples';
import { respondWith } from '../service/testing/stubServer';
import { Triggers } from './triggers';
import { credentialsAsJson, unsignedCredentials, itemWithFile, textFile } from './uploads';
import { useStubServers } from '../service/testing/useStubServers';
import { useWorld } from './useWorld';

// Whatever a server responds, every request ends in good time with an error in plain words, and n8n does
// not run out of memory.

const PROJECT = 'c7a0e5a2-3b0e-4c8e-9a57-0d6a4b1c2e3f';
const MIB = 1024 * 1024;

const startStubServer = useStubServers();
const world = useWorld();

/** How many bytes of the response the client has read, for each request. */
type SentBytes = number[];

const head = { 'content-type': 'application/json' };

/** Sends a piece again and again, until the client closes the connection. @param pause in milliseconds */
function sendEndlessly(piece: Buffer, sent: SentBytes, pause = 0): RequestListener {
	const sendPieces = async (response: ServerResponse) => {
		const number = sent.push(0) - 1;

		while (!response.destroyed) {
			const wasSent = await new Promise((done) => {
				response.write(piece, (error) => done(error === null || error === undefined));
				response.once('close', () => done(false));
			});

			response.removeAllListeners('close');
			if (wasSent === true) sent[number] = (sent[number] ?? 0) + piece.length;

			await wait(pause);
		}
	};

	return (_request, response) => {
		response.writeHead(200, head);
		sendPieces(response).catch(() => response.destroy());
	};
}

const gzipBomb = gzipSync(Buffer.alloc(150 * MIB, ' '));
const nestLists = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const nestRecords = (levels: number) => `${'{"detail":'.repeat(levels)}1${'}'.repeat(levels)}`;

const LARGE = /gave a response of more than 100 MB/;
const SLOW = new RegExp(causes.notInTime);
const SHORT = /closed the connection before its response was complete/;
const STRANGE = /The response of the server is not|does not look like a Plane server/;
const ENDLESS =
	/the server did not stop after 104857600 bytes \[item 0\]\. According to its record, the file has 3 bytes/;
const REFUSED = /Plane refused the request without saying why|status 400/;

/** Servers, each with the error that describes it. */
const SERVERS: readonly (readonly [string, (sent: SentBytes) => RequestListener, RegExp])[] = [
	['sends without end', (sent) => sendEndlessly(Buffer.alloc(MIB, ' '), sent), LARGE],
	['trickles without end', (sent) => sendEndlessly(Buffer.from(' '), sent, 100), SLOW],
	['sends a gzip bomb', () => respondWith(200, gzipBomb, { 'content-encoding': 'gzip' }), LARGE],
	['sends deeply nested lists', () => respondWith(200, nestLists(200_000)), STRANGE],
	['sends deeply nested records', () => respondWith(200, nestRecords(200_000)), STRANGE],
	['sends a deeply nested error', () => respondWith(400, nestRecords(200_000)), REFUSED],
	['declares more than it sends', () => respondWith(200, '[]', { 'content-length': 10 }), SHORT],
	[
		'sends more than it declares',
		() => respondWith(200, '[1, 2, 3]', { 'content-length': 4 }),
		STRANGE,
	],
	[
		'claims gzip but sends text',
		() => respondWith(200, '[]', { 'content-encoding': 'gzip' }),
		SHORT,
	],
];

const errorText = ({
	message = '',
	description = '',
}: {
	message?: string;
	description?: unknown;
}) => `${message}. ${String(description)}`;

/**
 * Runs the node against this server: it reads a list and a record, and creates one.
 *
 * @param timeout in seconds
 * @returns the text of each error
 */
async function collectNodeErrors(url: string, timeout: number): Promise<string[]> {
	const run = async (operation: string, ownParameters = {}) => {
		const quick = { retries: 0, maxWait: 0, timeout };
		const parameters = withLimits(quick, { projectId: byId(PROJECT), ...ownParameters });
		const { error } = await world.run(operation, parameters, {
			credential: credentialFor({ url }),
		});

		return error === undefined ? '' : errorText(error);
	};

	return await Promise.all([
		run('workItem.getAll', { returnAll: true }),
		run('workItem.get', { workItemId: byId(PROJECT) }),
		run('label.create', { name: 'a' }),
	]);
}

/** Runs a list of the panel, the credential test and a trigger, whose timeouts are fixed. @returns their errors */
async function collectOtherErrors(url: string): Promise<string[]> {
	const credential = credentialFor({ url });

	const openProjects = async () => {
		try {
			return listNames(await openList(world, 'searchProjects', {}, { credential })).join();
		} catch (error) {
			return errorText(error as Error);
		}
	};

	const poll = async () => {
		const parameters = { events: ['workItemCreated'], projects: [PROJECT] };
		const triggers = await Triggers.start();
		const trigger = await triggers.create('planePollingTrigger', parameters, credential);
		const { items, error } = await trigger.poll();

		return error === undefined ? String(items?.length) : errorText(error);
	};

	return await Promise.all([
		openProjects(),
		poll(),
		world.engine.testCredential(credential).then((outcome) => errorText(outcome)),
	]);
}

describe('A server that', () => {
	test.each(SERVERS)(
		'%s is reported by the node, lists, triggers and the credential test',
		async (_, createListener, expectedError) => {
			const sent: SentBytes = [];
			const { url } = await startStubServer(createListener(sent));
			const isSlow = expectedError === SLOW;

			const texts = await collectNodeErrors(url, isSlow ? 1 : 60);
			if (!isSlow) texts.push(...(await collectOtherErrors(url)));

			for (const text of texts) expect(text).toMatch(expectedError);
			for (const bytes of sent) expect(bytes).toBeLessThan(110 * MIB);
		},
	);

	test('sends headers without end is reported', async () => {
		const server = createServer((socket) => {
			const interval = setInterval(() => socket.write('X-A: b\r\n'), 100);

			socket.on('error', () => socket.destroy());
			socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\n'));
			socket.once('close', () => clearInterval(interval));
		});
		const listening = await listen(server);

		const texts = await collectNodeErrors(listening.url, 1);

		for (const text of texts) expect(text).toMatch(SLOW);

		await listening.close();
	});
});

describe('A storage that', () => {
	const quickOptions = (timeout: number) => ({ retries: 0, maxWait: 0, timeout });

	/** Downloads the file of an attachment from this storage. @param timeout in seconds */
	async function runDownload(storage: string, timeout: number) {
		const { url } = await startStubServer((request, response) => {
			const isFile = request.url?.includes('/attachments/1/') === true;
			const attributes = { name: 'a.txt', type: 'text/plain', size: 3 };
			const answer = isFile
				? respondWith(302, '', { location: storage })
				: respondWith(200, [{ id: '1', attributes }]);

			answer(request, response);
		});
		const item = { projectId: byId(PROJECT), workItemId: byId(PROJECT) };
		const parameters = { ...item, options: { downloadFiles: true } };
		const parametersWithTimeout = withLimits(quickOptions(timeout), parameters);
		const credential = credentialFor({ url });

		return await world.run('workItemAttachment.getAll', parametersWithTimeout, { credential });
	}

	test.each([
		['sends without end', (sent: SentBytes) => sendEndlessly(Buffer.alloc(MIB), sent), ENDLESS],
		['trickles without end', (sent: SentBytes) => sendEndlessly(Buffer.from(' '), sent, 100), SLOW],
		[
			'sends a gzip bomb',
			() => respondWith(200, gzipBomb, { 'content-encoding': 'gzip' }),
			ENDLESS,
		],
		['declares more than it sends', () => respondWith(200, 'abc', { 'content-length': 9 }), SHORT],
		[
			'claims gzip but sends text',
			() => respondWith(200, 'abc', { 'content-encoding': 'gzip' }),
			SHORT,
		],
		[
			'redirects every request to yet another address',
			() => (request, response) =>
				respondWith(302, '', { location: `${String(request.url)}a` })(request, response),
			/redirects to/,
		],
	] as const satisfies readonly (readonly [
		string,
		(sent: SentBytes) => RequestListener,
		RegExp,
	])[])('%s is reported by a download', async (_, createListener, expectedError) => {
		const sent: SentBytes = [];
		const { url } = await startStubServer(createListener(sent));

		const { error, outputs } = await runDownload(url, expectedError === SLOW ? 1 : 60);

		expect(errorText(error ?? {})).toMatch(expectedError);
		expect(outputs.flat()).toEqual([]);

		for (const bytes of sent) expect(bytes).toBeLessThan(110 * MIB);
	});

	const OUTCOME_UNKNOWN =
		/did not respond in time|more than 100 MB|before its response was complete/;

	test.each(SERVERS)(
		'%s is reported by an upload, and its response does not get into the output',
		async (_, createListener) => {
			const sent: SentBytes = [];
			const { url } = await startStubServer(createListener(sent));

			const { error, json } = await world.run(
				'workItemAttachment.upload',
				withLimits(quickOptions(1), credentialsAsJson()),
				{ items: [itemWithFile(unsignedCredentials(url), textFile('abc'))] },
			);
			// The response to a successful upload is left out unless it is a record.
			const fields = 'key,location,fileName,contentType,size,status';
			if (error === undefined) {
				expect(json.map((record) => Object.keys(record).join())).toEqual([fields]);
			} else if (!error.message.includes('The storage refused the upload')) {
				expect(errorText(error)).toMatch(OUTCOME_UNKNOWN);
				expect(errorText(error)).toMatch(outcomes.maybeUploaded);
			}

			for (const bytes of sent) expect(bytes).toBeLessThan(110 * MIB);
		},
	);
});
