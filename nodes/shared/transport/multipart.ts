import type { UploadCall, UploadFile } from '../model/call';
import { UploadStream } from './uploadStream';

type Part = readonly [name: string, value: string | ReturnType<typeof filePart>];

/** Form fields that are signed, or the signature itself. */
const SECRET_FIELD = /policy|signature|credential|token/i;

/** Characters. */
const MIN_SECRET_LENGTH = 4;

/**
 * The form of an upload, the issued fields first, `file` last (row 15): a multipart form that streams
 * its file with a known length. n8n's request helper hands any body that looks like a standard
 * `FormData` to axios, which computes the length from the sizes of the parts; the standard class
 * itself takes files in memory only. The client writes the names as browsers do: in UTF-8, with
 * `%22`, `%0D` and `%0A` for a quote and the halves of a line break.
 */
export class UploadForm implements Iterable<Part> {
	readonly [Symbol.toStringTag] = 'FormData';
	/** The bytes of the file, which can be read once. */
	readonly stream: UploadStream;
	private readonly parts: readonly Part[];

	constructor(private readonly call: UploadCall) {
		const { form, operation, file } = call;

		this.stream = new UploadStream(file);
		this.parts = [...form, [operation.file.wire, filePart(file, this.stream)]];
	}

	/** The values that let anybody upload. Very short ones are skipped: they would match ordinary words. */
	get secrets(): readonly string[] {
		return this.call.form
			.filter(([name, value]) => SECRET_FIELD.test(name) && value.length >= MIN_SECRET_LENGTH)
			.map(([, value]) => value);
	}

	/** A copy of the form whose file was not read yet. */
	withUnreadFile(): UploadForm {
		return new UploadForm(this.call);
	}

	/** The HTTP client recognizes a `FormData` by this method, but does not call it. */
	append(): never {
		throw new TypeError('The parts of an upload are fixed');
	}

	readonly entries = (): IterableIterator<Part> => this.parts.values();
	readonly [Symbol.iterator] = this.entries;
}

/** The properties of a standard `File` that the client reads; the size is in bytes. */
const filePart = ({ name, mimeType, size }: UploadFile, stream: UploadStream) => ({
	name,
	// As in a browser, a type is printable ASCII. The client fills in its own if it is empty.
	type: /^[\x20-\x7e]*$/.test(mimeType) ? mimeType : '',
	size,
	[Symbol.toStringTag]: 'File',
	stream: () => stream.bytes(),
});
