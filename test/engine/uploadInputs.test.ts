import { describe, expect, test } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import type { InputItem } from './startNode';
import { fromFields, fromJson, textFile, uploadsIn } from './uploads';
import { useWorld } from './useWorld';

const world = useWorld();
const { issue, upload } = uploadsIn(() => world);

describe('Without what it needs', () => {
	const file = textFile('content');

	/** Runs it and makes sure that the store was left alone. */
	async function refused(parameters: INodeParameters, item: InputItem): Promise<string> {
		const before = world.store.requests.length;
		const { error } = await upload(parameters, [item]);
		expect(world.store.requests).toHaveLength(before);
		return `${error?.message} ${error?.description}`;
	}

	test('a binary field that is not there is an error that names those that are', async () => {
		const parameters = fromJson(JSON.stringify(await issue(file)));
		const told = await refused(parameters, { files: { report: file, photo: file } });
		expect(told).toContain('Input Binary Field: the item has no binary field "data" [item 0]');
		expect(told).toContain('Use one of: report, photo.');
	});

	test('an item without any file is an error that says so', async () => {
		const parameters = fromJson(JSON.stringify(await issue(file)));
		const told = await refused(parameters, {});
		expect(told).toContain('Input Binary Field: the item has no binary field "data" [item 0]');
		expect(told).toContain('Put a node before this one that gives a file.');
	});

	test('a binary field without a name is an error', async () => {
		const parameters = fromJson(JSON.stringify(await issue(file)));
		const told = await refused(
			{ ...parameters, binaryPropertyName: '={{ "" }}' },
			{ files: { data: file } },
		);
		expect(told).toContain('Input Binary Field: the value is empty [item 0]');
	});

	test.each([
		['Content-Type', 'Content Type'],
		['key', 'Key'],
		['x-amz-algorithm', 'Algorithm'],
		['x-amz-credential', 'Credential'],
		['x-amz-date', 'Date'],
		['policy', 'Policy'],
		['x-amz-signature', 'Signature'],
	])('credentials without %s are an error that names it', async (wire, displayName) => {
		const { upload_data } = await issue(file);
		const others = Object.entries(upload_data.fields).filter(([name]) => name !== wire);
		for (const blank of [{}, { [wire]: '' }, { [wire]: ' ' }]) {
			const fields = { ...Object.fromEntries(others), ...blank };
			const issued = JSON.stringify({ ...upload_data, fields });
			const told = await refused(fromJson(issued), { files: { data: file } });
			expect(told).toContain(`Upload Data: these form fields are missing: ${displayName} [item 0]`);
		}
	});

	test('single fields that an expression leaves empty are each named', async () => {
		const empty = Object.keys((await issue(file)).upload_data.fields);
		const parameters = fromFields({
			url: '={{ "" }}',
			fields: Object.fromEntries(empty.map((name) => [name, '={{ "" }}'])),
		});
		const told = await refused(parameters, { files: { data: file } });
		expect(told).toContain('Upload URL: the value is empty [item 0]');
		for (const displayName of [
			'Content Type',
			'Key',
			'Algorithm',
			'Credential',
			'Date',
			'Policy',
			'Signature',
		]) {
			expect(told).toContain(`${displayName}: the value is empty`);
		}
	});

	test('credentials without fields are an error', async () => {
		const { upload_data } = await issue(file);
		const told = await refused(fromJson(JSON.stringify({ url: upload_data.url })), {
			files: { data: file },
		});
		expect(told).toContain('Upload Data: the form fields ("fields") are missing [item 0]');
	});

	test.each([
		undefined,
		'',
		' ',
		'storage',
		'/uploads',
		'file:///etc/passwd',
		'ftp://127.0.0.1/x',
		5,
	])('the address %p is an error', async (url) => {
		const { upload_data } = await issue(file);
		const told = await refused(fromJson(JSON.stringify({ ...upload_data, url })), {
			files: { data: file },
		});
		expect(told).toContain('Upload Data: the storage address ("url") is missing');
		expect(told).toContain('[item 0]');

		const single = await refused(
			{ ...fromFields(upload_data), uploadUrl: '={{ $json.url }}' },
			{ json: { url }, files: { data: file } },
		);
		expect(single).toContain('Upload URL: ');
		expect(single).toContain('[item 0]');
	});

	test.each([
		[
			'broken JSON',
			'{"url": "https://storage.example.com", "fields": {',
			'the JSON is not readable',
		],
		['a list', '[1]', 'is not an object'],
		['a text', 'nothing', 'the JSON is not readable'],
		['nothing', '', 'the value is empty'],
		['an expression that finds nothing', '={{ $json.upload }}', 'undefined'],
	])('%s in place of the credentials is an error', async (_, uploadData, problem) => {
		const told = await refused(fromJson(uploadData), { files: { data: file } });
		expect(told).toContain('Upload Data: ');
		expect(told).toContain(problem);
		expect(told).toContain('[item 0]');
	});

	test('a new node asks for the credentials as JSON', async () => {
		const told = await refused({ binaryPropertyName: 'data' }, { files: { data: file } });
		expect(told).toContain('Upload Data: ');
	});

	test('a credential source that does not exist is an error, and nothing is sent', async () => {
		const { upload_data } = await issue(file);
		const told = await refused(
			{ ...fromFields(upload_data), credentialSource: 'other' },
			{
				files: { data: file },
			},
		);
		expect(told).toContain('[item 0]');
	});

	test('one item stops all before anything is sent', async () => {
		const parameters = fromJson(JSON.stringify(await issue(file)));
		const before = world.store.requests.length;
		const { error } = await upload(parameters, [{ files: { data: file } }, {}]);
		expect(error?.message).toContain('has no binary field "data" [item 1]');
		expect(error?.description).toContain('Nothing was sent.');
		expect(world.store.requests).toHaveLength(before);
	});
});
