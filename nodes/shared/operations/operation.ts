import type { JsonObject } from 'n8n-workflow';

import type { Field } from '../fields/kinds';
import { titleCase } from '../fields/names';
import { type LocatorName, locatorsIn } from './shared/locators';

/** `'modules/{module_id}/'` → `'module_id'` */
type Placeholders<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
	? Name | Placeholders<Rest>
	: never;

/** What every operation says of itself in the menu. */
interface Described {
	/** The resource's value, e.g. `workItemLink`. */
	readonly resource: string;
	/** E.g. `getAll`; a pair with the resource's value is unique. */
	readonly value: string;
	/** E.g. `Get Many`. */
	readonly name: string;
	/** The sentence in the list of actions, e.g. `Get many work items`. */
	readonly action: string;
	readonly description: string;
}

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** An operation of the service's own interface, below `api/v1/workspaces/{workspace_slug}/`. */
interface OfService extends Described {
	readonly request: { readonly method: Method; readonly path: string };
	/** Set where only the commercial editions have the operation (row 18). */
	readonly edition?: 'commercial';
	/** The locators of the path, one for each of its placeholders. */
	readonly path: readonly Field[];
}

/** What an operation of each kind declares. A new kind is a new row here; the compiler asks for the rest. */
interface Declarations {
	/** Gives records, page by page. */
	readonly list: OfService & { readonly list: List };
	/** Gives one record. */
	readonly get: OfService;
	readonly create: OfService & {
		readonly body: Body;
		/** The wire name of the field that no two records of the collection have alike. */
		readonly unique?: string;
	};
	readonly update: OfService & { readonly body: Body };
	readonly delete: OfService;
	/** Adds records to another one, each of which can fail by itself. */
	readonly add: OfService & { readonly addition: Addition };
	/** Makes records of files, in three steps. */
	readonly attach: OfService & { readonly attach: Attach };
	/** A multipart POST to a storage address, which is not the service's. */
	readonly upload: Described & {
		readonly request: { readonly method: 'POST'; readonly path: '{upload_url}/' };
		readonly upload: Upload;
		readonly edition?: never;
	};
}

/** What an operation does. It decides how its parameters are shown and read, and how it is carried out. */
export type Kind = keyof Declarations;

/** The kinds whose requests go to the service itself. */
export type ServiceKind = Exclude<Kind, 'upload'>;

/** A declared operation, of any kind or of this one. */
export type Operation<K extends Kind = Kind> = {
	[P in K]: Declarations[P] & { readonly kind: P };
}[K];

export type ServiceOperation = Operation<ServiceKind>;

/** Something for each kind of operation. */
export type PerKind<Result, Args extends unknown[] = []> = {
	readonly [K in Kind]: (operation: Operation<K>, ...args: Args) => Result;
};

/** What a table of the kinds has for an operation. */
export const forKind = <K extends Kind, Args extends unknown[], Result>(
	table: { readonly [P in K]: (operation: Operation<P>, ...args: Args) => Result },
	operation: Operation<K>,
	...args: Args
): Result => table[operation.kind](operation, ...args);

/** The fields of a JSON body. */
export interface Body {
	/** Fields with a place of their own in the panel. */
	readonly fields: readonly Field[];
	/** Fields that the user adds under "Update Fields"; at least one field must be sent. */
	readonly changes: readonly Field[];
}

/** What is added, and how the response tells what was added (rows 9 and 10). */
export interface Addition {
	/** Holds the IDs. */
	readonly field: Field;
	/** The field of a row of the response that holds such an ID. */
	readonly row: string;
	/** What the records must belong to, for the error of one that does not. */
	readonly place: string;
	/**
	 * Set where a record is in one target at most, so that adding it takes it out of another one
	 * (row 32): then the order of additions to different targets counts.
	 */
	readonly moves?: true;
	/**
	 * What is wrong with a target that takes nothing more, by the code of the server's refusal: a
	 * clause that goes after the name of the target, and a remedy.
	 */
	readonly closed?: Readonly<Record<string, readonly [clause: string, remedy: string]>>;
}

/** What a list gives, and what it can be narrowed by. */
export interface List {
	/** What its records are called, e.g. `work items`. */
	readonly records: string;
	/** Set where a record has many fields: at most ten that people need, the most used first. */
	readonly simplified?: readonly string[];
	/** `order_by` for the newest first, where servers that page by cursor take it (row 28). */
	readonly newestFirst?: string;
	/** Query fields under "Filters". */
	readonly filters?: readonly Filter[];
	/** Query fields under "Options", beside those that every list has. */
	readonly options?: readonly Field[];
	/** Set where each record has a file that can be had with it. */
	readonly files?: Files;
}

/** The files of the records of a list; nothing of this goes into the query. */
export interface Files {
	readonly wanted: Field;
	/** The binary field of the output that takes them. */
	readonly into: Field;
	/** Where the file of a record is, below the path of the list. */
	readonly path: `{${string}}/`;
	/** The field of a record that holds `name` and `type` of its file. */
	readonly described: string;
}

/** Files that become records in three steps: credentials, upload, completion (row 16). */
export interface Attach {
	/** Whether the files of all binary fields are meant. */
	readonly all: Field;
	/** The binary fields that are meant otherwise. */
	readonly files: Field;
	readonly upload: Operation<'upload'>;
	/** The request that completes it, below the path of the operation. */
	readonly complete: {
		readonly method: 'PATCH';
		readonly path: `{${string}}/`;
		readonly body: JsonObject;
	};
}

/** A query field that a server may ignore (row 8), so that it is applied to the rows too. */
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

const OWN_FIELDS: PerKind<readonly Field[]> = {
	list: ({ list: { filters = [], options = [], files } }) => [
		...filters,
		...options,
		...(files ? [files.wanted] : []),
	],
	get: () => [],
	create: ({ body }) => [...body.fields, ...body.changes],
	update: ({ body }) => [...body.fields, ...body.changes],
	delete: () => [],
	add: ({ addition }) => [addition.field],
	attach: ({ attach }) => [attach.files],
	upload: ({ upload: { issued, url, form, file, prefix } }) => [issued, url, ...form, file, prefix],
};

/** The fields of an operation that tell what it does, wherever the panel has them. */
export const allFields = (operation: Operation): readonly Field[] => [
	...(operation.kind === 'upload' ? [] : operation.path),
	...forKind(OWN_FIELDS, operation),
];

/** What a declaration can leave to its kind. */
type Named = 'value' | 'name' | 'action';

/** How each kind of operation asks, and what it is called unless its declaration says otherwise. */
const NAMES: Readonly<
	Record<ServiceKind, Pick<Described, 'value' | 'name'> & { readonly method: Method }>
> = {
	list: { method: 'GET', value: 'getAll', name: 'Get Many' },
	get: { method: 'GET', value: 'get', name: 'Get' },
	create: { method: 'POST', value: 'create', name: 'Create' },
	update: { method: 'PATCH', value: 'update', name: 'Update' },
	delete: { method: 'DELETE', value: 'delete', name: 'Delete' },
	add: { method: 'POST', value: 'add', name: 'Add' },
	attach: { method: 'POST', value: 'attach', name: 'Attach File' },
};

/** Declares an operation. A placeholder of its path that no locator has is a compile error. */
export function operation<const K extends ServiceKind, const Path extends string>(
	declared: Omit<Declarations[K], Named | 'request' | 'path'> &
		Partial<Pick<Described, Named>> & {
			readonly kind: K;
			readonly path: Path &
				(Placeholders<Path> extends LocatorName ? unknown : 'no locator has this placeholder');
		},
): Operation<K> {
	const { path, ...rest } = declared;
	const { method, ...names } = NAMES[declared.kind];
	// `Get Many` and `work items` → `Get many work items`
	const { list } = declared as { readonly list?: List };
	const records = list?.records ?? titleCase(declared.resource).toLowerCase();
	const action = `${names.name.charAt(0)}${names.name.slice(1).toLowerCase()} ${records}`;
	const asked = { request: { method, path }, path: locatorsIn(path) };
	// The compiler does not follow a spread of parts that depend on the kind.
	return { ...names, action, ...rest, ...asked } as unknown as Operation<K>;
}

/** A partial update: required fields have their own place, the others are added by the user. */
export const changes = (...fields: readonly Field[]): Body => ({
	fields: fields.filter((field) => field.required),
	changes: fields.filter((field) => !field.required),
});

/** A body whose fields all have a place of their own. */
export const content = (...fields: readonly Field[]): Body => ({ fields, changes: [] });
