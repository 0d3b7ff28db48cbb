import type { IDisplayOptions, INodeProperties, NodeParameterValueType } from 'n8n-workflow';

import type { Field } from './kinds';
import { compareAlphabetically } from '../text/letterCase';

/** The values that other parameters must have for a parameter to be shown. */
type Show = NonNullable<IDisplayOptions['show']>;

/** Returns the panel parameter of a field, for the panel itself or for a collection. */
export const toNodeProperty = (field: Field, show?: Show): INodeProperties => ({
	displayName: field.displayName,
	name: field.parameter,
	...field.kind.panel,
	...(field.default !== undefined && { default: field.default }),
	...(field.required && { required: true }),
	...(field.placeholder !== undefined && { placeholder: field.placeholder }),
	...(field.hint !== undefined && { hint: field.hint }),
	...(show && { displayOptions: { show } }),
	description: buildDescription(field),
});

/**
 * What a field is, and the form of its value: for people, and for models that fill it in. It is as short as possible,
 * because models read the description of every field of every operation.
 */
function buildDescription({ description, kind: { format } }: Field): string {
	if (format === undefined) return description;

	const clause = description.replace(/\.$/, '');

	return /[.:]/.test(clause) ? `${clause}. Format: ${format}.` : `${clause}: ${format}`;
}

/** The texts of the collections by their parameter names, which saved workflows contain. */
const COLLECTIONS = {
	additionalFields: {
		displayName: 'Additional Fields',
		placeholder: 'Add Field',
		description: 'Empty ones are ignored',
	},
	updateFields: {
		displayName: 'Update Fields',
		placeholder: 'Add Field',
		description: 'Empty ones are cleared',
	},
	filters: {
		displayName: 'Filters',
		placeholder: 'Add Filter',
		description: 'All must match',
	},
	options: {
		displayName: 'Options',
		placeholder: 'Add option',
	},
} as const;

/** Returns the parameter of a field that users add. A switch is then on: nobody adds one to leave it off. */
function toAddedProperty(field: Field): INodeProperties {
	const property = toNodeProperty(field);

	return property.type === 'boolean' ? { ...property, default: true } : property;
}

/**
 * Returns the empty value of a parameter, as the editor saves it. The default is not always empty: of a choice, it
 * is the value that most users want once they have added the field.
 */
function getBlank({ kind: { panel } }: Field): NodeParameterValueType {
	switch (panel.type) {
		case 'resourceLocator':
			return { __rl: true, mode: 'list', value: '' };
		case 'multiOptions':
			return [];
		default:
			return '';
	}
}

interface CollectionOptions {
	readonly show?: Show;
	/** Wire names of the fields that a new node shows, empty. */
	readonly shownFields?: readonly string[] | undefined;
}

/** Returns the collection to which users add these fields one by one, or nothing without fields. */
export function toCollection(
	name: keyof typeof COLLECTIONS,
	fields: readonly Field[],
	{ show, shownFields = [] }: CollectionOptions = {},
): INodeProperties[] {
	if (fields.length === 0) return [];

	const sortedFields = fields.toSorted((a, b) =>
		compareAlphabetically(a.displayName, b.displayName),
	);
	const displayOptions = show && { displayOptions: { show } };
	// In the order of the options: a new node shows the fields in that order, a saved one in the order of the default.
	const blanks = sortedFields
		.filter(({ wire }) => shownFields.includes(wire))
		.map((field) => [field.parameter, getBlank(field)] as const);

	return [
		{
			...COLLECTIONS[name],
			name,
			type: 'collection',
			default: Object.fromEntries(blanks),
			...displayOptions,
			options: sortedFields.map(toAddedProperty),
		},
	];
}
