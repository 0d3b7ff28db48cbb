import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { isObject } from '../values/valueChecks';
import { problem } from '../result/problem';
import { formatDuration } from '../text/formatDuration';
import { quote } from '../text/quote';
import { withIdleTimeout } from './idleTimeout';
import type { RequestedFile } from './request';
import { type Fault, findCode, TOO_LARGE, toFault } from './response';

/** A readable stream, by way of n8n's types: no module of Node.js is imported. */
type Stream = Exclude<
	Parameters<NonNullable<BodyReceiver['helpers']>['prepareBinaryData']>[0],
	Uint8Array
>;

/** Whether the body of a response is a stream. */
export const isStream = (value: unknown): value is Stream =>
	isObject(value) && 'pipe' in value && 'read' in value;

/** Error codes of a file system that cannot store a file. */
const STORAGE_ERRORS = [
	'EACCES',
	'EDQUOT',
	'EIO',
	'EMFILE',
	'ENFILE',
	'ENOENT',
	'ENOSPC',
	'EPERM',
	'EROFS',
];

/** Why a file was not stored: because of the network if the error has any other code, or else because of the store. */
function storageFault(error: unknown): Fault {
	const code = findCode(error);
	if (code !== '' && !STORAGE_ERRORS.includes(code)) return toFault(error);

	const reason = error instanceof Error ? error.message : quote(error);

	return {
		kind: 'notStored',
		problem: problem({
			cause: 'failed',
			message: `n8n could not store the file: ${reason}`,
			description:
				"Check that n8n's binary data storage has room and can be written, then run the item again.",
		}),
	};
}

/** A file in n8n's binary data storage. */
interface StoredFile {
	readonly kind: 'stored';
	readonly file: IBinaryData;
}

/** Receives the body of a response. */
export interface BodyReceiver {
	/** Milliseconds without progress after which a body counts as stalled. */
	readonly timeoutMs: number;
	/** Absent in the editor and in triggers, which have no files. */
	readonly helpers?: Pick<IExecuteFunctions['helpers'], 'prepareBinaryData'>;
}

/** For a response that is not a file: a hundred work items have far less. */
const MAX_RESPONSE_BYTES = 100 * 1024 * 1024;

/** Removes the byte order mark that some servers send, which JSON does not allow. */
const UTF_8 = new TextDecoder();

/** A response that is not a file must be complete within this many time-outs. */
const MAX_TIMEOUTS = 3;

/** For a file of unknown size: no storage takes more in one upload. */
const MAX_FILE_BYTES = 5 * 1024 ** 3;

/** A file that makes less progress within a time-out counts as stalled. */
const MIN_PROGRESS_BYTES = 64 * 1024;

/** The most bytes to accept for a file. Its record may be wrong about its size, but only within limits. */
const maxFileBytes = (size: number | undefined): number =>
	size === undefined ? MAX_FILE_BYTES : Math.max(2 * size, MAX_RESPONSE_BYTES);

const tooLarge = (maxBytes: number, size?: number): Fault => ({
	kind: 'notStored',
	problem: problem({
		cause: 'failed',
		message: `the server did not stop after ${maxBytes} bytes`,
		description: `${size === undefined ? '' : `According to its record, the file has ${size} bytes. `}Ask whoever runs the server to check its storage.`,
	}),
});

/** Data has arrived, but n8n does not consume it. */
const storeStalled = (timeoutMs: number): Fault => ({
	kind: 'notStored',
	problem: problem({
		cause: 'failed',
		message: `n8n took nothing of the file for ${formatDuration(timeoutMs / 1000)}`,
		description:
			"Check that n8n's binary data storage is not too slow, or raise Timeout under Limits in the credential, then run the item again.",
	}),
});

/** A promise that rejects when the signal aborts: some stores of n8n wait forever for a destroyed stream. */
function rejectOnAbort(signal: AbortSignal) {
	let stopListening: () => void = () => undefined;

	const promise = new Promise<never>((_, reject) => {
		const onAbort = () => reject(new Error('Closed'));

		signal.addEventListener('abort', onAbort);
		stopListening = () => signal.removeEventListener('abort', onAbort);
	});

	return { promise, stopListening };
}

/** Reads the body of a response, and aborts it if it makes no progress. */
export class ResponseStream {
	/** When the body last made progress, in milliseconds of `performance.now()`, or Infinity once all has arrived. */
	lastActivity = performance.now();
	/** Whether unread data was left when the body was aborted: then the store is what stalled. */
	private hasUnreadBytes = false;

	/** @param connection aborts the connection */
	constructor(
		private readonly body: Stream,
		private readonly receiver: BodyReceiver,
		private readonly connection: AbortController,
	) {}

	/**
	 * Streams a file into n8n's binary data storage.
	 *
	 * @returns a Fault if it is truncated, is too large or cannot be stored
	 */
	async store(
		{ prepareBinaryData }: NonNullable<BodyReceiver['helpers']>,
		{ name, mimeType, size }: RequestedFile,
	): Promise<StoredFile | Fault> {
		const maxBytes = maxFileBytes(size);
		const received = this.trackProgress(maxBytes);
		const aborted = rejectOnAbort(this.connection.signal);

		try {
			const storing = prepareBinaryData(this.body, name, mimeType);
			const file = await this.withTimeout(Promise.race([storing, aborted.promise]));

			// n8n takes a slash in a name for a folder.
			return { kind: 'stored', file: { ...file, fileName: name } };
		} catch (error) {
			if (received.bytes > maxBytes) return tooLarge(maxBytes, size);

			return this.hasUnreadBytes ? storeStalled(this.receiver.timeoutMs) : storageFault(error);
		} finally {
			aborted.stopListening();
		}
	}

	/**
	 * Reads the body as text.
	 *
	 * @throws if it is truncated, stalls, is larger than 100 MiB or takes longer than three time-outs
	 */
	async readText(): Promise<string> {
		return await this.withTimeout(this.readAll());
	}

	private async readAll(): Promise<string> {
		const deadline = performance.now() + MAX_TIMEOUTS * this.receiver.timeoutMs;
		const chunks: Uint8Array[] = [];
		let size = 0;

		for await (const chunk of this.body as AsyncIterable<Uint8Array>) {
			const now = performance.now();
			// Chunks that arrive later do not count as progress, so that the time-out ends the response.
			if (now < deadline) this.lastActivity = now;

			size += chunk.length;

			if (size > MAX_RESPONSE_BYTES) {
				throw Object.assign(new Error('Too large'), { code: TOO_LARGE });
			}

			chunks.push(chunk);
		}

		return UTF_8.decode(Buffer.concat(chunks));
	}

	/**
	 * Records the progress of the store as it reads the body, and aborts a body that is too large.
	 *
	 * @returns a live count of the bytes that the store has read
	 */
	private trackProgress(maxBytes: number): { readonly bytes: number } {
		const { body } = this;
		const received = { bytes: 0 };
		let bytesAtLastActivity = 0;

		const count = ({ length }: Uint8Array) => {
			received.bytes += length;
			if (received.bytes > maxBytes) this.close();
			if (received.bytes - bytesAtLastActivity < MIN_PROGRESS_BYTES) return;

			bytesAtLastActivity = received.bytes;
			this.lastActivity = performance.now();
		};

		const attachWithReader = (event: string | symbol) => {
			if (event !== 'data' && event !== 'readable') return;

			body.off('newListener', attachWithReader);
			body.on('data', count);
		};

		// After the last byte, only the store is still busy, for an unknown time.
		body.on('end', () => (this.lastActivity = Infinity));
		// Attach only once a reader does: an earlier listener would start the flow and lose bytes, and a
		// stream that was paused would stay paused.
		body.on('newListener', attachWithReader);

		return received;
	}

	private async withTimeout<Content>(reading: Promise<Content>): Promise<Content> {
		let isComplete = false;

		try {
			const content = await withIdleTimeout(reading, {
				progress: this,
				timeoutMs: this.receiver.timeoutMs,
				abort: () => this.abortIdle(),
			});

			isComplete = this.body.readableEnded;

			return content;
		} finally {
			// After the last byte, the connection is released by itself, and aborting it would cost time.
			if (!isComplete) this.close();
		}
	}

	private abortIdle(): void {
		this.hasUnreadBytes = this.body.readableLength > 0;
		this.close();
	}

	/** Closes the body and the connection: behind a proxy, closing one of them is not enough. */
	private close(): void {
		this.connection.abort();
		this.body.destroy();
	}
}
