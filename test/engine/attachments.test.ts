import { beforeEach, describe, expect, test } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';

import type { Outcome, PlaneNode, RunOptions } from './engine';
import { watchOpenEnds } from './openEnds';
import { useOwnTime } from './ownTime';
import { locator, parametersFor } from './samples';
import type { InputItem } from './startNode';
import { useWorld } from './useWorld';
import { faceNames, startOddServer } from './world';

const file = (name: string, content: Buffer, mimeType = 'text/plain') => ({
	name,
	content,
	mimeType,
});

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const hash = (content: Buffer) => createHash('sha256').update(content).digest('hex');

describe.each(faceNames)('on the face %s', (face) => {
	const world = useWorld({ face }, true);
	const ownTime = useOwnTime();

	const run = async (
		operation: string,
		parameters: INodeParameters,
		items: readonly InputItem[],
		node: Partial<PlaneNode> = {},
		more: RunOptions = {},
		credential: ICredentialDataDecryptedObject = world.credential,
	): Promise<Outcome> => {
		const { engine, service } = world;
		const place = {
			projectId: locator(service.state.projects),
			workItemId: locator(service.state.workItems),
		};
		return await engine.run(
			{ parameters: parametersFor(operation, { ...place, ...parameters }), ...node },
			items,
			credential,
			more,
		);
	};
	const attach = async (
		items: readonly InputItem[],
		parameters: INodeParameters = {},
		node: Partial<PlaneNode> = {},
		more: RunOptions = {},
	) => await run('workItemAttachment.attach', parameters, items, node, more);

	/** The attachments that Plane shows, without those that the service began with. */
	const shown = (): readonly IDataObject[] => {
		const { attachments, workItems } = world.service.state;
		return attachments
			.filter(({ issue, is_uploaded }) => issue === workItems[0]?.id && is_uploaded)
			.filter(({ id }) => !seeded.has(id))
			.map((row) => ({ ...row }));
	};
	let seeded: ReadonlySet<string>;
	beforeEach(() => {
		seeded = new Set(world.service.state.attachments.map(({ id }) => id));
	});
	const sent = () =>
		world.service.requests.map(
			({ method, url, status }) => `${method} ${url.split('/').at(-3) ?? ''}/… ${String(status)}`,
		);

	describe('Attach File', () => {
		test('asks for credentials, uploads, completes, and puts out the attachment', async () => {
			const content = Buffer.from('Hello');
			const { json, outputs, error } = await attach([
				{ files: { data: file('hello.txt', content) } },
			]);
			expect(error).toBeUndefined();
			expect(sent()).toHaveLength(2);
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
			expect(await world.store.read(textOf(attachment?.asset))).toEqual(content);
			expect(JSON.stringify(json)).not.toMatch(/signature|policy/i);
		});

		test('attaches several binary fields, in the order given', async () => {
			const files = {
				one: file('1.txt', Buffer.from('One')),
				two: file('2.png', randomBytes(1000), 'image/png'),
				three: file('3.txt', Buffer.from('Three')),
			};
			const named = await attach([{ files }], { binaryPropertyName: 'two, one' });
			expect(named.json.map(({ attributes }) => attributes)).toEqual([
				{ name: '2.png', type: 'image/png', size: 1000 },
				{ name: '1.txt', type: 'text/plain', size: 3 },
			]);
			const all = await attach([{ files }], { allBinaryFields: true });
			expect(all.json).toHaveLength(3);
			expect(all.outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(
				Array(3).fill({ item: 0 }),
			);
			expect(shown()).toHaveLength(5);
		});

		test('attaches 20 files of as many items, each as it is', async () => {
			const contents = Array.from({ length: 20 }, () => randomBytes(200_000));
			const { json, error } = await attach(
				contents.map((content, index) => ({
					files: { data: file(`${String(index)}.bin`, content, 'application/octet-stream') },
				})),
			);
			expect(error).toBeUndefined();
			const stored = await Promise.all(
				json.map(async ({ asset }) => hash(await world.store.read(textOf(asset)))),
			);
			expect(stored).toEqual(contents.map(hash));
			expect(world.store.faults.befell).toEqual([]);
		});

		test('refuses an item without the binary field before anything is sent', async () => {
			const files = { data: file('a.txt', Buffer.from('a')) };
			const { error } = await attach([{ files }], { binaryPropertyName: 'data, photo' });
			expect(error?.message).toBe(
				'Input Binary Fields: the item has no binary field "photo" [item 0]',
			);
			const none = await attach([{}], { allBinaryFields: true });
			expect(none.error?.message).toBe('All Binary Fields: the item has no binary field [item 0]');
			expect(world.service.requests).toEqual([]);
		});

		test('the key of the service does not go to the store', async () => {
			await attach([{ files: { data: file('a.txt', Buffer.from('a')) } }]);
			const headers = JSON.stringify(world.store.requests.map((request) => request.headers));
			expect(headers).not.toContain(world.service.apiKey);
			expect(headers).not.toMatch(/x-api-key/i);
		});

		const items = (): InputItem[] => [{ files: { data: file('a.txt', Buffer.from('abc')) } }];

		test('repeats each of its steps after a dropped connection, and attaches once', async () => {
			world.service.faults.plan({ kind: 'dropDone' });
			world.service.faults.plan(
				{ kind: 'dropDone' },
				{ when: ({ method }: IncomingMessage) => method === 'PATCH' },
			);
			world.store.faults.plan({ kind: 'dropDone' });
			const { error } = await attach(items());
			expect(error).toBeUndefined();
			expect(shown()).toHaveLength(1);
		});

		test('says which steps were done, and with which asset, when the upload fails', async () => {
			world.store.faults.plan(
				{ kind: 'status', status: 403, body: '<Error><Code>AccessDenied</Code></Error>' },
				{ times: Infinity },
			);
			const { error } = await attach(items());
			const id = world.service.state.attachments.at(-1)?.id ?? '';
			expect(error?.message).toMatch(
				/^"a\.txt" was not attached: The storage does not accept the upload credentials/,
			);
			expect(error?.description).toContain(
				`Done before: upload credentials issued (asset ID ${id}). An attachment that is not completed does not show in Plane, so the item can be run again.`,
			);
			expect(shown()).toEqual([]);
			world.store.faults.clear();
			expect((await attach(items())).error).toBeUndefined();
			expect(shown()).toHaveLength(1);
		});

		test('says which steps were done when the completion fails', async () => {
			world.service.faults.plan(
				{ kind: 'status', status: 404, body: '{"error":"Gone"}' },
				{ when: ({ method }: IncomingMessage) => method === 'PATCH' },
			);
			const { error } = await attach(items());
			expect(error?.message).toMatch(/^"a\.txt" was not attached: /);
			expect(error?.description).toMatch(
				/Done before: upload credentials issued \(asset ID [\w-]{36}\), file uploaded\./,
			);
			expect(shown()).toEqual([]);
		});

		const noRetries = { options: { retries: 0 } };
		const patches = { when: ({ method }: IncomingMessage) => method === 'PATCH' };

		test('warns of a second attachment where nobody knows whether the first was completed', async () => {
			world.service.faults.plan({ kind: 'status', status: 504, carriedOut: true }, patches);
			const { error } = await attach(items(), noRetries);
			expect(shown()).toHaveLength(1);
			expect(error?.message).toMatch(/^"a\.txt" may not be attached: /);
			expect(error?.description).toMatch(
				/Plane may or may not have saved this\. Check Plane for "a\.txt" before you run the item again, or you may create a duplicate\. Done before: .*, file uploaded\.$/,
			);
		});

		test('does not warn where it was certainly not completed', async () => {
			world.service.faults.plan({ kind: 'status', status: 400, body: '{"error": "No"}' }, patches);
			const { error } = await attach(items(), noRetries);
			expect(error?.description).toMatch(/file uploaded\. An attachment .*can be run again\.$/);
			expect(error?.description).not.toContain('not known');
		});

		test('tells a file that is larger than the server allows from one to be tried again', async () => {
			const issued = await world.service.issueUpload({
				name: 'a.txt',
				type: 'text/plain',
				size: 2,
			});
			const body = JSON.stringify(issued);
			world.service.faults.plan({ kind: 'status', status: 200, body });
			const { error } = await attach(items());
			expect(error?.message).toBe(
				'"a.txt" was not attached: the file has 3 bytes, and the upload credentials are for 1 to 2 bytes [item 0]',
			);
			expect(error?.description).toContain('make the file smaller, or ask whoever runs the server');
			expect(error?.description).not.toContain('run again');
			expect(world.store.requests).toEqual([]);
		});

		test('says what was announced where the server takes no such file', async () => {
			world.service.faults.plan({
				...{ kind: 'status', status: 400 },
				body: '{"error": "Invalid file type.", "status": false}',
			});
			const { error } = await attach(items());
			expect(error?.message).toContain('Invalid file type');
			expect(error?.description).toContain('announced as text/plain with 3 bytes.');
		});

		test.each([
			['Input Binary Fields', { allBinaryFields: false }],
			['All Binary Fields', { allBinaryFields: true }],
		])('refuses an empty file of %s before anything is sent', async (named, parameters) => {
			const files = { data: file('a.txt', Buffer.alloc(0)) };
			const { error } = await attach([{ files }], parameters);
			expect(error?.message).toBe(`${named}: the file of "data" is empty [item 0]`);
			expect(world.service.requests).toEqual([]);
		});

		test('announces a file without a type as bytes', async () => {
			const files = { data: { ...file('a', Buffer.from('abc'), ''), inMemory: true } };
			const { error } = await attach([{ files }]);
			expect(error).toBeUndefined();
			expect(world.service.requests[0]?.body).toMatchObject({ type: 'application/octet-stream' });
		});

		test('attaches a binary field that is named twice once', async () => {
			const { json } = await attach(items(), { binaryPropertyName: 'data, data' });
			expect(json).toHaveLength(1);
			expect(shown()).toHaveLength(1);
		});

		test('names the fields of files that are called the same', async () => {
			const same = (content: string) => file('image.png', Buffer.from(content), 'image/png');
			const files = { first: same('1'), second: same('2'), third: same('3') };
			world.store.faults.plan(
				{ kind: 'status', status: 403, body: '<Error><Code>AccessDenied</Code></Error>' },
				{ skip: 1, times: 1 },
			);
			const { error } = await attach([{ files }], {
				allBinaryFields: true,
				options: { concurrentRequests: 1 },
			});
			expect(error?.message).toMatch(/^"image\.png" of second was not attached/);
			expect(error?.description).toContain('the same: "image.png" of first, "image.png" of third.');
		});

		test('tells first of a file of which nobody knows, and then of the others', async () => {
			const texts = ['a', 'b', 'c', 'd'].map((name) => file(`${name}.txt`, Buffer.from(name)));
			const files = Object.fromEntries(texts.map((each, index) => [`f${index}`, each]));
			world.store.faults.plan({ kind: 'status', status: 400, body: '<Error/>' });
			world.service.faults.plan({ kind: 'status', status: 504 }, patches);
			world.service.faults.plan({ kind: 'status', status: 504 }, patches);
			const { error } = await attach([{ files }], {
				allBinaryFields: true,
				options: { concurrentRequests: 1, retries: 0 },
			});
			expect(error?.message).toMatch(/^"b\.txt" may not be attached: /);
			expect(error?.description).toMatch(
				/Check Plane for "b\.txt" .* Not known either: "c\.txt"\. Not attached either: "a\.txt"\. Attached all the same: "d\.txt"\. Leave/,
			);
		});

		test('asks for credentials when it is the turn of their file, in all items together', async () => {
			const files = { one: file('1.txt', Buffer.from('1')), two: file('2.txt', Buffer.from('2')) };
			await attach([{ files }, { files }, { files }], {
				allBinaryFields: true,
				options: { concurrentRequests: 1 },
			});
			const methods = world.service.requests.map(({ method }) => method);
			expect(methods).toEqual(Array(6).fill(['POST', 'PATCH']).flat());
		});

		test('begins the files of other items while the first one is on its way', async () => {
			world.store.faults.plan({ kind: 'delay', milliseconds: 700 }, { times: 1 });
			const { error } = await attach([...items(), ...items(), ...items()]);
			expect(error).toBeUndefined();
			const methods = world.service.requests.map(({ method }) => method);
			expect(methods.slice(0, 3)).toEqual(['POST', 'POST', 'POST']);
			expect(shown()).toHaveLength(3);
		});

		describe.each([{ binaryPropertyName: 'data' }, { allBinaryFields: true }])(
			'finds the files of a workflow that has them in the JSON of its items: %j',
			(parameters) => {
				const combined = { binaryMode: 'combined' } as const;
				const content = randomBytes(300_000);
				const { name: fileName, mimeType } = file('a.bin', content);
				const inline = { data: content.toString('base64'), fileName, mimeType };

				test.each<[place: string, item: InputItem]>([
					['in the store of n8n', { files: { data: file('a.bin', content) } }],
					['in the items themselves', { json: { _files: { data: inline } } }],
				])('%s', async (_, item) => {
					const { error } = await attach([item], parameters, {}, combined);
					expect(error).toBeUndefined();
					expect(shown()).toHaveLength(1);
					expect(hash(await world.store.read(textOf(shown()[0]?.asset)))).toBe(hash(content));
				});
			},
		);

		test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
			'puts a failed item out with its files, so that it can be tried again (%s)',
			async (onError) => {
				world.store.faults.plan({ kind: 'status', status: 403, body: '<Error/>' }, { times: 1 });
				const { outputs } = await attach(items(), { options: { retries: 0 } }, { onError });
				const [failed] = outputs[onError === 'continueErrorOutput' ? 1 : 0] ?? [];
				expect(failed?.json.error).toContain('"a.txt" was not attached');
				const again = await attach([{ stored: failed?.binary ?? {} }]);
				expect(again.error).toBeUndefined();
				expect(shown()).toHaveLength(1);
			},
		);

		test('tells of several files which were attached', async () => {
			const files = {
				good: file('good.txt', Buffer.from('good')),
				bad: file('bad.txt', Buffer.from('bad')),
			};
			world.store.faults.plan(
				{ kind: 'status', status: 403, body: '<Error><Code>AccessDenied</Code></Error>' },
				{ skip: 1, times: Infinity },
			);
			const { error } = await attach([{ files }], {
				allBinaryFields: true,
				options: { concurrentRequests: 1 },
			});
			expect(error?.message).toMatch(/^"bad\.txt" was not attached/);
			expect(error?.description).toContain('Attached all the same: "good.txt". Leave them out');
		});

		test('a failed item leaves the others attached', async () => {
			const { outputs } = await attach(
				[...items(), {}, ...items()],
				{},
				{
					onError: 'continueErrorOutput',
				},
			);
			expect(outputs.map((each) => each.length)).toEqual([2, 1]);
			expect(shown()).toHaveLength(2);
		});
	});

	describe('Download Files', () => {
		const getAll = async (
			parameters: INodeParameters = {},
			node: Partial<PlaneNode> = {},
			more: RunOptions = {},
		): Promise<Outcome> =>
			await run(
				'workItemAttachment.getAll',
				{ returnAll: true, options: { downloadFiles: true }, ...parameters },
				[{}],
				node,
				more,
			);

		/** Attaches these files, in the place of what the service began with. */
		async function only(...files: ReturnType<typeof file>[]): Promise<void> {
			world.service.state.attachments.splice(0);
			const { error } = await attach(files.map((data) => ({ files: { data } })));
			if (error !== undefined) throw new Error(error.message);
			world.service.requests.splice(0);
			world.store.requests.splice(0);
		}

		/** The bytes of a file in the output. */
		const bytesOf = async (outcome: Outcome, index: number, field = 'data'): Promise<Buffer> =>
			await world.engine.binary(outcome.outputs[0]?.[index]?.binary?.[field]);

		test('puts the file of each attachment into its item, with its name and type', async () => {
			const contents = [Buffer.from('Hello'), randomBytes(300_000)];
			await only(
				file('a "b", ü 😀.txt', contents[0] ?? Buffer.alloc(0)),
				file('photo.png', contents[1] ?? Buffer.alloc(0), 'image/png'),
			);
			const outcome = await getAll();
			expect(outcome.error).toBeUndefined();
			const names = outcome.json.map(({ attributes }) => attributes);
			for (const [index, binary] of (outcome.outputs[0] ?? []).entries()) {
				const described = names[index];
				expect(described).toMatchObject({
					name: binary.binary?.data?.fileName,
					type: binary.binary?.data?.mimeType,
				});
				const size = (await bytesOf(outcome, index)).length;
				expect(described).toMatchObject({ size });
			}
			const hashes = await Promise.all([0, 1].map(async (i) => hash(await bytesOf(outcome, i))));
			expect(hashes.sort()).toEqual(contents.map(hash).sort());
		});

		test.each([
			['../../../tmp/x.txt', 'text/plain', 'x.txt', 'text/plain'],
			['C:\\Users\\ada\\notes.txt', 'text/plain', 'notes.txt', 'text/plain'],
			[
				'a\r\nX-Other: 1\u0000.txt',
				'text/plain; charset=utf-8',
				'aX-Other: 1.txt',
				'text/plain; charset=utf-8',
			],
			['..', 'text/plain\r\nX-Other: 1', undefined, 'application/octet-stream'],
			['folder/', 'nonsense', undefined, 'application/octet-stream'],
		])(
			'passes on no folders and no line breaks: %j, %j',
			async (name, type, fileName, mimeType) => {
				await only(file('a.txt', Buffer.from('abc')));
				const [attachment] = world.service.state.attachments;
				if (attachment === undefined) throw new Error('No attachment');
				attachment.attributes = { name, type, size: 3 };
				const outcome = await getAll();
				const { data } = outcome.outputs[0]?.[0]?.binary ?? {};
				expect(data).toMatchObject({ fileName: fileName ?? attachment.id, mimeType });
				expect(String(await bytesOf(outcome, 0))).toBe('abc');
			},
		);

		test.each(['data:text/plain,abc', 'file:///etc/passwd', 'ftp://127.0.0.1/a.txt'])(
			'does not follow a redirect to %s',
			async (location) => {
				const odd = await startOddServer(({ url }, response) => {
					if (url?.includes('/attachments/1/') === true)
						response.writeHead(302, { location }).end();
					else response.setHeader('content-type', 'application/json').end('[{"id": "1"}]');
				});
				const credential = { ...world.credential, baseUrl: odd.url };
				const { error, outputs } = await run(
					'workItemAttachment.getAll',
					{ options: { downloadFiles: true } },
					[{}],
					{},
					{},
					credential,
				);
				await odd.close();
				expect(outputs.flat()).toEqual([]);
				expect(error?.message).toMatch(/was not downloaded: Plane redirects to .*not followed/);
			},
		);

		test('takes the field that the option names', async () => {
			await only(file('a.txt', Buffer.from('abc')));
			const outcome = await getAll({
				options: { downloadFiles: true, putOutputFileInField: 'attachment' },
			});
			expect(Object.keys(outcome.outputs[0]?.[0]?.binary ?? {})).toEqual(['attachment']);
			expect(String(await bytesOf(outcome, 0, 'attachment'))).toBe('abc');
		});

		test('takes the usual field where the option is left empty', async () => {
			await only(file('a.txt', Buffer.from('abc')));
			const outcome = await getAll({ options: { downloadFiles: true, putOutputFileInField: '' } });
			expect(Object.keys(outcome.outputs[0]?.[0]?.binary ?? {})).toEqual(['data']);
		});

		test.each([404, 405])(
			'a file that is gone (%d) is not taken for its work item',
			async (status) => {
				await only(file('a.txt', Buffer.from('abc')));
				world.service.faults.plan(
					{ kind: 'status', status, body: '{"error": "Page not found."}' },
					{ when: ({ url = '' }) => !/attachments\/(\?|$)/.test(url) },
				);
				const { error } = await getAll();
				expect(error?.message).toMatch(/ was not downloaded: Plane did not find it \[item 0\]$/);
				expect(error?.description).toMatch(/^It may have been deleted meanwhile/);
			},
		);

		test('does not without the option', async () => {
			await only(file('a.txt', Buffer.from('abc')));
			const outcome = await getAll({ options: {} });
			expect(outcome.outputs[0]?.[0]?.binary).toBeUndefined();
			expect(world.store.requests).toEqual([]);
		});

		test('asks the store without the key', async () => {
			await only(file('a.txt', Buffer.from('abc')));
			await getAll();
			expect(world.store.requests.map(({ method }) => method)).toEqual(['GET']);
			const headers = JSON.stringify(world.store.requests.map((request) => request.headers));
			expect(headers).not.toContain(world.service.apiKey);
			expect(headers).not.toMatch(/x-api-key/i);
		});

		test('goes on after an answer that breaks off in the middle', async () => {
			const content = randomBytes(500_000);
			await only(file('a.bin', content, 'application/octet-stream'));
			world.store.faults.plan({ kind: 'dropMidway' });
			const outcome = await getAll();
			expect(outcome.error).toBeUndefined();
			expect(hash(await bytesOf(outcome, 0))).toBe(hash(content));
		});

		test('downloads several at once, at most as many as Concurrent Requests says', async () => {
			const contents = Array.from({ length: 12 }, () => randomBytes(200_000));
			await only(...contents.map((content, index) => file(`${index}.bin`, content)));
			world.store.faults.plan({ kind: 'delay', milliseconds: 50 }, { times: Infinity });
			world.store.busiest = 0;
			const outcome = await getAll({ options: { downloadFiles: true, concurrentRequests: 3 } });
			expect(outcome.error).toBeUndefined();
			expect(world.store.busiest).toBe(3);
			const hashes = await Promise.all(
				contents.map(async (_, index) => hash(await bytesOf(outcome, index))),
			);
			expect(hashes.sort()).toEqual(contents.map(hash).sort());
		});

		test('a file that stops coming is given up after the time-out, and asked for again', async () => {
			const ends = watchOpenEnds();
			const content = randomBytes(3_000_000);
			await only(file('a.bin', content, 'application/octet-stream'));
			world.store.faults.plan({ kind: 'slow', milliseconds: 60_000 });
			const begun = ownTime();
			const outcome = await getAll({ options: { downloadFiles: true, timeout: 1 } });
			expect(outcome.error).toBeUndefined();
			expect(ownTime() - begun).toBeLessThan(10_000);
			expect(hash(await bytesOf(outcome, 0))).toBe(hash(content));

			world.store.faults.plan({ kind: 'slow', milliseconds: 60_000 });
			const { error } = await getAll({ options: { downloadFiles: true, timeout: 1, retries: 0 } });
			expect(error?.message).toMatch(/ was not downloaded: .* did not answer in time/);
			expect(await ends.left()).toEqual({ files: [], sockets: 0 });
			ends.stop();
		});

		test('ends with the workflow, in the middle of a file', async () => {
			await only(file('a.bin', randomBytes(3_000_000), 'application/octet-stream'));
			world.store.faults.plan({ kind: 'slow', milliseconds: 60_000 }, { times: Infinity });
			const ends = watchOpenEnds();
			const befallen = world.store.faults.befell.length;
			let canceled = 0;
			const cancel = (async () => {
				while (world.store.faults.befell.length === befallen) await wait(5);
				// By then some of the file is on its way.
				await wait(200);
				canceled = ownTime();
			})();
			const outcome = await getAll({}, {}, { cancel });
			expect(outcome.status).toBe('canceled');
			expect(ownTime() - canceled).toBeLessThan(1000);
			expect(await ends.left()).toEqual({ files: [], sockets: 0 });
			ends.stop();
		});

		test('a file that cannot be had is told with its attachment', async () => {
			await only(file('a.txt', Buffer.from('abc')));
			world.store.faults.plan(
				{
					kind: 'status',
					status: 403,
					contentType: 'application/xml',
					body: '<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>',
				},
				{ times: Infinity },
			);
			const { error } = await getAll();
			expect(error?.message).toMatch(
				/^The file "a\.txt" of [\w-]{36} was not downloaded: The storage .*Request has expired \[item 0\]$/,
			);
		});

		test('a web page in the place of a file is no file', async () => {
			await only(file('a.txt', Buffer.from('abc')));
			world.store.faults.plan({ kind: 'html' }, { times: Infinity });
			const { error } = await getAll();
			expect(error?.message).toMatch(/ was not downloaded: The storage answered with a web page/);
		});
	});
});
