import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import type { Field } from './kinds';
import { compareAlphabetically } from '../text/letterCase';

/** The values of other parameters with which one is shown. */
type Show = NonNullable<IDisplayOptions['show']>;

/** A field as the panel shows it, with a place of its own or in a collection. */
export const toNodeProperty = (field: Field, show?: Show): INodeProperties => ({
	displayName: field.displayName,
	name: field.parameter,
	...field.kind.look,
	...(field.default !== undefined && { default: field.default }),
	...(field.required && { required: true }),
	...(field.placeholder !== undefined && { placeholder: field.placeholder }),
	...(field.hint !== undefined && { hint: field.hint }),
	...(show && { displayOptions: { show } }),
	description: field.description,
});

/** The names and words of the collections; saved workflows hold the names. */
const COLLECTIONS = {
	additionalFields: {
		displayName: 'Additional Fields',
		placeholder: 'Add Field',
		description: 'Only the fields you add are set',
	},
	updateFields: {
		displayName: 'Update Fields',
		placeholder: 'Add Field',
		description: 'Only the fields you add are changed. A field left empty is cleared.',
	},
	filters: {
		displayName: 'Filters',
		placeholder: 'Add Filter',
		description: 'Only records that match all filters are returned',
	},
	options: {
		displayName: 'Options',
		placeholder: 'Add option',
	},
	requestOptions: {
		displayName: 'Request Options',
		placeholder: 'Add option',
		description: 'How requests are sent. The values of the first item apply to all items.',
	},
} as const;

/** A group of fields that the user adds one by one; nothing where there are none. */
export function toCollection(
	name: keyof typeof COLLECTIONS,
	fields: readonly Field[],
	show?: Show,
): INodeProperties[] {
	if (fields.length === 0) return [];

	const options = fields
		.map((field) => toNodeProperty(field))
		.sort((a, b) => compareAlphabetically(a.displayName, b.displayName));
	const displayOptions = show && { displayOptions: { show } };

	return [
		{ ...COLLECTIONS[name], name, type: 'collection', default: {}, ...displayOptions, options },
	];
}
