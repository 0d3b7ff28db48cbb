import { describe, expect, test } from '@jest/globals';
import type { IBinaryKeyData, IExecuteFunctions, INodeParameters } from 'n8n-workflow';
import { rm, writeFile } from 'node:fs/promises';

import type { UploadFile } from '../../../nodes/shared/model/call';
import { attachFile } from '../../../nodes/shared/operations';
import { contextOf, read } from './reading';

/** A file that is in the item itself, as in n8n's memory mode. */
const inItem = (text: string, more: object = {}) => ({
	data: Buffer.from(text).toString('base64'),
	mimeType: 'text/plain',
	fileName: 'a.txt',
	...more,
});

const all = { allBinaryFields: true };
const named = (binaryPropertyName: string) => ({ binaryPropertyName });

const contextWith = async (
	binary: IBinaryKeyData | undefined,
	parameters: INodeParameters = {},
	json = {},
) => await contextOf(attachFile, parameters, { items: [{ json, ...(binary && { binary }) }] });

/** The files that an item is to attach, or its problem. */
const filesIn = async (context: IExecuteFunctions) =>
	(await read(attachFile, context)) as { files?: readonly UploadFile[]; problem?: string[] };

const bytesOf = async (file: UploadFile): Promise<Buffer> => {
	const content = await file.open();
	if (content instanceof Uint8Array) return Buffer.from(content);

	const chunks: Uint8Array[] = [];

	for await (const chunk of content) chunks.push(chunk);

	return Buffer.concat(chunks);
};

describe('the files to attach are', () => {
	const two = { data: inItem('abc'), photo: inItem('défg', { fileName: 'ü.png' }) };
	const data = { field: 'data', name: 'a.txt', mimeType: 'text/plain', size: 3 };
	const photo = { ...data, field: 'photo', name: 'ü.png', size: 5 };
	const typeless = inItem('abc', { fileName: undefined, mimeType: '' });

	test.each<[string, IBinaryKeyData, INodeParameters, files: object[]]>([
		['that of the usual field', two, {}, [data]],
		['those of fields, each once, in their order', two, named('photo, data,photo'), [photo, data]],
		['all', two, all, [data, photo]],
		[
			'such as have no name and no type',
			{ data: typeless },
			{},
			[{ ...data, name: 'data', mimeType: 'application/octet-stream' }],
		],
		[
			'such as have an empty name',
			{ data: inItem('abc', { fileName: '' }) },
			{},
			[{ ...data, name: 'data' }],
		],
		[
			'such as have a name that names no file (X7)',
			{ photo: inItem('abc', { fileName: '..' }) },
			named('photo'),
			[{ ...data, field: 'photo', name: 'photo', givenName: '..' }],
		],
		[
			'such as have a name that names no file, in a field that names none (X7)',
			{ '..': inItem('abc', { fileName: '..' }) },
			all,
			[{ ...data, field: '..', name: 'file', givenName: '..' }],
		],
		[
			'such as have folders in their names and parameters in their types (X7, P21)',
			{ data: inItem('abc', { fileName: 'x/a.csv', mimeType: 'text/csv; charset=utf-8' }) },
			{},
			[{ ...data, name: 'a.csv', givenName: 'x/a.csv', mimeType: 'text/csv' }],
		],
		[
			'as long as they are without line breaks',
			{ data: inItem('', { data: 'YW\nJj\n' }) },
			{},
			[data],
		],
	])('%s', async (_, binary, parameters, wanted) => {
		const { files = [] } = await filesIn(await contextWith(binary, parameters));

		expect(files).toEqual(wanted.map((file) => ({ ...file, open: expect.any(Function) })));
		for (const file of files) expect(await bytesOf(file)).toHaveLength(file.size);
	});

	test.each([
		['combined', [3, 4]],
		['separate', [4]],
	] as const)(
		'those in the JSON of the item where n8n keeps them there (%s)',
		async (mode, sizes) => {
			const json = { _files: { data: inItem('abc'), photo: inItem('ab') } };
			const context = await contextWith({ photo: inItem('abcd') }, all, json);

			Object.assign(context, { getWorkflowSettings: () => ({ binaryMode: mode }) });
			const { files = [] } = await filesIn(context);

			expect(files.map(({ size }) => size)).toEqual(sizes);
		},
	);

	test('none in the JSON of an item that has none there', async () => {
		const context = await contextWith({ data: inItem('abc') });

		Object.assign(context, { getWorkflowSettings: () => ({ binaryMode: 'combined' }) });
		expect((await filesIn(context)).files).toHaveLength(1);
	});
});

describe('a file in the binary data storage of n8n', () => {
	const content = Buffer.alloc(300_000, 'x');

	/** An item with such a file, and where n8n keeps what it knows of it. */
	async function stored() {
		const binary: IBinaryKeyData = {};
		const context = await contextWith(binary);
		const { helpers } = context;
		const data = await helpers.prepareBinaryData(content, 'a.bin', 'application/x-a');

		binary.data = data;

		return { context, data, known: `${helpers.getBinaryPath(data.id ?? '')}.metadata` };
	}

	test.each<[string, (known: string) => Promise<void>]>([
		['has the size that n8n knows', async () => await Promise.resolve()],
		['is measured where n8n knows nothing of it', async (known) => await rm(known)],
		[
			'is measured where n8n knows no size',
			async (known) => await writeFile(known, JSON.stringify({ mimeType: 'application/x-a' })),
		],
	])('%s', async (_, change) => {
		const { context, known } = await stored();

		await change(known);
		const { files: [file] = [] } = await filesIn(context);

		expect(file).toMatchObject({ name: 'a.bin', mimeType: 'application/x-a', size: 300_000 });
		expect(file && (await bytesOf(file)).equals(content)).toBe(true);
	});

	test('is measured by n8n alone, and read in pieces of 256 KiB', async () => {
		const { context, known } = await stored();

		await writeFile(known, JSON.stringify({ fileSize: 7 }));
		const { files: [file] = [] } = await filesIn(context);

		expect(file?.size).toBe(7);
		const lengths: number[] = [];

		for await (const chunk of ((await file?.open()) ?? []) as AsyncIterable<Uint8Array>) {
			lengths.push(chunk.length);
		}

		expect(lengths).toEqual([262_144, 300_000 - 262_144]);
	});

	test('is a problem where it is there no more', async () => {
		const { context, data, known } = await stored();

		await rm(known);
		await rm(known.replace(/\.metadata$/, ''));
		expect(data.id).toBeDefined();
		expect(await filesIn(context)).toEqual({
			problem: [
				'Input Binary Fields: the file of "data" is no longer in the binary data storage of n8n',
				'Run the nodes before this one again.',
			],
		});
	});
});

describe('there is no file', () => {
	const before = 'Add a node before this one that provides a file.';
	const two = { data: inItem('abc'), photo: inItem('abc') };
	const empty = { data: inItem('') };
	const leaveOut = 'Leave it out: Plane does not accept empty files.';

	test.each<[string, IBinaryKeyData | undefined, INodeParameters, problem: string[]]>([
		[
			'of any name',
			undefined,
			{},
			['Input Binary Fields: the item has no binary field "data"', before],
		],
		['at all', undefined, all, ['All Binary Fields: the item has no binary field', before]],
		[
			'of this name',
			two,
			named('data, other'),
			['Input Binary Fields: the item has no binary field "other"', 'Use one of: data, photo.'],
		],
		[
			'where no field is named',
			two,
			named('={{ "" }}'),
			['Input Binary Fields: the value is empty', 'Fill in Input Binary Fields.'],
		],
		[
			'with something in it',
			empty,
			{},
			['Input Binary Fields: the file of "data" is empty', leaveOut],
		],
		[
			'with something in it among all',
			empty,
			all,
			['All Binary Fields: the file of "data" is empty', leaveOut],
		],
	])('%s', async (_, binary, parameters, problem) => {
		expect(await filesIn(await contextWith(binary, parameters))).toEqual({ problem });
	});
});
