import type { Field } from '../fields/kinds';
import { titleCase } from '../text/letterCase';
import type {
	ActionResultKey,
	MenuEntry,
	Method,
	Operation,
	OperationTypes,
	ServiceKind,
	ServiceOperationBase,
} from './operation';
import { type LocatorName, locatorsOfPath } from './shared/locators';

/** `'modules/{module_id}/'` → `'module_id'` */
type Placeholders<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
	? Name | Placeholders<Rest>
	: never;

/** A path whose placeholders all have a locator; the compile error names any other one. */
type PathWithLocators<Path extends string> = Path &
	([Exclude<Placeholders<Path>, LocatorName>] extends [never]
		? unknown
		: { 'not in shared/locators.ts': Exclude<Placeholders<Path>, LocatorName> });

/** What a declaration may leave to its kind. */
type MenuNames = Pick<MenuEntry, 'value' | 'name' | 'action'>;

/** What is declared of an operation of a kind. */
type Declaration<K extends ServiceKind, Path extends string> = Omit<
	OperationTypes[K],
	keyof MenuNames | 'request' | 'locators'
> &
	Partial<MenuNames> & {
		/** A URL template, as in `ServiceOperationBase.request`. */
		readonly path: PathWithLocators<Path>;
		/** Instead of the method of the kind. */
		readonly method?: Method;
		/** Instead of the usual locators of these placeholders. */
		readonly locators?: LocatorsByName;
	};

type LocatorsByName = Readonly<Partial<Record<LocatorName, Field>>>;

type Defaults = Pick<MenuEntry, 'value' | 'name'> & { readonly method: Method };

/** What each action is called, and its HTTP method. */
const ACTIONS: Readonly<Record<ActionResultKey, Defaults>> = {
	deleted: { method: 'DELETE', value: 'delete', name: 'Delete' },
	removed: { method: 'DELETE', value: 'remove', name: 'Remove' },
	archived: { method: 'POST', value: 'archive', name: 'Archive' },
	unarchived: { method: 'DELETE', value: 'unarchive', name: 'Unarchive' },
	transferred: { method: 'POST', value: 'transferWorkItems', name: 'Transfer Work Items' },
};

/** What the operations of each other kind are called, and their HTTP method. */
const KINDS: Readonly<Record<Exclude<ServiceKind, 'action'>, Defaults>> = {
	list: { method: 'GET', value: 'getAll', name: 'Get Many' },
	get: { method: 'GET', value: 'get', name: 'Get' },
	create: { method: 'POST', value: 'create', name: 'Create' },
	update: { method: 'PATCH', value: 'update', name: 'Update' },
	add: { method: 'POST', value: 'add', name: 'Add' },
	remove: { method: 'DELETE', value: 'removeWorkItems', name: 'Remove Work Items' },
	attach: { method: 'POST', value: 'attach', name: 'Attach File' },
};

/** Declares an operation that reads a list. */
export function list<const Path extends string>(
	declaration: Declaration<'list', Path>,
): Operation<'list'> {
	const { path, method = KINDS.list.method, locators, ...details } = declaration;

	return {
		kind: 'list',
		...menuNames(KINDS.list, details.records),
		...details,
		request: { method, path },
		locators: findLocators(path, locators),
	};
}

/** Declares an operation that reads one record. */
export function get<const Path extends string>(
	declaration: Declaration<'get', Path>,
): Operation<'get'> {
	const { path, method = KINDS.get.method, locators, ...details } = declaration;

	return {
		kind: 'get',
		...menuNames(KINDS.get, recordName(details)),
		...details,
		request: { method, path },
		locators: findLocators(path, locators),
	};
}

/** Declares an operation that creates a record. */
export function create<const Path extends string>(
	declaration: Declaration<'create', Path>,
): Operation<'create'> {
	const { path, method = KINDS.create.method, locators, ...details } = declaration;

	return {
		kind: 'create',
		...menuNames(KINDS.create, recordName(details)),
		...details,
		request: { method, path },
		locators: findLocators(path, locators),
	};
}

/** Declares an operation that changes a record. */
export function update<const Path extends string>(
	declaration: Declaration<'update', Path>,
): Operation<'update'> {
	const { path, method = KINDS.update.method, locators, ...details } = declaration;

	return {
		kind: 'update',
		...menuNames(KINDS.update, recordName(details)),
		...details,
		request: { method, path },
		locators: findLocators(path, locators),
	};
}

/** Declares an operation that does something to a record, such as deleting it. */
export function action<const Path extends string>(
	declaration: Declaration<'action', Path>,
): Operation<'action'> {
	const defaults = ACTIONS[declaration.resultKey];
	const { path, method = defaults.method, locators, ...details } = declaration;

	return {
		kind: 'action',
		...menuNames(defaults, recordName(details)),
		...details,
		request: { method, path },
		locators: findLocators(path, locators),
	};
}

/** Declares an operation that adds records to another one. */
export function add<const Path extends string>(
	declaration: Declaration<'add', Path>,
): Operation<'add'> {
	const { path, method = KINDS.add.method, locators, ...details } = declaration;

	return {
		kind: 'add',
		...menuNames(KINDS.add, recordName(details)),
		...details,
		request: { method, path },
		locators: findLocators(path, locators),
	};
}

/** Declares an operation that removes records from another one. */
export function remove<const Path extends string>(
	declaration: Declaration<'remove', Path>,
): Operation<'remove'> {
	const { path, method = KINDS.remove.method, locators, ...details } = declaration;

	return {
		kind: 'remove',
		...menuNames(KINDS.remove, recordName(details)),
		...details,
		request: { method, path },
		// The IDs of the records come from a field that takes several.
		locators: findLocators(path, locators).filter(({ wire }) => wire !== details.idPlaceholder),
	};
}

/** Declares an operation that uploads files as records. */
export function attach<const Path extends string>(
	declaration: Declaration<'attach', Path>,
): Operation<'attach'> {
	const { path, method = KINDS.attach.method, locators, ...details } = declaration;

	return {
		kind: 'attach',
		...menuNames(KINDS.attach, recordName(details)),
		...details,
		request: { method, path },
		locators: findLocators(path, locators),
	};
}

/** Declares an operation that sends a file to a storage. */
export const upload = (
	declaration: Omit<OperationTypes['upload'], 'request' | 'edition'>,
): Operation<'upload'> => ({
	kind: 'upload',
	...declaration,
	request: { method: 'POST', path: '{upload_url}/' },
});

/** `Get Many` and `work items` → `Get many work items` */
function menuNames({ value, name }: Defaults, records: string): MenuNames {
	const sentence = `${name.charAt(0)}${name.slice(1).toLowerCase()} ${records}`;

	return { value, name, action: sentence };
}

/** `workItemLink` → `work item link` */
const recordName = ({ resource }: Pick<MenuEntry, 'resource'>): string =>
	titleCase(resource).toLowerCase();

const findLocators = (
	path: string,
	replacements: LocatorsByName = {},
): ServiceOperationBase['locators'] =>
	locatorsOfPath(path).map((locator) => replacements[locator.wire] ?? locator);
