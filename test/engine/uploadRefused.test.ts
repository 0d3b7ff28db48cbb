import type { PresignedPostOptions } from '@aws-sdk/s3-presigned-post';
import { describe, expect, test } from '@jest/globals';

import type { Outcome } from './engine';
import type { InputFile } from './startNode';
import { fromFields, fromJson, textFile, uploadsIn } from './uploads';
import { useWorld } from './useWorld';

const world = useWorld();
const { issue, upload, presigned, lastRequest } = uploadsIn(() => world);

interface Form {
	readonly url: string;
	readonly fields: Record<string, string>;
}

/** A form with the names of its fields as the service spells them. */
const respelled = ({ url, fields }: Form): Form => ({
	url,
	fields: Object.fromEntries(
		Object.entries(fields).map(([name, value]) => [
			name.replace(/^X-Amz-\w+|^Policy$/, (spelled) => spelled.toLowerCase()),
			value,
		]),
	),
});

/** A form for a file of these sizes. */
const forSizes = async (least: number, most: number) =>
	await presigned('sized.txt', { Conditions: [['content-length-range', least, most]] });

describe('What the policy does not allow is found before anything is sent', () => {
	interface Case {
		readonly title: string;
		readonly form: () => Promise<Form>;
		readonly file?: Partial<InputFile>;
		/** In the panel, where the fields are single. */
		readonly field: string;
		readonly problem: RegExp;
		readonly remedy: string;
	}
	const cases: readonly Case[] = [
		{
			title: 'credentials that have expired',
			form: async () => await presigned('late.txt', { Expires: -3600 }),
			field: 'Policy',
			problem: /the upload credentials expired 1 hour( and \d+ seconds?)? ago, at 20[-\dT:.]+Z/,
			remedy: 'They hold for a short time only: get new ones right before the upload.',
		},
		{
			title: 'a file that is too large',
			form: async () => await forSizes(1, 9),
			field: 'Policy',
			problem: /the file has 10 bytes, and the upload credentials are for 1 to 9 bytes/,
			remedy: 'Get upload credentials for a file of 10 bytes.',
		},
		{
			title: 'a file that is too small',
			form: async () => await forSizes(11, 20),
			field: 'Policy',
			problem: /the file has 10 bytes, and the upload credentials are for 11 to 20 bytes/,
			remedy: 'Get upload credentials for a file of 10 bytes.',
		},
		{
			title: 'a file without content',
			form: async () => await forSizes(1, 20),
			file: { content: Buffer.alloc(0) },
			field: 'Policy',
			problem: /the file has 0 bytes, and the upload credentials are for 1 to 20 bytes/,
			remedy: 'Get upload credentials for a file of 0 bytes.',
		},
		{
			title: 'a file that is too large, and whose size n8n does not know',
			form: async () => await forSizes(1, 9),
			file: { knownSize: 'none' },
			field: 'Policy',
			problem: /the file has 10 bytes, and the upload credentials are for 1 to 9 bytes/,
			remedy: 'Get upload credentials for a file of 10 bytes.',
		},
		{
			title: 'another key',
			form: async () => changed(await presigned('a.txt'), { key: 'b.txt' }),
			field: 'Key',
			problem: /"b\.txt" is not what the upload credentials allow, which is "a\.txt"/,
			remedy: 'Give all fields exactly as they were issued.',
		},
		{
			title: 'a key that starts otherwise',
			form: async () => changed(await presigned('user/${filename}'), { key: 'admin/b.txt' }),
			field: 'Key',
			problem: /"admin\/b\.txt" is not what .* allow, which is what starts with "user\/"/,
			remedy: 'Give all fields exactly as they were issued.',
		},
		{
			title: 'another type',
			form: async () => changed(await presigned('a.txt'), { 'Content-Type': 'image/png' }),
			field: 'Content Type',
			problem: /"image\/png" is not what the upload credentials allow, which is "text\/plain"/,
			remedy: 'Give all fields exactly as they were issued.',
		},
	];

	const changed = ({ url, fields }: Form, more: Record<string, string>): Form => ({
		url,
		fields: { ...fields, ...more },
	});

	describe.each(['json', 'fields'] as const)('with the credentials as %s', (source) => {
		test.each(cases)('$title', async ({ form, file, field, problem, remedy }) => {
			const issued = respelled(await form());
			const parameters = source === 'json' ? fromJson(JSON.stringify(issued)) : fromFields(issued);
			const before = world.store.requests.length;
			const { error } = await upload(parameters, [
				{ files: { data: textFile('ten bytes!', file) } },
			]);

			const name = source === 'json' ? 'Upload Data' : field;
			const told = new RegExp(`^${name}: ${problem.source} \\[item 0\\]$`);
			expect(error?.message).toMatch(told);
			expect(error?.description).toBe(`${remedy} Nothing was sent.`);
			expect(world.store.requests).toHaveLength(before);
		});
	});

	test('of one item, and stops all', async () => {
		const file = textFile('content');
		const good = (await issue(file)).upload_data;
		const before = world.store.requests.length;
		const { error } = await upload(fromJson('={{ $json }}'), [
			{ json: { ...good }, files: { data: file } },
			{ json: { ...(await forSizes(1, 2)) }, files: { data: file } },
		]);
		expect(error?.message).toContain('the file has 7 bytes');
		expect(error?.message).toContain('[item 1]');
		expect(world.store.requests).toHaveLength(before);
	});

	test('of one item, and leaves the others be with "continue on fail"', async () => {
		const file = textFile('content');
		const good = (await issue(file)).upload_data;
		const { json } = await upload(
			fromJson('={{ $json }}'),
			[
				{ json: { ...(await forSizes(1, 2)) }, files: { data: file } },
				{ json: { ...good }, files: { data: file } },
			],
			{ onError: 'continueRegularOutput' },
		);
		expect(json).toMatchObject([
			{ error: expect.stringContaining('the file has 7 bytes') },
			{ key: good.fields.key, status: 204 },
		]);
		expect(await world.store.read(good.fields.key ?? '')).toEqual(file.content);
	});
});

describe('What only the store can find is told in its words:', () => {
	/** An error for people: whole, and without the markup that it came in. */
	const expectWords = ({ error }: Outcome, words: string) => {
		expect(error?.message).toContain(words);
		expect(error?.message).toContain('[item 0]');
		expect(error?.description).not.toBe('');
		expect(`${error?.message}${error?.description}`).not.toMatch(/[<>]|Error|status code/);
	};

	/** The same form with a policy before its own that nobody can read; the last one counts. */
	const unreadable = ({ url, fields }: Form): Form => ({
		url,
		fields: { POLICY: 'not base64', ...fields },
	});

	test('a wrong signature', async () => {
		const { upload_data } = await issue(textFile('content'));
		const outcome = await upload({ ...fromFields(upload_data), signature: '00'.repeat(32) }, [
			{ files: { data: textFile('content') } },
		]);
		expect(lastRequest()).toMatchObject({ status: 403 });
		expectWords(
			outcome,
			'The signature of the upload credentials does not fit their other fields: The request signature does not match the signature you provided [item 0]',
		);
	});

	test.each<readonly [string, Partial<PresignedPostOptions>, string, string]>([
		[
			'a file that is too large',
			{ Conditions: [['content-length-range', 1, 6]] },
			'The file is larger than the upload credentials allow: Your proposed upload exceeds the maximum allowed object size [item 0]',
			'Get new ones for 7 bytes',
		],
		[
			'a file that is too small',
			{ Conditions: [['content-length-range', 10, 60]] },
			'The file is smaller than the upload credentials allow: Your proposed upload is smaller than the minimum allowed object size [item 0]',
			'Get new ones for 7 bytes',
		],
		[
			'credentials that have expired',
			{ Expires: -60 },
			'The upload credentials have expired: Invalid according to Policy: Policy expired [item 0]',
			'get new ones',
		],
	])('%s, where the policy cannot be read', async (_, options, words, remedy) => {
		const form = unreadable(respelled(await presigned('unread.txt', options)));
		const outcome = await upload(fromJson(JSON.stringify(form)), [
			{ files: { data: textFile('content') } },
		]);
		expectWords(outcome, words);
		expect(outcome.error?.description).toContain(remedy);
		await expect(world.store.read('unread.txt')).rejects.toThrow('no object');
	});

	test('credentials that expire between the reading and the sending', async () => {
		const file = textFile('content');
		const first = (await issue(file)).upload_data;
		world.store.faults.plan({ kind: 'delay', milliseconds: 2_500 });
		const { json } = await upload(
			{ ...fromJson('={{ $json }}'), options: { concurrentRequests: 1 } },
			[
				{ json: { ...first }, files: { data: file } },
				{ json: { ...(await presigned('late.txt', { Expires: 2 })) }, files: { data: file } },
			],
			{ onError: 'continueRegularOutput' },
		);
		expect(json).toMatchObject([
			{ key: first.fields.key },
			{
				error: expect.stringContaining(
					'The upload credentials have expired: Invalid according to Policy: Policy expired [item 1]. They hold for a short time only',
				),
			},
		]);
	});

	test('a field that the policy does not name', async () => {
		const { upload_data } = await issue(textFile('content'));
		const fields = { ...upload_data.fields, acl: 'public-read' };
		const outcome = await upload(fromJson(JSON.stringify({ ...upload_data, fields })), [
			{ files: { data: textFile('content') } },
		]);
		expectWords(outcome, 'The upload credentials do not allow the field acl: ');
		expect(outcome.error?.description).toContain('Send only the fields that were issued');
	});
});
