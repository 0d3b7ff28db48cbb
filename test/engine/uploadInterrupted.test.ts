import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

import { DatabaseStore } from './databaseStore';
import { watchOpenHandles } from './openHandles';
import { useOwnTime } from './ownTime';
import { refusal, startRawStore, success, type Behaviour, type RawStore } from './rawStore';
import { requestOptions, withRequestOptions } from './samples';
import type { InputFile } from './startNode';
import { startSteadyStore } from './steadyStore';
import { fromJson, issuedFor, itemWith, keyOf, textFile, uploadsIn } from './uploads';
import { useWorld } from './useWorld';

const MEBIBYTE = 1024 * 1024;

const world = useWorld();
const ownTime = useOwnTime();
const now = () => ({ wall: Date.now(), own: ownTime() });
let store: RawStore | undefined;
/** When the store had done what it does. */
let behaved = now();
let handles: ReturnType<typeof watchOpenHandles>;
const { upload, issue, storedWith } = uploadsIn(world);

beforeEach(() => {
	handles = watchOpenHandles();
});

afterEach(async () => {
	handles.stop();
	await store?.close();
	store = undefined;
});

/** A file of so many bytes, which no buffer on its way can hold, in n8n's store on the disk. */
const bigFile = (size = 96 * MEBIBYTE): InputFile => ({
	content: Readable.from(
		(function* () {
			const chunk = Buffer.alloc(MEBIBYTE, 'n');

			for (let sent = 0; sent < size; sent += MEBIBYTE) yield chunk;
		})(),
	),
	name: 'big.bin',
	mimeType: 'text/plain',
});

/** Starts a store that behaves like that after so many bytes, and notes when it has. */
async function start(behave: Behaviour, after?: number): Promise<RawStore> {
	store = await startRawStore(behave, after, () => (behaved = now()));

	return store;
}

/** Uploads a big file there, and counts the milliseconds since the store behaved as it does. */
async function send(url: string, options = {}, file = bigFile()) {
	const { error, json } = await upload(withRequestOptions(options, fromJson()), [
		itemWith(issuedFor(`${url}/uploads`), file),
	]);
	const { wall, own } = now();
	const waited = { wall: wall - behaved.wall, own: own - behaved.own };

	return { json, waited, message: `${error?.message ?? ''}. ${error?.description ?? ''}` };
}

const expectNothingOpen = async () =>
	expect(await handles.left()).toEqual({ files: [], sockets: 0 });

const readsNoMore =
	(then: Behaviour): Behaviour =>
	async (socket) => {
		socket.pause();
		await then(socket);
	};

const refuses: Behaviour = (socket) => socket.write(refusal());
const refusesAndEnds: Behaviour = (socket) => socket.end(refusal('Connection: close\r\n'));

describe('A store that answers before it has the whole file', () => {
	const cases: readonly (readonly [title: string, behave: Behaviour])[] = [
		['and reads no more', readsNoMore(refuses)],
		[
			'and reads no more, and says that it will hang up',
			readsNoMore((socket) => socket.write(refusal('Connection: close\r\n'))),
		],
		['and reads no more, and ends its side', readsNoMore(refusesAndEnds)],
		[
			'and reads no more, and takes a moment to answer',
			readsNoMore(async (socket) => {
				// Until every buffer on the way is full.
				await wait(500);
				socket.write(refusal());
			}),
		],
		['and reads on', refuses],
		['and reads on, and ends its side', refusesAndEnds],
	];

	describe.each([
		['at once', 1],
		['after 20 MiB', 20 * MEBIBYTE],
	])('%s', (_, after) => {
		test.each(cases)('%s: the error is that answer, within a second', async (__, behave) => {
			const { url } = await start(behave, after);
			const { message, waited } = await send(url);

			expect(waited.own).toBeLessThan(1_000);
			expect(message).toMatch(
				/^The file is larger than the upload credentials allow: Your proposed upload exceeds the maximum allowed size \[item 0\]\. .* Get new ones for 100663296 bytes/,
			);
			expect(handles.opened()).toBe(1);
			await expectNothingOpen();
		});
	});

	test('with a success is believed', async () => {
		const { url } = await start(readsNoMore((socket) => socket.write(success)));
		const { json } = await send(url);

		expect(json).toMatchObject([{ status: 204, etag: 'e1' }]);
		await expectNothingOpen();
	});

	test('and resets the connection: the error is that answer, or says that it may be lost', async () => {
		const { url } = await start(
			readsNoMore((socket) => socket.write(refusal(), () => socket.destroy())),
		);

		for (let time = 0; time < 5; time++) {
			const { message, waited } = await send(url, {}, bigFile(32 * MEBIBYTE));

			expect(waited.own).toBeLessThan(1_000);
			expect(message).toMatch(
				/^The file is larger than|closed the connection while the file was being sent \[item 0\]\. It may have refused the file, in a response that was lost\. Check that the upload credentials are new/,
			);
		}

		expect(handles.opened()).toBe(5);
		await expectNothingOpen();
	});
});

describe('A store that stops in the middle of a file', () => {
	test.each<readonly [string, Behaviour]>([
		['and hangs up', (socket) => socket.destroy()],
		['and resets the connection', (socket) => socket.resetAndDestroy()],
	])('%s: the error says so within a second', async (_, behave) => {
		const { url } = await start(behave, 20 * MEBIBYTE);
		const { message, waited } = await send(url);

		expect(waited.own).toBeLessThan(1_000);
		expect(message).toContain('closed the connection while the file was being sent [item 0]');
		expect(message).toContain('Uploading it again is safe');
		expect(handles.opened()).toBe(1);
		await expectNothingOpen();
	});

	test('and is silent: the error says so within a second of the timeout', async () => {
		const { url } = await start(
			readsNoMore(() => undefined),
			20 * MEBIBYTE,
		);
		const { message, waited } = await send(url, { timeout: 2 });

		expect(waited.wall).toBeGreaterThan(1_900);
		expect(waited.own).toBeLessThan(3_000);
		expect(message).toContain('did not take the file in time [item 0]. Try again later');
		expect(message).toContain(`Timeout under ${requestOptions.displayName} says how long to wait.`);
		await expectNothingOpen();
	});
});

describe('A store that is slow', () => {
	test('to answer: the error says so within a second of the timeout', async () => {
		const file = bigFile(8 * MEBIBYTE);
		const { url } = await start(() => undefined, 8 * MEBIBYTE);
		const { message, waited } = await send(url, { timeout: 1 }, file);

		expect(waited.wall).toBeGreaterThan(900);
		expect(waited.own).toBeLessThan(2_000);
		expect(message).toContain('did not respond in time [item 0]');
		await expectNothingOpen();
	});

	test('to take the file gets all of it, however long it takes, wherever n8n keeps the file', async () => {
		const size = 48 * MEBIBYTE;
		const slow = await startSteadyStore(10 * MEBIBYTE);
		const kept = [{}, { inMemory: true }, { inDatabase: new DatabaseStore() }];
		const outcomes = await Promise.all(
			kept.map(
				async (place) => await send(slow.url, { timeout: 3 }, { ...bigFile(size), ...place }),
			),
		);

		await slow.close();
		expect(outcomes.map(({ json }) => json)).toMatchObject(kept.map(() => [{ status: 204, size }]));
		await expectNothingOpen();
	});
});

test('An upload stops if the workflow is canceled', async () => {
	let isSilent: () => void;
	const cancel = new Promise<void>((resolve) => (isSilent = resolve)).then(
		async () => await wait(200),
	);
	const { url } = await start(
		readsNoMore(() => isSilent()),
		20 * MEBIBYTE,
	);
	const item = itemWith(issuedFor(`${url}/uploads`), bigFile());
	const { status } = await upload(fromJson(), [item], { cancel });

	expect(status).toBe('canceled');
	expect(ownTime() - behaved.own).toBeLessThan(1_200);
	await expectNothingOpen();
});

test('Items whose storage takes them are uploaded beside others that fail', async () => {
	const { url } = await start(readsNoMore(refuses), 4 * MEBIBYTE);
	const small = textFile('small');
	const issued = await issue(small);
	const nowhere = (key: string) => issuedFor(`${url}/uploads`, { key });
	const { json } = await upload(
		fromJson(),
		[
			itemWith(nowhere('a'), bigFile()),
			itemWith(issued, small),
			itemWith(nowhere('b'), bigFile()),
			itemWith(nowhere('c'), textFile('gone', { knownSize: 9 })),
		],
		{ onError: 'continueRegularOutput' },
	);

	const tooLarge = { error: expect.stringContaining('larger than the upload credentials allow') };

	expect(json).toMatchObject([
		tooLarge,
		{ key: keyOf(issued.upload_data), status: 204 },
		tooLarge,
		{
			error: expect.stringContaining('not as long as the binary data storage of n8n says [item 3]'),
		},
	]);
	expect(await storedWith(issued)).toEqual(small.content);
	await expectNothingOpen();
});
