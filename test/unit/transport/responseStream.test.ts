import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

import { describe, expect, test } from '@jest/globals';
import type { IExecuteFunctions } from 'n8n-workflow';

import { faultOf } from '../../../nodes/shared/transport/response';
import { ResponseStream } from '../../../nodes/shared/transport/responseStream';
import { networkFault } from '../responses';

type Store = Pick<IExecuteFunctions['helpers'], 'prepareBinaryData'>;

/** What becomes of a body that n8n takes like this. */
async function store(take: (body: Readable) => Promise<unknown>) {
	const body = Readable.from([Buffer.from('abc')]);
	const end = new AbortController();
	// n8n's helper, of which the stream knows nothing but that it may fail.
	const helpers = { prepareBinaryData: take } as unknown as Store;
	const stream = new ResponseStream(body, { timeout: 1000 }, end);
	const outcome = await stream.stored(helpers, 'a', 'text/plain');
	return { outcome, body, end };
}

const withCode = (message: string, code: string) => Object.assign(new Error(message), { code });

describe('a body on its way into the binary data storage of n8n', () => {
	test('is a file, called as it was meant to be', async () => {
		const { outcome, end } = await store(async (body) => {
			await buffer(body);
			return { id: 'filesystem:1', fileName: 'b' };
		});
		expect(outcome).toEqual({ file: { id: 'filesystem:1', fileName: 'a' } });
		expect(end.signal.aborted).toBe(true);
	});

	test.each([
		['is full', withCode('ENOSPC: no space left on device, write', 'ENOSPC')],
		['has a limit', new Error('File size exceeds the limit')],
	])('is not stored where the store %s', async (_, error) => {
		const { outcome, body } = await store(async () => await Promise.reject(error));
		expect(outcome).toMatchObject({
			fault: 'notStored',
			problem: {
				tag: 'failed',
				message: `n8n could not store the file: ${error.message}`,
				description: expect.stringContaining('has room and can be written'),
			},
		});
		expect(body.destroyed).toBe(true);
	});

	test('is a fault of the network where it breaks off', async () => {
		const error = withCode('aborted', 'ECONNRESET');
		const { outcome } = await store(async () => await Promise.reject(error));
		expect(outcome).toEqual(networkFault('ECONNRESET'));
	});
});

describe('a body that is read as text', () => {
	/** A body of these pieces, one after the other, without an end where there is none. */
	const textOf = async (pieces: AsyncIterable<Buffer> | Iterable<Buffer>, timeout = 1000) =>
		await textIn(Readable.from(pieces), timeout);

	const textIn = async (body: Readable, timeout = 1000) => {
		try {
			return await new ResponseStream(body, { timeout }, new AbortController()).text();
		} catch (error) {
			expect(body.destroyed).toBe(true);
			return faultOf(error);
		}
	};

	test('is whole, characters too that come in two pieces', async () => {
		const bytes = Buffer.from('{"name":"größe"}');
		expect(await textOf([bytes.subarray(0, 11), bytes.subarray(11)])).toBe('{"name":"größe"}');
	});

	test('is without the mark of its encoding, which would be no JSON', async () => {
		expect(await textOf([Buffer.from('\uFEFF{"id":1}')])).toBe('{"id":1}');
	});

	test('is a fault where it is larger than any response', async () => {
		const piece = Buffer.alloc(10 * 1024 * 1024, ' ');
		let pieces = 0;
		function* endless() {
			for (;;) {
				pieces += 1;
				yield piece;
			}
		}
		expect(await textOf(endless())).toEqual(networkFault('ERR_TOO_LARGE'));
		expect(pieces).toBeLessThan(14);
	});

	test('is a fault where it trickles for ever', async () => {
		async function* trickle() {
			for (;;) {
				await wait(5);
				yield Buffer.from(' ');
			}
		}
		expect(await textOf(trickle(), 20)).toEqual(networkFault('ECONNABORTED'));
	});

	test('is a fault where nothing comes any more', async () => {
		const stuck = new Readable({ read: () => undefined });
		stuck.push('{');
		expect(await textIn(stuck, 20)).toEqual(networkFault('ECONNABORTED'));
	});

	test.each(['Z_BUF_ERROR', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_BAD_RESPONSE'])(
		'is one that was cut short where it breaks off with %s',
		async (code) => {
			async function* broken() {
				yield Buffer.from('{');
				await Promise.reject(withCode('It broke off', code));
			}
			expect(await textOf(broken())).toEqual(networkFault('ERR_BAD_RESPONSE'));
		},
	);
});
