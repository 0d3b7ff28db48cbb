import type { INodePropertyMode } from 'n8n-workflow';

import { refuseValue } from './refuseValue';
import { quote } from '../text/quote';
import {
	readLocatorValue,
	field,
	type FieldKind,
	isLocatorValue,
	type Overrides,
	required,
	type RecordList,
	type WriteResult,
} from './field';
import { EXAMPLE_ID, writeIdentifier, writeReference } from './identifier';
import { titleCase } from '../text/letterCase';
import { idExpression, parseRecord } from './recordValue';
import { parseAddress } from './text';

/** The segment of an address between the workspace and a key: `acme/browse/LNCH-12`. */
const KEY_SEGMENT = 'browse';

/** A mode of a locator, without its type. */
type LocatorMode = Omit<INodePropertyMode, 'type'>;

/** The ways to choose a record, besides by its ID. */
interface LocatorOptions {
	/** The list of the mode "From List". Absent: servers have no such list, and the mode is left out. */
	readonly list?: RecordList;
	/** The list to look names and keys up in. Absent: `list`. */
	readonly source?: RecordList;
	/**
	 * The segments that may precede the ID in an address of Plane's web app, e.g. `modules` for
	 * `https://app.plane.so/acme/projects/…/modules/<ID>`. Absent: the web app has no address for the
	 * record, and the mode "By URL" is left out.
	 */
	readonly address?: readonly string[];
	/** The end of the example of an address, if it is not the first segment with an ID. */
	readonly example?: string;
	/** The modes for other ways to identify a record, in place of "By Name". */
	readonly modes?: readonly LocatorMode[];
}

/** A resource locator for a path value, displayed as the record: `project_id` → `Project`. */
export function locator<Wire extends `${string}_id`>(
	wire: Wire,
	description: string,
	options: LocatorOptions = {},
	overrides?: Overrides,
) {
	const displayName = titleCase(wire.replace(/_id$/, ''));
	const source = options.list ?? options.source;
	const locatorField = field(locatorKind(options), wire, description, {
		displayName,
		...(source && { source }),
		...overrides,
	});

	return required(locatorField);
}

/** A resource locator for a record in a body. Left empty, it clears the field. */
export function record<Wire extends string>(
	wire: Wire,
	description: string,
	source: RecordList,
	overrides?: Overrides,
) {
	// Unlike the IDs in a path, these are not all checked by servers.
	const write: FieldKind['write'] = (value, { origin }) =>
		writeReference(readLocatorValue(value), {
			source,
			requireUuid: true,
			example: idExpression(origin),
		});
	const kind = { ...locatorKind({ list: source }), emptyValue: null, write };

	return field(kind, wire, description, { source, ...overrides });
}

function locatorKind(options: LocatorOptions): FieldKind {
	const { list, source = list, address = [] } = options;

	return {
		look: {
			type: 'resourceLocator',
			default: { mode: list === undefined ? 'id' : 'list', value: '' },
			modes: listModes(options),
			// Without `loadOptionsDependsOn`: the editor empties a locator, expressions included, as soon as
			// a parameter that it depends on changes or resolves. Its list is loaded again all the same,
			// because the editor caches a locator's list by all parameters of the node.
		},
		// The value is `{mode, value}` from the panel, or the bare ID from an expression.
		write: (value, { workspace, origin }) => {
			const chosen = readLocatorValue(value);
			const isAddress = isLocatorValue(value) && value.mode === 'url';
			if (isAddress && parseRecord(chosen) === undefined) {
				return writeAddress(chosen, address, workspace);
			}

			return writeReference(chosen, { ...(source && { source }), example: idExpression(origin) });
		},
	};
}

/** Returns the modes of a locator in the order of the panel. */
function listModes({ list, address = [], example, modes }: LocatorOptions): INodePropertyMode[] {
	const [segment] = address;
	const shown: (LocatorMode | false)[] = [
		list !== undefined && {
			displayName: 'From List',
			name: 'list',
			typeOptions: { searchListMethod: list.method, searchable: true },
		},
		{ displayName: 'By ID', name: 'id', placeholder: `e.g. ${EXAMPLE_ID}` },
		...(modes ?? [list?.names !== undefined && { displayName: 'By Name', name: 'name' }]),
		segment !== undefined && {
			displayName: 'By URL',
			name: 'url',
			placeholder: `e.g. https://app.plane.so/acme/${example ?? exampleAddress(segment, list)}`,
			hint: 'Its address in the browser',
		},
	];

	return shown
		.filter((mode) => mode !== false)
		.map((mode) => ({ ...mode, type: mode.name === 'list' ? 'list' : 'string' }));
}

/** Returns the end of an address of the web app, after the workspace. */
function exampleAddress(segment: string, list: RecordList | undefined): string {
	const isInProject = list !== undefined && list.parents.length > 0;
	const project = isInProject ? 'projects/dea35cbb/' : '';

	return `${project}${segment}/${EXAMPLE_ID}`;
}

/**
 * Reads the ID or key from an address of the web app.
 *
 * @param address the segments that may precede it
 * @param workspace the slug that the address must have if it has a key; `''`: any
 */
function writeAddress(value: unknown, address: readonly string[], workspace = ''): WriteResult {
	const segments = parseAddress(value)?.pathname.split('/').map(decode) ?? [];
	// The last match counts: a workspace may be called "projects" too.
	const idIndex = segments.findLastIndex((_, index) => address.includes(segments[index - 1] ?? ''));
	const [addressWorkspace = '', segment, identifier] = segments.slice(idIndex - 2, idIndex + 1);
	// Keys are only unique within a workspace; IDs are globally unique.
	if (segment === KEY_SEGMENT && workspace !== '' && addressWorkspace !== workspace) {
		const remedy = `Enter ${quote(addressWorkspace)} as Workspace Slug, or an address of workspace ${workspace}.`;

		return refuseValue(value, `is an address of another workspace than ${workspace}`, remedy);
	}
	if (identifier) return writeIdentifier(identifier);

	const remedy = `Enter an address that contains /${address.join('/… or /')}/…, or choose By ID.`;

	return refuseValue(value, 'is not the address of such a record', remedy);
}

/** Decodes a segment of an address. Returns it unchanged if a percent sign in it is invalid. */
function decode(segment: string): string {
	try {
		return decodeURIComponent(segment);
	} catch {
		return segment;
	}
}
