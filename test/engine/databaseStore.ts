import { Container } from '@n8n/di';
import { BinaryDataService, type BinaryData } from 'n8n-core';
import { Readable } from 'node:stream';

/**
 * Gives n8n's binary data service a store as n8n has it in its database, which is no part of
 * n8n-core: it keeps files whole, and gives each of them in one piece.
 */
export class DatabaseStore {
	private readonly files = new Map<string, Buffer>();

	constructor() {
		Container.get(BinaryDataService).setManager('database', this.manager());
	}

	/** Keeps a file. @returns the ID of its binary data */
	store(content: Buffer): string {
		const id = String(this.files.size);

		this.files.set(id, content);

		return `database:${id}`;
	}

	private manager(): BinaryData.Manager {
		const { files } = this;

		const getFile = (id: string): Buffer => {
			const content = files.get(id);
			if (content === undefined) throw new Error(`No file ${id}`);

			return content;
		};

		const unused = () => {
			throw new Error('Not a part of these tests');
		};

		return {
			init: () => Promise.resolve(),
			getAsBuffer: (id) => Promise.resolve(getFile(id)),
			getAsStream: (id) => Promise.resolve(Readable.from(getFile(id))),
			getMetadata: (id) => Promise.resolve({ fileSize: getFile(id).length }),
			getPath: unused,
			store: unused,
			copyByFileId: unused,
			copyByFilePath: unused,
			rename: unused,
		};
	}
}
