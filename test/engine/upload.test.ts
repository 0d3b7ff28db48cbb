import { describe, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { UploadCredentials } from '../service/upload';
import { withRequestOptions } from './samples';
import type { InputFile, InputItem } from './startNode';
import { fromFields, fromJson, itemWith, keyOf, textFile, uploadsIn } from './uploads';
import { useWorld } from './useWorld';

const MEBIBYTE = 1024 * 1024;

const world = useWorld();
const { issue, storedWith, send, upload, uploadOne, presigned, lastRequest } = uploadsIn(world);

/** What an upload puts out besides the key, the size and the status. */
const described = () => ({
	bucket: world.store.bucket,
	location: expect.stringContaining('/uploads/'),
	etag: expect.stringMatching(/^[\da-f]{32}$/),
	fileName: 'notes.txt',
	contentType: 'text/plain',
});

describe('The credentials', () => {
	const file = textFile('A file with issued credentials');
	const asField = fromJson('={{ $json.credentials }}');

	test.each<
		[string, (issued: UploadCredentials) => readonly [INodeParameters, credentials?: unknown]]
	>([
		['the whole answer of the service', (issued) => [asField, issued]],
		['upload_data alone', ({ upload_data }) => [asField, { upload_data }]],
		['url and fields alone', ({ upload_data }) => [asField, upload_data]],
		['the whole answer as text', (issued) => [asField, JSON.stringify(issued)]],

		['JSON that is typed into the panel', (issued) => [fromJson(JSON.stringify(issued))]],
		['single fields', ({ upload_data }) => [fromFields(upload_data)]],
	])('are accepted as %s', async (_, given) => {
		const issued = await issue(file);
		const [parameters, credentials] = given(issued);
		const json = credentials === undefined ? {} : ({ credentials } as IDataObject);
		const outcome = await upload(parameters, [{ json, files: { data: file } }]);

		expect(outcome.error).toBeUndefined();
		expect(outcome.json).toHaveLength(1);
		expect(lastRequest()).toMatchObject({ method: 'POST', status: 204 });
		expect(Object.fromEntries(lastRequest()?.fields ?? [])).toEqual(issued.upload_data.fields);
		expect(await storedWith(issued)).toEqual(file.content);
	});

	test('are sent as issued if they have capital names and further fields', async () => {
		const key = 'folder/r&d "plan".txt';
		const form = await presigned(key, {
			Fields: { 'Content-Type': 'text/plain', success_action_status: '201' },
		});
		expect(Object.keys(form.fields)).toContain('X-Amz-Signature');
		const { json, error } = await send(form, file);
		expect(error).toBeUndefined();
		expect(lastRequest()?.fields).toEqual(Object.entries(form.fields));
		// What such a field asks for: an answer in XML, whose elements are put out without markup.
		expect(json).toEqual([{ ...described(), key, size: 30, status: 201 }]);
		expect(await world.store.read(key)).toEqual(file.content);
	});
});

describe('The file', () => {
	const contents: readonly (readonly [string, Buffer])[] = [
		['1 byte', Buffer.from([0])],

		['lines that look like a multipart form', Buffer.from('\r\n--boundary\r\n\r\n--\r\n--')],
		['all byte values', Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))],
		['5 MiB', randomBytes(5 * MEBIBYTE)],
	];

	describe.each<[string, Partial<InputFile>]>([
		['from the file system', {}],
		['from memory', { inMemory: true }],
		['where n8n does not know its size', { knownSize: 'none' }],
	])('arrives byte for byte %s:', (_, place) => {
		test.each(contents)('%s', async (__, content) => {
			const file = { content, name: 'a.bin', mimeType: 'image/png', ...place };
			const { stored, outcome } = await uploadOne(file);
			expect(stored.equals(content)).toBe(true);
			expect(outcome.json).toMatchObject([{ size: content.length }]);
		});
	});

	test('is taken from the binary field that the node names', async () => {
		const report = textFile('right');
		const issued = await issue(report);
		const { error, json } = await upload({ ...fromJson(), binaryPropertyName: 'report' }, [
			{ json: { ...issued }, files: { data: textFile('wrong'), report } },
		]);
		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ key: issued.upload_data.fields.key, size: 5 }]);
		expect(String(await storedWith(issued))).toBe('right');
	});
});

describe('The name of a file', () => {
	const TYPE = 'text/plain';

	/** Those that people have, and those that break a header. */
	const files: readonly (readonly [title: string, name: string, type: string])[] = [
		['no ending, and blanks at both ends', '  meeting  notes ', 'application/octet-stream'],
		['quotes and line breaks of every system', `"a" 'b'\r\nc\nd\re 5"`, TYPE],
		['a header of its own', 'a"\r\nX-Evil: yes\r\n\r\nb.txt', TYPE],
		['what looks like another parameter', 'a"; name="key"; x=".txt', TYPE],
		['what looks like a boundary', '--axios-boundary\r\n--', TYPE],
		['a path, and a backslash at the end', '../C:\\Users\\"me"\\', TYPE],
		['what is already escaped', '100% a%22b%0D%0Ac%20d.txt', TYPE],
		[
			'letters of many scripts',
			'Größe e\u0301 Отчёт 報告書 \u200fדו"ח\u200e 🚀 👨‍👩‍👧‍👦.pdf',
			'application/pdf',
		],
		['control characters and separators', 'a\tb\u0001c\u007fd\u2028e\u0085f\u00a0\u202e.txt', TYPE],
		['an expression and markup', '{{ $json.name }} ${filename} $& <b>&amp;</b>.txt', TYPE],
		['5000 letters of three bytes', `${'長'.repeat(5000)}.txt`, TYPE],
		['a type of its own with a parameter', 'a.x', 'application/x-my.own+json; header="present"'],
	];

	/** How browsers write a name (HTML standard, "multipart/form-data encoding algorithm"). */
	const written = (name: string): string =>
		name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

	describe.each([
		['the file system', false],
		['memory', true],
	])('arrives from %s with its type:', (place, inMemory) => {
		test.each(files)('%s', async (title, name, mimeType) => {
			const content = Buffer.from(`The content of ${title}`);
			const key = `names/${place}/${title}`;
			const form = await presigned(key, { Fields: { 'Content-Type': mimeType } });
			const { error, json } = await send(form, { content, name, mimeType, inMemory });

			expect(error).toBeUndefined();
			expect(json).toMatchObject([
				{ key, fileName: name, contentType: mimeType, size: content.length },
			]);
			expect(lastRequest()).toMatchObject({
				fields: Object.entries(form.fields),
				file: { name: written(name), type: mimeType },
			});
			expect(await world.store.read(key)).toEqual(content);
		});
	});

	test('is that of its binary field if it has none, and the type is that of the credentials', async () => {
		const form = await presigned('unnamed.png', { Fields: { 'Content-Type': 'image/png' } });
		const { error, json } = await send(form, textFile('a picture', { name: '' }));
		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ fileName: 'data' }]);
		expect(lastRequest()?.file).toEqual({ name: 'data', type: 'image/png' });
	});
});

test.each([
	['8', {}, 8],
	['as many as the option says', { concurrentRequests: 3 }, 3],
])(
	'Of 20 files %s go up at once, each of them once, paired with its item',
	async (_, options, most) => {
		const files = Array.from({ length: 20 }, (_file, index) => ({
			content: randomBytes(MEBIBYTE),
			name: `file ${index}.bin`,
			mimeType: 'application/octet-stream',
			inMemory: index % 4 === 0,
		}));
		const sent = await Promise.all(
			files.map(async (file) => ({ file, issued: await issue(file) })),
		);
		const before = world.store.ledger.length;
		// A store takes a moment, so that those who come at the same time meet.
		world.store.faults.plan({ kind: 'delay', milliseconds: 200 }, { times: Infinity });
		world.store.busiest = 0;
		const { error, outputs } = await upload(
			withRequestOptions(options, fromJson()),
			sent.map(({ file, issued }) => itemWith(issued, file)),
		);
		world.store.faults.clear();

		expect(error).toBeUndefined();
		expect(world.store.busiest).toBe(most);
		const keys = sent.map(({ issued }) => keyOf(issued.upload_data));
		expect(outputs[0]).toMatchObject(
			files.map(({ name, mimeType }, item) => ({
				json: {
					key: keys[item],
					fileName: name,
					contentType: mimeType,
					size: MEBIBYTE,
					status: 204,
				},
				pairedItem: { item },
			})),
		);
		for (const { file, issued } of sent) {
			expect((await storedWith(issued)).equals(file.content)).toBe(true);
		}
		const stored = world.store.ledger.slice(before).map(({ key }) => key);
		expect(stored.sort()).toEqual([...keys].sort());
	},
);

describe('The output', () => {
	test('is made from the headers of a response without a body', async () => {
		const { outcome } = await uploadOne(textFile('Nothing comes back'));
		expect(outcome.json).toEqual([
			{ ...described(), key: expect.stringContaining('notes.txt'), size: 18, status: 204 },
		]);
	});

	test('never contains the policy or the signature', async () => {
		const { upload_data } = await issue(textFile('secret'));
		const { policy = '', 'x-amz-signature': signature = '' } = upload_data.fields;
		expect([policy, signature]).not.toContain('');
		const withField = (name: string) =>
			fromJson(JSON.stringify({ ...upload_data, fields: { ...upload_data.fields, [name]: 'x' } }));
		for (const parameters of [
			fromJson(JSON.stringify(upload_data)),
			fromFields(upload_data),
			// Refused by the store, and refused before anything is sent.
			withField('acl'),
			withField('key'),
			{ ...fromFields(upload_data), uploadUrl: 'nowhere' },
		]) {
			const { outputs } = await upload(parameters, [{ files: { data: textFile('secret') } }], {
				onError: 'continueRegularOutput',
			});
			expect(outputs.flat()).toHaveLength(1);
			const shown = JSON.stringify(outputs);
			expect(shown).not.toContain(policy);
			expect(shown).not.toContain(signature);
		}
	});
});

describe('An item that cannot be uploaded', () => {
	const good = async () => itemWith((await issue(textFile('good'))).upload_data, textFile('good'));
	const unfit: readonly (readonly [string, () => Promise<InputItem>, message: string])[] = [
		['has no file', async () => ({ json: { ...(await issue(textFile('a'))) } }), 'has no binary'],
		[
			'has a file that n8n has pruned',
			async () => itemWith(await issue(textFile('a')), textFile('a', { pruned: true })),
			'the file of "data" is no longer in the store of n8n',
		],
		[
			'has a file that the policy does not allow',
			async () => itemWith(await issue(textFile('a')), textFile('larger')),
			'the file has 6 bytes',
		],
	];

	test.each(unfit)('stops the node before anything is sent if it %s', async (_, item, message) => {
		const before = world.store.requests.length;
		const { error } = await upload(fromJson(), [await good(), await item()]);
		expect(error?.message).toContain(message);
		expect(error?.message).toMatch(/ \[item 1\]$/);
		expect(error?.description).toMatch(/Nothing was sent\.$/);
		expect(world.store.requests).toHaveLength(before);
	});

	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'does not keep others from being uploaded with %s',
		async (onError) => {
			const forged = (await issue(textFile('forged'))).upload_data;
			const signed = { ...forged, fields: { ...forged.fields, 'x-amz-signature': '00' } };
			const items = [
				await good(),
				...(await Promise.all(unfit.map(async ([, item]) => await item()))),
				itemWith(signed, textFile('forged')),
				await good(),
			];
			const { outputs } = await upload(fromJson(), items, { onError });

			const all = outputs.flat();
			const failed = all.filter(({ json }) => json.error !== undefined);
			if (onError === 'continueErrorOutput') expect(outputs[1]).toEqual(failed);
			expect(failed.map(({ pairedItem }) => pairedItem)).toEqual(
				[1, 2, 3, 4].map((item) => ({ item })),
			);
			const messages = [...unfit.map(([, , message]) => message), 'does not match the signature'];
			expect(failed.map(({ json }) => json)).toMatchObject(
				messages.map((message) => ({ error: expect.stringContaining(message) })),
			);
			const uploaded = all.filter(({ json }) => json.status === 204);
			expect(uploaded.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 5 }]);
			const stored = await world.store.list();
			for (const { json } of uploaded) expect(stored).toContain(json.key);
			expect(stored).not.toContain(forged.fields.key);
		},
	);
});
