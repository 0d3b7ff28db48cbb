import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

import { describe, expect, test } from '@jest/globals';

import type { FileContent } from '../../../nodes/shared/model/call';
import { Passage } from '../../../nodes/shared/transport/uploadStream';
import { problem as problemOf } from '../../../nodes/shared/result/problem';

/** The passage of a file of 6 bytes. */
const passageOf = (open: () => Promise<FileContent>) =>
	new Passage({ field: 'data', name: 'notes.txt', mimeType: 'text/plain', size: 6, open });

const chunks = (...texts: readonly string[]) =>
	Readable.from(texts.map((text) => Buffer.from(text)));

const all = async (passage: Passage) => await buffer(passage.bytes());

const AGAIN = 'Run the nodes before this one again.';

describe('a file on its way', () => {
	test('is through when its last byte was taken', async () => {
		const passage = passageOf(() => Promise.resolve(chunks('abc', 'def')));
		const bytes = passage.bytes();
		for (const text of ['abc', 'def']) {
			expect(String((await bytes.next()).value)).toBe(text);
			expect(passage.isThrough).toBe(false);
		}
		await bytes.next();
		expect(passage.isThrough).toBe(true);
		expect(passage.problem).toBeUndefined();
	});

	test('moves with each piece', async () => {
		const passage = passageOf(() => Promise.resolve(chunks('abc', 'def')));
		const bytes = passage.bytes();
		const times = [passage.movedAt];
		for (let piece = 0; piece < 2; piece++) {
			await wait(5);
			await bytes.next();
			times.push(passage.movedAt);
		}
		expect(new Set(times).size).toBe(3);
		expect(times).toEqual([...times].sort((a, b) => a - b));
	});

	test('goes out in pieces, each of which counts, where it comes in one', async () => {
		const size = 1_000_000;
		const file = { field: 'data', name: 'a', mimeType: 'text/plain', size };
		const whole = Buffer.alloc(size, 'abc');
		for (const content of [whole, Readable.from([whole])]) {
			const passage = new Passage({ ...file, open: () => Promise.resolve(content) });
			const pieces: Uint8Array[] = [];
			const times = new Set<number>();
			for await (const piece of passage.bytes()) {
				pieces.push(piece);
				times.add(passage.movedAt);
				await wait(2);
			}
			expect(pieces.map(({ length }) => length)).toEqual([262_144, 262_144, 262_144, 213_568]);
			expect(times.size).toBe(4);
			expect(Buffer.concat(pieces).equals(whole)).toBe(true);
		}
	});

	test.each([
		['shorter', ['abc']],
		['longer', ['abc', 'def', 'g']],
	])('that is %s than it was said to be is a problem', async (_, texts) => {
		const passage = passageOf(() => Promise.resolve(chunks(...texts)));
		await expect(all(passage)).rejects.toThrow(RangeError);
		expect(passage.isThrough).toBe(false);
		expect(passage.problem).toEqual(
			problemOf({
				message: 'The file "notes.txt" is not as long as the store of n8n says',
				description: AGAIN,
			}),
		);
	});

	test('that is gone is a problem, once that is known', async () => {
		const passage = passageOf(async () => {
			await wait(20);
			throw new Error('ENOENT');
		});
		const bytes = all(passage);
		expect(passage.problem).toBeUndefined();
		await expect(bytes).rejects.toThrow();
		expect(passage.problem).toEqual(
			problemOf({
				message: 'The file "notes.txt" is no longer in the store of n8n',
				description: AGAIN,
			}),
		);
	});

	test('is closed in the middle', async () => {
		const content = chunks('abc', 'def');
		const passage = passageOf(() => Promise.resolve(content));
		await passage.bytes().next();
		expect(content.destroyed).toBe(false);
		passage.close();
		expect(content.destroyed).toBe(true);
	});

	test('is closed as soon as it is open, where its request has ended before', async () => {
		const content = chunks('abcdef');
		const passage = passageOf(async () => await wait(20, content));
		const bytes = all(passage);
		passage.close();
		await expect(bytes).rejects.toThrow();
		expect(content.destroyed).toBe(true);
	});

	test('that breaks off in the store is a problem of the store', async () => {
		const passage = passageOf(() =>
			Promise.resolve(
				Readable.from(
					(function* () {
						yield Buffer.from('abc');
						throw new Error('EIO');
					})(),
				),
			),
		);
		await expect(all(passage)).rejects.toThrow();
		expect(passage.problem).toEqual(
			problemOf({
				message: 'The file "notes.txt" could not be read from the store of n8n',
				description: AGAIN,
			}),
		);
	});

	test('in memory has nothing to close', async () => {
		const passage = passageOf(() => Promise.resolve(Buffer.from('abcdef')));
		expect(String(await all(passage))).toBe('abcdef');
		passage.close();
		expect(passage.isThrough).toBe(true);
	});
});
