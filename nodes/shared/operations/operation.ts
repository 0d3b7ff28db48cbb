import type { JsonObject } from 'n8n-workflow';

import type { Field } from '../fields/kinds';

/** `'modules/{module_id}/'` → `'module_id'` */
type Placeholders<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
	? Name | Placeholders<Rest>
	: never;

/** What every operation says of itself in the menu, and the request it sends. */
interface Base {
	/** The resource's value in the menu, e.g. `workItemLink`. */
	readonly resource: string;
	/** The operation's value in the menu, e.g. `getAll`; a pair with `resource` is unique. */
	readonly value: string;
	/** The name in the list of operations, e.g. `Get Many`. */
	readonly name: string;
	/** The sentence in the list of actions, e.g. `Get many work items`. */
	readonly action: string;
	readonly description: string;
}

/** An operation of the service's own interface, below `api/v1/workspaces/{workspace_slug}/`. */
export interface ServiceOperation extends Base {
	readonly request: { readonly method: 'GET' | 'PATCH' | 'POST'; readonly path: string };
	/** Set where only the commercial editions have the operation (observed row 18). */
	readonly edition?: 'commercial';
	/** One field for each placeholder of the path. */
	readonly path: readonly Field[];
	readonly body?: Body;
	/** The wire name of the field that no two records of the collection have alike. */
	readonly unique?: string;
	readonly list?: List;
	readonly attach?: Attach;
	readonly upload?: never;
}

/** A multipart POST to a storage address, which is not the service's (specification, operation 6). */
export interface StorageOperation extends Base {
	readonly request: { readonly method: 'POST'; readonly path: '{upload_url}/' };
	readonly upload: Upload;
	readonly edition?: never;
	readonly body?: never;
	readonly list?: never;
	readonly attach?: never;
}

export type Operation = ServiceOperation | StorageOperation;

/** The fields of a JSON body. */
export interface Body {
	/** Fields with a place of their own in the panel. */
	readonly fields: readonly Field[];
	/** Fields that the user adds under "Update Fields"; at least one field must be sent. */
	readonly changes: readonly Field[];
	/** Set where the body adds records to another one, each of which can fail by itself. */
	readonly addition?: Addition;
}

/** How the answer to an addition tells what was added (observed rows 9 and 10). */
export interface Addition {
	/** The field that holds the IDs. */
	readonly field: Field;
	/** The field of a row of the answer that holds such an ID. */
	readonly row: string;
	/** What the records must belong to, for the error of one that does not. */
	readonly place: string;
	/**
	 * Set where a record is in one target at most, so that adding it takes it out of another one
	 * (observed row 32): then the order of additions to different targets counts.
	 */
	readonly moves?: true;
	/**
	 * What the server says of a target that takes nothing more, by the code of its refusal: a clause
	 * that goes after the name of the target, and a remedy.
	 */
	readonly closed?: Readonly<Record<string, readonly [clause: string, remedy: string]>>;
}

/** What a list gives, and what it can be narrowed by. */
export interface List {
	/** What its records are called, e.g. `work items`. */
	readonly records: string;
	/** Set where a record has many fields: at most ten that people need, the most used first. */
	readonly simplified?: readonly string[];
	/**
	 * The value of `order_by` for the newest records first, where servers that page by cursor are known
	 * to take it (observed row 28).
	 */
	readonly newestFirst?: string;
	/** Query fields under "Filters". */
	readonly filters: readonly Filter[];
	/** Query fields under "Options", beside those that every list has. */
	readonly options: readonly Field[];
	/** Set where each record has a file that can be had with it. */
	readonly files?: Files;
}

/** The files of the records of a list; nothing of this goes into the query. */
export interface Files {
	/** Whether they are wanted. */
	readonly wanted: Field;
	/** The binary field of the output that takes them. */
	readonly into: Field;
	/** Where the file of a record is, below the path of the list. */
	readonly path: `{${string}}/`;
	/** The field of a record that holds `name` and `type` of its file. */
	readonly described: string;
}

/** Files that become records in three steps: credentials, upload, completion (observed row 16). */
export interface Attach {
	/** Whether the files of all binary fields are meant. */
	readonly all: Field;
	/** The binary fields that are meant otherwise. */
	readonly files: Field;
	/** How the credentials are used. */
	readonly upload: StorageOperation;
	/** The request that completes it, below the path of the operation. */
	readonly complete: {
		readonly method: 'PATCH';
		readonly path: `{${string}}/`;
		readonly body: JsonObject;
	};
}

/** A query field that a server may ignore (observed row 8), so that it is applied to the rows too. */
export interface Filter extends Field {
	/** The field of a row that holds what is filtered by, where it is not called like the filter. */
	readonly rowField?: string;
}

/** A form for a storage, signed by credentials issued by another call. */
export interface Upload {
	/** The whole credentials as the service issued them. */
	readonly issued: Field;
	/** The storage address, where the credentials come field by field. */
	readonly url: Field;
	/** The signed form fields in the order in which they are sent. */
	readonly form: readonly Field[];
	/** The binary field of the input item that holds the file. */
	readonly file: Field;
	/** What replaces the prefix `x-store-` of the signing fields. */
	readonly prefix: Field;
}

/** The fields of an operation that tell what it does, wherever the panel has them. */
export function allFields(operation: Operation): readonly Field[] {
	if (operation.upload !== undefined) {
		const { issued, url, form, file, prefix } = operation.upload;
		return [issued, url, ...form, file, prefix];
	}
	const { path, body, list, attach } = operation;
	return [
		...path,
		...(body?.fields ?? []),
		...(body?.changes ?? []),
		...(list?.filters ?? []),
		...(list?.options ?? []),
		...(list?.files === undefined ? [] : [list.files.wanted]),
		...(attach === undefined ? [] : [attach.files]),
	];
}

/**
 * Declares an operation. Each placeholder of the path needs its field; a missing or a foreign one
 * is a compile error.
 */
export function operation<const Path extends string, const Wire extends string = never>(
	declared: Omit<ServiceOperation, 'request' | 'path'> & {
		readonly request: ServiceOperation['request'] & { readonly path: Path };
		readonly path: readonly Field<Wire & Placeholders<Path>>[] &
			(Placeholders<Path> extends Wire ? unknown : `a field for ${Placeholders<Path>} is missing`);
	},
): ServiceOperation {
	return declared;
}

/** Declares an operation that uploads a file to a storage address. */
export const storageOperation = (declared: StorageOperation): StorageOperation => declared;

/** A partial update: required fields have their own place, the others are added by the user. */
export const changes = (...fields: readonly Field[]): Body => ({
	fields: fields.filter((field) => field.required),
	changes: fields.filter((field) => !field.required),
});

/** A body of IDs to add, of records that belong to `place`; a row of the answer has one in `row`. */
export const additions = (
	field: Field,
	row: string,
	place: string,
	more: Pick<Addition, 'moves' | 'closed'> = {},
): Body => ({
	fields: [field],
	changes: [],
	addition: { field, row, place, ...more },
});

/**
 * A filter of the server's for what the path says already. Its name comes last in the alphabet, which
 * is the order of a collection, and nobody takes it for the field of the path.
 */
export const serverFilter = (filter: Field): Filter => ({
	...filter,
	displayName: `Within ${filter.displayName} (Server Filter)`,
});

/** A body whose fields all have a place of their own. */
export const content = (...fields: readonly Field[]): Body => ({ fields, changes: [] });
