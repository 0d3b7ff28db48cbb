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
import type { RecordOutput } from './shared/recordOutput';

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

/** What an operation has unless its declaration replaces it. */
type Defaults = Pick<MenuEntry, 'value' | 'name'> & { readonly method: Method };

/** Makes an operation of its declaration. */
type Builder<K extends ServiceKind> = <const Path extends string>(
	declaration: Declaration<K, Path>,
) => Operation<K>;

/** What the builder itself reads of a declaration, whatever its kind. */
interface AnyDeclaration extends Partial<MenuNames> {
	readonly resource: string;
	readonly description: string;
	readonly path: string;
	readonly method?: Method;
	readonly locators?: LocatorsByName;
	/** Of a list: its records in the plural. */
	readonly records?: string;
	/** Of a removal: its field for the records takes the place of this locator. */
	readonly idPlaceholder?: string;
}

type DeclaredOperation = ServiceOperationBase & { readonly kind: ServiceKind };

/** Returns the builder for one kind of operation. The compiler checks each declaration, and not how it becomes an operation. */
function declare<K extends ServiceKind>(kind: K, defaults: Defaults): Builder<K>;

function declare(kind: ServiceKind, { value, name, method }: Defaults) {
	return (declaration: AnyDeclaration): DeclaredOperation => {
		const { path, method: ownMethod, locators, ...details } = declaration;
		const records = details.records ?? toRecordName(details);

		return {
			kind,
			value,
			name,
			action: toSentence(name, records),
			...details,
			request: { method: ownMethod ?? method, path },
			locators: findLocators(withoutPlaceholder(path, details.idPlaceholder), locators),
		};
	};
}

/** Declares an operation that reads a list. */
export const list = declare('list', { method: 'GET', value: 'getAll', name: 'Get Many' });

/** Declares an operation that reads one record. */
export const get = declare('get', { method: 'GET', value: 'get', name: 'Get' });

/** Declares an operation that creates a record. */
export const create = declare('create', { method: 'POST', value: 'create', name: 'Create' });

/** Declares an operation that creates a record, or updates the one that is the same. */
export const upsert = declare('upsert', {
	method: 'POST',
	value: 'upsert',
	name: 'Create or Update',
});

/** Declares an operation that changes a record. */
export const update = declare('update', { method: 'PATCH', value: 'update', name: 'Update' });

/** Declares an operation that adds records to another one. */
export const add = declare('add', { method: 'POST', value: 'add', name: 'Add' });

/** Declares an operation that removes records from another one. */
export const remove = declare('remove', {
	method: 'DELETE',
	value: 'removeWorkItems',
	name: 'Remove Work Items',
});

/** Declares an operation that uploads files as records. */
export const attach = declare('attach', { method: 'POST', value: 'attach', name: 'Attach File' });

/** The names of each action, and its HTTP method, by the key of its result. */
const ACTIONS: Readonly<Record<ActionResultKey, Defaults>> = {
	deleted: { method: 'DELETE', value: 'delete', name: 'Delete' },
	removed: { method: 'DELETE', value: 'remove', name: 'Remove' },
	archived: { method: 'POST', value: 'archive', name: 'Archive' },
	unarchived: { method: 'DELETE', value: 'unarchive', name: 'Unarchive' },
	transferred: { method: 'POST', value: 'transferWorkItems', name: 'Transfer Work Items' },
};

/** Declares an operation that does something to a record, such as deleting it. */
export const action: Builder<'action'> = (declaration) =>
	declare('action', ACTIONS[declaration.resultKey])(declaration);

/** What the usual operations of a resource have in common. */
interface ResourceDeclaration<Path extends string, RecordPath extends string> extends Pick<
	ServiceOperationBase,
	'resource' | 'plan' | 'feature' | 'bulk'
> {
	/** The records in the plural. */
	readonly records: string;
	/** The path of their list. */
	readonly path: PathWithLocators<Path>;
	/** The path of one of them. */
	readonly recordPath: PathWithLocators<RecordPath>;
	/** As in the declaration of an operation. */
	readonly locators?: LocatorsByName;
	/** The form in which Get and Get Many show a record. */
	readonly output?: RecordOutput;
}

/** What a usual operation declares itself. It can also replace what it has in common with the others. */
type OwnDeclaration<K extends ServiceKind> = Omit<
	Declaration<K, string>,
	'path' | 'resource' | 'records' | 'resultKey'
>;

/** Returns the builders for the five usual operations of a resource, which need only what is different in each. */
export function resource<const Path extends string, const RecordPath extends string>(
	declaration: ResourceDeclaration<Path, RecordPath>,
) {
	const { path, recordPath, records, output, bulk, ...shared } = declaration;
	const read = { ...shared, ...(output && { output }) };
	const write = { ...shared, ...(bulk && { bulk }) };

	return {
		create: (own: OwnDeclaration<'create'>) => create<Path>({ ...write, path, ...own }),
		get: (own: OwnDeclaration<'get'>) => get<RecordPath>({ ...read, path: recordPath, ...own }),
		list: (own: OwnDeclaration<'list'>) => list<Path>({ ...read, path, records, ...own }),
		update: (own: OwnDeclaration<'update'>) =>
			update<RecordPath>({ ...write, path: recordPath, ...own }),
		delete: (own: OwnDeclaration<'action'>) =>
			action<RecordPath>({ ...write, path: recordPath, resultKey: 'deleted', ...own }),
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
const toSentence = (name: string, records: string): string =>
	`${name.charAt(0)}${name.slice(1).toLowerCase()} ${records}`;

/** `workItemLink` → `work item link` */
const toRecordName = ({ resource }: Pick<MenuEntry, 'resource'>): string =>
	titleCase(resource).toLowerCase();

const withoutPlaceholder = (path: string, placeholder: string | undefined): string =>
	placeholder === undefined ? path : path.replace(`{${placeholder}}`, '');

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

		const description = 'Not needed for a key or an address';

		return { ...locator, required: false, description };
	});
}
