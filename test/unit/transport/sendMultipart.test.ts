import { describe, expect, test } from '@jest/globals';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

import type { UploadFile } from '../../../nodes/shared/model/call';
import { UploadForm } from '../../../nodes/shared/transport/multipart';
import { sendMultipart } from '../../../nodes/shared/transport/sendMultipart';
import { upload } from '../calls';

type Given = Partial<IHttpRequestOptions>;

/** The form that is to be sent. */
function formIn({ body }: Given): UploadForm {
	if (body instanceof UploadForm) return body;

	throw new Error('Not a form');
}

const take = async (given: Given) => String(await buffer(formIn(given).stream.bytes()));

const dropped = (code = 'ECONNRESET') => Object.assign(new Error('It broke off'), { code });

/** Sends a file of six bytes like this, where nothing moves for so many milliseconds at most. */
async function send<Outcome>(
	deliver: (given: Given) => Promise<Outcome>,
	{
		file = {},
		timeout = 1000,
		canceled,
	}: {
		readonly file?: Partial<UploadFile>;
		readonly timeout?: number;
		readonly canceled?: AbortSignal;
	} = {},
) {
	const content = Readable.from([Buffer.from('abc'), Buffer.from('def')]);
	const open = () => Promise.resolve(content);
	const form = new UploadForm(upload('abcdef', { open, ...file }));
	const seen: Given[] = [];
	const outcome = await sendMultipart(form, timeout, canceled, async (given) => {
		seen.push(given);

		return await deliver(given);
	});
	const [given = {}] = seen;

	return { outcome, given, form, content };
}

/** Sends it for too long, unless it is ended. */
const long = async ({ abortSignal }: Given) =>
	await wait(800, 'too late', { signal: abortSignal as AbortSignal });

describe('a form', () => {
	test('is sent unread, each time, with a connection that ends with it', async () => {
		const { outcome, given, form, content } = await send(take);

		expect(outcome).toBe('abcdef');
		expect(formIn(given)).not.toBe(form);
		expect([...formIn(given)].map(([name]) => name)).toEqual([...form].map(([name]) => name));
		expect(form.stream.isThrough).toBe(false);
		const { abortSignal, agentOptions } = given;

		expect(agentOptions).toEqual({ keepAlive: false, signal: abortSignal });
		expect((abortSignal as AbortSignal).aborted).toBe(true);
		expect(content.destroyed).toBe(true);
	});

	test('is let go of where the storage responds before it has the whole file', async () => {
		const { outcome, given, content } = await send(async (one) => {
			await formIn(one).stream.bytes().next();
			expect((one.abortSignal as AbortSignal).aborted).toBe(false);

			return 'no';
		});

		expect(outcome).toBe('no');
		expect(content.destroyed).toBe(true);
		expect((given.agentOptions as { readonly signal: AbortSignal }).signal.aborted).toBe(true);
	});

	const breaking = async () => await Promise.reject(dropped());

	test.each<[when: string, deliver: (given: Given) => Promise<unknown>, fault: object]>([
		[
			'while the file went out',
			async (given) => {
				await formIn(given).stream.bytes().next();

				return await breaking();
			},
			{ fault: 'network', code: 'ECONNRESET', duringUpload: true },
		],
		[
			'after the whole file went out',
			async (given) => {
				await take(given);

				return await breaking();
			},
			{ fault: 'network', code: 'ECONNRESET', duringUpload: false },
		],
		[
			"by n8n's protection of its own network",
			async () =>
				await Promise.reject(
					Object.assign(new Error('Not allowed'), { name: 'SsrfError', description: 'Ask.' }),
				),
			{ fault: 'blocked', message: 'Not allowed', description: 'Ask.' },
		],
	])('that was broken off %s is a fault', async (_, deliver, fault) => {
		const { outcome, given } = await send(deliver);

		expect(outcome).toEqual(fault);
		expect((given.abortSignal as AbortSignal).aborted).toBe(true);
	});

	test('whose file is gone was not sent', async () => {
		const gone = { open: async () => await Promise.reject(new Error('ENOENT')) };
		const { outcome } = await send(take, { file: gone });

		expect(outcome).toMatchObject({
			fault: 'notSent',
			problem: { message: expect.stringContaining('is no longer in the binary data storage') },
		});
	});

	test('that does not move any more is ended', async () => {
		const { outcome } = await send(long, { timeout: 20 });

		expect(outcome).toEqual({ fault: 'network', code: 'ECONNABORTED', duringUpload: true });
	});

	test('is ended where the workflow is canceled', async () => {
		const cancel = new AbortController();
		const sent = send(long, { canceled: cancel.signal });

		cancel.abort();
		expect((await sent).outcome).toMatchObject({ fault: 'network', code: 'ABORT_ERR' });
	});
});
