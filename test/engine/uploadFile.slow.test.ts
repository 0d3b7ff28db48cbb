import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { UploadCredentials } from '../service/upload';
import { DatabaseStore } from './databaseStore';
import { watchOpenHandles } from './openHandles';
import { useStoppedTimers } from '../service/testing/fakeClock';
import { useProcessTime } from '../service/testing/processTime';
import { refusal, startRawStore, type Behaviour, type RawStore } from './rawStore';
import { LIMITS_PLACE, withLimits } from './limits';
import type { InputFile } from './startNode';
import { startSlowStorage } from './slowStorage';
import {
	credentialsAsFields,
	credentialsAsJson,
	unsignedCredentials,
	itemWithFile,
	getKey,
	sha256,
	textFile,
	uploadHelpers,
} from './uploads';
import { useWorld } from './useWorld';

const MEBIBYTE = 1024 * 1024;

const world = useWorld();
const { issueCredentials, readUploaded, uploadFile, upload, uploadOne, presignForm, lastRequest } =
	uploadHelpers(world);

describe('Upload File accepts the credentials', () => {
	const file = textFile('A file with issued credentials');
	const asField = credentialsAsJson('={{ $json.credentials }}');

	test.each<
		[string, (issued: UploadCredentials) => readonly [INodeParameters, credentials?: unknown]]
	>([
		['the whole response of the service', (issued) => [asField, issued]],
		['that response as text', (issued) => [asField, JSON.stringify(issued)]],
		['single fields', ({ upload_data }) => [credentialsAsFields(upload_data)]],
	])('as %s', async (_, toInput) => {
		const issued = await issueCredentials(file);
		const [parameters, credentials] = toInput(issued);
		const json = credentials === undefined ? {} : ({ credentials } as IDataObject);

		const outcome = await upload(parameters, [{ json, files: { data: file } }]);

		expect(outcome.error).toBeUndefined();
		expect(outcome.json).toHaveLength(1);
		expect(lastRequest()).toMatchObject({ method: 'POST', status: 204 });
		expect(Object.fromEntries(lastRequest()?.fields ?? [])).toEqual(issued.upload_data.fields);
		expect(await readUploaded(issued)).toEqual(file.content);
	});
});

// The unit tests of the form have other names and contents.
test.each<[string, () => Partial<InputFile>]>([
	['in the file system', () => ({})],
	['in memory', () => ({ inMemory: true })],
	['in the database', () => ({ inDatabase: new DatabaseStore() })],
	['whose size n8n does not know', () => ({ knownSize: 'none' })],
])('Upload File sends a file %s byte for byte', async (_, storage) => {
	const content = randomBytes(5 * MEBIBYTE);
	const file = { content, name: 'a.bin', mimeType: 'image/png', ...storage() };

	const { stored, outcome } = await uploadOne(file);

	expect(stored.equals(content)).toBe(true);
	expect(outcome.json).toMatchObject([{ size: content.length }]);
});

test('Upload File sends a presigned form as it was signed, and outputs what the storage answers', async () => {
	const key = 'folder/r&d "plan".txt';
	const name = 'Größe "XL"\r\n📦.txt';
	const form = await presignForm(key, {
		Fields: { 'Content-Type': 'text/html', success_action_status: '201' },
	});

	const { json, error } = await uploadFile(form, textFile('XML', { name }));

	expect(error).toBeUndefined();
	expect(lastRequest()?.fields).toEqual(Object.entries(form.fields));
	expect(lastRequest()?.file).toEqual({ name: 'Größe %22XL%22%0D%0A📦.txt', type: 'text/html' });
	expect(json).toEqual([
		{
			key,
			bucket: world.store.bucket,
			location: expect.stringContaining('/uploads/'),
			etag: expect.stringMatching(/^[\da-f]{32}$/),
			fileName: name,
			contentType: 'text/html',
			size: 3,
			status: 201,
		},
	]);
});

test('Upload File sends 20 files of 8 MiB, 8 at once, each unchanged and paired with its item', async () => {
	// Each response takes a moment, so that requests overlap.
	world.store.faults.plan({ kind: 'delay', milliseconds: 200 }, { times: Infinity });
	world.store.peakConcurrency = 0;
	const files = Array.from({ length: 20 }, (_, index) => ({
		content: randomBytes(8 * MEBIBYTE),
		name: `file ${index}.bin`,
		mimeType: 'application/octet-stream',
		inMemory: index % 4 === 0,
	}));

	const uploads = await Promise.all(
		files.map(async (file) => ({ file, issued: await issueCredentials(file) })),
	);

	const { error, outputs } = await upload(
		credentialsAsJson(),
		uploads.map(({ file, issued }) => itemWithFile(issued, file)),
	);

	world.store.faults.clear();

	expect(error).toBeUndefined();
	expect(world.store.peakConcurrency).toBe(8);
	expect(outputs[0]).toMatchObject(
		uploads.map(({ file, issued }, item) => ({
			json: { key: getKey(issued.upload_data), fileName: file.name, size: 8 * MEBIBYTE },
			pairedItem: { item },
		})),
	);

	for (const { file, issued } of uploads) {
		expect(sha256(await readUploaded(issued))).toBe(sha256(file.content));
	}
});

test('Upload File, whose response was lost, replaces the file when it is run again with the same credentials', async () => {
	const file = textFile('A file that is sent twice');
	const issued = await issueCredentials(file);

	world.store.faults.plan({ kind: 'dropBeforeAnswering' });
	const lost = await uploadFile(issued, file);
	const again = await uploadFile(issued, file);

	expect(lost.error?.description).toContain('Uploading it again is safe');
	expect(again.error).toBeUndefined();
	expect(world.store.ledger.filter(({ key }) => key === getKey(issued.upload_data))).toHaveLength(
		2,
	);
	expect(await readUploaded(issued)).toEqual(file.content);
});

describe('If an item cannot be uploaded, Upload File', () => {
	const validItem = async () =>
		itemWithFile((await issueCredentials(textFile('good'))).upload_data, textFile('good'));
	const prunedItem = async () =>
		itemWithFile(await issueCredentials(textFile('a')), textFile('a', { pruned: true }));
	const itemWithLargerFile = async () =>
		itemWithFile(await issueCredentials(textFile('a')), textFile('larger'));

	test('uploads the other items if it continues on errors', async () => {
		const file = textFile('forged');
		const { url, fields } = (await issueCredentials(file)).upload_data;
		const forgedCredentials = { url, fields: { ...fields, 'x-amz-signature': '00' } };
		const wrongSize = textFile('12345', { knownSize: 4 });
		const itemWithWrongSize = itemWithFile(
			await issueCredentials({ ...wrongSize, content: Buffer.alloc(4) }),
			wrongSize,
		);

		const items = [
			await validItem(),
			{ json: { ...(await issueCredentials(file)) } },
			await prunedItem(),
			await itemWithLargerFile(),
			itemWithFile(forgedCredentials, file),
			itemWithWrongSize,
			await validItem(),
		];

		const { outputs } = await upload(credentialsAsJson(), items, {
			onError: 'continueErrorOutput',
		});

		const [uploadedItems = [], failedItems = []] = outputs;

		expect(uploadedItems.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 6 }]);
		expect(failedItems.map(({ pairedItem }) => pairedItem)).toEqual(
			[1, 2, 3, 4, 5].map((item) => ({ item })),
		);
		expect(failedItems.map(({ json }) => json.error)).toEqual([
			expect.stringContaining('has no binary'),
			expect.stringContaining('the file of "data" is no longer in the binary data storage of n8n'),
			expect.stringContaining('the file has 6 bytes'),
			expect.stringContaining('does not match the signature'),
			expect.stringContaining('not as long as the binary data storage of n8n says'),
		]);

		const stored = await world.store.list();

		for (const { json } of uploadedItems) expect(stored).toContain(json.key);

		expect(stored).not.toContain(fields.key);
	});
});

describe('If the storage interrupts a file of 96 MiB, Upload File', () => {
	const processTime = useProcessTime();
	const now = () => ({ byClock: Date.now(), byProcess: processTime() });
	let store: RawStore | undefined;
	let interruptedAt = now();
	let handles: ReturnType<typeof watchOpenHandles>;

	beforeEach(() => {
		handles = watchOpenHandles();
	});

	afterEach(async () => {
		handles.stop();
		await store?.close();
		store = undefined;
	});

	/** A file in n8n's file system storage that is larger than all buffers between n8n and the storage. */
	const bigFile = (): InputFile => ({
		content: Readable.from(
			(function* () {
				const chunk = Buffer.alloc(MEBIBYTE, 'n');

				for (let sent = 0; sent < 96 * MEBIBYTE; sent += MEBIBYTE) yield chunk;
			})(),
		),
		name: 'big.bin',
		mimeType: 'text/plain',
	});

	/** Starts a storage that reads 20 MiB and then behaves like this. */
	async function start(behave: Behaviour): Promise<RawStore> {
		store = await startRawStore(behave, 20 * MEBIBYTE, () => (interruptedAt = now()));

		return store;
	}

	/** Uploads a big file. @returns `waited` in milliseconds since the interruption */
	async function uploadBigFile(url: string, options = {}) {
		const { error } = await upload(withLimits(options, credentialsAsJson()), [
			itemWithFile(unsignedCredentials(`${url}/uploads`), bigFile()),
		]);
		const { byClock, byProcess } = now();
		const waited = {
			byClock: byClock - interruptedAt.byClock,
			byProcess: byProcess - interruptedAt.byProcess,
		};

		return { waited, message: `${error?.message ?? ''}. ${error?.description ?? ''}` };
	}

	const expectNothingOpen = async () =>
		expect(await handles.waitUntilClosed()).toEqual({ files: [], sockets: 0 });

	test.each<[string, Behaviour]>([
		[
			'stops reading',
			async (socket) => {
				socket.pause();
				// By then, every buffer is full.
				await wait(500);
				socket.write(refusal());
			},
		],
		['closes its side', (socket) => socket.end(refusal('Connection: close\r\n'))],
	])('reports an early refusal within a second from a storage that %s', async (_, behave) => {
		const { url } = await start(behave);

		const { message, waited } = await uploadBigFile(url);

		expect(waited.byProcess).toBeLessThan(1_000);
		expect(message).toMatch(
			/^The file is larger than the upload credentials allow: Your proposed upload exceeds the maximum allowed size \[item 0\]\. .* Get new ones for 100663296 bytes/,
		);
		expect(handles.countConnections()).toBe(1);
		await expectNothingOpen();
	});

	test('reports a dropped connection within a second, and does not send the file again', async () => {
		const { url } = await start((socket) => socket.resetAndDestroy());

		const { message, waited } = await uploadBigFile(url);

		expect(waited.byProcess).toBeLessThan(1_000);
		expect(message).toContain('closed the connection while the file was being sent [item 0]');
		expect(message).toContain('Uploading it again is safe');
		expect(handles.countConnections()).toBe(1);
		await expectNothingOpen();
	});

	test('reports a storage that stops reading within a second of the timeout', async () => {
		const { url } = await start((socket) => socket.pause());

		const { message, waited } = await uploadBigFile(url, { timeout: 2 });

		expect(waited.byClock).toBeGreaterThan(1_900);
		expect(waited.byProcess).toBeLessThan(3_000);
		expect(message).toContain('did not take the file in time [item 0].');
		expect(message).toContain(`Timeout under ${LIMITS_PLACE} says how long to wait.`);
		await expectNothingOpen();
	});

	test('stops within a second if the workflow is canceled', async () => {
		let stopReading: () => void;
		const cancel = new Promise<void>((resolve) => (stopReading = resolve)).then(
			async () => await wait(200),
		);
		const { url } = await start((socket) => {
			socket.pause();
			stopReading();
		});
		const item = itemWithFile(unsignedCredentials(`${url}/uploads`), bigFile());

		const { status } = await upload(credentialsAsJson(), [item], { cancel });

		expect(status).toBe('canceled');
		expect(processTime() - interruptedAt.byProcess).toBeLessThan(1_200);
		await expectNothingOpen();
	});
});

describe('Upload File keeps sending to a slow storage for longer than the timeout', () => {
	const passTime = useStoppedTimers();
	const content = Buffer.alloc(48 * MEBIBYTE, 'n');

	test.each<[string, () => Partial<InputFile>]>([
		['in the file system', () => ({})],
		['in memory', () => ({ inMemory: true })],
		['in the database', () => ({ inDatabase: new DatabaseStore() })],
	])('if n8n keeps the file %s', async (_, place) => {
		const handles = watchOpenHandles();
		// It takes 4.8 seconds.
		const storage = await startSlowStorage(10 * MEBIBYTE, passTime);
		const file = { content, name: 'big.bin', mimeType: 'text/plain', ...place() };

		const { json, error } = await upload(withLimits({ timeout: 3 }, credentialsAsJson()), [
			itemWithFile(unsignedCredentials(`${storage.url}/uploads`), file),
		]);

		await storage.close();

		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ status: 204, size: content.length }]);
		expect(await handles.waitUntilClosed()).toEqual({ files: [], sockets: 0 });
		handles.stop();
	});
});
