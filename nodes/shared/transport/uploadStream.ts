import { quote } from '../text/quote';
import type { FileContent, UploadFile } from '../model/call';
import { problem, type Problem } from '../result/problem';

/**
 * Larger chunks are split to this size. A file may be a single chunk, in the item or in a store in memory,
 * and progress has to be recorded before all of it is sent.
 */
const CHUNK_BYTES = 256 * 1024;

/** Reads a file from n8n's binary data storage for one request. */
export class UploadStream {
	/** When bytes were last read, in the milliseconds of `performance.now()`. */
	lastActivity = performance.now();
	/** Whether all bytes were read. */
	isComplete = false;
	/** Why the file cannot be read. */
	problem: Problem | undefined;
	private content: FileContent | undefined;
	private isClosed = false;

	constructor(private readonly file: UploadFile) {}

	/** The bytes of the file. @throws if the store fails, or returns more or fewer bytes than announced */
	async *bytes(): AsyncGenerator<Uint8Array, void, undefined> {
		const { size } = this.file;
		let count = 0;

		for await (const chunk of this.chunks()) {
			count += chunk.length;
			if (count > size) break;

			for (let start = 0; start < chunk.length; start += CHUNK_BYTES) {
				// The previous piece was consumed.
				this.lastActivity = performance.now();
				yield chunk.subarray(start, start + CHUNK_BYTES);
			}
		}

		this.lastActivity = performance.now();

		if (count !== size) {
			this.fail('is not as long as the binary data storage of n8n says');
			throw new RangeError('A file of another length');
		}

		this.isComplete = true;
	}

	/** Releases the file, even if only a part of it was read. */
	close(): void {
		this.isClosed = true;

		if (this.content !== undefined && !(this.content instanceof Uint8Array)) {
			this.content.destroy?.();
		}
	}

	/** The chunks of the file as the store returns them. */
	private async *chunks(): AsyncGenerator<Uint8Array, void, undefined> {
		this.content = await this.file.open().catch(() => undefined);

		if (this.content === undefined) {
			this.fail('is no longer in the binary data storage of n8n');
			throw new ReferenceError('No file');
		}

		// The request may have ended while the file was being opened.
		if (this.isClosed) this.close();

		try {
			yield* this.content instanceof Uint8Array ? [this.content] : this.content;
		} catch {
			this.fail('could not be read from the binary data storage of n8n');
		}
	}

	/** Records why the file cannot be read. The first reason counts. */
	private fail(reason: string): void {
		this.problem ??= problem({
			cause: 'invalid',
			message: `The file ${quote(this.file.name)} ${reason}`,
			description: 'Run the node that provides the file again, if running it twice does no harm.',
		});
	}
}
