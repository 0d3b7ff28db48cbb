import type { Field } from '../../fields/kinds';
import type { Body } from '../operation';

/** The parameter with the resource mapper, in which the columns of items are mapped to fields. */
export const MAPPER = { name: 'columns', displayName: 'Fields' } as const;

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
