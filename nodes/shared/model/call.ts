import type { JsonObject } from 'n8n-workflow';

import type {
	Kind,
	Operation,
	ClientFilter,
	ServiceKind,
	ServiceOperation,
} from '../operations/operation';

/** The values of a record to be written. */
export interface RecordValues {
	readonly body: JsonObject;
	/** By the wire names of memberships, the IDs of what the record is added to. */
	readonly targets: Readonly<Record<string, readonly string[]>>;
	/** Whether labels that do not exist yet are created. */
	readonly createsLabels: boolean;
}

/** What the call of each kind of operation holds besides its operation and its place. */
export interface CallParts {
	readonly list: { readonly query: ListQuery };
	readonly get: {
		readonly search: Readonly<Record<string, string>>;
		/** Whether the record is wanted as a person would write it on a card. */
		readonly isSimple: boolean;
		/** The binary field that takes the file of a record that has one. */
		readonly filesInto: string;
	};
	readonly create: RecordValues & {
		/** What becomes of it where there is such a record already. */
		readonly ifTaken: 'fail' | 'use' | 'update';
	};
	readonly update: RecordValues & {
		/** By wire names, what becomes of the entries that a list of the record has already. */
		readonly merged: Readonly<Record<string, 'add' | 'remove'>>;
	};
	readonly action: {
		readonly body?: JsonObject;
		/** Whether it will do if there is no such record. */
		readonly ignoreMissing: boolean;
		/** Whether it is carried out on records, too, that it is not meant for. */
		readonly takesAny?: boolean;
	};
	readonly add: {
		/** Each ID once. */
		readonly ids: readonly string[];
		/** Whether none of them is in the target, so that nobody has to look. */
		readonly areMissing?: true;
	};
	/** Each ID once. */
	readonly remove: { readonly ids: readonly string[]; readonly ignoreMissing: boolean };
	readonly attach: {
		readonly files: readonly UploadFile[];
		/** What becomes of a file whose type the server does not take. */
		readonly ifUnknownType: 'fail' | 'sendAsAnyFile';
	};
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
		/** Set where Plane made the address of the storage from the Base URL (row 86). */
		readonly isAtBaseUrl?: boolean;
	};
}

/** Where the record of a call is. */
export interface Located {
	/** The slug of the workspace. */
	readonly workspace: string;
	/** The values of the path by their wire names, not yet percent-encoded. */
	readonly path: Readonly<Record<string, string>>;
	/** What the user called records that are meant, by their IDs: for the words of errors. */
	readonly called?: Readonly<Record<string, string>>;
	/**
	 * By wire names, the texts of lists whose names end where those of records do. Until these are read,
	 * the lists are as their separators say.
	 */
	readonly textsToSplit?: Readonly<Record<string, string>>;
	/** Fields that a new record goes without because their expressions found nothing, by display names. */
	readonly leftOut?: readonly string[];
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

/** Where to read something that no item asks for, such as the rows of a list in the editor. */
export interface ReadTarget extends Located {
	readonly kind?: undefined;
	/** What errors say was read: its name, the fields of its path, and why it may be missing. */
	readonly operation: Pick<ServiceOperation, 'action' | 'locators' | 'edition'> &
		Pick<Operation<'get'>, 'notFoundHint'>;
}

/** Where a request goes, and what errors call it: a call, or something to be read without one. */
export type RequestTarget = ServiceCall | ReadTarget;

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
	readonly serverFilters?: readonly ServerFilterValues[];
	/** What else the records must be like; the address says nothing of it. */
	readonly clientFilters?: readonly ClientFilterValues[];
	/** What the list is asked to expand for a test alone, so that it is taken back. */
	readonly expandedForFilters?: readonly string[];
	/** Whether servers that page by cursor take an order for it. */
	readonly isOrdered?: boolean;
	/** How many records at most; absent: all. */
	readonly limit?: number;
	/** How many records to skip. */
	readonly offset: number;
	/** The fields of a record that are wanted, in this order; absent: all. */
	readonly fields?: readonly string[];
	/** Whether the records are wanted as a person would write them on a card. */
	readonly isSimple?: boolean;
	/** The binary field that takes the file of each record; absent: no files are wanted. */
	readonly filesInto?: string;
}

/** What the rows of a list must hold. */
export interface ServerFilterValues {
	readonly displayName: string;
	/** The field of a row that holds one of the values, or a record or records with it as ID. */
	readonly rowPath: string;
	/** IDs, at least one. */
	readonly values: readonly string[];
}

/** What a row must be like, by one of its fields. */
export interface ClientFilterValues {
	readonly displayName: string;
	/** A field of a row, or one of a record in it: `state.group`. */
	readonly rowPath: string;
	readonly test: ClientFilter['test'];
	/** Values, IDs or one instant in ISO 8601, at least one. */
	readonly values: readonly string[];
}

/** A file to upload. */
export interface UploadFile {
	/** The binary field of the input item that holds it. */
	readonly field: string;
	readonly name: string;
	/** What the file was called before its name was fixed; absent if it is called so still. */
	readonly givenName?: string;
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
