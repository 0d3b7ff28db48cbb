import type { JsonObject } from 'n8n-workflow';

import { withCompanions } from '../fields/field';
import type { Field } from '../fields/kinds';
import { titleCase } from '../fields/names';
import type { Simplified } from './shared/cards';
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

/**
 * An operation of the service's own interface, below `api/v1/workspaces/{workspace_slug}/` or, where its
 * path begins with a slash, below `api/v1`.
 */
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
	readonly get: OfService & {
		/** Set where a record has many fields. */
		readonly simplified?: Simplified;
		/** Query fields under "Options". */
		readonly options?: readonly Field[];
		/** Set where the path of a record gives its file, and the list what is known of it (row 20). */
		readonly inList?: Files;
		/** Why a record may not be found although it is there: a sentence. */
		readonly ifNotFound?: string;
	};
	readonly create: OfService & {
		readonly body: Body;
		/** How a record that is there already is told. */
		readonly natural?: NaturalKey;
		/** Why a server may fail instead of refusing (row 78): a sentence. */
		readonly failsIf?: string;
		/** Set where the record can be seen and used in an archived project, too (row 73). */
		readonly worksIfArchived?: true;
		/** The field of the project that shows whether it has such records, and what people call it (row 78). */
		readonly feature?: Pick<Field, 'wire' | 'displayName'>;
		/** What a server means that refuses it as not valid without saying why (row 88). */
		readonly ifNotValid?: {
			readonly message: string;
			readonly description: string;
		};
	};
	readonly update: OfService & { readonly body: Body };
	/** Does one thing to a record, of which nothing is left to tell. */
	readonly action: OfService & {
		readonly done: Done;
		readonly body?: Body;
		/** Why a server may fail instead of refusing (row 29): a sentence. */
		readonly failsIf?: string;
		/** What a record must be like for it; a server carries it out on any other, too. */
		readonly precondition?: Precondition;
		/** Where servers show that a membership has ended which they remove again with success (row 62). */
		readonly formerIn?: FormerIn;
		/** Set where carrying it out twice is not the same as once, so that it is not repeated. */
		readonly isRepeatable?: false;
		/** What the body says besides; `today` is the day in the workflow's time zone. */
		readonly says?: (today: string) => JsonObject;
	};
	/** Adds records to another one, each of which can fail by itself. */
	readonly add: OfService & { readonly addition: Addition };
	/** Takes records out of another one, each by a request of its own. */
	readonly remove: OfService & {
		readonly removal: {
			/** Holds the IDs. */
			readonly field: Field;
			/** The placeholder of the path that takes one of them. */
			readonly placeholder: string;
		};
	};
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

/** What an action has done, as its output says: `{"archived": true, "id": …}`. */
export type Done = keyof typeof ACTIONS;

/** How each action asks, and what it is called unless its declaration says otherwise. */
const ACTIONS = {
	deleted: { method: 'DELETE', value: 'delete', name: 'Delete' },
	removed: { method: 'DELETE', value: 'remove', name: 'Remove' },
	archived: { method: 'POST', value: 'archive', name: 'Archive' },
	unarchived: { method: 'DELETE', value: 'unarchive', name: 'Unarchive' },
	transferred: { method: 'POST', value: 'transferWorkItems', name: 'Transfer Work Items' },
} as const;

/** The fields of a JSON body. */
export interface Body {
	/** Fields with a place of their own in the panel. */
	readonly fields: readonly Field[];
	/** The collection of those that the user adds, and what is in it. */
	readonly collection: 'additionalFields' | 'updateFields';
	readonly added: readonly Field[];
	/** What the record is added to when it is there: fields of the collection that the body does not take. */
	readonly memberships?: readonly Membership[];
	/** Values of the path that the body has once more. */
	readonly repeats?: readonly string[];
}

/** A target that a record is added to, by an operation of its own. */
export interface Membership {
	/** The targets, each by its ID. */
	readonly field: Field;
	readonly operation: Operation<'add'>;
}

/** How two records of a collection are told to be the same one. */
export interface NaturalKey {
	/** Wire names of fields that no two records have alike. */
	readonly unique: readonly string[];
	/** Set where the list gives the record with an external ID alone (row 27). */
	readonly listFinds?: true;
}

/** What a record must be like for an action, so that it is read before. */
export interface Precondition {
	/** What the record is asked to expand. */
	readonly expand: string;
	/** A path within the record: `state.group`. */
	readonly row: string;
	readonly values: readonly string[];
	/** What is wrong with any other record: a clause that goes after its name, and a remedy. */
	readonly otherwise: readonly [clause: string, remedy: string];
	/** Lets it be carried out on any record. */
	readonly option: Field;
}

/** A list that shows who is no longer active. */
export interface FormerIn {
	readonly list: string;
	/** The field of a membership that has its user; a membership without it is shown as its user. */
	readonly user: string;
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
	/** Set where adding what is in its target already counts as a change (row 81). */
	readonly countsAgain?: true;
	/**
	 * The lists of all targets that such a record can be in, archived ones too. They show whether one that
	 * is not in its target is in another one.
	 */
	readonly targetLists?: readonly string[];
	/**
	 * What is wrong with a target that takes nothing more, by the code of the server's refusal: a
	 * clause that goes after the name of the target, and a remedy.
	 */
	readonly closed?: Readonly<Record<string, readonly [clause: string, remedy: string]>>;
}

/** What the rows of several lists have in one. */
export interface Grouped {
	/** The field that tells which list a row is of. */
	readonly name: string;
	/** The field of its ID, where a row is nothing else. */
	readonly id: string;
}

/** What a list gives, and what it can be narrowed by. */
export interface List {
	/** What its records are called, e.g. `work items`. */
	readonly records: string;
	/** Set where a record has many fields. */
	readonly simplified?: Simplified;
	/** Set where servers that page by cursor take an order (row 28). */
	readonly isOrdered?: true;
	/** An `order_by` by which no two of its records are alike, where servers take one (row 28). */
	readonly steadyOrder?: string;
	/**
	 * Set where it comes whole in one response (row 5), either so or page by page (row 31), or as far as
	 * `limit` goes (row 38).
	 */
	readonly comes?: 'whole' | 'either' | 'limited';
	/** Set where the response has several lists. */
	readonly grouped?: Grouped;
	/** Query fields with a place of their own. */
	readonly fields?: readonly Field[];
	/** Query fields under "Filters". */
	readonly filters?: readonly Filter[];
	/** Filters that no server knows, so that they are applied here. */
	readonly ownFilters?: readonly OwnFilter[];
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
	/** The field of a record that holds `name`, `type` and `size` of its file. */
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

/** A filter of the node's own. */
export interface OwnFilter {
	readonly field: Field;
	/** The field of a row that it looks at: a path within it, `state.group`. */
	readonly row: string;
	/** Whether the row has one of the values, or a value from this one on, or before this one. */
	readonly test: 'is' | 'from' | 'to' | 'before';
	/** What the list is asked to expand for it. */
	readonly expand?: string;
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

const fieldsOfBody = ({ fields, added, memberships = [] }: Body): readonly Field[] =>
	[...fields, ...added, ...memberships.map(({ field }) => field)].flatMap(withCompanions);

const OWN_FIELDS: PerKind<readonly Field[]> = {
	list: ({ list: { fields = [], filters = [], ownFilters = [], options = [], files } }) => [
		...fields,
		...filters,
		...ownFilters.map(({ field }) => field),
		...options,
		...(files ? [files.wanted] : []),
	],
	get: ({ options = [] }) => options,
	create: ({ body }) => fieldsOfBody(body),
	update: ({ body }) => fieldsOfBody(body),
	action: ({ body }) => (body ? fieldsOfBody(body) : []),
	add: ({ addition }) => [addition.field],
	remove: ({ removal }) => [removal.field],
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
	Record<
		Exclude<ServiceKind, 'action'>,
		Pick<Described, 'value' | 'name'> & { readonly method: Method }
	>
> = {
	list: { method: 'GET', value: 'getAll', name: 'Get Many' },
	get: { method: 'GET', value: 'get', name: 'Get' },
	create: { method: 'POST', value: 'create', name: 'Create' },
	update: { method: 'PATCH', value: 'update', name: 'Update' },
	add: { method: 'POST', value: 'add', name: 'Add' },
	remove: { method: 'DELETE', value: 'removeWorkItems', name: 'Remove Work Items' },
	attach: { method: 'POST', value: 'attach', name: 'Attach File' },
};

/** What a declaration says otherwise than its kind and its path do. */
interface Differing extends Partial<Pick<Described, Named>> {
	readonly method?: Method;
	/** Locators in the place of those that all paths have for these placeholders. */
	readonly locators?: Readonly<Partial<Record<LocatorName, Field>>>;
}

/** Declares an operation. A placeholder of its path that no locator has is a compile error. */
export function operation<const K extends ServiceKind, const Path extends string>(
	declared: Omit<Declarations[K], Named | 'request' | 'path'> &
		Differing & {
			readonly kind: K;
			readonly path: Path &
				(Placeholders<Path> extends LocatorName ? unknown : 'no locator has this placeholder');
		},
): Operation<K> {
	const { path, method: otherMethod, locators = {}, ...rest } = declared;
	const { kind, done, removal, list } = declared as {
		readonly kind: ServiceKind;
		readonly done?: Done;
		readonly removal?: Operation<'remove'>['removal'];
		readonly list?: List;
	};
	const { method, ...names } = kind === 'action' ? ACTIONS[done ?? 'deleted'] : NAMES[kind];
	// `Get Many` and `work items` → `Get many work items`
	const records = list?.records ?? titleCase(declared.resource).toLowerCase();
	const action = `${names.name.charAt(0)}${names.name.slice(1).toLowerCase()} ${records}`;
	const asked = {
		request: { method: otherMethod ?? method, path },
		path: locatorsIn(path)
			.filter(({ wire }) => wire !== removal?.placeholder)
			.map((field) => locators[field.wire as LocatorName] ?? field),
	};

	// The compiler does not follow a spread of parts that depend on the kind.
	return { ...names, action, ...rest, ...asked } as unknown as Operation<K>;
}

/** Whether the path of an operation is not below that of a workspace: `/users/me/`. */
export const isOutsideWorkspaces = ({ request }: ServiceOperation): boolean =>
	request.path.startsWith('/');

type MoreOfBody = Pick<Body, 'memberships' | 'repeats'>;

const bodyOf =
	(collection: Body['collection']) =>
	(fields: readonly Field[], more: MoreOfBody = {}): Body => ({
		fields: fields.filter((field) => field.required),
		added: fields.filter((field) => !field.required),
		collection,
		...more,
	});

/** A partial update: required fields have their own place, the others are added by the user. */
export const changes = bodyOf('updateFields');

/** A new record: required fields have their own place, the others are added by the user. */
export const content = bodyOf('additionalFields');

/** A body whose fields all have a place of their own. */
export const inPlace = (...fields: readonly Field[]): Body => ({
	fields,
	added: [],
	collection: 'additionalFields',
});
