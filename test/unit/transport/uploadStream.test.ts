import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

import { describe, expect, test } from '@jest/globals';

import type { FileContent } from '../../../nodes/shared/model/call';
import { problem } from '../../../nodes/shared/result/problem';
import { UploadStream } from '../../../nodes/shared/transport/uploadStream';

/** The stream of a file with a declared size of 6 bytes by default. */
const streamOf = (open: () => Promise<FileContent>, size = 6) =>
	new UploadStream({ field: 'data', name: 'notes.txt', mimeType: 'text/plain', size, open });

const chunks = (...texts: readonly string[]) =>
	Readable.from(texts.map((text) => Buffer.from(text)));

const readAll = async (stream: UploadStream) => await buffer(stream.bytes());

const fileProblem = (reason: string) =>
	problem({
		cause: 'invalid',
		message: `The file "notes.txt" ${reason}`,
		description: 'Run the node that provides the file again, if running it twice does no harm.',
	});

describe('UploadStream', () => {
	test('records progress with each chunk, and is complete after the last byte', async () => {
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

	test('splits a large chunk, and records progress with each piece', async () => {
		const size = 1_000_000;
		const fileBytes = Buffer.alloc(size, 'abc');

		for (const content of [fileBytes, Readable.from([fileBytes])]) {
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
			expect(Buffer.concat(pieces).equals(fileBytes)).toBe(true);
		}
	});

	test('returns no empty piece', async () => {
		const size = 2 * 262_144;
		const stream = streamOf(() => Promise.resolve(Buffer.alloc(size)), size);
		const lengths: number[] = [];

		for await (const { length } of stream.bytes()) lengths.push(length);
		expect(lengths).toEqual([262_144, 262_144]);
	});

	test.each([
		['shorter', ['abc']],
		['longer', ['abc', 'def', 'g']],
	])('fails if the file is %s than declared', async (_, texts) => {
		const stream = streamOf(() => Promise.resolve(chunks(...texts)));
		const sent: string[] = [];

		const send = async () => {
			for await (const piece of stream.bytes()) sent.push(String(piece));
		};

		await expect(send()).rejects.toThrow(RangeError);
		// No more than the declared size is sent.
		expect(sent).toEqual(texts.slice(0, 2));
		expect(stream.isComplete).toBe(false);
		expect(stream.problem).toEqual(
			fileProblem('is not as long as the binary data storage of n8n says'),
		);
	});

	test('fails if the file no longer exists', async () => {
		const stream = streamOf(async () => {
			await wait(20);
			throw new Error('ENOENT');
		});
		const bytes = readAll(stream);

		expect(stream.problem).toBeUndefined();
		await expect(bytes).rejects.toThrow(ReferenceError);
		expect(stream.problem).toEqual(fileProblem('is no longer in the binary data storage of n8n'));
	});

	test('closes a file that was read in part', async () => {
		const content = chunks('abc', 'def');
		const stream = streamOf(() => Promise.resolve(content));

		await stream.bytes().next();
		expect(content.destroyed).toBe(false);
		stream.close();
		expect(content.destroyed).toBe(true);
	});

	test('closes a file that was opened only after the request had ended', async () => {
		const content = chunks('abcdef');
		const stream = streamOf(async () => await wait(20, content));
		const bytes = readAll(stream);

		stream.close();
		await expect(bytes).rejects.toThrow();
		expect(content.destroyed).toBe(true);
	});

	test('fails if the store fails while the file is read', async () => {
		function* failAfterOneChunk() {
			yield Buffer.from('abc');
			throw new Error('EIO');
		}

		const stream = streamOf(() => Promise.resolve(Readable.from(failAfterOneChunk())));

		await expect(readAll(stream)).rejects.toThrow();
		expect(stream.problem).toEqual(
			fileProblem('could not be read from the binary data storage of n8n'),
		);
	});

	test('reads content that cannot be closed', async () => {
		const content = { [Symbol.asyncIterator]: () => chunks('abcdef')[Symbol.asyncIterator]() };
		const stream = streamOf(() => Promise.resolve(content));

		expect(String(await readAll(stream))).toBe('abcdef');
		expect(() => stream.close()).not.toThrow();
	});

	test('reads a file in memory', async () => {
		const stream = streamOf(() => Promise.resolve(Buffer.from('abcdef')));

		expect(String(await readAll(stream))).toBe('abcdef');
		stream.close();
		expect(stream.isComplete).toBe(true);
	});
});
