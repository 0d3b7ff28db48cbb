import { getEventListeners } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

import { describe, expect, test } from '@jest/globals';
import type { IExecuteFunctions } from 'n8n-workflow';

import { toFault } from '../../../nodes/shared/transport/response';
import { ResponseStream } from '../../../nodes/shared/transport/responseStream';
import { networkFault } from '../responses';

type Store = Pick<IExecuteFunctions['helpers'], 'prepareBinaryData'>;

/** Stores a body with a store of n8n that works like this. */
async function store(
	readBody: (body: Readable) => Promise<unknown>,
	body = Readable.from([Buffer.from('abc')]),
	{ timeoutMs = 1000, size }: { timeoutMs?: number; size?: number } = {},
) {
	const connection = new AbortController();
	// The stream uses only this helper of n8n.
	const helpers = { prepareBinaryData: readBody } as unknown as Store;
	const stream = new ResponseStream(body, { timeoutMs }, connection);
	const file = { name: 'a', mimeType: 'text/plain', ...(size !== undefined && { size }) };
	const outcome = await stream.store(helpers, file);

	return { outcome, body, connection };
}

const withCode = (message: string, code: string) => Object.assign(new Error(message), { code });

describe('the body of a file', () => {
	test('is stored under its own name, and its connection is not aborted', async () => {
		const { outcome, connection } = await store(async (body) => {
			await buffer(body);

			return { id: 'filesystem:1', fileName: 'b' };
		});

		expect(outcome).toEqual({ kind: 'stored', file: { id: 'filesystem:1', fileName: 'a' } });
		expect(connection.signal.aborted).toBe(false);
		expect(getEventListeners(connection.signal, 'abort')).toEqual([]);
	});

	test('aborts its connection if the store leaves a part of it unread', async () => {
		const { outcome, body, connection } = await store(
			async (body) => {
				await body.iterator({ destroyOnReturn: false }).next();

				return { id: 'filesystem:1' };
			},
			Readable.from([Buffer.from('abc'), Buffer.from('def')]),
		);

		expect(outcome).toEqual({ kind: 'stored', file: { id: 'filesystem:1', fileName: 'a' } });
		expect(connection.signal.aborted).toBe(true);
		expect(body.destroyed).toBe(true);
	});

	test.each([
		['is full', withCode('ENOSPC: no space left on device, write', 'ENOSPC')],
		['has a limit', new Error('File size exceeds the limit')],
	])('is not stored if the store %s', async (_, error) => {
		const { outcome, body } = await store(async () => await Promise.reject(error));

		expect(outcome).toMatchObject({
			kind: 'notStored',
			problem: {
				cause: 'failed',
				message: `n8n could not store the file: ${error.message}`,
				description: expect.stringContaining('has room and can be written'),
			},
		});
		expect(body.destroyed).toBe(true);
	});

	test.each([
		['ECONNRESET', 'ECONNRESET'],
		['Z_DATA_ERROR', 'ERR_BAD_RESPONSE'],
	])('is a network fault if it fails with %s', async (code, reason) => {
		const error = withCode('aborted', code);
		const { outcome } = await store(async () => await Promise.reject(error));

		expect(outcome).toEqual(networkFault(reason));
	});

	/** A store that reads the body, and counts its bytes. */
	const countingStore = () => {
		const taken = { bytes: 0 };

		const take = async (body: Readable) => {
			for await (const chunk of body) taken.bytes += (chunk as Buffer).length;

			return {};
		};

		return { taken, take };
	};

	const MIB = 1024 * 1024;

	/** Chunks of 1 MiB each. */
	function* mebibytes(count: number) {
		const piece = Buffer.alloc(MIB);

		for (let number = 0; number < count; number++) yield piece;
	}

	test.each([
		[3, 100],
		[60 * MIB, 120],
	])(
		'is aborted if a file with a recorded size of %i bytes exceeds %i MiB',
		async (size, maxMebibytes) => {
			const { taken, take } = countingStore();
			const { outcome, connection } = await store(take, Readable.from(mebibytes(200)), { size });

			expect(outcome).toMatchObject({
				kind: 'notStored',
				problem: {
					cause: 'failed',
					message: `the server did not stop after ${maxMebibytes * MIB} bytes`,
					description: `According to its record, the file has ${size} bytes. Ask whoever runs the server to check its storage.`,
				},
			});
			expect(taken.bytes).toBeLessThanOrEqual((maxMebibytes + 1) * MIB);
			expect(connection.signal.aborted).toBe(true);
		},
	);

	test.each([
		['a smaller recorded size', 100, { size: 3 }],
		['half the size recorded', 120, { size: 60 * MIB }],
		['no recorded size', 130, {}],
	])('is stored with %s', async (_, count, more) => {
		const { taken, take } = countingStore();
		const { outcome } = await store(take, Readable.from(mebibytes(count)), more);

		expect(outcome).toEqual({ kind: 'stored', file: { fileName: 'a' } });
		expect(taken.bytes).toBe(count * MIB);
	});

	test('is not stored if the store fails at the maximum size', async () => {
		const { taken, take } = countingStore();

		const failing = async (body: Readable) => {
			await take(body);
			throw new Error('The bucket is full');
		};

		const { outcome } = await store(failing, Readable.from(mebibytes(100)), { size: 3 });

		expect(outcome).toMatchObject({
			problem: { message: 'n8n could not store the file: The bucket is full' },
		});
		expect(taken.bytes).toBe(100 * MIB);
	});

	test('is stored by a store that reads it late', async () => {
		const readLate = async (body: Readable) => {
			body.on('error', () => undefined);
			await wait(20);

			return { bytes: (await buffer(body)).length };
		};

		expect((await store(readLate)).outcome).toEqual({
			kind: 'stored',
			file: { bytes: 3, fileName: 'a' },
		});
	});

	test('is aborted if a file without a recorded size exceeds 5 GiB', async () => {
		let bytes = 0;
		const piece = { length: 256 * MIB };
		let pieces = 0;
		const read = () => body.push(pieces++ < 30 ? piece : null);
		const body = new Readable({ objectMode: true, read });

		const take = async () => {
			for await (const chunk of body) bytes += (chunk as typeof piece).length;
		};

		const { outcome } = await store(take, body);

		expect(outcome).toMatchObject({
			problem: {
				message: `the server did not stop after ${5 * 1024 * MIB} bytes`,
				description: 'Ask whoever runs the server to check its storage.',
			},
		});
		expect(bytes).toBeLessThanOrEqual(5 * 1024 * MIB + piece.length);
	});

	/** Reads like the in-memory store of earlier versions of n8n, which waits forever for a destroyed stream. */
	const storeInMemory = async (body: Readable) =>
		await new Promise((resolve, reject) => {
			body.on('data', () => undefined);
			body.on('end', resolve).on('error', reject);
		});

	/** A body without data for too long. */
	const stalledBody = () => {
		const body = new Readable({ read: () => undefined });

		setTimeout(() => body.push(null), 800).unref();

		return body;
	};

	test.each<[title: string, body: () => Readable, outcome: object]>([
		[
			'is too large',
			() => Readable.from(mebibytes(200)),
			{ problem: { message: `the server did not stop after ${100 * MIB} bytes` } },
		],
		['stalls', stalledBody, networkFault('ECONNABORTED')],
	])('is aborted if it %s, even if the store keeps waiting', async (_, body, expected) => {
		const { outcome } = await store(storeInMemory, body(), { timeoutMs: 100, size: 3 });

		expect(outcome).toMatchObject(expected);
	});

	test.each<[title: string, finish: () => unknown, outcome: object]>([
		['is stored', () => ({ id: 's3:1' }), { kind: 'stored', file: { id: 's3:1', fileName: 'a' } }],
		[
			'is not stored',
			() => {
				throw new Error('The bucket is full');
			},
			{ problem: { message: 'n8n could not store the file: The bucket is full' } },
		],
	])('%s if the store finishes long after the last byte', async (_, finish, expected) => {
		const take = async (body: Readable) => {
			await buffer(body);
			await wait(400);

			return finish();
		};

		const { outcome } = await store(take, undefined, { timeoutMs: 100 });

		expect(outcome).toMatchObject(expected);
	});

	test('is not stored if the store stops reading', async () => {
		const stopReading = async (body: Readable) => {
			await body.iterator({ destroyOnReturn: false }).next();
			await wait(10_000, undefined, { ref: false });
		};

		const { outcome } = await store(stopReading, Readable.from(mebibytes(3)), { timeoutMs: 1000 });

		expect(outcome).toMatchObject({
			kind: 'notStored',
			problem: { cause: 'failed', message: 'n8n took nothing of the file for 1 second' },
		});
	});

	/** Chunks of this size, one every twenty milliseconds. */
	async function* slowly(count: number, size: number) {
		for (let number = 0; number < count; number++) {
			await wait(20);
			yield Buffer.alloc(size);
		}
	}

	test('is aborted if it trickles, but stored if it is slow', async () => {
		const { take } = countingStore();

		async function* trickle() {
			yield Buffer.alloc(64 * 1024);
			yield* slowly(50, 1);
		}

		for (const body of [trickle(), slowly(50, 1)]) {
			const trickling = await store(take, Readable.from(body), { timeoutMs: 100 });

			expect(trickling.outcome).toEqual(networkFault('ECONNABORTED'));
		}

		const slow = await store(take, Readable.from(slowly(60, 16 * 1024)), { timeoutMs: 1000 });

		expect(slow.outcome).toEqual({ kind: 'stored', file: { fileName: 'a' } });
	});
});

describe('a body that is read as text', () => {
	const readTextOf = async (pieces: AsyncIterable<Buffer> | Iterable<Buffer>, timeoutMs = 1000) =>
		await readTextFrom(Readable.from(pieces), timeoutMs);

	const readTextFrom = async (body: Readable, timeoutMs = 1000) => {
		try {
			return await new ResponseStream(body, { timeoutMs }, new AbortController()).readText();
		} catch (error) {
			expect(body.destroyed).toBe(true);

			return toFault(error);
		}
	};

	test('is complete, even if a character is split between chunks', async () => {
		const bytes = Buffer.from('{"name":"größe"}');

		expect(await readTextOf([bytes.subarray(0, 11), bytes.subarray(11)])).toBe('{"name":"größe"}');
	});

	test('has no byte order mark', async () => {
		expect(await readTextOf([Buffer.from('\uFEFF{"id":1}')])).toBe('{"id":1}');
	});

	test('is a fault if it is too large', async () => {
		const piece = Buffer.alloc(10 * 1024 * 1024, ' ');
		let pieces = 0;

		function* endless() {
			while (pieces < 20) {
				pieces += 1;
				yield piece;
			}
		}

		expect(await readTextOf(endless())).toEqual(networkFault('ERR_TOO_LARGE'));
		expect(pieces).toBeLessThan(14);
	});

	test('is a fault if it trickles', async () => {
		async function* trickle() {
			for (let pieces = 0; pieces < 200; pieces++) {
				await wait(5);
				yield Buffer.from(' ');
			}
		}

		expect(await readTextOf(trickle(), 100)).toEqual(networkFault('ECONNABORTED'));
	});

	test('is complete if it takes longer than the time-out but makes progress', async () => {
		const letters = 'abcdefghij'.repeat(6);

		async function* slow() {
			for (const letter of letters) {
				await wait(20);
				yield Buffer.from(letter);
			}
		}

		expect(await readTextOf(slow(), 1000)).toBe(letters);
	});

	test('is a fault if it stalls', async () => {
		const stuck = new Readable({ read: () => undefined });

		stuck.push('{');
		expect(await readTextFrom(stuck, 20)).toEqual(networkFault('ECONNABORTED'));
	});

	test('is a fault if it stalls in a generator, which nothing can end', async () => {
		async function* stuck() {
			yield Buffer.from('{');
			await new Promise(() => undefined);
		}

		// As axios passes on the body of a response (`enforceMaxContentLength`).
		expect(await readTextFrom(Readable.from(stuck()), 20)).toEqual(networkFault('ECONNABORTED'));
	});

	test.each(['Z_BUF_ERROR', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_BAD_RESPONSE'])(
		'is a truncated response if it fails with %s',
		async (code) => {
			async function* broken() {
				yield Buffer.from('{');
				await Promise.reject(withCode('It broke off', code));
			}

			expect(await readTextOf(broken())).toEqual(networkFault('ERR_BAD_RESPONSE'));
		},
	);
});
