/** A part of a received form. */
export interface Part {
	readonly name: string;
	/** The name of the file, or absent for a text field. */
	readonly fileName?: string;
	readonly type?: string;
	readonly content: Buffer;
}

/** Splits a multipart body into its parts (RFC 7578). @throws if the body is not a form */
export function parseParts(body: Buffer, contentType: string): Part[] {
	const boundary = /boundary=(.+)$/.exec(contentType)?.[1] ?? '';
	// One character for each byte, so that nothing is lost.
	const [before, ...pieces] = body.toString('latin1').split(`--${boundary}`);
	const end = pieces.pop();
	if (boundary === '' || before !== '' || end?.trimEnd() !== '--') {
		throw new Error('The body is not a form');
	}

	return pieces.map(parsePart);
}

function parsePart(piece: string): Part {
	const headEnd = piece.indexOf('\r\n\r\n');
	const head = Buffer.from(piece.slice(0, headEnd), 'latin1').toString();
	const fileName = /; filename="([^"]*)"/.exec(head)?.[1];
	const type = /^Content-Type: (.*)$/im.exec(head)?.[1]?.trim();

	return {
		name: decodeName(/; name="([^"]*)"/.exec(head)?.[1] ?? ''),
		...(fileName === undefined ? {} : { fileName: decodeName(fileName) }),
		...(type === undefined ? {} : { type }),
		// The line break before the next boundary is not content.
		content: Buffer.from(piece.slice(headEnd + 4, -2), 'latin1'),
	};
}

/** In the names of a form, only quotes and line breaks are percent-encoded. */
const decodeName = (name: string) =>
	name.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');
