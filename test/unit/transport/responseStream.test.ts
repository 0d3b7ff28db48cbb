import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { describe, expect, test } from '@jest/globals';
import type { IExecuteFunctions } from 'n8n-workflow';

import { ResponseStream } from '../../../nodes/shared/transport/responseStream';
import { networkFault } from '../responses';

type Helpers = IExecuteFunctions['helpers'];

/** What becomes of a body that n8n takes like this. */
async function store(take: (body: Readable) => Promise<unknown>) {
	const body = Readable.from([Buffer.from('abc')]);
	const end = new AbortController();
	// n8n's helper, of which the stream knows nothing but that it may fail.
	const helpers = { prepareBinaryData: take } as unknown as Helpers;
	const stream = new ResponseStream(body, { helpers, timeout: 1000 }, end);
	const outcome = await stream.stored('a', 'text/plain');
	return { outcome, body, end };
}

const withCode = (message: string, code: string) => Object.assign(new Error(message), { code });

describe('a body on its way into the store of n8n', () => {
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
