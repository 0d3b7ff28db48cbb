import type { StorageCall, UploadFile } from './call';

type Part = readonly [name: string, value: string | FilePart];

/** The parts of a standard `File` that the HTTP client reads. */
interface FilePart {
	readonly name: string;
	readonly type: string;
	/** Bytes. */
	readonly size: number;
	readonly [Symbol.toStringTag]: 'File';
	stream(): AsyncIterable<Uint8Array>;
}

/**
 * A multipart form that streams its file with a known length. n8n's request helper hands any body
 * that looks like a standard `FormData` to axios, which computes the length from the sizes of the
 * parts; the standard class itself takes files in memory only.
 */
export class UploadForm implements Iterable<Part> {
	readonly [Symbol.toStringTag] = 'FormData';

	constructor(readonly parts: readonly Part[]) {}

	/** Part of what makes it look like a `FormData`; the parts are complete from the start. */
	append(): never {
		throw new TypeError('The parts of an upload are fixed');
	}

	entries(): IterableIterator<Part> {
		return this.parts.values();
	}

	[Symbol.iterator](): IterableIterator<Part> {
		return this.entries();
	}
}

/** The form of an upload: the issued fields first, `file` last (observed row 15). */
export const uploadForm = ({ form, operation, file }: StorageCall): UploadForm =>
	new UploadForm([...form, [operation.upload.file.wire, filePart(file)]]);

const filePart = (file: UploadFile): FilePart => ({
	name: file.name,
	type: file.mimeType,
	size: file.size,
	[Symbol.toStringTag]: 'File',
	async *stream() {
		const content = await file.open();
		if (content instanceof Uint8Array) yield content;
		else yield* content;
	},
});
