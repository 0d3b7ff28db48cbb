import type { JsonObject } from 'n8n-workflow';

import { refuseChoice, readChoice } from '../fields/choice';
import { field, type FieldKind, type ValueResult } from '../fields/field';
import { isJsonObject } from '../values/json';
import {
	booleanKind,
	dateKind,
	emailKind,
	exactTextKind,
	type Field,
	htmlTextKind,
	numberKind,
	recordKind,
	recordsKind,
	textKind,
	urlKind,
} from '../fields/kinds';
import { listKind } from '../fields/list';
import { separateNames } from '../values/separateNames';
import { Names } from '../values/Names';
import { isEmpty } from '../values/valueChecks';
import { members, projectMembers } from '../lists/lists';
import type { Picker } from '../lists/picker';
import { workItems, workspaceWorkItems } from '../lists/workItems';
import { type Problem, refused, refuseValue } from '../result/problem';
import { readFirstText } from '../values/readFirstText';

/** An option of a custom property. */
export interface PropertyOption {
	readonly id: string;
	readonly name: string;
	/** Whether it can be chosen. Work items may still have one that is not in use any more. */
	readonly isActive: boolean;
	/** Whether new work items have it (row 480). */
	readonly isDefault: boolean;
}

/** The relation of a property whose values are formatted texts. */
export const FORMATTED_TEXT = 'RICH_TEXT';

/** A custom property of a type of work items, or of customers, as the node needs it. */
export interface CustomProperty {
	readonly owner: 'workItem' | 'customer';
	readonly id: string;
	/** The name that people see. */
	readonly name: string;
	/** `TEXT`, `OPTION` and the like. */
	readonly kind: string;
	/** What a property of the kind `RELATION` points to: `USER`, `ISSUE` and the like. */
	readonly relation: string;
	readonly isMulti: boolean;
	/** Whether a record must keep a value for it: it is required and in use. */
	readonly isRequired: boolean;
	/** Whether a new record has a value for it by itself. */
	readonly hasDefault: boolean;
	/** Whether it is in use. */
	readonly isActive: boolean;
	/** Undefined if the row of the property does not have them. */
	readonly options: readonly PropertyOption[] | undefined;
}

/** Reads the options in a list of their rows. */
export const readOptions = (rows: readonly unknown[]): readonly PropertyOption[] =>
	rows
		.filter(isJsonObject)
		.map((row) => ({
			id: readFirstText(row, 'id'),
			name: readFirstText(row, 'name'),
			isActive: row.is_active !== false,
			isDefault: row.is_default === true,
		}))
		.filter(({ id }) => id !== '');

/** Reads a property from its row in the list of a type (row 480), or in the list of customers (row 453). */
export function readCustomProperty(
	row: JsonObject,
	owner: CustomProperty['owner'] = 'workItem',
): CustomProperty {
	const { options } = row;
	const list: readonly unknown[] | undefined = Array.isArray(options) ? options : undefined;
	const hasDefault = Array.isArray(row.default_value) && row.default_value.length > 0;

	const property: CustomProperty = {
		owner,
		id: readFirstText(row, 'id'),
		name: readFirstText(row, 'display_name', 'name'),
		kind: readFirstText(row, 'property_type'),
		relation: readFirstText(row, 'relation_type'),
		isMulti: row.is_multi === true,
		isRequired: row.is_required === true && row.is_active !== false,
		hasDefault,
		isActive: row.is_active !== false,
		options: undefined,
	};

	return list ? addOptions(property, readOptions(list)) : property;
}

/** Adds its options to a property. One of them may be the default. */
export function addOptions(
	property: CustomProperty,
	options: readonly PropertyOption[],
): CustomProperty {
	const isOptionDefault = options.some(({ isActive, isDefault }) => isActive && isDefault);

	return { ...property, options, hasDefault: property.hasDefault || isOptionDefault };
}

/** Whether a new record needs a value for a property. */
export const isRequiredOfNew = ({ isRequired, hasDefault }: CustomProperty): boolean =>
	isRequired && !hasDefault;

/** The options that can be chosen. Some properties have thousands, and the values of some imports are as many. */
function listChoices({ options = [] }: CustomProperty): readonly PropertyOption[] {
	return options.filter(({ isActive }) => isActive);
}

const namesOfOptions = (options: readonly PropertyOption[]): Names<PropertyOption> =>
	new Names(options, { id: ({ id }) => id, names: ({ name }) => [[name]] });

/** Returns what writes the name or the ID of an option as its ID. */
function optionWriter(property: CustomProperty): (value: unknown) => ValueResult {
	const choices = listChoices(property);
	const words = choices.map(({ name }) => name);
	const names = namesOfOptions(choices);

	return (value) => {
		const matches = names.find(readChoice(value) ?? '');
		const [match, ...others] = matches;
		if (match === undefined) return refuseChoice(words, value);
		if (others.length === 0) return match.id;

		const candidates = matches.map((option) => `${option.name} (${option.id})`).join(', ');

		return refused(
			`several options are called ${match.name}`,
			`Enter the ID of one: ${candidates}.`,
		);
	};
}

/** The HTML of a formatted text: people give it as text, and other nodes as the object that Plane returns. */
const readHtml = (value: unknown): unknown =>
	isJsonObject(value) ? value.description_html : value;

/** A formatted text is sent as an object (row 468). */
const formattedText: FieldKind = {
	panel: textKind.panel,
	emptyValue: null,
	write: (value, context) => {
		const html = readHtml(value);
		if (isEmpty(html)) return refuseValue(value, 'has no description_html', OBJECT_REMEDY);

		const written = htmlTextKind.write(html, context);

		return typeof written === 'string' ? { description_html: written } : written;
	},
	listRemovedContents: (value) => htmlTextKind.listRemovedContents?.(readHtml(value)) ?? [],
};

const OBJECT_REMEDY = 'Use text, or an object such as {"description_html": "<p>Hello</p>"}.';

/** How one value of a property is checked and sent, by the kind of the property. */
const KINDS: Readonly<Record<string, (property: CustomProperty) => FieldKind>> = {
	TEXT: () => exactTextKind,
	FILE: () => exactTextKind,
	URL: () => urlKind,
	EMAIL: () => emailKind,
	// Plane shows only the day of such a value (row 453).
	DATETIME: () => dateKind,
	DECIMAL: () => numberKind,
	BOOLEAN: () => ({ ...booleanKind, emptyValue: null }),
	OPTION: (property) => ({
		panel: textKind.panel,
		emptyValue: null,
		write: optionWriter(property),
	}),
};

/** The kinds of relations whose values are not looked up in a list. */
const RELATION_KINDS: Readonly<Record<string, FieldKind>> = {
	RELEASE: textKind,
	[FORMATTED_TEXT]: formattedText,
};

/** Whether values of a property can be entered: Plane computes formulas, and the node does not know every kind. */
export const canTakeValue = (property: CustomProperty): boolean =>
	findSource(property) !== undefined ||
	(property.kind === 'RELATION'
		? Object.hasOwn(RELATION_KINDS, property.relation)
		: Object.hasOwn(KINDS, property.kind));

/** The kind of the values of a property, each by itself. */
function findKind(property: CustomProperty): FieldKind {
	const { kind, relation } = property;
	const source = findSource(property);
	if (source !== undefined) return recordKind(source);

	const found = kind === 'RELATION' ? RELATION_KINDS[relation] : KINDS[kind]?.(property);
	if (canTakeValue(property) && found !== undefined) return found;

	return { panel: textKind.panel, write: () => refuseAny(property) };
}

/** Why no value can be entered for a property. */
const refuseAny = ({ kind }: CustomProperty): Problem =>
	kind === 'FORMULA'
		? refused('Plane computes it', 'Leave out the value.')
		: refused(
				'the node does not know this kind of property',
				'Leave out the value, and set it in Plane.',
			);

/** The list in which the names of values are looked up. */
function findSource({ kind, relation, owner }: CustomProperty) {
	if (kind !== 'RELATION') return undefined;

	return SOURCES[owner][relation];
}

/** The lists for the relations. A customer belongs to no project. */
const SOURCES: Readonly<Record<CustomProperty['owner'], Readonly<Record<string, Picker>>>> = {
	workItem: { USER: projectMembers, ISSUE: workItems },
	customer: { USER: members, ISSUE: workspaceWorkItems },
};

/** The kind of a property that takes several values. */
function findListKind(property: CustomProperty, single: FieldKind): FieldKind {
	const source = findSource(property);
	if (source !== undefined) return recordsKind(source);

	const names = namesOfOptions(listChoices(property));
	// The name of an option may have a comma in it.
	const split = (value: string) => separateNames(value, (name) => names.has(name));

	const { listRemovedContents } = single;

	return {
		...listKind((entry, _value, context) => single.write(entry, context), {
			unique: true,
			...(property.kind === 'OPTION' && { split, mayBeNames: true }),
		}),
		...(listRemovedContents && {
			listRemovedContents: (value) => [value].flat().flatMap(listRemovedContents),
		}),
	};
}

/** Declares the field for the values of a property: its wire name is the ID of the property. */
export function declareField(property: CustomProperty): Field {
	const { id, name, isMulti } = property;
	const single = findKind(property);
	const source = findSource(property);

	return field(isMulti ? findListKind(property, single) : single, id, '', {
		displayName: name,
		...(source && { source }),
	});
}
