import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import type { Field } from '../fields/kinds';
import type { Operation } from '../operations/operation';

/** When a parameter of this operation is shown. */
export const shownFor = ({ resource, value }: Operation): NonNullable<IDisplayOptions['show']> => ({
	resource: [resource],
	operation: [value],
});

/** A field as the panel shows it, with a place of its own or, without `show`, in a collection. */
export function parameter(field: Field, show?: IDisplayOptions['show']): INodeProperties {
	return {
		displayName: field.displayName,
		name: field.parameter,
		...field.kind.look,
		...(field.default === undefined ? {} : { default: field.default }),
		...(field.required ? { required: true } : {}),
		...(field.placeholder === undefined ? {} : { placeholder: field.placeholder }),
		...(field.hint === undefined ? {} : { hint: field.hint }),
		...(show === undefined ? {} : { displayOptions: { show } }),
		description: field.description,
	};
}

/** The names and words of the collections; saved workflows hold the names. */
const COLLECTIONS = {
	updateFields: {
		displayName: 'Update Fields',
		placeholder: 'Add Field',
		description:
			'Only the fields that you add are changed. One that you add and leave empty is cleared.',
	},
	filters: {
		displayName: 'Filters',
		placeholder: 'Add Filter',
		description: 'Only records that match all of them are returned',
	},
	options: {
		displayName: 'Options',
		placeholder: 'Add option',
		description: 'Settings that most workflows need not change',
	},
} as const;

/** A group of fields that the user adds one by one; nothing where there are none. */
export function collection(
	name: keyof typeof COLLECTIONS,
	fields: readonly Field[] = [],
	show: NonNullable<IDisplayOptions['show']>,
): INodeProperties[] {
	if (fields.length === 0) return [];
	return [
		{
			...COLLECTIONS[name],
			name,
			type: 'collection',
			default: {},
			displayOptions: { show },
			options: fields
				.map((field) => parameter(field))
				.sort((a, b) => a.displayName.localeCompare(b.displayName, 'en')),
		},
	];
}
