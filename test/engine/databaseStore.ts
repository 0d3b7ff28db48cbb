import { Container } from '@n8n/di';
import { BinaryDataService, type BinaryData } from 'n8n-core';
import { Readable } from 'node:stream';

/**
 * Replaces n8n's storage of binary data in its database, which is not part of n8n-core. Like that one, it
 * returns each file in one piece.
 */
export class DatabaseStore {
	private readonly files = new Map<string, Buffer>();

	constructor() {
		Container.get(BinaryDataService).setManager('database', this.manager());
	}

	/** Stores a file. @returns the ID of its binary data */
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
			throw new Error('The tests do not need this function');
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
