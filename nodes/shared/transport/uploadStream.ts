import { quote } from '../text/quote';
import type { FileContent, UploadFile } from '../model/call';
import { problem, type Problem } from '../result/problem';

/**
 * Bytes that go out in one piece. A file may be one single chunk, in the item or in a store that
 * keeps it in the memory; it moves when a piece of it is taken, not when all of it is.
 */
const PIECE = 256 * 1024;

/** The way of a file out of n8n's binary data storage into one request. */
export class UploadStream {
	/** When bytes were taken last, in the milliseconds of `performance.now()`. */
	movedAt = performance.now();
	/** Whether all bytes were taken. */
	isThrough = false;
	/** What is wrong with the file, if anything is. */
	problem: Problem | undefined;
	private content: FileContent | undefined;
	private isClosed = false;

	constructor(private readonly file: UploadFile) {}

	/** The bytes of the file. @throws where the store does not give them, or not as many as it said */
	async *bytes(): AsyncGenerator<Uint8Array, void, undefined> {
		const { size } = this.file;
		let count = 0;

		for await (const chunk of this.chunks()) {
			count += chunk.length;
			if (count > size) break;

			for (let start = 0; start < chunk.length; start += PIECE) {
				// The one before is taken.
				this.movedAt = performance.now();
				yield chunk.subarray(start, start + PIECE);
			}
		}

		this.movedAt = performance.now();

		if (count !== size) {
			this.note('is not as long as the binary data storage of n8n says');
			throw new RangeError('A file of another length');
		}

		this.isThrough = true;
	}

	/** Lets go of the file, also where only a part of it was taken: nobody else would. */
	close(): void {
		this.isClosed = true;

		if (this.content !== undefined && !(this.content instanceof Uint8Array)) {
			this.content.destroy?.();
		}
	}

	/** What the store gives of the file. Where it breaks off, that is noted. */
	private async *chunks(): AsyncGenerator<Uint8Array, void, undefined> {
		this.content = await this.file.open().catch(() => undefined);

		if (this.content === undefined) {
			this.note('is no longer in the binary data storage of n8n');
			throw new ReferenceError('No file');
		}
		// The request may have come to its end while the file was being opened.
		if (this.isClosed) this.close();

		try {
			yield* this.content instanceof Uint8Array ? [this.content] : this.content;
		} catch {
			this.note('could not be read from the binary data storage of n8n');
		}
	}

	/** What was noted first says why. */
	private note(what: string): void {
		this.problem ??= problem({
			tag: 'invalid',
			message: `The file ${quote(this.file.name)} ${what}`,
			description: 'Run the nodes before this one again.',
		});
	}
}
