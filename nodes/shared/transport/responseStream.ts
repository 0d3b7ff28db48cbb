import type { IExecuteFunctions } from 'n8n-workflow';

import { isRecord } from '../fields/describe';
import { quote } from '../text/quote';
import { problem, type Result } from '../result/problem';
import { endStalled } from './idleTimeout';
import type { HttpRequest } from './request';
import { codeOf, type Fault, faultOf, type HttpResponse, TOO_LARGE } from './response';
import { formatDuration } from '../text/formatDuration';

/** A stream of Node.js, whose module is not imported. */
type Stream = Exclude<
	Parameters<NonNullable<Receiver['helpers']>['prepareBinaryData']>[0],
	Uint8Array
>;

/** Whether the body of a response comes as a stream. */
export const isStream = (value: unknown): value is Stream =>
	isRecord(value) && 'pipe' in value && 'read' in value;

/** What a file system says that does not take a file. */
const STORE = ['EACCES', 'EDQUOT', 'EIO', 'EMFILE', 'ENFILE', 'ENOENT', 'ENOSPC', 'EPERM', 'EROFS'];

/** What has gone wrong with the network, which names a code, or with the store. */
function notStored(error: unknown): Fault {
	const code = codeOf(error);
	if (code !== '' && !STORE.includes(code)) return faultOf(error);

	const reason = error instanceof Error ? error.message : quote(error);

	return {
		fault: 'notStored',
		problem: problem({
			tag: 'failed',
			message: `n8n could not store the file: ${reason}`,
			description:
				"Check that n8n's binary data storage has room and can be written, then run the item again.",
		}),
	};
}

/** What takes the body of a response in. */
export interface Receiver {
	/** Milliseconds in which nothing comes. */
	readonly timeout: number;
	/** Absent in the editor and in triggers, which have no files. */
	readonly helpers?: Pick<IExecuteFunctions['helpers'], 'prepareBinaryData'>;
}

/** The most bytes of a response that is no file: a hundred work items have far less. */
const LARGEST = 100 * 1024 * 1024;

/** In so many time-outs, a response that is no file has come whole, or never does. */
const LONGEST = 3;

/** The most bytes of a file of unknown size: no storage takes more in one upload. */
const LARGEST_FILE = 5 * 1024 ** 3;

/** The most bytes of a file: a record may be wrong about its size, but not by any amount. */
const mostOf = (size: number | undefined): number =>
	size === undefined ? LARGEST_FILE : Math.max(2 * size, LARGEST);

/** With fewer bytes of a file in the time of a time-out, it trickles, and would never come whole. */
const PIECE = 64 * 1024;

const endless = (most: number, size?: number): Fault => ({
	fault: 'notStored',
	problem: problem({
		tag: 'failed',
		message: `the server did not stop after ${most} bytes`,
		description: `${size === undefined ? '' : `According to its record, the file has ${size} bytes. `}Ask whoever runs the server to check its storage.`,
	}),
});

/** What has come is still waiting for n8n to take it. */
const untaken = (timeout: number): Fault => ({
	fault: 'notStored',
	problem: problem({
		tag: 'failed',
		message: `n8n took nothing of the file for ${formatDuration(timeout / 1000)}`,
		description:
			"Check that n8n's binary data storage is not too slow, or raise Timeout under Request Options, then run the item again.",
	}),
});

/** The body of a response as it comes in, ended where nothing of it comes for too long. */
export class ResponseStream {
	/** When something of it moved last, in milliseconds of `performance.now()`; Infinity: it is whole. */
	movedAt = performance.now();
	/** Whether something of it had come, and nobody took it, when it was given up. */
	private isWaiting = false;

	/** @param end ends the connection, whatever is still to come */
	constructor(
		private readonly body: Stream,
		private readonly receiver: Receiver,
		private readonly end: AbortController,
	) {}

	/**
	 * Streams it into n8n's binary data storage.
	 *
	 * @returns a Fault where it breaks off, has no end or is not taken
	 */
	async stored(
		{ prepareBinaryData }: NonNullable<Receiver['helpers']>,
		{ name, mimeType, size }: NonNullable<HttpRequest['file']>,
	): Promise<Result<Pick<HttpResponse, 'file'>, Fault>> {
		const most = mostOf(size);
		const came = this.watchBytes(most);

		try {
			const file = await this.watched(prepareBinaryData(this.body, name, mimeType));

			// n8n takes a slash in a name for a folder.
			return { file: { ...file, fileName: name } };
		} catch (error) {
			if (came.bytes > most) return endless(most, size);

			return this.isWaiting ? untaken(this.receiver.timeout) : notStored(error);
		}
	}

	/**
	 * Reads it as text, of which no server can make more than this n8n has room for.
	 *
	 * @throws where it breaks off, stops, is larger than 100 MiB or takes longer than three time-outs
	 */
	async text(): Promise<string> {
		return await this.watched(this.whole());
	}

	private async whole(): Promise<string> {
		const until = performance.now() + LONGEST * this.receiver.timeout;
		const chunks: Uint8Array[] = [];
		let size = 0;

		for await (const chunk of this.body as AsyncIterable<Uint8Array>) {
			const now = performance.now();
			// What trickles on after that is as good as nothing.
			if (now < until) this.movedAt = now;

			size += chunk.length;
			if (size > LARGEST) throw Object.assign(new Error('Too large'), { code: TOO_LARGE });

			chunks.push(chunk);
		}

		// It leaves out the mark that some servers begin with, which is no JSON.
		return new TextDecoder().decode(Buffer.concat(chunks));
	}

	/** Counts the bytes that somebody else reads, notes when a piece of them has come, and ends what has no end. */
	private watchBytes(most: number): { readonly bytes: number } {
		const { body } = this;
		const came = { bytes: 0 };
		let noted = 0;

		const count = ({ length }: Uint8Array) => {
			came.bytes += length;
			if (came.bytes > most) this.close();
			if (came.bytes - noted < PIECE) return;

			noted = came.bytes;
			this.movedAt = performance.now();
		};

		const listen = (event: string | symbol) => {
			if (event !== 'data' && event !== 'readable') return;

			body.off('newListener', listen);
			body.on('data', count);
		};

		// Then it is the store that takes its time, and it alone knows how long.
		body.on('end', () => (this.movedAt = Infinity));
		// Together with its reader: bytes would flow past a listener that comes before, and a stream
		// that was paused would stay so.
		body.on('newListener', listen);

		return came;
	}

	private async watched<Result>(reading: Promise<Result>): Promise<Result> {
		try {
			const taken = Promise.race([reading, this.ended()]);

			return await endStalled(this, this.receiver.timeout, () => this.giveUp(), taken);
		} finally {
			this.close();
		}
	}

	/** Ends what does not move, whoever is to blame. */
	private giveUp(): void {
		this.isWaiting = this.body.readableLength > 0;
		this.close();
	}

	/** Fails once it is closed: some stores of n8n wait for ever for a stream that was destroyed. */
	private async ended(): Promise<never> {
		return await new Promise((_, reject) => {
			this.end.signal.addEventListener('abort', () => reject(new Error('Closed')));
		});
	}

	/** Lets go of what is still to come, and of the connection: through a proxy, one is not enough. */
	private close(): void {
		this.end.abort();
		this.body.destroy();
	}
}
