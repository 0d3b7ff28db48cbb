import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { isRecord } from '../fields/describe';
import { required } from '../fields/field';
import type { Field } from '../fields/kinds';
import type { UploadFile } from '../model/call';
import type { Attach, Upload } from '../operations/operation';
import type { ParameterReader } from './ParameterReader';

/**
 * Reads which file an item is to upload: that of its binary field. The content is not read yet.
 *
 * @returns undefined where there is none, which the reader has noted
 */
export async function readFile(
	reader: ParameterReader,
	{ file: field }: Pick<Upload, 'file'>,
): Promise<UploadFile | undefined> {
	const name = reader.value(field);
	return typeof name === 'string' ? await fileOf(reader, field, name) : undefined;
}

/**
 * Reads which files an item is to attach: those of the binary fields that are named, or all.
 *
 * @returns undefined where one is missing, which the reader has noted
 */
export async function readFiles(
	reader: ParameterReader,
	{ all, files: field }: Attach,
): Promise<UploadFile[] | undefined> {
	const wantsAll = reader.value(required(all)) === true;
	const named = wantsAll ? Object.keys(filesOf(reader)) : reader.value(field);
	const namedBy = wantsAll ? all : field;
	if (!Array.isArray(named)) return undefined;
	if (named.length === 0) {
		reader.note(
			all,
			'the item has no binary field',
			'Add a node before this one that provides a file.',
		);
		return undefined;
	}
	const found: (UploadFile | undefined)[] = [];
	for (const name of new Set(named)) {
		if (typeof name !== 'string') continue;
		const file = await fileOf(reader, namedBy, name);
		if (file?.size === 0) {
			reader.note(
				namedBy,
				`the file of "${name}" is empty`,
				'Leave it out: Plane does not accept empty files.',
			);
		}
		found.push(file?.size === 0 ? undefined : file);
	}
	const files = found.filter((file) => file !== undefined);
	return files.length === found.length ? files : undefined;
}

async function fileOf(
	reader: ParameterReader,
	field: Field,
	name: string,
): Promise<UploadFile | undefined> {
	const fields = filesOf(reader);
	const binary = Object.hasOwn(fields, name) ? fields[name] : undefined;
	if (binary === undefined) {
		const names = Object.keys(fields);
		reader.note(
			field,
			`the item has no binary field "${name}"`,
			names.length === 0
				? 'Add a node before this one that provides a file.'
				: `Use one of: ${names.join(', ')}.`,
		);
		return undefined;
	}

	// A part of a form without a file name would be taken for a text field.
	const { fileName = '', mimeType } = binary;
	const described = {
		field: name,
		name: fileName === '' ? name : fileName,
		// A node of the user's own may leave it out.
		mimeType: mimeType || 'application/octet-stream',
	};
	const content = await contentOf(binary, reader.context);
	if (content !== undefined) return { ...described, ...content };
	reader.note(
		field,
		`the file of "${name}" is no longer in the store of n8n`,
		'Run the nodes before this one again.',
	);
	return undefined;
}

/**
 * The binary data of an item by the names of its fields. A workflow may have it in the item's JSON
 * (`binaryMode: combined`), always in the store of n8n then.
 */
function filesOf({ context, itemIndex }: ParameterReader): Readonly<Record<string, IBinaryData>> {
	const { binary, json } = context.getInputData()[itemIndex] ?? {};
	const isCombined = context.getWorkflowSettings().binaryMode === 'combined';
	const files: unknown = isCombined ? json?._files : undefined;
	return { ...(isRecord(files) ? (files as Record<string, IBinaryData>) : {}), ...binary };
}

/** Bytes read at a time: four times what Node.js reads, because each piece has a cost of its own. */
const CHUNK_SIZE = 256 * 1024;

/** The size of a file and the way to its content, in the store of n8n or inside the item. */
async function contentOf(
	{ id, data }: IBinaryData,
	{ helpers }: IExecuteFunctions,
): Promise<Pick<UploadFile, 'size' | 'open'> | undefined> {
	if (id === undefined) {
		// Not by n8n's helper, which looks for the field in the item's binary data alone.
		const decoded = () => Buffer.from(data, 'base64');
		// Not what the length of the text suggests: base64 may hold line breaks.
		return { size: decoded().length, open: () => Promise.resolve(decoded()) };
	}
	const open = async () => await helpers.getBinaryStream(id, CHUNK_SIZE);
	try {
		return { size: (await sizeIn(helpers, id)) ?? (await counted(await open())), open };
	} catch {
		return undefined;
	}
}

/** The size of a file as n8n knows it, in bytes; undefined: it does not. */
async function sizeIn(
	helpers: IExecuteFunctions['helpers'],
	id: string,
): Promise<number | undefined> {
	const size = await helpers.getBinaryMetadata(id).then(
		({ fileSize }) => fileSize,
		() => undefined,
	);
	return Number.isSafeInteger(size) ? size : undefined;
}

/** Reads a file once, a piece at a time, to learn its size: it has to be known before it is sent. */
async function counted(content: AsyncIterable<Uint8Array>): Promise<number> {
	let size = 0;
	for await (const chunk of content) size += chunk.length;
	return size;
}
