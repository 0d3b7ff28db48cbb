import { beforeEach, describe, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { INodeParameters } from 'n8n-workflow';

import { isObject } from '../../nodes/shared/values/valueChecks';
import type { Fault, FaultPlan } from '../service/faults';
import { listen } from '../service/listen';
import { closeAfterEach } from '../service/testing/closeAfterEach';
import { credentialFor } from './credentials';
import type { Outcome } from './engine';
import { watchOpenHandles } from './openHandles';
import { useProcessTime } from '../service/testing/processTime';
import { withLimits } from './limits';
import { locateFirst } from './samples';
import { serverKinds } from './serverKinds';
import type { InputFile, InputItem } from './startNode';
import { sha256 } from './uploads';
import { useWorld } from './useWorld';
import type { Execution, World } from './world';

const file = (name: string, content: Buffer | string, mimeType = 'text/plain') => ({
	name,
	mimeType,
	content: Buffer.from(content),
});
const binary = (name: string, size: number) =>
	file(name, randomBytes(size), 'application/octet-stream');

const withFile = (data: InputFile): InputItem => ({ files: { data } });

const small = () => [withFile(file('a.txt', 'abc'))];

/** The storage refuses a request with the text of S3. */
const expired: Fault = {
	kind: 'status',
	status: 403,
	contentType: 'application/xml',
	body: '<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>',
};

/** Requests that complete an attachment. */
const completions: FaultPlan = { when: ({ method }) => method === 'PATCH' };

const ALL = { allBinaryFields: true };

const PROXY_HEADERS = { header: [{ name: 'X-Proxy-Key', value: 'a secret of the proxy' }] };

/** Creates functions that work with the attachments of the first work item. */
function attachmentHelpers(world: World) {
	const run = async (operation: string, parameters: INodeParameters, more: Execution) => {
		const { projects, workItems } = world.service.state;
		const place = { projectId: locateFirst(projects), workItemId: locateFirst(workItems) };

		return await world.run(`workItemAttachment.${operation}`, { ...place, ...parameters }, more);
	};

	return {
		attach: async (
			items: readonly InputItem[],
			parameters: INodeParameters = {},
			more: Execution = {},
		) => await run('attach', { simple: false, ...parameters }, { items, ...more }),

		/** Lists the attachments with their files. */
		download: async (requests: INodeParameters = {}, more: Execution = {}): Promise<Outcome> =>
			await run(
				'getAll',
				withLimits(requests, { returnAll: true, options: { downloadFiles: true } }),
				more,
			),

		/** The attachments that Plane shows. */
		shown: () =>
			world.service.state.attachments.filter(
				({ issue, is_uploaded }) => is_uploaded && issue === world.service.state.workItems[0]?.id,
			),

		/** Reads the file of an output item. */
		readFile: async ({ outputs }: Outcome, index = 0): Promise<Buffer> =>
			await world.engine.readFile(outputs[0]?.[index]?.binary?.data),
	};
}

describe.each(serverKinds)('On a %s server', (serverKind) => {
	const world = useWorld({ serverKind }, true);
	const { attach, download, shown, readFile } = attachmentHelpers(world);

	beforeEach(() => {
		world.service.state.attachments.splice(0);
	});

	test('Attach File requests credentials, uploads, completes, and outputs the attachment', async () => {
		const { json, outputs, error } = await attach([withFile(file('hello.txt', 'Hello'))]);

		expect(error).toBeUndefined();
		expect(world.service.requests.map(({ body }) => body)).toEqual([
			{ name: 'hello.txt', type: 'text/plain', size: 5 },
			{ is_uploaded: true },
		]);
		const [attachment] = shown();

		expect(json).toEqual([
			expect.objectContaining({
				id: attachment?.id,
				attributes: { name: 'hello.txt', type: 'text/plain', size: 5 },
				is_uploaded: true,
			}),
		]);
		expect(outputs[0]?.[0]?.pairedItem).toEqual({ item: 0 });
		expect(String(await world.store.read(attachment?.asset ?? ''))).toBe('Hello');
		expect(JSON.stringify(json)).not.toMatch(/signature|policy/i);
	});

	test('Download Files puts the file of each attachment into its item, and sends no API key to the storage', async () => {
		const files = [
			file('a "b", ü 😀.txt', 'Hello'),
			file('photo.png', randomBytes(300_000), 'image/png'),
		];

		await attach(files.map(withFile));
		const outcome = await download();

		expect(outcome.error).toBeUndefined();
		const sums: string[] = [];

		for (const [index, { attributes }] of outcome.json.entries()) {
			const { data } = outcome.outputs[0]?.[index]?.binary ?? {};
			const content = await readFile(outcome, index);

			sums.push(sha256(content));
			expect(attributes).toMatchObject({
				name: data?.fileName,
				type: data?.mimeType,
				size: content.length,
			});
		}

		expect(sums.sort()).toEqual(files.map(({ content }) => sha256(content)).sort());
		const { requests } = world.store;

		expect(requests.map(({ method }) => method)).toEqual(['POST', 'POST', 'GET', 'GET']);
		expect(JSON.stringify(requests.map(({ headers }) => headers))).not.toContain(
			world.service.apiKey,
		);
	});
});

describe('Attach File', () => {
	const world = useWorld({ serverKind: 'community' }, true);
	const { attach, shown } = attachmentHelpers(world);

	beforeEach(() => {
		world.service.state.attachments.splice(0);
	});

	test('attaches each file once although every step is interrupted by a dropped connection', async () => {
		world.service.faults.plan({ kind: 'dropBeforeAnswering' });
		world.service.faults.plan({ kind: 'dropBeforeAnswering' }, completions);
		world.store.faults.plan({ kind: 'dropBeforeAnswering' });

		const { error } = await attach(small());

		expect(error).toBeUndefined();
		expect(shown()).toHaveLength(1);
	});

	test('attaches all files of an item, each as an item of the output', async () => {
		const files = {
			one: file('1.txt', 'One'),
			two: file('2.png', randomBytes(1000), 'image/png'),
		};

		const { json, outputs } = await attach([{ files }], ALL);

		expect(json.map(({ attributes }) => attributes)).toEqual([
			{ name: '1.txt', type: 'text/plain', size: 3 },
			{ name: '2.png', type: 'image/png', size: 1000 },
		]);
		expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 0 }]);
	});

	test('attaches files of other items while the first file is being uploaded, each unchanged', async () => {
		const files = Array.from({ length: 20 }, (_, index) => binary(`${index}.bin`, 200_000));

		world.store.faults.plan({ kind: 'delay', milliseconds: 700 }, { times: 1 });
		const { json, error } = await attach(files.map(withFile));

		expect(error).toBeUndefined();
		expect(world.service.requests.slice(0, 3).map(({ method }) => method)).toEqual([
			'POST',
			'POST',
			'POST',
		]);
		const stored = await Promise.all(
			json.map(async ({ asset }) =>
				sha256(await world.store.read(typeof asset === 'string' ? asset : '')),
			),
		);

		expect(stored).toEqual(files.map(({ content }) => sha256(content)));
	});

	test('requests credentials for a file only when it is about to be uploaded', async () => {
		const item = { files: { one: file('1.txt', '1'), two: file('2.txt', '2') } };

		await attach([item, item, item], withLimits({ concurrentRequests: 1 }, ALL));

		expect(world.service.requests.map(({ method }) => method)).toEqual(
			Array(6).fill(['POST', 'PATCH']).flat(),
		);
	});

	const { content, name, mimeType } = binary('a.bin', 300_000);
	const inline = { data: content.toString('base64'), fileName: name, mimeType };
	const inJson = { _files: { data: inline } };

	test.each<[place: string, item: InputItem, parameters: INodeParameters]>([
		['in the binary data storage of n8n', withFile({ content, name, mimeType }), ALL],
		['in the items themselves', { json: inJson }, ALL],
		['in the items themselves, by the name of a field', { json: inJson }, {}],
	])('finds files that a workflow keeps in the JSON of items, %s', async (_, item, parameters) => {
		const { error } = await attach([item], parameters, { binaryMode: 'combined' });

		expect(error).toBeUndefined();
		expect(shown()).toHaveLength(1);
		const stored = await world.store.read(shown()[0]?.asset ?? '');

		expect(sha256(stored)).toBe(sha256(content));
	});

	test.each([
		['continueRegularOutput', 0],
		['continueErrorOutput', 1],
	] as const)(
		'outputs a failed item with its files, so that it can be retried (%s)',
		async (onError, output) => {
			world.store.faults.plan(expired);
			const { outputs } = await attach(small(), withLimits({ retries: 0 }), { onError });
			const [failed] = outputs[output] ?? [];

			expect(failed?.json.error).toContain('"a.txt" was not attached');
			const retried = await attach([{ stored: failed?.binary ?? {} }]);

			expect(retried.error).toBeUndefined();
			expect(shown()).toHaveLength(1);
		},
	);

	test('announces an unknown type once in a run, then application/octet-stream', async () => {
		const photo = withFile(file('photo.heic', 'heic', 'image/heic'));
		const options = { unknownFileTypes: 'sendAsAnyFile' };

		const { json, error } = await attach(
			[photo, photo, photo],
			withLimits({ concurrentRequests: 1 }, { options }),
		);

		expect(error).toBeUndefined();
		expect(json).toMatchObject(
			Array(3).fill({ attributes: { name: 'photo.heic', type: 'application/octet-stream' } }),
		);
		const announced = world.service.requests
			.filter(({ method }) => method === 'POST')
			.map(({ body }) => (isObject(body) ? body.type : undefined));

		expect(announced).toEqual(['image/heic', ...Array<string>(3).fill('application/octet-stream')]);
	});
});

describe('Attach File from an address', () => {
	const world = useWorld({ serverKind: 'community' }, true);
	const { attach, shown } = attachmentHelpers(world);
	const serve = closeAfterEach(
		async (answer: RequestListener) => await listen(createServer(answer)),
	);

	beforeEach(() => {
		world.service.state.attachments.splice(0);
	});

	test('streams the file through redirects to the storage, without a length, the API key and extra headers', async () => {
		const content = randomBytes(3_000_000);
		const received: IncomingHttpHeaders[] = [];

		const files = await serve(({ url, headers }, response) => {
			received.push(headers);

			if (url === '/go') {
				response.writeHead(302, { Location: '/files/a.bin' }).end();

				return;
			}

			// In chunks, because nothing says how long it is.
			response.write(content.subarray(0, 1_000_000));
			response.end(content.subarray(1_000_000));
		});
		const credential = { ...credentialFor(world.service), extraHeaders: PROXY_HEADERS };

		const { json, error } = await attach(
			[{}],
			{ fileSource: 'url', fileUrl: `${files.url}/go` },
			{ credential },
		);

		expect(error).toBeUndefined();
		expect(json).toMatchObject([
			{ attributes: { name: 'a.bin', type: 'application/octet-stream', size: content.length } },
		]);
		expect(sha256(await world.store.read(shown()[0]?.asset ?? ''))).toBe(sha256(content));
		expect(received).toHaveLength(2);
		expect(JSON.stringify(received)).not.toMatch(/secret|api-key/i);
		expect(JSON.stringify(received)).not.toContain(world.service.apiKey);
	});

	test('reads the file again if its connection drops in the middle, and sends nothing to Plane before', async () => {
		let reads = 0;

		const files = await serve((_, response) => {
			reads++;
			response.writeHead(200, { 'Content-Length': 3 });
			response.write('ab');

			if (reads === 1) {
				setTimeout(() => response.destroy(), 50);
			} else {
				response.end('c');
			}
		});

		const { error } = await attach([{}], { fileSource: 'url', fileUrl: `${files.url}/a.txt` });

		expect(error).toBeUndefined();
		expect(reads).toBe(2);
		expect(world.service.requests.map(({ method }) => method)).toEqual(['POST', 'PATCH']);
		expect(String(await world.store.read(shown()[0]?.asset ?? ''))).toBe('abc');
	});
});

describe('Download Files', () => {
	const world = useWorld({ serverKind: 'community' }, true);
	const { attach, download, readFile } = attachmentHelpers(world);
	const processTime = useProcessTime();

	/** Makes these files the only attachments, and clears the recorded requests. */
	async function attachOnly(...files: readonly InputFile[]): Promise<void> {
		world.service.state.attachments.splice(0);
		const { error } = await attach(files.map(withFile));
		if (error !== undefined) throw new Error(error.message);

		world.service.requests.splice(0);
		world.store.requests.splice(0);
	}

	test('downloads as many files at once as Concurrent Requests allows', async () => {
		const files = Array.from({ length: 12 }, (_, index) => binary(`${index}.bin`, 200_000));

		await attachOnly(...files);
		world.store.faults.plan({ kind: 'delay', milliseconds: 50 }, { times: Infinity });
		world.store.peakConcurrency = 0;
		const outcome = await download({ concurrentRequests: 3 });

		expect(outcome.error).toBeUndefined();
		expect(world.store.peakConcurrency).toBe(3);
		const sums = await Promise.all(
			outcome.json.map(async (_, index) => sha256(await readFile(outcome, index))),
		);

		expect(sums.sort()).toEqual(files.map(({ content }) => sha256(content)).sort());
	});

	test('retries a file whose connection drops in the middle', async () => {
		const original = binary('a.bin', 500_000);

		await attachOnly(original);
		world.store.faults.plan({ kind: 'dropMidway' });
		const outcome = await download();

		expect(outcome.error).toBeUndefined();
		expect(sha256(await readFile(outcome))).toBe(sha256(original.content));
	});

	test('retries a file that stops arriving, after the timeout, and leaves nothing open', async () => {
		const handles = watchOpenHandles();
		const original = binary('a.bin', 3_000_000);

		await attachOnly(original);
		world.store.faults.plan({ kind: 'slow', milliseconds: 60_000 });
		const start = processTime();
		const outcome = await download({ timeout: 3 });

		expect(outcome.error).toBeUndefined();
		expect(processTime() - start).toBeLessThan(10_000);
		expect(sha256(await readFile(outcome))).toBe(sha256(original.content));

		world.store.faults.plan({ kind: 'slow', milliseconds: 60_000 });
		const { error } = await download({ timeout: 3, retries: 0 });

		expect(error?.message).toMatch(/ was not downloaded: .* did not respond in time/);
		expect(await handles.waitUntilClosed()).toEqual({ files: [], sockets: 0 });
		handles.stop();
	});

	test('stops in the middle of a file if the workflow is canceled', async () => {
		await attachOnly(binary('a.bin', 3_000_000));
		world.store.faults.plan({ kind: 'slow', milliseconds: 60_000 }, { times: Infinity });
		const handles = watchOpenHandles();
		const faultsBefore = world.store.faults.occurred.length;
		let canceledAt = 0;

		const cancel = (async () => {
			while (world.store.faults.occurred.length === faultsBefore) await wait(5);
			// Until then a part of the file has been sent.
			await wait(200);
			canceledAt = processTime();
		})();
		const outcome = await download({}, { cancel });

		expect(outcome.status).toBe('canceled');
		expect(processTime() - canceledAt).toBeLessThan(1000);
		expect(await handles.waitUntilClosed()).toEqual({ files: [], sockets: 0 });
		handles.stop();
	});
});
