import type { JsonObject } from 'n8n-workflow';

import type { Kind, Operation, ServiceKind } from '../operations/operation';

/** What the call of each kind of operation holds besides its operation and its place. */
export interface CallParts {
	readonly list: { readonly query: ListQuery };
	readonly get: object;
	readonly create: {
		readonly body: JsonObject;
		/** Whether a record that has the unique value already will do. */
		readonly useExisting: boolean;
	};
	readonly update: { readonly body: JsonObject };
	readonly delete: object;
	/** Each ID once. */
	readonly add: { readonly ids: readonly string[] };
	readonly attach: { readonly files: readonly UploadFile[] };
	readonly upload: {
		readonly url: string;
		/** The signed form fields in the order in which they are sent. */
		readonly form: readonly (readonly [name: string, value: string])[];
		readonly file: UploadFile;
		/**
		 * Set where the node itself got the credentials, for this file: uploading it twice does no harm,
		 * and what is wrong with them is not the user's to fix.
		 */
		readonly isOwn?: boolean;
	};
}

/** Where the record of a call is. */
export interface Located {
	/** The slug of the workspace. */
	readonly workspace: string;
	/** The values of the path by their wire names, not yet percent-encoded. */
	readonly path: Readonly<Record<string, string>>;
}

/** One item's validated wish, of any kind or of this one: all that its requests need, and nothing sent yet. */
export type Call<K extends Kind = Kind> = {
	[P in K]: CallParts[P] & {
		readonly kind: P;
		readonly itemIndex: number;
		readonly operation: Operation<P>;
	} & (P extends ServiceKind ? Located : unknown);
}[K];

/** A call of the service's own interface. */
export type ServiceCall = Call<ServiceKind>;

/** Something for each kind of call. */
export type PerCall<Result, Args extends unknown[] = []> = {
	readonly [K in Kind]: (call: Call<K>, ...args: Args) => Result;
};

/** What a table of the kinds has for a call. */
export const forCall = <K extends Kind, Args extends unknown[], Result>(
	table: { readonly [P in K]: (call: Call<P>, ...args: Args) => Result },
	call: Call<K>,
	...args: Args
): Result => table[call.kind](call, ...args);

/** Which records of a list are wanted. */
export interface ListQuery {
	/** The filters and options by their wire names, as they go into the address. */
	readonly search: Readonly<Record<string, string>>;
	/** The filters once more, for a server that ignores them (row 8). */
	readonly filters?: readonly RowFilter[];
	/** When the records were created; the address says nothing of it. */
	readonly created?: CreatedRange;
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
export interface RowFilter {
	readonly displayName: string;
	/** The field of a row that holds one of the values, or a record or records with it as ID. */
	readonly rowField: string;
	/** IDs, at least one. */
	readonly values: readonly string[];
}

/** UNIX milliseconds. */
export interface CreatedRange {
	/** The earliest instant that counts. */
	readonly after?: number;
	/** The earliest instant that counts no more. */
	readonly before?: number;
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

/** A call that uploads a file to a storage. */
export type UploadCall = Call<'upload'>;
