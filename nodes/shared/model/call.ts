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

/** What a call of each kind has besides its operation and its location. */
export interface CallParts {
	readonly list: { readonly query: ListQuery };
	readonly get: {
		readonly queryParameters: Readonly<Record<string, string>>;
		/** Whether the output shows the record with its most useful fields only. */
		readonly simplify: boolean;
		/** The binary field of the output that receives the record's file, if it has one. */
		readonly binaryField: string;
	};
	readonly create: RecordValues & {
		/** What to do if the record already exists. */
		readonly ifExists: 'fail' | 'use' | 'update';
	};
	readonly update: RecordValues & {
		/** By wire names, whether entries are added to a list of the record or removed from it; otherwise they replace it. */
		readonly listActions: Readonly<Record<string, 'add' | 'remove'>>;
	};
	readonly action: {
		readonly body?: JsonObject;
		/** Whether a missing record is acceptable. */
		readonly ignoreMissing: boolean;
		/** Whether the action is also carried out on records that do not meet its precondition. */
		readonly skipPrecondition?: boolean;
	};
	readonly add: {
		/** Each ID once. */
		readonly ids: readonly string[];
		/** Set if none of them is known to be in the target, so that its list need not be read. */
		readonly areNotInTarget?: true;
	};
	/** Each ID once. */
	readonly remove: { readonly ids: readonly string[]; readonly ignoreMissing: boolean };
	readonly attach: {
		readonly files: readonly UploadFile[];
		/** What to do with a file whose type the server does not accept. */
		readonly ifUnknownType: 'fail' | 'sendAsAnyFile';
	};
	readonly upload: {
		readonly url: string;
		/** The signed form fields in the order in which they are sent. */
		readonly form: readonly (readonly [name: string, value: string])[];
		readonly file: UploadFile;
		/**
		 * Set if the node itself requested the credentials for this file: uploading it twice is harmless,
		 * and the user cannot fix what is wrong with them.
		 */
		readonly isIssuedByNode?: boolean;
		/** Set if Plane derived the address of the storage from the Base URL (row 86). */
		readonly isAtBaseUrl?: boolean;
	};
}

/** Where a record is, and what the user calls it. */
export interface RecordLocation {
	/** The slug of the workspace. */
	readonly workspace: string;
	/** The values of the path by their wire names, not yet percent-encoded. */
	readonly path: Readonly<Record<string, string>>;
	/** What the user called the records involved, by their IDs, for error messages. */
	readonly displayNames?: Readonly<Record<string, string>>;
	/**
	 * By wire names, the texts of lists of names that may themselves contain separators. Until the names
	 * of the records are known, each list is split at every separator.
	 */
	readonly textsToSplit?: Readonly<Record<string, string>>;
	/** Display names of the fields that a create does not send, because their expressions found nothing. */
	readonly skippedFields?: readonly string[];
}

/** The type of the calls of each kind. */
export type CallsByKind = {
	readonly [K in Kind]: CallParts[K] & {
		readonly kind: K;
		readonly itemIndex: number;
		readonly operation: Operation<K>;
	} & (K extends ServiceKind ? RecordLocation : unknown);
};

/** One item's validated request, of any kind or of the kinds `K`, with everything needed to send it. */
export type Call<K extends Kind = Kind> = CallsByKind[K];

/** A call of the service's own interface. */
export type ServiceCall = Call<ServiceKind>;

/** A call that writes the values of a record. */
export type WriteCall = Call<'create' | 'update'>;

/** Where to read something that no item asks for, such as the rows of a list in the editor. */
export interface ReadTarget extends RecordLocation {
	readonly kind?: undefined;
	/** What errors say was read: its name, the fields of its path, and why it may be missing. */
	readonly operation: Pick<ServiceOperation, 'action' | 'locators' | 'edition'> &
		Pick<Operation<'get'>, 'notFoundHint'>;
}

/** Where a request goes, and what errors call it: a call, or something to be read without one. */
export type RequestTarget = ServiceCall | ReadTarget;

/** Which records of a list to return, and how. */
export interface ListQuery {
	/** The filters and options by their wire names, as they go into the address. */
	readonly queryParameters: Readonly<Record<string, string>>;
	/** The same filters, to be applied here if the server ignores them (row 8). */
	readonly serverFilters?: readonly ServerFilterValues[];
	/** Filters that only the node applies; they are not in the address. */
	readonly clientFilters?: readonly ClientFilterValues[];
	/** Fields that are expanded only so that `clientFilters` can read them, and collapsed again in the output. */
	readonly expandedForFilters?: readonly string[];
	/** Whether servers that page by cursor accept an order for this list. */
	readonly isOrdered?: boolean;
	/** The maximum number of records, or absent for all. */
	readonly limit?: number;
	/** How many records to skip. */
	readonly offset: number;
	/** The fields of a record to return, in this order, or absent for all. */
	readonly fields?: readonly string[];
	/** Whether the output shows each record with its most useful fields only. */
	readonly simplify?: boolean;
	/** The binary field of the output that receives the file of each record, or absent to download none. */
	readonly binaryField?: string;
}

/** A filter that servers apply, and the node as well. */
export interface ServerFilterValues {
	readonly displayName: string;
	/** The field of a row that must have one of the values, or a record or records with it as ID. */
	readonly rowPath: string;
	/** IDs, at least one. */
	readonly values: readonly string[];
}

/** A filter that only the node applies, to one field of a row. */
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
	/** The name before invalid characters were replaced, or absent if there were none. */
	readonly originalName?: string;
	readonly mimeType: string;
	/** Bytes. */
	readonly size: number;
	/** Opens the file, to be read once. */
	open(): Promise<FileContent>;
}

/** The bytes of a file: all of them, or a stream, which is closed by `destroy`. */
export type FileContent = Uint8Array | (AsyncIterable<Uint8Array> & { destroy?(): unknown });

/** A call that uploads a file to a storage. */
export type UploadCall = Call<'upload'>;
