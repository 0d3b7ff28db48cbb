import { describe, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { UploadCredentials } from '../service/upload';
import { withRequestOptions } from './samples';
import type { InputFile, InputItem } from './startNode';
import { fromFields, fromJson, itemWith, keyOf, sha256, textFile, uploadsIn } from './uploads';
import { useWorld } from './useWorld';

const world = useWorld();
const { issue, storedWith, send, upload, uploadOne, presigned, lastRequest } = uploadsIn(world);

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
		[
			'url and fields as text',
			({ upload_data }) => [asField, JSON.stringify(upload_data, null, '\t')],
		],
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
		const form = await presigned('folder/capital.txt', {
			Fields: { 'Content-Type': 'text/plain', success_action_status: '201' },
		});

		expect(Object.keys(form.fields)).toContain('X-Amz-Signature');
		expect((await send(form, file)).error).toBeUndefined();
		expect(lastRequest()?.fields).toEqual(Object.entries(form.fields));
		expect(await world.store.read('folder/capital.txt')).toEqual(file.content);
	});
});

describe('The file', () => {
	const contents: readonly (readonly [string, Buffer])[] = [
		['1 byte', Buffer.from([0])],
		['24 bytes of text', Buffer.from('Grüße aus n8n 🚀 end\r\n')],
		['lines that look like a multipart form', Buffer.from('\r\n--boundary\r\n\r\n--\r\n--')],
		['all byte values', Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))],
		['64 KiB', randomBytes(64 * 1024)],
		['5 MiB', randomBytes(5 * 1024 * 1024)],
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

	test.each([4, 6])('is an error if it has 5 bytes and n8n says %d', async (knownSize) => {
		const file = textFile('12345', { knownSize });
		const issued = await issue({ ...file, content: Buffer.alloc(6) });
		const { error } = await send(issued, file);

		expect(error?.message).toBe(
			'The file "notes.txt" is not as long as the binary data storage of n8n says [item 0]',
		);
		expect(error?.description).toContain('Run the nodes before this one again.');
		expect(await world.store.list()).not.toContain(issued.upload_data.fields.key);
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

describe('The output', () => {
	const described = () => ({
		bucket: world.store.bucket,
		location: expect.stringContaining('/uploads/'),
		etag: expect.stringMatching(/^[\da-f]{32}$/),
		fileName: 'notes.txt',
		contentType: 'text/plain',
	});

	test('is made from the headers of a response without a body', async () => {
		const { outcome } = await uploadOne(textFile('Nothing comes back'));

		expect(outcome.json).toEqual([
			{ ...described(), key: expect.stringContaining('notes.txt'), size: 18, status: 204 },
		]);
	});

	test('has the elements of a response in XML, without markup', async () => {
		const key = 'folder/r&d "plan".txt';
		const form = await presigned(key, {
			Fields: { 'Content-Type': 'text/plain', success_action_status: '201' },
		});
		const { json, error } = await send(form, textFile('XML'));

		expect(error).toBeUndefined();
		expect(json).toEqual([{ ...described(), key, size: 3, status: 201 }]);
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
			'the file of "data" is no longer in the binary data storage of n8n',
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

const many = Array.from({ length: 20 }, (_, index) => ({
	content: randomBytes(8 * 1024 * 1024),
	name: `file ${index}.bin`,
	mimeType: 'application/octet-stream',
	inMemory: index % 4 === 0,
}));

test('20 files of 8 MiB arrive in the store, each equal by SHA-256 and paired with its item', async () => {
	const sent = await Promise.all(many.map(async (file) => ({ file, issued: await issue(file) })));
	const { error, outputs } = await upload(
		fromJson(),
		sent.map(({ file, issued }) => itemWith(issued, file)),
	);

	expect(error).toBeUndefined();
	const keys = sent.map(({ issued }) => keyOf(issued.upload_data));

	expect(outputs[0]).toMatchObject(
		many.map(({ name, mimeType }, item) => ({
			json: {
				key: keys[item],
				fileName: name,
				contentType: mimeType,
				size: 8 * 1024 * 1024,
				status: 204,
			},
			pairedItem: { item },
		})),
	);

	for (const { file, issued } of sent) {
		expect(sha256(await storedWith(issued))).toBe(sha256(file.content));
	}

	const stored = world.store.ledger.map(({ key }) => key).filter((key) => keys.includes(key));

	expect(stored.sort()).toEqual([...keys].sort());
});

test.each([
	['8 at once', {}, 8],
	['as many at once as the option says', { concurrentRequests: 3 }, 3],
])('Files are sent %s and no more', async (_, options, most) => {
	// A store takes a moment, so that those who come at the same time meet.
	world.store.faults.plan({ kind: 'delay', milliseconds: 200 }, { times: Infinity });
	world.store.busiest = 0;
	const items = await Promise.all(many.map(async (file) => itemWith(await issue(file), file)));
	const { error, json } = await upload(withRequestOptions(options, fromJson()), items);

	world.store.faults.clear();
	expect(error).toBeUndefined();
	expect(json).toHaveLength(many.length);
	expect(world.store.busiest).toBe(most);
});

/** Names of files with their types: those that people have, and those that break a header. */
const names: readonly (readonly [title: string, name: string, type: string])[] = [
	['an ordinary name', 'notes.txt', 'text/plain'],
	['blanks', 'my  meeting notes.txt', 'text/plain'],
	['blanks at both ends', '  notes.txt  ', 'text/plain'],
	['no ending', 'README', 'application/octet-stream'],
	['several endings', 'backup.2026-11-21.tar.gz', 'application/gzip'],
	['a dot at the start', '.env.example', 'text/plain'],
	['dots alone', '...', 'text/plain'],
	['quotes', 'with "quotes".txt', 'text/plain'],
	['a quote at the end', 'inch 5"', 'text/plain'],
	['single quotes', "it's 'mine'.txt", 'text/plain'],
	['a line break of Windows', 'two\r\nlines.txt', 'text/plain'],
	['a line break of Unix', 'one\nbreak.txt', 'text/plain'],
	['a lone carriage return', 'a\rb.txt', 'text/plain'],
	['a header of its own', 'a"\r\nX-Evil: yes\r\n\r\nb.txt', 'text/plain'],
	['what looks like another parameter', 'a"; name="key"; x=".txt', 'text/plain'],
	['what looks like a boundary', '--axios-boundary\r\n--', 'text/plain'],
	['a backslash', 'back\\slash.txt', 'text/plain'],
	['a backslash before a quote', 'a\\"b.txt', 'text/plain'],
	['a backslash at the end', 'folder\\', 'text/plain'],
	['a path of Unix', 'folder/sub folder/notes.txt', 'text/plain'],
	['a path of Windows', 'C:\\Users\\me\\notes.txt', 'text/plain'],
	['a path upwards', '../../etc/passwd', 'text/plain'],
	['semicolons and signs', 'semi; colon=1, comma & more+plus#hash?.txt', 'text/plain'],
	['a percent sign', '100% done.txt', 'text/plain'],
	['what is already escaped', 'a%22b%0D%0Ac%20d.txt', 'text/plain'],
	['tabs', 'a\tb.txt', 'text/plain'],
	['German letters', 'Größe und Maß.txt', 'text/plain'],
	['composed and decomposed letters', 'é e\u0301.txt', 'text/plain'],
	['Cyrillic letters', 'Отчёт за год.docx', 'application/vnd.openxmlformats-officedocument'],
	['Chinese and Japanese letters', '報告書 日本語.pdf', 'application/pdf'],
	['Arabic letters, from right to left', 'تقرير نهائي.txt', 'text/plain'],
	['Hebrew letters with marks of direction', '\u200fדו"ח\u200e.txt', 'text/plain'],
	['an override of the direction', 'invoice\u202efdp.exe', 'text/plain'],
	['Hindi and Thai letters', 'रिपोर्ट รายงาน.txt', 'text/plain'],
	['an emoji', 'rocket 🚀.png', 'image/png'],
	['an emoji of several parts', 'family 👨‍👩‍👧‍👦 🏳️‍🌈.svg', 'image/svg+xml'],
	['separators of lines and paragraphs', 'a\u2028b\u2029c\u0085d.txt', 'text/plain'],
	['spaces of other kinds', 'a\u00a0b\u3000c\ufeffd.txt', 'text/plain'],
	['a control character', 'a\u0001b\u007fc.txt', 'text/plain'],
	['markup', '<b>&amp;</b>.html', 'text/html; charset=utf-8'],
	['an expression', '{{ $json.name }} ${filename} $&.txt', 'text/plain'],
	['255 letters', `${'n'.repeat(251)}.txt`, 'text/plain'],
	['5000 letters of three bytes', `${'長'.repeat(5000)}.txt`, 'text/plain'],
	['a type with a parameter in quotes', 'a.csv', 'text/csv; header="present"'],
	['a type of its own', 'a.x', 'application/x-my.own+json'],
];

/** How browsers write a name (HTML standard, "multipart/form-data encoding algorithm"). */
const written = (name: string): string =>
	name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

describe.each([
	['the file system', false],
	['memory', true],
])('A file from %s arrives in the store with its name and type:', (place, inMemory) => {
	test.each(names)('%s', async (title, name, mimeType) => {
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

test('A file without a name gets the name of its binary field', async () => {
	const { error, json } = await send(
		await presigned('unnamed.txt'),
		textFile('content', { name: '' }),
	);

	expect(error).toBeUndefined();
	expect(json).toMatchObject([{ fileName: 'data' }]);
	expect(lastRequest()?.file).toEqual({ name: 'data', type: 'text/plain' });
});

test('A file is sent with the type of the credentials, not that of its item', async () => {
	const form = await presigned('typed.png', { Fields: { 'Content-Type': 'image/png' } });

	expect((await send(form, textFile('a picture'))).error).toBeUndefined();
	expect(lastRequest()?.file?.type).toBe('image/png');
});
