import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import type { Upload } from '../operations/operation';
import type { UploadFile } from './call';
import type { Reader } from './reader';

/**
 * Reads which file an item is to upload: that of its binary field. The content is not read yet.
 *
 * @returns undefined where there is none, which the reader has noted
 */
export async function readFile(
	reader: Reader,
	{ file: field }: Upload,
	itemIndex: number,
	context: IExecuteFunctions,
): Promise<UploadFile | undefined> {
	const name = reader.value(field);
	if (typeof name !== 'string') return undefined;
	const fields = context.getInputData()[itemIndex]?.binary ?? {};
	const binary = Object.hasOwn(fields, name) ? fields[name] : undefined;
	if (binary === undefined) {
		const names = Object.keys(fields);
		reader.note(
			field,
			`the item has no binary field "${name}"`,
			names.length === 0
				? 'Put a node before this one that gives a file.'
				: `Use one of: ${names.join(', ')}.`,
		);
		return undefined;
	}

	const described = { name: binary.fileName ?? name, mimeType: binary.mimeType };
	const content = await contentOf(binary, itemIndex, name, context);
	if (content !== undefined) return { ...described, ...content };
	reader.note(
		field,
		`the file of "${name}" is no longer in the store of n8n`,
		'Run the nodes before this one again.',
	);
	return undefined;
}

/** The size of a file and the way to its content, in the store of n8n or inside the item. */
async function contentOf(
	{ id, data }: IBinaryData,
	itemIndex: number,
	name: string,
	{ helpers }: IExecuteFunctions,
): Promise<Pick<UploadFile, 'size' | 'open'> | undefined> {
	if (id === undefined) {
		return {
			size: Buffer.byteLength(data, 'base64'),
			open: async () => await helpers.getBinaryDataBuffer(itemIndex, name),
		};
	}
	try {
		const { fileSize } = await helpers.getBinaryMetadata(id);
		return { size: fileSize, open: async () => await helpers.getBinaryStream(id) };
	} catch {
		return undefined;
	}
}
