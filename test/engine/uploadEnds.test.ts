import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

import { watchOpenEnds } from './openEnds';
import { refusal, startRawStore, success, type Behaviour, type RawStore } from './rawStore';
import type { InputFile } from './startNode';
import { fromJson, issuedFor, textFile, uploadsIn } from './uploads';
import { useWorld } from './useWorld';

const MEBIBYTE = 1024 * 1024;

const world = useWorld();
let store: RawStore | undefined;
let ends: ReturnType<typeof watchOpenEnds>;
const { upload, issue } = uploadsIn(() => world);

beforeEach(() => {
	ends = watchOpenEnds();
});

afterEach(async () => {
	ends.stop();
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

/** Uploads a big file there. */
async function send(url: string, options = {}, file = bigFile()) {
	const { error, json } = await upload({ ...fromJson('={{ $json }}'), options }, [
		{ json: issuedFor(`${url}/uploads`), files: { data: file } },
	]);
	const endedAt = Date.now();
	return { json, endedAt, told: `${error?.message ?? ''}. ${error?.description ?? ''}` };
}

const NOTHING = { files: [], sockets: 0 };

const readsNoMore =
	(then: Behaviour): Behaviour =>
	(socket) => {
		socket.pause();
		then(socket);
	};

describe('A store that answers before it has the whole file', () => {
	const cases: readonly (readonly [title: string, behave: Behaviour])[] = [
		['and reads no more', readsNoMore((socket) => socket.write(refusal()))],
		[
			'and reads no more, and says that it will hang up',
			readsNoMore((socket) => socket.write(refusal('Connection: close\r\n'))),
		],
		[
			'and reads no more, and ends its side',
			readsNoMore((socket) => socket.end(refusal('Connection: close\r\n'))),
		],
		[
			'and reads no more, and takes a moment to answer',
			readsNoMore((socket) => {
				// Until every buffer on the way is full.
				setTimeout(() => socket.write(refusal()), 500);
			}),
		],
		['and reads on', (socket) => socket.write(refusal())],
		['and reads on, and ends its side', (socket) => socket.end(refusal('Connection: close\r\n'))],
	];

	describe.each([
		['at once', 1],
		['after 20 MiB', 20 * MEBIBYTE],
	])('%s', (_, after) => {
		test.each(cases)('%s: its answer is told within a second', async (__, behave) => {
			store = await startRawStore(behave, after);
			const { told, endedAt } = await send(store.url);

			expect(endedAt - store.answeredAt()).toBeLessThan(1_000);
			expect(told).toMatch(
				/^The file is larger than the upload credentials allow: Your proposed upload exceeds the maximum allowed size \[item 0\]\. .* Get new ones for 100663296 bytes/,
			);
			expect(ends.opened()).toBe(1);
			expect(await ends.left(1_000)).toEqual(NOTHING);
		});
	});

	test('with a success is believed', async () => {
		store = await startRawStore(readsNoMore((socket) => socket.write(success)));
		const { json } = await send(store.url);
		expect(json).toMatchObject([{ status: 204, etag: 'e1' }]);
		expect(await ends.left(1_000)).toEqual(NOTHING);
	});

	test('and resets the connection: the answer is told, or that it may be lost', async () => {
		store = await startRawStore(
			readsNoMore((socket) => socket.write(refusal(), () => socket.destroy())),
		);
		for (let time = 0; time < 5; time++) {
			const { told, endedAt } = await send(store.url, {}, bigFile(32 * MEBIBYTE));
			expect(endedAt - store.answeredAt()).toBeLessThan(1_000);
			expect(told).toMatch(
				/^The file is larger than|closed the connection while the file was being sent \[item 0\]\. It may have refused the file, in an answer that was lost\. Check that the upload credentials are new/,
			);
		}
		expect(ends.opened()).toBe(5);
		expect(await ends.left(1_000)).toEqual(NOTHING);
	});
});

describe('A store that stops in the middle of a file', () => {
	test.each<readonly [string, Behaviour]>([
		['and hangs up', (socket) => socket.destroy()],
		['and resets the connection', (socket) => socket.resetAndDestroy()],
	])('%s: that is told within a second', async (_, behave) => {
		store = await startRawStore(behave, 20 * MEBIBYTE);
		const { told, endedAt } = await send(store.url);

		expect(endedAt - store.answeredAt()).toBeLessThan(1_000);
		expect(told).toContain('closed the connection while the file was being sent [item 0]');
		expect(told).toContain('To upload it again is safe');
		expect(ends.opened()).toBe(1);
		expect(await ends.left(1_000)).toEqual(NOTHING);
	});

	test('and is silent: that is told within a second of the time-out', async () => {
		store = await startRawStore(
			readsNoMore(() => undefined),
			20 * MEBIBYTE,
		);
		const { told, endedAt } = await send(store.url, { timeout: 2 });

		const waited = endedAt - store.answeredAt();
		expect(waited).toBeGreaterThan(1_900);
		expect(waited).toBeLessThan(3_000);
		expect(told).toContain('did not take the file in time [item 0]. Try again later');
		expect(told).toContain('Timeout under Options says how long to wait.');
		expect(await ends.left(1_000)).toEqual(NOTHING);
	});
});

describe('A store that is slow', () => {
	test('to answer: that is told within a second of the time-out', async () => {
		const file = bigFile(8 * MEBIBYTE);
		store = await startRawStore(() => undefined, 8 * MEBIBYTE);
		const { told, endedAt } = await send(store.url, { timeout: 1 }, file);

		const waited = endedAt - store.answeredAt();
		expect(waited).toBeGreaterThan(900);
		expect(waited).toBeLessThan(2_000);
		expect(told).toContain('did not answer in time [item 0]');
		expect(await ends.left(1_000)).toEqual(NOTHING);
	});

	test('to take the file gets all of it, however long that takes', async () => {
		const size = 64 * MEBIBYTE;
		store = await startRawStore((socket) => {
			let taken = 0;
			socket.on('data', (chunk) => {
				taken += chunk.length;
				if (taken >= 2 * MEBIBYTE) socket.pause();
			});
			const takeSome = async () => {
				while (!socket.destroyed && (store?.read() ?? 0) <= size) {
					await wait(100);
					taken = 0;
					socket.resume();
				}
				socket.write(success);
			};
			void takeSome();
		});
		const began = Date.now();
		const { json } = await send(store.url, { timeout: 1 }, bigFile(size));
		expect(json).toMatchObject([{ status: 204, size }]);
		expect(Date.now() - began).toBeGreaterThan(2_000);
		expect(await ends.left(1_000)).toEqual(NOTHING);
	});
});

test('An upload ends with the workflow', async () => {
	store = await startRawStore(
		readsNoMore(() => undefined),
		20 * MEBIBYTE,
	);
	const file = { json: issuedFor(`${store.url}/uploads`), files: { data: bigFile() } };
	const cancel = wait(1_000);
	const { status, time } = await upload(fromJson('={{ $json }}'), [file], {}, { cancel });
	expect(status).toBe('canceled');
	expect(time).toBeLessThan(2_500);
	expect(store.read()).toBeGreaterThan(0);
	expect(await ends.left(1_000)).toEqual(NOTHING);
});

test('Of several items those go on whose store takes them', async () => {
	store = await startRawStore(
		readsNoMore((socket) => socket.write(refusal())),
		4 * MEBIBYTE,
	);
	const small = textFile('small');
	const good = (await issue(small)).upload_data;
	const nowhere = (key: string) => issuedFor(`${store?.url ?? ''}/uploads`, { key });
	const { json } = await upload(
		fromJson('={{ $json }}'),
		[
			{ json: nowhere('a'), files: { data: bigFile() } },
			{ json: { ...good }, files: { data: small } },
			{ json: nowhere('b'), files: { data: bigFile() } },
			{ json: nowhere('c'), files: { data: textFile('gone', { knownSize: 9 }) } },
		],
		{ onError: 'continueRegularOutput' },
	);

	expect(json).toMatchObject([
		{ error: expect.stringContaining('larger than the upload credentials allow') },
		{ key: good.fields.key, status: 204 },
		{ error: expect.stringContaining('larger than the upload credentials allow') },
		{ error: expect.stringContaining('not as long as the store of n8n says [item 3]') },
	]);
	expect(await world.store.read(good.fields.key ?? '')).toEqual(small.content);
	expect(await ends.left(1_000)).toEqual(NOTHING);
});
