import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { isRecord } from '../../shared/fields/describe';
import { required } from '../../shared/fields/field';
import { storableFileName } from '../../shared/fields/files/fileName';
import { ANY_FILE, writeFileType } from '../../shared/fields/files/fileType';
import type { Field } from '../../shared/fields/kinds';
import type { UploadFile } from '../../shared/model/call';
import type { Attach } from '../../shared/operations/operation';
import type { ParameterReader } from '../../shared/parameters/ParameterReader';

const NO_FILE = 'Add a node before this one that provides a file.';

/** What a file is called if neither it nor its binary field has a name. */
const NAMELESS = 'file';

/** Bytes read at a time: four times what Node.js reads, because each piece has a cost of its own. */
const CHUNK_SIZE = 256 * 1024;

/** Reads which files an item is to attach: those of the binary fields that are named, or all. */
export async function readFiles(reader: ParameterReader, { all, files: field }: Attach) {
	const wantsAll = reader.value(required(all)) === true;
	const namedBy = wantsAll ? all : field;
	const names = wantsAll ? [...filesOf(reader).keys()] : reader.value(field);
	if (!Array.isArray(names)) return undefined;
	if (names.length === 0) reader.note(all, 'the item has no binary field', NO_FILE);

	const files: UploadFile[] = [];

	for (const name of new Set(names)) {
		const file = await readFile(reader, namedBy, name);
		if (file?.size === 0) {
			const problem = `the file of "${file.field}" is empty`;

			reader.note(namedBy, problem, 'Leave it out: Plane does not accept empty files.');
		}
		if (file !== undefined) files.push(asPlaneTakesIt(file));
	}

	return files;
}

/** A file with a name and a type that Plane and its storage take (rows 70 and 71). */
function asPlaneTakesIt(file: UploadFile): UploadFile {
	const { name: given, field, mimeType } = file;
	const name = storableFileName(given) ?? storableFileName(field) ?? NAMELESS;
	const fixed = {
		...file,
		name,
		mimeType: writeFileType(mimeType),
	};

	return name === given ? fixed : { ...fixed, givenName: given };
}

/**
 * Reads which file an item is to upload: that of a binary field. The content is not read yet.
 *
 * @returns undefined where there is none, which the reader has noted
 */
export async function readFile(reader: ParameterReader, field: Field, name = reader.value(field)) {
	if (typeof name !== 'string') return undefined;

	const files = filesOf(reader);
	const binary = files.get(name);
	if (binary === undefined) {
		const remedy = files.size === 0 ? NO_FILE : `Use one of: ${[...files.keys()].join(', ')}.`;

		reader.note(field, `the item has no binary field "${name}"`, remedy);

		return undefined;
	}

	const content = await contentOf(binary, reader.context);
	if (content === undefined) {
		const problem = `the file of "${name}" is no longer in the binary data storage of n8n`;

		reader.note(field, problem, 'Run the nodes before this one again.');

		return undefined;
	}

	const { fileName = '', mimeType } = binary;

	return {
		field: name,
		// A part of a form without a file name would be taken for a text field.
		name: fileName === '' ? name : fileName,
		// A node of the user's own may leave it out.
		mimeType: mimeType || ANY_FILE,
		...content,
	};
}

/**
 * The binary data of an item by the names of its fields. A workflow may have it in the item's JSON
 * (`binaryMode: combined`), always in the binary data storage of n8n then.
 */
function filesOf({ context, itemIndex }: ParameterReader): ReadonlyMap<string, IBinaryData> {
	const { binary = {}, json } = context.getInputData()[itemIndex] ?? {};
	const isCombined = context.getWorkflowSettings().binaryMode === 'combined';
	const files: unknown = isCombined ? json?._files : undefined;
	const combined = isRecord(files) ? (files as Record<string, IBinaryData>) : {};

	return new Map(Object.entries({ ...combined, ...binary }));
}

/** The size of a file and the way to its content, in the binary data storage of n8n or inside the item. */
async function contentOf({ id, data }: IBinaryData, { helpers }: IExecuteFunctions) {
	if (id === undefined) {
		// Not by n8n's helper, which looks for the field in the item's binary data alone.
		const decoded = () => Buffer.from(data, 'base64');

		// Not what the length of the text suggests: base64 may hold line breaks.
		return { size: decoded().length, open: () => Promise.resolve(decoded()) };
	}

	const open = async () => await helpers.getBinaryStream(id, CHUNK_SIZE);

	try {
		const { fileSize } = await helpers.getBinaryMetadata(id).catch(() => ({ fileSize: NaN }));

		return { size: Number.isSafeInteger(fileSize) ? fileSize : await counted(await open()), open };
	} catch {
		return undefined;
	}
}

/** Reads a file once, a piece at a time, to learn its size: it has to be known before it is sent. */
async function counted(content: AsyncIterable<Uint8Array>): Promise<number> {
	let size = 0;

	for await (const chunk of content) size += chunk.length;

	return size;
}
