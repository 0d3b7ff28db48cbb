import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

import { describe, expect, test } from '@jest/globals';

import type { FileContent } from '../../../nodes/shared/model/call';
import { problem } from '../../../nodes/shared/result/problem';
import { UploadStream } from '../../../nodes/shared/transport/uploadStream';

/** The stream of a file that is said to have 6 bytes. */
const streamOf = (open: () => Promise<FileContent>, size = 6) =>
	new UploadStream({ field: 'data', name: 'notes.txt', mimeType: 'text/plain', size, open });

const chunks = (...texts: readonly string[]) =>
	Readable.from(texts.map((text) => Buffer.from(text)));

const all = async (stream: UploadStream) => await buffer(stream.bytes());

const fileProblem = (what: string) =>
	problem({
		tag: 'invalid',
		message: `The file "notes.txt" ${what}`,
		description: 'Run the nodes before this one again.',
	});

describe('a file on its way', () => {
	test('moves with each piece, and is through when its last byte was taken', async () => {
		const stream = streamOf(() => Promise.resolve(chunks('abc', 'def')));
		const bytes = stream.bytes();
		const times = [stream.lastActivity];

		for (const text of ['abc', 'def']) {
			await wait(5);
			expect(String((await bytes.next()).value)).toBe(text);
			expect(stream.isComplete).toBe(false);
			times.push(stream.lastActivity);
		}

		expect(new Set(times).size).toBe(3);
		expect(times).toEqual([...times].sort((a, b) => a - b));
		await bytes.next();
		expect(stream.isComplete).toBe(true);
		expect(stream.problem).toBeUndefined();
	});

	test('goes out in pieces, each of which counts, where it comes in one', async () => {
		const size = 1_000_000;
		const whole = Buffer.alloc(size, 'abc');

		for (const content of [whole, Readable.from([whole])]) {
			const stream = streamOf(() => Promise.resolve(content), size);
			const pieces: Uint8Array[] = [];
			const times = new Set<number>();

			for await (const piece of stream.bytes()) {
				pieces.push(piece);
				times.add(stream.lastActivity);
				await wait(2);
			}

			expect(pieces.map(({ length }) => length)).toEqual([262_144, 262_144, 262_144, 213_568]);
			expect(times.size).toBe(4);
			expect(Buffer.concat(pieces).equals(whole)).toBe(true);
		}
	});

	test('has no piece without bytes', async () => {
		const size = 2 * 262_144;
		const stream = streamOf(() => Promise.resolve(Buffer.alloc(size)), size);
		const lengths: number[] = [];

		for await (const { length } of stream.bytes()) lengths.push(length);
		expect(lengths).toEqual([262_144, 262_144]);
	});

	test.each([
		['shorter', ['abc']],
		['longer', ['abc', 'def', 'g']],
	])('that is %s than it was said to be is a problem', async (_, texts) => {
		const stream = streamOf(() => Promise.resolve(chunks(...texts)));
		const out: string[] = [];

		const send = async () => {
			for await (const piece of stream.bytes()) out.push(String(piece));
		};

		await expect(send()).rejects.toThrow(RangeError);
		// No more goes out than was said.
		expect(out).toEqual(texts.slice(0, 2));
		expect(stream.isComplete).toBe(false);
		expect(stream.problem).toEqual(
			fileProblem('is not as long as the binary data storage of n8n says'),
		);
	});

	test('that is gone is a problem, once that is known', async () => {
		const stream = streamOf(async () => {
			await wait(20);
			throw new Error('ENOENT');
		});
		const bytes = all(stream);

		expect(stream.problem).toBeUndefined();
		await expect(bytes).rejects.toThrow(ReferenceError);
		expect(stream.problem).toEqual(fileProblem('is no longer in the binary data storage of n8n'));
	});

	test('is closed in the middle', async () => {
		const content = chunks('abc', 'def');
		const stream = streamOf(() => Promise.resolve(content));

		await stream.bytes().next();
		expect(content.destroyed).toBe(false);
		stream.close();
		expect(content.destroyed).toBe(true);
	});

	test('is closed as soon as it is open, where its request has ended before', async () => {
		const content = chunks('abcdef');
		const stream = streamOf(async () => await wait(20, content));
		const bytes = all(stream);

		stream.close();
		await expect(bytes).rejects.toThrow();
		expect(content.destroyed).toBe(true);
	});

	test('that breaks off in the store is a problem of the store', async () => {
		function* breakingOff() {
			yield Buffer.from('abc');
			throw new Error('EIO');
		}

		const stream = streamOf(() => Promise.resolve(Readable.from(breakingOff())));

		await expect(all(stream)).rejects.toThrow();
		expect(stream.problem).toEqual(
			fileProblem('could not be read from the binary data storage of n8n'),
		);
	});

	test('that comes from what cannot be closed is let be', async () => {
		const whole = { [Symbol.asyncIterator]: () => chunks('abcdef')[Symbol.asyncIterator]() };
		const stream = streamOf(() => Promise.resolve(whole));

		expect(String(await all(stream))).toBe('abcdef');
		expect(() => stream.close()).not.toThrow();
	});

	test('in memory has nothing to close', async () => {
		const stream = streamOf(() => Promise.resolve(Buffer.from('abcdef')));

		expect(String(await all(stream))).toBe('abcdef');
		stream.close();
		expect(stream.isComplete).toBe(true);
	});
});
