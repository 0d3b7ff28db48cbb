import type { INodePropertyMode } from 'n8n-workflow';

import { refused } from '../result/problem';
import { quote } from './describe';
import { isLocatorValue } from './empty';
import {
	dependingOn,
	field,
	type FieldKind,
	type Overrides,
	type Source,
	type Written,
} from './field';
import { writeIdentifier, writeRecordId } from './identifier';
import { titleCase } from './names';
import { parseAddress } from './url';

const EXAMPLE = '0c7da278-21b6-4225-9d30-da0e1a924ae5';

/** How a record is chosen besides by its ID. */
interface Ways {
	/** Absent: no server has such a list, and there is no mode "From List". */
	readonly list?: Source;
	/**
	 * Where the ID stands in an address of Plane's web app: the segments before it, e.g. `modules`
	 * for `https://app.plane.so/acme/projects/…/modules/<ID>`. Absent: the web app has no address
	 * for this record, and there is no mode "By URL".
	 */
	readonly address?: readonly string[];
	/** The end of such an address, where it is not the ID behind the first of those segments. */
	readonly example?: string;
	/** An example of what people give for the ID, where that is not an ID. */
	readonly id?: string;
}

/** A resource locator for a value of the path, named for the record: `project_id` → `Project`. */
export function locator<Wire extends `${string}_id`>(
	wire: Wire,
	description: string,
	ways: Ways = {},
	overrides: Overrides = {},
) {
	const displayName = recordOf(wire);
	return {
		...field(kindOf(ways), wire, description, { displayName, ...overrides }),
		required: true,
	};
}

/** A record in a collection of fields, e.g. of a filter. It cannot be cleared. */
export const record = <Wire extends string>(
	wire: Wire,
	description: string,
	list: Source,
	overrides: Overrides = {},
) => field(ofList(list), wire, description, overrides);

/** A user in a collection of fields; left empty, it takes the user off. */
export const user = <Wire extends string>(
	wire: Wire,
	description: string,
	list: Source,
	overrides: Overrides = {},
) => field({ ...ofList(list), cleared: null }, wire, description, overrides);

/** The kind of a record that no path names, so that no server would look at its ID as such. */
const ofList = (list: Source): FieldKind => ({
	...kindOf({ list }),
	write: (value) => writeRecordId(isLocatorValue(value) ? value.value : value, () => false),
});

function kindOf({ list, address, example, id = EXAMPLE }: Ways): FieldKind {
	const modes = [
		...(list === undefined ? [] : [fromList(list)]),
		mode({ displayName: 'By ID', name: 'id', placeholder: `e.g. ${id}` }),
		...(address === undefined ? [] : [byUrl(address, example)]),
	];
	// Not on the workspace, whose field stands below: it would take out all that was given above.
	const depending = dependingOn(list?.parents ?? []);
	const typeOptions =
		depending.length === 0 ? {} : { typeOptions: { loadOptionsDependsOn: depending } };
	return {
		look: {
			type: 'resourceLocator',
			default: { mode: list === undefined ? 'id' : 'list', value: '' },
			modes,
			...typeOptions,
		},
		write: (value) => writeLocator(value, address ?? []),
	};
}

const fromList = ({ method }: Source): INodePropertyMode => ({
	...mode({ displayName: 'From List', name: 'list' }),
	type: 'list',
	typeOptions: { searchListMethod: method, searchable: true },
});

const mode = (
	shown: Pick<INodePropertyMode, 'displayName' | 'name' | 'placeholder' | 'hint'>,
): INodePropertyMode => ({ ...shown, type: 'string' });

function byUrl([segment = '']: readonly string[], example?: string): INodePropertyMode {
	const parent = segment === 'projects' || ROOTS.has(segment) ? '' : 'projects/dea35cbb/';
	return mode({
		displayName: 'By URL',
		name: 'url',
		placeholder: `e.g. https://app.plane.so/acme/${example ?? `${parent}${segment}/${EXAMPLE}`}`,
		hint: 'Its address in the browser',
	});
}

/** The record that an ID is of: `work_item_id` → `Work Item`. */
const recordOf = (wire: string): string => titleCase(wire.replace(/_id$/, ''));

/** Records that hang on the workspace itself, not on a project. */
const ROOTS = new Set(['customers', 'initiatives', 'teamspaces']);

/** Takes `{mode, value}` as the panel gives it, or the bare ID as an expression gives it. */
function writeLocator(value: unknown, address: readonly string[]): Written {
	if (!isLocatorValue(value)) return writeIdentifier(value);
	return value.mode === 'url' ? writeAddress(value.value, address) : writeIdentifier(value.value);
}

function writeAddress(value: unknown, address: readonly string[]): Written {
	const segments = parseAddress(value)?.pathname.split('/') ?? [];
	// The last one: a workspace may be called "projects" too.
	const at = segments.findLastIndex(
		(segment, index) => address.includes(segment) && index < segments.length - 1,
	);
	const found = at === -1 ? undefined : segments[at + 1];
	if (found === undefined || found === '') {
		return refused(
			`${quote(value)} is not the address of such a record`,
			`Enter an address that contains /${address.join('/… or /')}/…, or choose By ID.`,
		);
	}
	return writeIdentifier(decode(found));
}

/** A segment as it was meant; one with a broken percent sign stands for itself. */
function decode(segment: string): string {
	try {
		return decodeURIComponent(segment);
	} catch {
		return segment;
	}
}
