import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { isObject } from '../../shared/values/valueChecks';
import { required } from '../../shared/fields/field';
import { fitFileName } from '../../shared/fields/files/fileName';
import { ANY_FILE, normalizeFileType } from '../../shared/fields/files/fileType';
import type { Field } from '../../shared/fields/kinds';
import type { CallParts, RemoteFile, UploadFile } from '../../shared/model/call';
import type { Operation } from '../../shared/operations/operation';
import { fileSource, FROM_URL } from '../../shared/operations/shared/choices';
import type { ParameterReader } from '../../shared/parameters/ParameterReader';

const ADD_FILE = 'Add a node before this one that provides a file.';

/** The name of a file if neither its own name nor the name of its binary field can be stored. */
const FALLBACK_FILE_NAME = 'file';

/** Bytes to read at a time: four times the default of Node.js, because every chunk has a fixed cost. */
const CHUNK_SIZE = 256 * 1024;

/** Reads what an item attaches: files of its own, or the address of one. No file is read yet. */
export async function readFileSource(
	reader: ParameterReader,
	operation: Operation<'attach'>,
): Promise<Pick<CallParts['attach'], 'files' | 'remoteFile'> | undefined> {
	if (reader.value(required(fileSource)) !== FROM_URL) {
		const files = await readFiles(reader, operation);

		return files && { files };
	}

	const url = reader.value(operation.fileUrl);
	if (typeof url !== 'string') return undefined;

	const findContent: RemoteFile['findContent'] = async (stored) =>
		await findStoredContent(stored, reader.context);

	return { files: [], remoteFile: { url, field: operation.fileUrl.displayName, findContent } };
}

/** Reads the files that an item attaches: the files in the chosen binary fields, or in all binary fields. */
async function readFiles(
	reader: ParameterReader,
	{ allBinaryFields, binaryFields }: Operation<'attach'>,
): Promise<readonly UploadFile[] | undefined> {
	const attachesAll = reader.value(required(allBinaryFields)) === true;
	const source = attachesAll ? allBinaryFields : binaryFields;
	const names = attachesAll ? [...binaryDataByField(reader).keys()] : reader.value(binaryFields);
	if (!Array.isArray(names)) return undefined;

	if (names.length === 0) {
		reader.addProblem(allBinaryFields, 'the item has no binary field', ADD_FILE);
	}

	const files: UploadFile[] = [];

	for (const name of new Set(names)) {
		const file = await readFile(reader, source, name);
		if (file?.size === 0) {
			const problem = `the file of "${file.field}" is empty`;

			reader.addProblem(source, problem, 'Leave it out: Plane does not accept empty files.');
		}
		if (file !== undefined) files.push(toAcceptedFile(file));
	}

	return files;
}

/** Changes a file's name and type to ones that Plane and its storage accept (rows 70 and 71). */
function toAcceptedFile(file: UploadFile): UploadFile {
	const name = fitFileName(file.name) ?? fitFileName(file.field) ?? FALLBACK_FILE_NAME;
	const accepted = { ...file, name, mimeType: normalizeFileType(file.mimeType, name) };

	return name === file.name ? accepted : { ...accepted, originalName: file.name };
}

/**
 * Finds the file of a binary field. Its content is not read yet.
 *
 * @param field the parameter that problems are about
 * @param name of the binary field; default: the value of that parameter
 * @returns undefined if there is no such file, which is collected as a problem
 */
export async function readFile(
	reader: ParameterReader,
	field: Field,
	name = reader.value(field),
): Promise<UploadFile | undefined> {
	if (typeof name !== 'string') return undefined;

	const binaryData = binaryDataByField(reader);
	const binary = binaryData.get(name);
	if (binary === undefined) {
		const names = [...binaryData.keys()];
		const remedy = names.length === 0 ? ADD_FILE : `Use one of: ${names.join(', ')}.`;

		reader.addProblem(field, `the item has no binary field "${name}"`, remedy);

		return undefined;
	}

	const content = await findStoredContent(binary, reader.context);
	if (content === undefined) {
		const problem = `the file of "${name}" is no longer in the binary data storage of n8n`;

		reader.addProblem(
			field,
			problem,
			'Run the node that provides the file again, if running it twice does no harm.',
		);

		return undefined;
	}

	const { fileName = '', mimeType } = binary;

	return {
		field: name,
		// Servers take a form part without a file name for a text field.
		name: fileName === '' ? name : fileName,
		// A Code node may leave it out.
		mimeType: mimeType || ANY_FILE,
		...content,
	};
}

/**
 * The binary data of an item by field name. Workflows with `binaryMode: combined` have it in the item's
 * JSON instead, and then always in the binary data storage of n8n.
 */
function binaryDataByField({
	context,
	itemIndex,
}: ParameterReader): ReadonlyMap<string, IBinaryData> {
	const { binary = {}, json } = context.getInputData()[itemIndex] ?? {};
	const isCombined = context.getWorkflowSettings().binaryMode === 'combined';
	const filesInJson: unknown = isCombined ? json?._files : undefined;
	const combined = isObject(filesInJson) ? (filesInJson as Record<string, IBinaryData>) : {};

	return new Map(Object.entries({ ...combined, ...binary }));
}

/**
 * Finds the content of a file inside the item or in the binary data storage of n8n.
 *
 * @returns its size in bytes and a function that opens it, or undefined if it is no longer stored
 */
async function findStoredContent(
	{ id, data }: IBinaryData,
	{ helpers }: IExecuteFunctions,
): Promise<Pick<UploadFile, 'size' | 'open'> | undefined> {
	if (id === undefined) {
		// Without n8n's helper, which finds a field in the item's binary data only, not in its JSON.
		const decode = () => Buffer.from(data, 'base64');

		// The size cannot be calculated from the length of the text: base64 may contain line breaks.
		return { size: decode().length, open: () => Promise.resolve(decode()) };
	}

	const open = async () => await helpers.getBinaryStream(id, CHUNK_SIZE);

	try {
		const { fileSize } = await helpers.getBinaryMetadata(id).catch(() => ({ fileSize: NaN }));
		const size = Number.isSafeInteger(fileSize) ? fileSize : await measureSize(await open());

		return { size, open };
	} catch {
		return undefined;
	}
}

/** Reads a file once, chunk by chunk, to learn its size, which has to be known before it is sent. */
async function measureSize(content: AsyncIterable<Uint8Array>): Promise<number> {
	let size = 0;

	for await (const chunk of content) size += chunk.length;

	return size;
}
