import {
	NodeConnectionTypes,
	type IBinaryKeyData,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
} from 'n8n-workflow';
import { writeFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';

import type { DatabaseStore } from './databaseStore';

/** An input item of a test: its json and the files of its binary fields. */
export interface InputItem {
	readonly json?: IDataObject;
	readonly files?: Readonly<Record<string, InputFile>>;
	/** Further files, which are already in n8n's binary data storage. */
	readonly stored?: IBinaryKeyData;
}

/** Creates items with this JSON and no files. */
export const jsonItems = (rows: readonly IDataObject[]): readonly InputItem[] =>
	rows.map((json) => ({ json }));

export interface InputFile {
	readonly content: Buffer | Readable;
	readonly name: string;
	readonly mimeType: string;
	/** Leaves only the reference in the item, as after n8n has pruned the file. */
	readonly pruned?: boolean;
	/** Keeps the file inside the item, as n8n does in its memory mode. */
	readonly inMemory?: boolean;
	/** Keeps the file in n8n's database, as n8n does by default in queue mode. */
	readonly inDatabase?: DatabaseStore;
	/** Removes the size from the metadata of the file, or replaces it by this one, in bytes. */
	readonly knownSize?: number | 'none';
}

/** The start node of a test's workflow: it outputs the given items, as a trigger would. */
export const startNode = (items: readonly InputItem[]): INodeType => ({
	description: {
		displayName: 'Start',
		name: 'start',
		group: ['trigger'],
		version: 1,
		description: 'Outputs the items of the test',
		defaults: { name: 'Start' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	},
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await createItems(this, items)];
	},
});

/** Creates the items of a test, with their files in n8n's binary data storage. */
export async function createItems(
	context: IExecuteFunctions,
	items: readonly InputItem[],
): Promise<INodeExecutionData[]> {
	const created: INodeExecutionData[] = [];

	for (const { json = {}, files = {}, stored = {} } of items) {
		const binary: IBinaryKeyData = { ...stored };

		for (const [field, file] of Object.entries(files)) {
			binary[field] = await storeFile(context, file);
		}

		created.push({ json, binary });
	}

	return created;
}

async function storeFile({ helpers }: IExecuteFunctions, file: InputFile) {
	const { content, name, mimeType } = file;
	if (file.inMemory === true) {
		const buffer = await helpers.binaryToBuffer(content);

		return { data: buffer.toString('base64'), mimeType, fileName: name };
	}

	if (file.inDatabase !== undefined) {
		const id = file.inDatabase.store(await helpers.binaryToBuffer(content));

		return { data: 'database', mimeType, fileName: name, id };
	}

	const stored = await helpers.prepareBinaryData(content, name, mimeType);
	const { id = '' } = stored;
	if (file.knownSize !== undefined) {
		const { knownSize: fileSize } = file;
		const metadata = { fileName: name, mimeType, ...(fileSize === 'none' ? {} : { fileSize }) };

		await writeFile(`${helpers.getBinaryPath(id)}.metadata`, JSON.stringify(metadata));
	}

	// n8n cuts a name at a slash, as if it were a path.
	return { ...stored, fileName: name, id: file.pruned === true ? `${id}-pruned` : id };
}
