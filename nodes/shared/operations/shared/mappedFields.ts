import { boolean, type Field } from '../../fields/kinds';
import type { Body } from '../operation';

/** The parameter with the resource mapper, in which the columns of items are mapped to fields. */
export const MAPPER = { name: 'columns', displayName: 'Fields' } as const;

/** The parameters with the resource mappers for the values of custom properties. */
export const PROPERTY_MAPPERS = {
	ofType: { displayName: 'Custom Properties', name: 'customProperties' },
	ofCustomers: { displayName: 'Properties', name: 'properties' },
} as const;

/** n8n cannot show a parameter depending on one in a collection, such as the type. */
export const setCustomProperties = boolean(
	'set_custom_properties',
	'Whether to set custom properties. Add the field Type first.',
	{ displayName: 'Set Custom Properties (Commercial)' },
);

/** The mode in which the properties of an item are mapped by their names. n8n saves it like this. */
export const AUTOMATIC = 'autoMapInputData';

/** The fields of a body that columns can be mapped to. */
export const listMappedFields = ({
	fields,
	collectionFields,
	memberships = [],
}: Body): readonly Field[] => [
	...fields,
	...collectionFields,
	...memberships.map(({ field }) => field),
];
