/** A part of a received form. */
export interface Part {
	readonly name: string;
	/** The name of the file; absent: the part is a text field. */
	readonly fileName?: string;
	readonly type?: string;
	readonly content: Buffer;
}

/** Takes a multipart body to pieces, as RFC 7578 has it. Throws where the body is no form. */
export function partsOf(body: Buffer, contentType: string): Part[] {
	const boundary = /boundary=(.+)$/.exec(contentType)?.[1] ?? '';
	// One character for each byte, so that nothing is lost.
	const [before, ...pieces] = body.toString('latin1').split(`--${boundary}`);
	const end = pieces.pop();
	if (boundary === '' || before !== '' || end?.trimEnd() !== '--') {
		throw new Error('The body is not a form');
	}

	return pieces.map(partOf);
}

function partOf(piece: string): Part {
	const at = piece.indexOf('\r\n\r\n');
	const head = Buffer.from(piece.slice(0, at), 'latin1').toString();
	const fileName = /; filename="([^"]*)"/.exec(head)?.[1];
	const type = /^Content-Type: (.*)$/im.exec(head)?.[1]?.trim();

	return {
		name: meant(/; name="([^"]*)"/.exec(head)?.[1] ?? ''),
		...(fileName === undefined ? {} : { fileName: meant(fileName) }),
		...(type === undefined ? {} : { type }),
		// The line break before the next boundary is not content.
		content: Buffer.from(piece.slice(at + 4, -2), 'latin1'),
	};
}

/** Quotes and line breaks in a name are percent-encoded in a form, and nothing else is. */
const meant = (name: string) =>
	name.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');
