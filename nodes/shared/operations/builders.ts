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
import { type LocatorName, findPathLocators } from './shared/locators';

/** `'modules/{module_id}/'` → `'module_id'` */
type Placeholders<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
	? Name | Placeholders<Rest>
	: never;

/** A path whose placeholders all have a locator; the compile error names any other one. */
type PathWithLocators<Path extends string> = Path &
	([Exclude<Placeholders<Path>, LocatorName>] extends [never]
		? unknown
		: { 'not in shared/locators.ts': Exclude<Placeholders<Path>, LocatorName> });

/** The names of an operation that its declaration may omit, because they follow from its kind. */
type MenuNames = Pick<MenuEntry, 'value' | 'name' | 'action'>;

/** The declaration of an operation of one kind. */
type Declaration<K extends ServiceKind, Path extends string> = Omit<
	OperationTypes[K],
	keyof MenuNames | 'request' | 'locators'
> &
	Partial<MenuNames> & {
		/** A URL template, as in `ServiceOperationBase.request`. */
		readonly path: PathWithLocators<Path>;
		/** Replaces the method of the kind. */
		readonly method?: Method;
		/** Locators that replace the usual ones of these placeholders. */
		readonly locators?: LocatorsByName;
	};

type LocatorsByName = Readonly<Partial<Record<LocatorName, Field>>>;

type Defaults = Pick<MenuEntry, 'value' | 'name'> & { readonly method: Method };

/** The names of each action, and its HTTP method. */
const ACTION_DEFAULTS: Readonly<Record<ActionResultKey, Defaults>> = {
	deleted: { method: 'DELETE', value: 'delete', name: 'Delete' },
	removed: { method: 'DELETE', value: 'remove', name: 'Remove' },
	archived: { method: 'POST', value: 'archive', name: 'Archive' },
	unarchived: { method: 'DELETE', value: 'unarchive', name: 'Unarchive' },
	transferred: { method: 'POST', value: 'transferWorkItems', name: 'Transfer Work Items' },
};

/** The names of the operations of each other kind, and their HTTP method. */
const KIND_DEFAULTS: Readonly<Record<Exclude<ServiceKind, 'action'>, Defaults>> = {
	list: { method: 'GET', value: 'getAll', name: 'Get Many' },
	get: { method: 'GET', value: 'get', name: 'Get' },
	create: { method: 'POST', value: 'create', name: 'Create' },
	upsert: { method: 'POST', value: 'upsert', name: 'Create or Update' },
	update: { method: 'PATCH', value: 'update', name: 'Update' },
	add: { method: 'POST', value: 'add', name: 'Add' },
	remove: { method: 'DELETE', value: 'removeWorkItems', name: 'Remove Work Items' },
	attach: { method: 'POST', value: 'attach', name: 'Attach File' },
};

/** Declares an operation that reads a list. */
export function list<const Path extends string>(
	declaration: Declaration<'list', Path>,
): Operation<'list'> {
	const { path, method = KIND_DEFAULTS.list.method, locators, ...details } = declaration;

	return {
		kind: 'list',
		...buildMenuNames(KIND_DEFAULTS.list, details.records),
		...details,
		request: { method, path },
		locators: findLocators(path, locators),
	};
}

/** Declares an operation that reads one record. */
export function get<const Path extends string>(
	declaration: Declaration<'get', Path>,
): Operation<'get'> {
	const { path, method = KIND_DEFAULTS.get.method, locators, ...details } = declaration;

	return {
		kind: 'get',
		...buildMenuNames(KIND_DEFAULTS.get, toRecordName(details)),
		...details,
		request: { method, path },
		locators: findLocators(path, locators),
	};
}

/** Declares an operation that creates a record. */
export function create<const Path extends string>(
	declaration: Declaration<'create', Path>,
): Operation<'create'> {
	const { path, method = KIND_DEFAULTS.create.method, locators, ...details } = declaration;

	return {
		kind: 'create',
		...buildMenuNames(KIND_DEFAULTS.create, toRecordName(details)),
		...details,
		request: { method, path },
		locators: findLocators(path, locators),
	};
}

/** Declares an operation that creates a record, or updates the one that is the same. */
export function upsert<const Path extends string>(
	declaration: Declaration<'upsert', Path>,
): Operation<'upsert'> {
	const { path, method = KIND_DEFAULTS.upsert.method, locators, ...details } = declaration;

	return {
		kind: 'upsert',
		...buildMenuNames(KIND_DEFAULTS.upsert, toRecordName(details)),
		...details,
		request: { method, path },
		locators: findLocators(path, locators),
	};
}

/** Declares an operation that changes a record. */
export function update<const Path extends string>(
	declaration: Declaration<'update', Path>,
): Operation<'update'> {
	const { path, method = KIND_DEFAULTS.update.method, locators, ...details } = declaration;

	return {
		kind: 'update',
		...buildMenuNames(KIND_DEFAULTS.update, toRecordName(details)),
		...details,
		request: { method, path },
		locators: findLocators(path, locators),
	};
}

/** Declares an operation that does something to a record, such as deleting it. */
export function action<const Path extends string>(
	declaration: Declaration<'action', Path>,
): Operation<'action'> {
	const defaults = ACTION_DEFAULTS[declaration.resultKey];
	const { path, method = defaults.method, locators, ...details } = declaration;

	return {
		kind: 'action',
		...buildMenuNames(defaults, toRecordName(details)),
		...details,
		request: { method, path },
		locators: findLocators(path, locators),
	};
}

/** Declares an operation that adds records to another one. */
export function add<const Path extends string>(
	declaration: Declaration<'add', Path>,
): Operation<'add'> {
	const { path, method = KIND_DEFAULTS.add.method, locators, ...details } = declaration;

	return {
		kind: 'add',
		...buildMenuNames(KIND_DEFAULTS.add, toRecordName(details)),
		...details,
		request: { method, path },
		locators: findLocators(path, locators),
	};
}

/** Declares an operation that removes records from another one. */
export function remove<const Path extends string>(
	declaration: Declaration<'remove', Path>,
): Operation<'remove'> {
	const { path, method = KIND_DEFAULTS.remove.method, locators, ...details } = declaration;

	return {
		kind: 'remove',
		...buildMenuNames(KIND_DEFAULTS.remove, toRecordName(details)),
		...details,
		request: { method, path },
		// The IDs of the records come from a field that takes several.
		locators: findLocators(path.replace(`{${details.idPlaceholder ?? ''}}`, ''), locators),
	};
}

/** Declares an operation that uploads files as records. */
export function attach<const Path extends string>(
	declaration: Declaration<'attach', Path>,
): Operation<'attach'> {
	const { path, method = KIND_DEFAULTS.attach.method, locators, ...details } = declaration;

	return {
		kind: 'attach',
		...buildMenuNames(KIND_DEFAULTS.attach, toRecordName(details)),
		...details,
		request: { method, path },
		locators: findLocators(path, locators),
	};
}

/** Declares an operation that sends a file to a storage. */
export const upload = (
	declaration: Omit<OperationTypes['upload'], 'request'>,
): Operation<'upload'> => ({
	kind: 'upload',
	...declaration,
	request: { method: 'POST', path: '{upload_url}/' },
});

/** `Get Many` and `work items` → `Get many work items` */
function buildMenuNames({ value, name }: Defaults, records: string): MenuNames {
	const sentence = `${name.charAt(0)}${name.slice(1).toLowerCase()} ${records}`;

	return { value, name, action: sentence };
}

/** `workItemLink` → `work item link` */
const toRecordName = ({ resource }: Pick<MenuEntry, 'resource'>): string =>
	titleCase(resource).toLowerCase();

const findLocators = (
	path: string,
	replacements: LocatorsByName = {},
): ServiceOperationBase['locators'] =>
	withOptionalOwners(
		findPathLocators(path).map((locator) => replacements[locator.wire] ?? locator),
	);

/**
 * Makes a locator optional if keys of a record within it name its record: the project of `LNCH-12`. The
 * address of such a record names it, too.
 */
function withOptionalOwners(
	locators: ServiceOperationBase['locators'],
): ServiceOperationBase['locators'] {
	return locators.map((locator) => {
		const inner = locators.find(({ source }) =>
			source?.keys?.some(({ owner }) => owner?.pathParam === locator.wire),
		);
		if (inner === undefined) return locator;

		const description = `${locator.description}. Leave empty if ${inner.displayName} is a key, such as LNCH-12, or an address.`;

		return { ...locator, required: false, description };
	});
}
