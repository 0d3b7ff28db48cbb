import { describe, expect, test } from '@jest/globals';
import type { IBinaryKeyData, IExecuteFunctions, INodeParameters } from 'n8n-workflow';
import { rm, writeFile } from 'node:fs/promises';

import type { UploadFile } from '../../../nodes/shared/model/call';
import { attachFile } from '../../../nodes/shared/operations';
import { causes } from '../../nodeTexts';
import { createContext, readItem } from './inputFixtures';

/** A file inside the item itself, as in n8n's memory mode. */
const inlineFile = (text: string, overrides: object = {}) => ({
	data: Buffer.from(text).toString('base64'),
	mimeType: 'text/plain',
	fileName: 'a.txt',
	...overrides,
});

const attachAll = { allBinaryFields: true };
const attachFields = (binaryPropertyName: string) => ({ binaryPropertyName });

const createFileContext = async (
	binary: IBinaryKeyData | undefined,
	parameters: INodeParameters = {},
	json = {},
) => await createContext(attachFile, parameters, { items: [{ json, ...(binary && { binary }) }] });

/** The files that an item attaches, or its problem. */
const readItemFiles = async (context: IExecuteFunctions) =>
	(await readItem(attachFile, context)) as { files?: readonly UploadFile[]; problem?: string[] };

const readBytes = async (file: UploadFile): Promise<Buffer> => {
	const content = await file.open();
	if (content instanceof Uint8Array) return Buffer.from(content);

	const chunks: Uint8Array[] = [];

	for await (const chunk of content) chunks.push(chunk);

	return Buffer.concat(chunks);
};

describe('readFiles', () => {
	const twoFiles = { data: inlineFile('abc'), photo: inlineFile('défg', { fileName: 'ü.png' }) };
	const data = { field: 'data', name: 'a.txt', mimeType: 'text/plain', size: 3 };
	const photo = { ...data, field: 'photo', name: 'ü.png', size: 5 };
	const fileWithoutType = inlineFile('abc', { fileName: undefined, mimeType: '' });

	test.each<[string, IBinaryKeyData, INodeParameters, files: object[]]>([
		['reads the file of the default field', twoFiles, {}, [data]],
		[
			'reads the files of the given fields in their order, each once',
			twoFiles,
			attachFields('photo, data,photo'),
			[photo, data],
		],
		['reads all files', twoFiles, attachAll, [data, photo]],
		[
			'names a file without a name after its field, and gives it a general type',
			{ data: fileWithoutType },
			{},
			[{ ...data, name: 'data', mimeType: 'application/octet-stream' }],
		],
		[
			'reads an unknown type from the name',
			{ data: inlineFile('abc', { mimeType: 'binary/octet-stream', fileName: 'a.pdf' }) },
			{},
			[{ ...data, name: 'a.pdf', mimeType: 'application/pdf' }],
		],
		[
			'names a file with an empty name after its field',
			{ data: inlineFile('abc', { fileName: '' }) },
			{},
			[{ ...data, name: 'data' }],
		],
		[
			'names a file with an invalid name after its field',
			{ photo: inlineFile('abc', { fileName: '..' }) },
			attachFields('photo'),
			[{ ...data, field: 'photo', name: 'photo', originalName: '..' }],
		],
		[
			'uses a fixed name if the names of file and field are both invalid',
			{ '..': inlineFile('abc', { fileName: '..' }) },
			attachAll,
			[{ ...data, field: '..', name: 'file', originalName: '..' }],
		],
		[
			'removes folders from names and parameters from types',
			{ data: inlineFile('abc', { fileName: 'x/a.csv', mimeType: 'text/csv; charset=utf-8' }) },
			{},
			[{ ...data, name: 'a.csv', originalName: 'x/a.csv', mimeType: 'text/csv' }],
		],
		[
			'ignores line breaks in base64 when it measures a file',
			{ data: inlineFile('', { data: 'YW\nJj\n' }) },
			{},
			[data],
		],
	])('%s', async (_, binary, parameters, expected) => {
		const { files = [] } = await readItemFiles(await createFileContext(binary, parameters));

		expect(files).toEqual(expected.map((file) => ({ ...file, open: expect.any(Function) })));
		for (const file of files) expect(await readBytes(file)).toHaveLength(file.size);
	});

	test.each([
		['combined', [3, 4]],
		['separate', [4]],
	] as const)(
		'reads files in the JSON of the item if n8n keeps them there (%s)',
		async (mode, sizes) => {
			const json = { _files: { data: inlineFile('abc'), photo: inlineFile('ab') } };
			const context = await createFileContext({ photo: inlineFile('abcd') }, attachAll, json);

			Object.assign(context, { getWorkflowSettings: () => ({ binaryMode: mode }) });
			const { files = [] } = await readItemFiles(context);

			expect(files.map(({ size }) => size)).toEqual(sizes);
		},
	);

	test('reads the binary data of an item whose JSON has no files', async () => {
		const context = await createFileContext({ data: inlineFile('abc') });

		Object.assign(context, { getWorkflowSettings: () => ({ binaryMode: 'combined' }) });
		expect((await readItemFiles(context)).files).toHaveLength(1);
	});
});

describe('readFiles, in the binary data storage of n8n,', () => {
	const content = Buffer.alloc(300_000, 'x');

	/** An item with a stored file, and the path of the file's metadata. */
	async function storeFile() {
		const binary: IBinaryKeyData = {};
		const context = await createFileContext(binary);
		const { helpers } = context;
		const data = await helpers.prepareBinaryData(content, 'a.bin', 'application/x-a');

		binary.data = data;

		return { context, data, metadataPath: `${helpers.getBinaryPath(data.id ?? '')}.metadata` };
	}

	test.each<[string, (metadataPath: string) => Promise<void>]>([
		['takes the size from the metadata', async () => await Promise.resolve()],
		['measures a file without metadata', async (metadataPath) => await rm(metadataPath)],
		[
			'measures a file whose metadata has no size',
			async (metadataPath) =>
				await writeFile(metadataPath, JSON.stringify({ mimeType: 'application/x-a' })),
		],
	])('%s', async (_, changeMetadata) => {
		const { context, metadataPath } = await storeFile();

		await changeMetadata(metadataPath);
		const { files: [file] = [] } = await readItemFiles(context);

		expect(file).toMatchObject({ name: 'a.bin', mimeType: 'application/x-a', size: 300_000 });
		expect(file && (await readBytes(file)).equals(content)).toBe(true);
	});

	test('trusts the size in the metadata, and reads in chunks of 256 KiB', async () => {
		const { context, metadataPath } = await storeFile();

		await writeFile(metadataPath, JSON.stringify({ fileSize: 7 }));
		const { files: [file] = [] } = await readItemFiles(context);

		expect(file?.size).toBe(7);
		const lengths: number[] = [];

		for await (const chunk of ((await file?.open()) ?? []) as AsyncIterable<Uint8Array>) {
			lengths.push(chunk.length);
		}

		expect(lengths).toEqual([262_144, 300_000 - 262_144]);
	});

	test('refuses a file that is no longer stored', async () => {
		const { context, data, metadataPath } = await storeFile();

		await rm(metadataPath);
		await rm(metadataPath.replace(/\.metadata$/, ''));
		expect(data.id).toBeDefined();
		expect(await readItemFiles(context)).toEqual({
			problem: [
				'Input Binary Fields: the file of "data" is no longer in the binary data storage of n8n',
				'Run the node that provides the file again, if running it twice does no harm.',
			],
		});
	});
});

describe('readFiles refuses', () => {
	const addFileRemedy = 'Add a node before this one that provides a file.';
	const twoFiles = { data: inlineFile('abc'), photo: inlineFile('abc') };
	const emptyFile = { data: inlineFile('') };
	const leaveOutRemedy = 'Leave it out: Plane does not accept empty files.';

	test.each<[string, IBinaryKeyData | undefined, INodeParameters, problem: string[]]>([
		[
			'an item without files',
			undefined,
			{},
			['Input Binary Fields: the item has no binary field "data"', addFileRemedy],
		],
		[
			'an item without files if all are to be attached',
			undefined,
			attachAll,
			['All Binary Fields: the item has no binary field', addFileRemedy],
		],
		[
			'the name of a field that does not exist',
			twoFiles,
			attachFields('data, other'),
			['Input Binary Fields: the item has no binary field "other"', 'Use one of: data, photo.'],
		],
		[
			'an empty field name',
			twoFiles,
			attachFields('={{ "" }}'),
			[`Input Binary Fields: ${causes.empty}`, 'Fill in Input Binary Fields.'],
		],
		[
			'an empty file',
			emptyFile,
			{},
			['Input Binary Fields: the file of "data" is empty', leaveOutRemedy],
		],
		[
			'an empty file among all files',
			emptyFile,
			attachAll,
			['All Binary Fields: the file of "data" is empty', leaveOutRemedy],
		],
	])('%s', async (_, binary, parameters, problem) => {
		expect(await readItemFiles(await createFileContext(binary, parameters))).toEqual({ problem });
	});
});
