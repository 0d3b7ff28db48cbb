import { beforeEach, describe, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { INodeParameters } from 'n8n-workflow';

import { isRecord } from '../../nodes/shared/fields/describe';
import type { Fault, FaultPlan } from '../service/faults';
import type { Outcome } from './engine';
import { watchOpenHandles } from './openHandles';
import { useOwnTime } from './ownTime';
import { locator, withRequestOptions } from './samples';
import type { InputFile, InputItem } from './startNode';
import { answering } from './stub';
import { sha256 } from './uploads';
import { useStubs, useWorld } from './useWorld';
import { credentialFor, faceNames, type Execution } from './world';

const file = (name: string, content: Buffer | string, mimeType = 'text/plain') => ({
	name,
	mimeType,
	content: Buffer.from(content),
});
const binary = (name: string, size: number) =>
	file(name, randomBytes(size), 'application/octet-stream');

const withFile = (data: InputFile): InputItem => ({ files: { data } });

const small = () => [withFile(file('a.txt', 'abc'))];

/** The store says no, with or without saying why. */
const denied: Fault = {
	kind: 'status',
	status: 403,
	contentType: 'application/xml',
	body: '<Error><Code>AccessDenied</Code></Error>',
};
/** As real S3 words it; the store of the tests says that the policy has expired. */
const expired: Fault = {
	...denied,
	body: '<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>',
};

/** Requests that complete an attachment. */
const completions: FaultPlan = { when: ({ method }) => method === 'PATCH' };

const ALL = { allBinaryFields: true };

describe.each(faceNames)('on the face %s', (face) => {
	const world = useWorld({ face }, true);
	const startStub = useStubs();
	const ownTime = useOwnTime();

	const run = async (operation: string, parameters: INodeParameters, more: Execution) => {
		const { projects, workItems } = world.service.state;
		const place = { projectId: locator(projects), workItemId: locator(workItems) };

		return await world.run(`workItemAttachment.${operation}`, { ...place, ...parameters }, more);
	};

	const attach = async (
		items: readonly InputItem[],
		parameters: INodeParameters = {},
		more: Execution = {},
	) => await run('attach', parameters, { items, ...more });

	/** The attachments that Plane shows. */
	const shown = () =>
		world.service.state.attachments.filter(
			({ issue, is_uploaded }) => is_uploaded && issue === world.service.state.workItems[0]?.id,
		);

	beforeEach(() => {
		world.service.state.attachments.splice(0);
	});

	const methods = () => world.service.requests.map(({ method }) => method);

	describe('Attach File', () => {
		test('requests credentials, uploads, completes, and outputs the attachment', async () => {
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

		test('attaches several binary fields in the order given, each of them once', async () => {
			const files = {
				one: file('1.txt', 'One'),
				two: file('2.png', randomBytes(1000), 'image/png'),
				three: file('3.txt', 'Three'),
			};
			const named = await attach([{ files }], { binaryPropertyName: 'two, one, two' });

			expect(named.json.map(({ attributes }) => attributes)).toEqual([
				{ name: '2.png', type: 'image/png', size: 1000 },
				{ name: '1.txt', type: 'text/plain', size: 3 },
			]);
			const all = await attach([{ files }], ALL);

			expect(all.outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(
				Array(3).fill({ item: 0 }),
			);
			expect(shown()).toHaveLength(5);
		});

		test('announces a file without a type as application/octet-stream', async () => {
			const { error } = await attach([withFile({ ...file('a', 'abc', ''), inMemory: true })]);

			expect(error).toBeUndefined();
			expect(world.service.requests[0]?.body).toMatchObject({ type: 'application/octet-stream' });
		});

		test.each<[string, InputItem, INodeParameters, message: string]>([
			[
				'an item without the binary field',
				withFile(file('a.txt', 'a')),
				{ binaryPropertyName: 'data, photo' },
				'Input Binary Fields: the item has no binary field "photo"',
			],
			['an item without any', {}, ALL, 'All Binary Fields: the item has no binary field'],
			[
				'an empty file',
				withFile(file('a.txt', '')),
				{},
				'Input Binary Fields: the file of "data" is empty',
			],
			[
				'an empty file among all',
				withFile(file('a.txt', '')),
				ALL,
				'All Binary Fields: the file of "data" is empty',
			],
		])('refuses %s before sending anything', async (_, item, parameters, message) => {
			const { error } = await attach([item], parameters);

			expect(error?.message).toBe(`${message} [item 0]`);
			expect(world.service.requests).toEqual([]);
		});

		test('retries each step after a dropped connection and attaches the file once', async () => {
			world.service.faults.plan({ kind: 'dropDone' });
			world.service.faults.plan({ kind: 'dropDone' }, completions);
			world.store.faults.plan({ kind: 'dropDone' });
			const { error } = await attach(small());

			expect(error).toBeUndefined();
			expect(shown()).toHaveLength(1);
		});

		test('says which steps were done, and for which asset, if the upload fails', async () => {
			world.store.faults.plan(denied, { times: Infinity });
			const { error } = await attach(small());
			const id = world.service.state.attachments.at(-1)?.id ?? '';

			expect(error?.message).toMatch(
				/^"a\.txt" was not attached: The storage does not accept the upload credentials/,
			);
			expect(error?.description).toContain(
				`Steps done: upload credentials issued (asset ID ${id}). An attachment that is not completed does not show in Plane, so the item can be run again.`,
			);
			expect(shown()).toEqual([]);
			world.store.faults.clear();
			expect((await attach(small())).error).toBeUndefined();
			expect(shown()).toHaveLength(1);
		});

		test.each([400, 404])(
			'says which steps were done if the completion is refused with %d',
			async (status) => {
				const fault = { kind: 'status', status, body: '{"error":"No"}' } as const;

				world.service.faults.plan(fault, completions);
				const { error } = await attach(small());

				expect(error?.message).toMatch(/^"a\.txt" was not attached: /);
				expect(error?.description).toMatch(
					/Steps done: upload credentials issued \(asset ID [\w-]{36}\), file uploaded\. An attachment .*can be run again\.$/,
				);
				expect(error?.description).not.toContain('may or may not');
				expect(shown()).toEqual([]);
			},
		);

		test.each<readonly [string, Fault]>([
			['fails', { kind: 'status', status: 504, carriedOut: true }],
			['is a web page', { kind: 'html' }],
		])('warns of a duplicate if the response to the completion %s', async (_, fault) => {
			world.service.faults.plan(fault, completions);
			const { error } = await attach(small(), withRequestOptions({ retries: 0 }));

			expect(shown()).toHaveLength(1);
			expect(error?.message).toMatch(/^"a\.txt" may not be attached: /);
			expect(error?.description).toMatch(
				/Plane may or may not have saved this\. Check Plane for "a\.txt" before you run the item again, or you may create a duplicate\. Steps done: .*, file uploaded\.$/,
			);
		});

		test('does not suggest another run if the file is larger than the server allows', async () => {
			const smaller = { name: 'a.txt', type: 'text/plain', size: 2 };
			const body = JSON.stringify(await world.service.issueUpload(smaller));

			world.service.faults.plan({ kind: 'status', status: 200, body });
			const { error } = await attach(small());

			expect(error?.message).toBe(
				'"a.txt" was not attached: the file has 3 bytes, and the upload credentials are for 1 to 2 bytes [item 0]',
			);
			expect(error?.description).toContain('make the file smaller, or ask whoever runs the server');
			expect(error?.description).not.toContain('run again');
			expect(world.store.requests).toEqual([]);
		});

		test('says what was announced if the server refuses the file', async () => {
			const body = '{"error": "Invalid request.", "status": false}';

			world.service.faults.plan({ kind: 'status', status: 400, body });
			const { error } = await attach(small());

			expect(error?.message).toContain('Invalid request');
			expect(error?.description).toContain('announced as text/plain with 3 bytes.');
		});

		// P21: the types that a real server refused as they were.
		test.each([
			['a.csv', 'text/csv; charset=utf-8', 'text/csv'],
			['a.txt', 'text/plain;charset=UTF-8', 'text/plain'],
			['a.pdf', 'application/pdf; name="a.pdf"', 'application/pdf'],
			['a.txt', 'TEXT/PLAIN', 'text/plain'],
			['a.jpg', 'image/jpg', 'image/jpeg'],
			['a.csv', 'application/csv', 'text/csv'],
			['a.md', 'text/x-markdown', 'text/markdown'],
			['a.m4a', 'audio/mp4', 'audio/x-m4a'],
		])('attaches %s of the type %s as %s (P21)', async (name, given, type) => {
			const { json, error } = await attach([withFile(file(name, 'abc', given))]);

			expect(error).toBeUndefined();
			expect(json).toMatchObject([{ attributes: { name, type, size: 3 } }]);
			const [{ fields = [], file: part } = {}] = world.store.requests;

			expect([Object.fromEntries(fields)['Content-Type'], part?.type]).toEqual([type, type]);
		});

		// X7: a real server or its storage refused each of these names.
		const long = 'n'.repeat(240);

		test.each([
			['with folders', 'reports/week 48/a.csv', 'a.csv'],
			['with folders of Windows', 'C:\\reports\\a.csv', 'a.csv'],
			['with a line break', 'week\r\n 48.csv', 'week 48.csv'],
			['that is blank', '  ', 'data'],
			['of dots alone', '..', 'data'],
			['of 240 characters', `${long}.csv`, `${'n'.repeat(216)}.csv`],
			['of 240 characters without an ending', long, 'n'.repeat(220)],
			['of 120 characters of two bytes each', `${'ü'.repeat(120)}.csv`, `${'ü'.repeat(108)}.csv`],
		])(
			'attaches a file with a name %s under one that can be stored, and says so (X7)',
			async (_, given, name) => {
				const { json, hints, error } = await attach([withFile(file(given, 'abc', 'text/csv'))]);

				expect(error).toBeUndefined();
				expect(json).toMatchObject([{ attributes: { name } }]);
				expect(String(await world.store.read(shown()[0]?.asset ?? ''))).toBe('abc');
				expect(hints.map(({ message }) => message)).toEqual([
					expect.stringMatching(
						/^Files that were given other names, because Plane or its storage does not take their own: ".*" as "/,
					),
				]);
			},
		);

		test('keeps quotes, umlauts and emoji in a name, and gives no hint', async () => {
			const name = 'Größe "XL" 😀 (1).csv';

			const { json, hints } = await attach([withFile(file(name, 'abc', 'text/csv'))]);

			expect(json).toMatchObject([{ attributes: { name } }]);
			expect(hints).toEqual([]);
		});

		describe('With several files in an item', () => {
			const oneAtATime = withRequestOptions({ concurrentRequests: 1 }, ALL);

			test('says which were attached if one fails', async () => {
				world.store.faults.plan(denied, { skip: 1, times: Infinity });
				const files = { good: file('good.txt', 'good'), bad: file('bad.txt', 'bad') };
				const { error } = await attach([{ files }], oneAtATime);

				expect(error?.message).toMatch(/^"bad\.txt" was not attached/);
				expect(error?.description).toContain('Attached anyway: "good.txt". Leave them out');
			});

			test('names the fields of files with the same name', async () => {
				world.store.faults.plan(denied, { skip: 1 });
				const [first, second, third] = ['1', '2', '3'].map((text) => file('image.png', text));
				const files = { first, second, third } as Record<string, InputFile>;
				const { error } = await attach([{ files }], oneAtATime);

				expect(error?.message).toMatch(/^"image\.png" of second was not attached/);
				expect(error?.description).toContain(
					'Attached anyway: "image.png" of first, "image.png" of third.',
				);
			});

			test('reports a file with an unknown outcome first, then the others', async () => {
				world.store.faults.plan({ kind: 'status', status: 400, body: '<Error/>' });
				world.service.faults.plan({ kind: 'status', status: 504 }, { ...completions, times: 2 });
				const names = ['a', 'b', 'c', 'd'];
				const files = Object.fromEntries(names.map((name) => [name, file(`${name}.txt`, name)]));
				const { error } = await attach([{ files }], withRequestOptions({ retries: 0 }, oneAtATime));

				expect(error?.message).toMatch(/^"b\.txt" may not be attached: /);
				expect(error?.description).toMatch(
					/Check Plane for "b\.txt" .* Also unknown: "c\.txt"\. Also not attached: "a\.txt"\. Attached anyway: "d\.txt"\. Leave/,
				);
			});

			test('requests credentials only when a file is next, across all items', async () => {
				const item = { files: { one: file('1.txt', '1'), two: file('2.txt', '2') } };

				await attach([item, item, item], oneAtATime);
				expect(methods()).toEqual(Array(6).fill(['POST', 'PATCH']).flat());
			});
		});

		test('attaches the files of other items while the first one is being uploaded, each unchanged', async () => {
			const files = Array.from({ length: 20 }, (_, index) => binary(`${index}.bin`, 200_000));

			world.store.faults.plan({ kind: 'delay', milliseconds: 700 }, { times: 1 });
			const { json, error } = await attach(files.map(withFile));

			expect(error).toBeUndefined();
			expect(methods().slice(0, 3)).toEqual(['POST', 'POST', 'POST']);
			const stored = await Promise.all(
				json.map(async ({ asset }) =>
					sha256(await world.store.read(typeof asset === 'string' ? asset : '')),
				),
			);

			expect(stored).toEqual(files.map(({ content }) => sha256(content)));
		});

		const { content, name, mimeType } = binary('a.bin', 300_000);
		const inline = { data: content.toString('base64'), fileName: name, mimeType };
		const inJson = { _files: { data: inline } };

		test.each<[place: string, item: InputItem, parameters: INodeParameters]>([
			['in the binary data storage of n8n', withFile({ content, name, mimeType }), ALL],
			['in the items themselves', { json: inJson }, ALL],
			['in the items themselves, where one is named', { json: inJson }, {}],
		])(
			'finds files that a workflow keeps in the JSON of items, %s',
			async (_, item, parameters) => {
				const { error } = await attach([item], parameters, { binaryMode: 'combined' });

				expect(error).toBeUndefined();
				expect(shown()).toHaveLength(1);
				const stored = await world.store.read(shown()[0]?.asset ?? '');

				expect(sha256(stored)).toBe(sha256(content));
			},
		);

		test.each([
			['continueRegularOutput', 0],
			['continueErrorOutput', 1],
		] as const)(
			'outputs a failed item with its files, so that it can be retried (%s)',
			async (onError, output) => {
				world.store.faults.plan({ kind: 'status', status: 403, body: '<Error/>' });
				const noRetries = withRequestOptions({ retries: 0 });
				const { outputs } = await attach(small(), noRetries, { onError });
				const [failed] = outputs[output] ?? [];

				expect(failed?.json.error).toContain('"a.txt" was not attached');
				const again = await attach([{ stored: failed?.binary ?? {} }]);

				expect(again.error).toBeUndefined();
				expect(shown()).toHaveLength(1);
			},
		);

		test('attaches the files of the other items if one fails', async () => {
			const items = [...small(), {}, ...small()];
			const { outputs } = await attach(items, {}, { onError: 'continueErrorOutput' });

			expect(outputs.map((each) => each.length)).toEqual([2, 1]);
			expect(shown()).toHaveLength(2);
		});
	});

	describe('Download Files', () => {
		/** Lists the attachments with these options besides Download Files. */
		const getAll = async (
			options: INodeParameters = {},
			requests: INodeParameters = {},
			more: Execution = {},
		): Promise<Outcome> => {
			const parameters = { returnAll: true, options: { downloadFiles: true, ...options } };

			return await run('getAll', withRequestOptions(requests, parameters), more);
		};

		/** Attaches these files, and forgets the requests for it. */
		async function only(...files: readonly InputFile[]): Promise<void> {
			const { error } = await attach(files.map(withFile));
			if (error !== undefined) throw new Error(error.message);

			world.service.requests.splice(0);
			world.store.requests.splice(0);
		}

		const binaryOf = ({ outputs }: Outcome, index = 0) => outputs[0]?.[index]?.binary ?? {};

		/** The bytes of a file in the output. */
		const bytesOf = async (outcome: Outcome, index = 0, field = 'data'): Promise<Buffer> =>
			await world.engine.binary(binaryOf(outcome, index)[field]);

		/** The sums of all files in the output, in any order. */
		const sumsOf = async (outcome: Outcome) =>
			(await Promise.all(outcome.json.map(async (_, index) => await bytesOf(outcome, index))))
				.map(sha256)
				.sort();

		test('puts the file of each attachment into its item, with its name and type', async () => {
			const files = [
				file('a "b", ü 😀.txt', 'Hello'),
				file('photo.png', randomBytes(300_000), 'image/png'),
			];

			await only(...files);
			const outcome = await getAll();

			expect(outcome.error).toBeUndefined();

			for (const [index, { attributes }] of outcome.json.entries()) {
				const { data } = binaryOf(outcome, index);
				const size = (await bytesOf(outcome, index)).length;

				expect(attributes).toMatchObject({ name: data?.fileName, type: data?.mimeType, size });
			}

			const sums = files.map(({ content }) => sha256(content));

			expect(await sumsOf(outcome)).toEqual(sums.sort());
		});

		const CHARSET = 'text/plain; charset=utf-8';

		test.each([
			['../../../tmp/x.txt', 'text/plain', 'x.txt', 'text/plain'],
			['C:\\Users\\ada\\notes.txt', 'text/plain', 'notes.txt', 'text/plain'],
			['a\r\nX-Other: 1\u0000.txt', CHARSET, 'aX-Other: 1.txt', CHARSET],
			[
				'👨\u200d👩\u200d👧 می\u200cخواهم.txt',
				CHARSET,
				'👨\u200d👩\u200d👧 می\u200cخواهم.txt',
				CHARSET,
			],
			['a\u202etxt\u200b.exe\u2028', CHARSET, 'atxt.exe', CHARSET],
			['.\u200d', 'text/plain', undefined, 'text/plain'],
			['..', 'text/plain\r\nX-Other: 1', undefined, 'application/octet-stream'],
			['folder/', 'nonsense', undefined, 'application/octet-stream'],
		])(
			'removes folders, line breaks and what nobody sees from the name and type: %j, %j',
			async (name, type, fileName, mimeType) => {
				await only(file('a.txt', 'abc'));
				const [attachment] = world.service.state.attachments;
				if (attachment === undefined) throw new Error('No attachment');

				attachment.attributes = { name, type, size: 3 };
				const outcome = await getAll();
				const { data } = binaryOf(outcome);

				expect(data).toMatchObject({ fileName: fileName ?? attachment.id, mimeType });
				expect(String(await bytesOf(outcome))).toBe('abc');
			},
		);

		test.each(['data:text/plain,abc', 'file:///etc/passwd', 'ftp://127.0.0.1/a.txt'])(
			'does not follow a redirect to %s',
			async (location) => {
				const server = await startStub((request, response) => {
					// The list is a bare array (row 5), and a file redirects to the storage (row 20).
					const isFile = request.url?.includes('/attachments/1/') === true;
					const answer = isFile ? answering(302, '', { location }) : answering(200, [{ id: '1' }]);

					answer(request, response);
				});
				const { error, outputs } = await getAll({}, {}, { credential: credentialFor(server) });

				expect(outputs.flat()).toEqual([]);
				expect(error?.message).toMatch(/was not downloaded: Plane redirects to .*not followed/);
			},
		);

		test.each([
			['attachment', 'attachment'],
			['', 'data'],
		])('with Put Output File in Field set to %j, puts the file into %j', async (given, field) => {
			await only(file('a.txt', 'abc'));
			const outcome = await getAll({ putOutputFileInField: given });

			expect(Object.keys(binaryOf(outcome))).toEqual([field]);
			expect(String(await bytesOf(outcome, 0, field))).toBe('abc');
		});

		// As in row 18, and as a server of pages says it.
		test.each([404, 405])(
			'does not blame the work item if the file is gone (%d)',
			async (status) => {
				await only(file('a.txt', 'abc'));
				world.service.faults.plan(
					{ kind: 'status', status, body: '{"error": "Page not found."}' },
					{ when: ({ url = '' }) => !/attachments\/(\?|$)/.test(url) },
				);
				const { error } = await getAll();

				expect(error?.message).toMatch(/ was not downloaded: Plane did not find it \[item 0\]$/);
				expect(error?.description).toMatch(/^It may have been deleted in the meantime/);
			},
		);

		test('downloads nothing without the option', async () => {
			await only(file('a.txt', 'abc'));
			const outcome = await getAll({ downloadFiles: false });

			expect(binaryOf(outcome)).toEqual({});
			expect(world.store.requests).toEqual([]);
		});

		test('does not send the API key to the storage, nor does Attach File', async () => {
			await attach(small());
			await getAll();
			const { requests } = world.store;

			expect(requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
			const headers = JSON.stringify(requests.map((request) => request.headers));

			expect(headers).not.toContain(world.service.apiKey);
			expect(headers).not.toMatch(/x-api-key/i);
		});

		test('retries a file that breaks off in the middle', async () => {
			const whole = binary('a.bin', 500_000);

			await only(whole);
			world.store.faults.plan({ kind: 'dropMidway' });
			const outcome = await getAll();

			expect(outcome.error).toBeUndefined();
			expect(sha256(await bytesOf(outcome))).toBe(sha256(whole.content));
		});

		test('downloads as many files at once as Concurrent Requests allows', async () => {
			const files = Array.from({ length: 12 }, (_, index) => binary(`${index}.bin`, 200_000));

			await only(...files);
			world.store.faults.plan({ kind: 'delay', milliseconds: 50 }, { times: Infinity });
			world.store.busiest = 0;
			const outcome = await getAll({}, { concurrentRequests: 3 });

			expect(outcome.error).toBeUndefined();
			expect(world.store.busiest).toBe(3);
			expect(await sumsOf(outcome)).toEqual(files.map(({ content }) => sha256(content)).sort());
		});

		test('retries a file that stops arriving, after the timeout', async () => {
			const handles = watchOpenHandles();
			const whole = binary('a.bin', 3_000_000);

			await only(whole);
			world.store.faults.plan({ kind: 'slow', milliseconds: 60_000 });
			const begun = ownTime();
			const outcome = await getAll({}, { timeout: 1 });

			expect(outcome.error).toBeUndefined();
			expect(ownTime() - begun).toBeLessThan(10_000);
			expect(sha256(await bytesOf(outcome))).toBe(sha256(whole.content));

			world.store.faults.plan({ kind: 'slow', milliseconds: 60_000 });
			const { error } = await getAll({}, { timeout: 1, retries: 0 });

			expect(error?.message).toMatch(/ was not downloaded: .* did not respond in time/);
			expect(await handles.left()).toEqual({ files: [], sockets: 0 });
			handles.stop();
		});

		test('stops in the middle of a file if the workflow is canceled', async () => {
			await only(binary('a.bin', 3_000_000));
			world.store.faults.plan({ kind: 'slow', milliseconds: 60_000 }, { times: Infinity });
			const handles = watchOpenHandles();
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
			expect(await handles.left()).toEqual({ files: [], sockets: 0 });
			handles.stop();
		});

		test.each<[string, Fault, message: RegExp]>([
			['cannot be had', expired, /: The storage .*Request has expired \[item 0\]$/],
			['is a web page', { kind: 'html' }, /: The storage responded with a web page/],
		])('names the attachment whose file %s', async (_, fault, message) => {
			await only(file('a.txt', 'abc'));
			world.store.faults.plan(fault, { times: Infinity });
			const { error } = await getAll();

			expect(error?.message).toMatch(/^The file "a\.txt" of [\w-]{36} was not downloaded: /);
			expect(error?.message).toMatch(message);
		});
	});
});

describe('Files of types that the server does not take (P22)', () => {
	const world = useWorld({ face: 'community' }, true);
	// The files of a mail as they were tried on a real server.
	const mail: InputItem = {
		files: {
			report: file('a.pdf', 'pdf', 'application/pdf'),
			photo: file('photo.heic', 'heic', 'image/heic'),
			invitation: file('invite.ics', 'ics', 'text/calendar; method=REQUEST'),
			page: file('page.html', 'html', 'text/html'),
		},
	};

	const attach = async (
		items: readonly InputItem[],
		options: INodeParameters = {},
		requests: INodeParameters = {},
	) => {
		const { projects, workItems } = world.service.state;
		const place = { projectId: locator(projects), workItemId: locator(workItems) };
		const parameters = withRequestOptions(requests, { ...place, ...ALL, options });

		return await world.run('workItemAttachment.attach', parameters, { items });
	};

	const asAnyFile = { unknownFileTypes: 'send_as_octet_stream' };

	/** The types that were announced to the service, in order. */
	const announced = () =>
		world.service.requests
			.filter(({ method }) => method === 'POST')
			.map(({ body }) => (isRecord(body) ? body.type : undefined));

	test('fail with the type of each file, the files that are attached, and the option', async () => {
		const { error } = await attach([mail]);

		expect(error?.message).toBe(
			'"photo.heic" (image/heic) was not attached: Plane does not take files of this type [item 0]',
		);
		expect(error?.description).toBe(
			'To attach it all the same, set Unknown File Types to Send as application/octet-stream in Options: its name stays the same. Also not attached: "invite.ics" (text/calendar), "page.html" (text/html). Attached anyway: "a.pdf". Leave them out when you run it again.',
		);
	});

	test('are attached as application/octet-stream under their names if the option says so', async () => {
		const { json, error } = await attach([mail], asAnyFile);

		expect(error).toBeUndefined();
		expect(json.map(({ attributes }) => attributes)).toMatchObject([
			{ name: 'a.pdf', type: 'application/pdf' },
			{ name: 'photo.heic', type: 'application/octet-stream' },
			{ name: 'invite.ics', type: 'application/octet-stream' },
			{ name: 'page.html', type: 'application/octet-stream' },
		]);
	});

	test('are tried as they are once in a run, because the lists of servers differ', async () => {
		const photo: InputItem = { files: { data: file('photo.heic', 'heic', 'image/heic') } };

		const { error } = await attach([photo, photo, photo], asAnyFile, { concurrentRequests: 1 });

		expect(error).toBeUndefined();
		expect(announced()).toEqual([
			'image/heic',
			...Array<string>(3).fill('application/octet-stream'),
		]);
	});

	test('fail without that advice if the server takes no application/octet-stream either', async () => {
		const body = '{"error": "Invalid file type.", "status": false}';

		world.service.faults.plan({ kind: 'status', status: 400, body }, { times: Infinity });
		const photo: InputItem = { files: { data: file('photo.heic', 'heic', 'image/heic') } };

		const { error } = await attach([photo], asAnyFile);

		expect(error?.message).toMatch(/^"photo\.heic" \(image\/heic\) was not attached: /);
		expect(error?.description).toBe(
			'Change the file to another type, or ask whoever runs the server to allow this one.',
		);
	});
});
