import type { UploadCall, UploadFile } from '../model/call';

type TextPart = readonly [name: string, value: string];
type Part = TextPart | readonly [name: string, file: ReturnType<typeof filePart>];

/**
 * A multipart form that streams its file with a known length. n8n's request helper hands any body
 * that looks like a standard `FormData` to axios, which computes the length from the sizes of the
 * parts; the standard class itself takes files in memory only. The client writes the names as
 * browsers do: in UTF-8, with `%22`, `%0D` and `%0A` for a quote and the halves of a line break.
 */
export class UploadForm implements Iterable<Part> {
	readonly [Symbol.toStringTag] = 'FormData';

	private readonly parts: readonly Part[];

	/** @param last the name of the last part, which is the file */
	constructor(
		private readonly texts: readonly TextPart[],
		private readonly last: string,
		readonly file: UploadFile,
	) {
		this.parts = [...texts, [last, filePart(file)]];
	}

	/** The same form with the file read in another way. */
	reading(open: UploadFile['open']): UploadForm {
		return new UploadForm(this.texts, this.last, { ...this.file, open });
	}

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

/** The form of an upload: the issued fields first, `file` last (row 15). */
export const uploadForm = ({ form, operation, file }: UploadCall): UploadForm =>
	new UploadForm(form, operation.upload.file.wire, file);

/** What the client reads of a standard `File`; the size is in bytes. */
const filePart = (file: UploadFile) => ({
	name: file.name,
	// As in a browser, a type is printable ASCII. The client fills in its own where it is empty.
	type: /^[\x20-\x7e]*$/.test(file.mimeType) ? file.mimeType : '',
	size: file.size,
	[Symbol.toStringTag]: 'File',
	async *stream(): AsyncGenerator<Uint8Array> {
		const content = await file.open();
		if (content instanceof Uint8Array) yield content;
		else yield* content;
	},
});
