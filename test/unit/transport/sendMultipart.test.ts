import { describe, expect, test } from '@jest/globals';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

import type { UploadFile } from '../../../nodes/shared/model/call';
import { UploadForm } from '../../../nodes/shared/transport/multipart';
import type { Outcome } from '../../../nodes/shared/transport/response';
import { sendMultipart } from '../../../nodes/shared/transport/sendMultipart';
import { upload } from '../calls';
import { textResponse } from '../responses';

type Options = Partial<IHttpRequestOptions>;

/** The form among the options of a request. */
function formIn({ body }: Options): UploadForm {
	if (body instanceof UploadForm) return body;

	throw new Error('Not a form');
}

/** A storage that reads the whole file, and responds with it. */
const readFile =
	(status = 200) =>
	async (options: Options) =>
		textResponse(String(await buffer(formIn(options).stream.bytes())), status);

const connectionReset = () => Object.assign(new Error('It broke off'), { code: 'ECONNRESET' });

/** Sends a file of six bytes with this request, and a time-out in milliseconds. */
async function send(
	request: (options: Options) => Promise<Outcome>,
	{
		file = {},
		timeoutMs = 1000,
		cancelSignal,
	}: {
		readonly file?: Partial<UploadFile>;
		readonly timeoutMs?: number;
		readonly cancelSignal?: AbortSignal;
	} = {},
) {
	const content = Readable.from([Buffer.from('abc'), Buffer.from('def')]);
	const open = () => Promise.resolve(content);
	const form = new UploadForm(upload('abcdef', { open, ...file }));
	const sentOptions: Options[] = [];
	const outcome = await sendMultipart(form, {
		timeoutMs,
		cancelSignal,
		request: async (options) => {
			sentOptions.push(options);

			return await request(options);
		},
	});
	const [options = {}] = sentOptions;

	return { outcome, options, form, content };
}

/** Responds too late, unless it is aborted. */
const respondLate = async ({ abortSignal }: Options) =>
	await wait(800, textResponse('too late'), { signal: abortSignal as AbortSignal });

describe('sendMultipart', () => {
	test('sends a copy of the form over a connection that is not kept alive', async () => {
		const { outcome, options, form, content } = await send(readFile());

		expect(outcome).toEqual(textResponse('abcdef'));
		expect(formIn(options)).not.toBe(form);
		expect([...formIn(options)].map(([name]) => name)).toEqual([...form].map(([name]) => name));
		expect(form.stream.isComplete).toBe(false);
		const { abortSignal, agentOptions } = options;

		expect(agentOptions).toEqual({ keepAlive: false, signal: abortSignal });
		expect(content.destroyed).toBe(true);
	});

	test('does not abort the connection of a file that was stored', async () => {
		const { options } = await send(readFile());

		expect((options.abortSignal as AbortSignal).aborted).toBe(false);
	});

	test('aborts the connection if the storage refuses the whole file', async () => {
		const { options } = await send(readFile(403));

		expect((options.abortSignal as AbortSignal).aborted).toBe(true);
	});

	test('releases the file if the storage responds before it has all of it', async () => {
		const { outcome, options, content } = await send(async (options) => {
			await formIn(options).stream.bytes().next();
			expect((options.abortSignal as AbortSignal).aborted).toBe(false);

			return textResponse('no');
		});

		expect(outcome).toEqual(textResponse('no'));
		expect(content.destroyed).toBe(true);
		expect((options.agentOptions as { readonly signal: AbortSignal }).signal.aborted).toBe(true);
	});

	const breakOff = async (): Promise<Outcome> => await Promise.reject(connectionReset());

	test.each<[when: string, request: (options: Options) => Promise<Outcome>, fault: object]>([
		[
			'while the file was being sent',
			async (options) => {
				await formIn(options).stream.bytes().next();

				return await breakOff();
			},
			{ kind: 'network', code: 'ECONNRESET', duringUpload: true },
		],
		[
			'after the whole file was sent',
			async (options) => {
				await readFile()(options);

				return await breakOff();
			},
			{ kind: 'network', code: 'ECONNRESET', duringUpload: false },
		],
		[
			"by n8n's protection of its own network",
			async () =>
				await Promise.reject(
					Object.assign(new Error('Not allowed'), { name: 'SsrfError', description: 'Ask.' }),
				),
			{ kind: 'blocked', message: 'Not allowed', description: 'Ask.' },
		],
	])('returns a fault if the request is broken off %s', async (_, request, fault) => {
		const { outcome, options } = await send(request);

		expect(outcome).toEqual(fault);
		expect((options.abortSignal as AbortSignal).aborted).toBe(true);
	});

	test('returns the problem of a file that is gone', async () => {
		const gone = { open: async () => await Promise.reject(new Error('ENOENT')) };
		const { outcome } = await send(readFile(), { file: gone });

		expect(outcome).toMatchObject({
			kind: 'notSent',
			problem: { message: expect.stringContaining('is no longer in the binary data storage') },
		});
	});

	test('aborts an upload that makes no progress', async () => {
		const { outcome } = await send(respondLate, { timeoutMs: 20 });

		expect(outcome).toEqual({ kind: 'network', code: 'ECONNABORTED', duringUpload: true });
	});

	test('aborts the upload when the workflow is canceled', async () => {
		const cancel = new AbortController();
		const sent = send(respondLate, { cancelSignal: cancel.signal });

		cancel.abort();
		expect((await sent).outcome).toMatchObject({ kind: 'network', code: 'ABORT_ERR' });
	});
});
