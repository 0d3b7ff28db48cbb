import type { INodePropertyMode } from 'n8n-workflow';

import {
	CURRENT,
	readLocatorValue,
	field,
	type FieldKind,
	isLocatorValue,
	type LocatorMode,
	type Overrides,
	required,
	type RecordList,
} from './field';
import { type ReferenceOptions, writeReference } from './reference';
import { writeAddress } from './webAddress';
import { titleCase } from '../text/letterCase';
import { joinWithConjunction } from '../text/joinWithConjunction';
import { idExpression, parseRecord } from './recordValue';

/** The ways to choose a record, besides by its ID. */
interface LocatorOptions {
	/** The list of the mode "From List". Absent: servers have no such list, and the mode is left out. */
	readonly list?: RecordList;
	/** The list to look names and keys up in. Absent: `list`. */
	readonly source?: RecordList;
	/** The modes for other ways to identify a record. Absent: the modes of the list. */
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

/** A record in a body, chosen in a resource locator. Unlike the IDs in a path, servers do not check all of these. */
export const recordKind = (source: RecordList): FieldKind => ({
	...locatorKind({ list: source }, { requireUuid: true }),
	emptyValue: null,
});

/** A resource locator for a record in a body. Left empty, it clears the field. */
export function record<Wire extends string>(
	wire: Wire,
	description: string,
	source: RecordList,
	overrides?: Overrides,
) {
	const kind = recordKind(source);

	return field(kind, wire, description, { source, ...overrides });
}

function locatorKind(
	options: LocatorOptions,
	rules: Pick<ReferenceOptions, 'requireUuid'> = {},
): FieldKind {
	const { list, source = list } = options;

	return {
		...formatReference(options),
		panel: {
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
			if (isAddress && source?.address !== undefined && parseRecord(chosen) === undefined) {
				return writeAddress(chosen, source.address, workspace);
			}

			return writeReference(chosen, {
				...rules,
				...(source && { source }),
				...(workspace !== undefined && { workspace }),
				example: idExpression(origin),
			});
		},
	};
}

/** What the modes of every locator say. An expression may use any of it in every mode. */
const PLAIN_REFERENCES = ['ID', 'name', 'address'];

/** Lists what identifies a record, if it is more than the modes say: `ID, key (LNCH-12) or address`. */
function formatReference(options: LocatorOptions): Pick<FieldKind, 'format'> {
	const { list, source = list } = options;
	const references = listModes(options)
		.filter(({ type }) => type === 'string')
		.map(({ displayName }) => MODE_WORDS.get(displayName) ?? displayName.replace('By ', ''));
	const current = source?.currentQuery === undefined ? [] : [CURRENT];

	const all = [...current, ...references];
	const isPlain = all.every((reference) => PLAIN_REFERENCES.includes(reference));

	return isPlain ? {} : { format: joinWithConjunction(all, 'or') };
}

/** What people and models call the value of a mode. */
const MODE_WORDS = new Map([
	['By Name', 'name'],
	['By Key', 'key (LNCH-12)'],
	['By External ID', 'external ID (sheet:row-12)'],
	['By URL', 'address'],
]);

/** Returns the modes of a locator in the order of the panel. Without a placeholder, n8n shows “Choose...” or “Enter ID...”. */
function listModes({ list, modes = list?.modes }: LocatorOptions): INodePropertyMode[] {
	const shown: (LocatorMode | false)[] = [
		list !== undefined && {
			displayName: 'From List',
			name: 'list',
			typeOptions: { searchListMethod: list.method, searchable: true },
		},
		{ displayName: 'By ID', name: 'id' },
		...(modes ?? [list?.names !== undefined && { displayName: 'By Name', name: 'name' }]),
		list?.address !== undefined && {
			displayName: 'By URL',
			name: 'url',
		},
	];

	return shown
		.filter((mode) => mode !== false)
		.map((mode) => ({ ...mode, type: mode.name === 'list' ? 'list' : 'string' }));
}
