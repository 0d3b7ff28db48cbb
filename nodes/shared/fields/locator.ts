import type { INodePropertyMode } from 'n8n-workflow';

import { refuseValue } from './refuseValue';
import { quote } from '../text/quote';
import {
	readLocatorValue,
	listParentParameters,
	field,
	type FieldKind,
	isLocatorValue,
	type Overrides,
	required,
	type Source,
	type WriteResult,
} from './field';
import { EXAMPLE_ID, writeIdentifier, writeReference } from './identifier';
import { titleCase } from '../text/letterCase';
import { idExpression, parseRecord } from './recordValue';
import { parseAddress } from './text';

/** The segment of an address that a key follows, and the workspace precedes. */
const KEY_SEGMENT = 'browse';

/** How a record is chosen besides by its ID. */
interface LocatorOptions {
	/** Absent: no server has such a list, and there is no mode "From List". */
	readonly list?: Source;
	/** Where names are looked up that the list does not show. */
	readonly source?: Source;
	/**
	 * Where the ID stands in an address of Plane's web app: the segments before it, e.g. `modules`
	 * for `https://app.plane.so/acme/projects/…/modules/<ID>`. Absent: the web app has no address
	 * for this record, and there is no mode "By URL".
	 */
	readonly address?: readonly string[];
	/** The end of such an address, where it is not the ID behind the first of those segments. */
	readonly example?: string;
	/** Other ways to name a record, each with a mode of its own. */
	readonly modes?: readonly Omit<INodePropertyMode, 'type'>[];
}

/** A resource locator for a value of the path, named for the record: `project_id` → `Project`. */
export function locator<Wire extends `${string}_id`>(
	wire: Wire,
	description: string,
	options: LocatorOptions = {},
	overrides?: Overrides,
) {
	const displayName = titleCase(wire.replace(/_id$/, ''));
	const source = options.list ?? options.source;
	const more = { displayName, ...(source && { source }), ...overrides };

	return required(field(locatorKind(options), wire, description, more));
}

/** A record in a collection of fields; left empty, it takes the record off. */
export function record<Wire extends string>(
	wire: Wire,
	description: string,
	source: Source,
	overrides?: Overrides,
) {
	// No path names such a record, so that no server would look at its ID as such.
	const write: FieldKind['write'] = (value, { origin }) =>
		writeReference(readLocatorValue(value), {
			source,
			requireUuid: true,
			example: idExpression(origin),
		});
	const kind = { ...locatorKind({ list: source }), emptyValue: null, write };

	return field(kind, wire, description, { source, ...overrides });
}

function locatorKind({
	list,
	source = list,
	address = [],
	example,
	modes: others,
}: LocatorOptions): FieldKind {
	const modes: Omit<INodePropertyMode, 'type'>[] = [
		{ displayName: 'By ID', name: 'id', placeholder: `e.g. ${EXAMPLE_ID}` },
	];
	if (list !== undefined) {
		const typeOptions = { searchListMethod: list.method, searchable: true };

		modes.unshift({ displayName: 'From List', name: 'list', typeOptions });
	}

	const byName = list?.names && { displayName: 'By Name', name: 'name' };

	modes.push(...(others ?? (byName ? [byName] : [])));
	const [segment] = address;
	if (segment !== undefined) {
		const isInProject = list !== undefined && listParentParameters(list).length > 0;
		const parent = isInProject ? 'projects/dea35cbb/' : '';
		const placeholder = `e.g. https://app.plane.so/acme/${example ?? `${parent}${segment}/${EXAMPLE_ID}`}`;
		const hint = 'Its address in the browser';

		modes.push({ displayName: 'By URL', name: 'url', placeholder, hint });
	}

	return {
		look: {
			type: 'resourceLocator',
			default: { mode: list === undefined ? 'id' : 'list', value: '' },
			modes: modes.map((mode) => ({ ...mode, type: mode.name === 'list' ? 'list' : 'string' })),
			// Without `loadOptionsDependsOn`: the editor empties a locator, expressions included, as soon as
			// a parameter that it depends on changes or resolves. Its list is loaded again all the same,
			// because the editor caches a locator's list by all parameters of the node.
		},
		// `{mode, value}` as the panel gives it, or the bare ID as an expression gives it.
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

function writeAddress(value: unknown, address: readonly string[], workspace = ''): WriteResult {
	const segments = parseAddress(value)?.pathname.split('/').map(decode) ?? [];
	// Behind the last one: a workspace may be called "projects" too.
	const place = segments.findLastIndex((_, index) => address.includes(segments[index - 1] ?? ''));
	const [home = '', segment, found] = segments.slice(place - 2, place + 1);
	// A key is another record's in another workspace; an ID is nobody else's.
	if (segment === KEY_SEGMENT && workspace !== '' && home !== workspace) {
		const remedy = `Enter ${quote(home)} as Workspace Slug, or an address of workspace ${workspace}.`;

		return refuseValue(value, `is an address of another workspace than ${workspace}`, remedy);
	}
	if (found) return writeIdentifier(found);

	const remedy = `Enter an address that contains /${address.join('/… or /')}/…, or choose By ID.`;

	return refuseValue(value, 'is not the address of such a record', remedy);
}

/** A decoded segment. One with an invalid percent sign is returned as it is. */
function decode(segment: string): string {
	try {
		return decodeURIComponent(segment);
	} catch {
		return segment;
	}
}
