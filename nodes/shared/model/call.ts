import type { JsonObject } from 'n8n-workflow';

import type { ServiceOperation, StorageOperation } from '../operations/operation';

/** One item's wish, validated: everything that a request needs, and nothing sent yet. */
export type Call = ServiceCall | StorageCall;

/** A call of the service's own interface. */
export interface ServiceCall {
	readonly itemIndex: number;
	readonly operation: ServiceOperation;
	/** The slug of the workspace. */
	readonly workspace: string;
	/** The values of the path by their wire names, not yet percent-encoded. */
	readonly path: Readonly<Record<string, string>>;
	/** The JSON body of a create, an update or an addition. */
	readonly body?: JsonObject;
	/** Whether a record that has the unique value already will do. */
	readonly useExisting?: boolean;
	/** What a list is asked for; absent for every other operation. */
	readonly list?: ListWish;
	/** The files to attach. */
	readonly files?: readonly UploadFile[];
}

/** Which records of a list are wanted. */
export interface ListWish {
	/** The filters and options by their wire names. */
	readonly query: Readonly<Record<string, string>>;
	/** The filters of the query once more, for a server that ignores them (observed row 8). */
	readonly filters?: readonly FilterWish[];
	/** When the records were created; the query says nothing of it. */
	readonly created?: CreatedWish;
	/** What a server that knows orders is asked for, so as to give the newest records first. */
	readonly newestFirst?: string | undefined;
	/** How many records at most; absent: all. */
	readonly limit?: number;
	/** How many records to skip. */
	readonly offset: number;
	/** The fields of a record that are wanted, in this order; absent: all. */
	readonly fields?: readonly string[];
	/** The binary field that takes the file of each record; absent: no files are wanted. */
	readonly filesInto?: string;
}

/** What the rows of a list must hold. */
export interface FilterWish {
	readonly displayName: string;
	/** The field of a row that holds one of the values, or a record or records with it as ID. */
	readonly rowField: string;
	/** IDs, at least one. */
	readonly values: readonly string[];
}

/** UNIX milliseconds. */
export interface CreatedWish {
	/** The earliest instant that counts. */
	readonly after?: number;
	/** The earliest instant that counts no more. */
	readonly before?: number;
}

/** An upload to a storage. */
export interface StorageCall {
	readonly itemIndex: number;
	readonly operation: StorageOperation;
	readonly url: string;
	/** The signed form fields in the order in which they are sent. */
	readonly form: readonly (readonly [name: string, value: string])[];
	readonly file: UploadFile;
	/**
	 * Set where the node itself got the credentials, for this file: uploading it twice does no harm,
	 * and what is wrong with them is not the user's to mend.
	 */
	readonly isOwn?: boolean;
}

/** A file to upload. */
export interface UploadFile {
	/** The binary field of the input item that holds it. */
	readonly field: string;
	readonly name: string;
	readonly mimeType: string;
	/** Bytes. */
	readonly size: number;
	/** Opens the file for one reading. */
	open(): Promise<FileContent>;
}

/** The bytes of a file: all of them, or a stream, which is closed by `destroy`. */
export type FileContent = Uint8Array | (AsyncIterable<Uint8Array> & { destroy?(): unknown });
