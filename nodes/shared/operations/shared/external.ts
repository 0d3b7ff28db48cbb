import { text } from '../../fields/kinds';

/** What a record is called where it was imported from; the two together are unique (row 23). */
export const external = (record: string) => [
	text('external_source', `System that the ${record} was imported from`, {
		placeholder: 'e.g. sheet',
	}),
	text('external_id', `ID of the ${record} in the external source`, {
		placeholder: 'e.g. row-12',
	}),
];

/** The keys of records with a name and an external ID. */
export const BY_EXTERNAL_ID = { unique: ['external_id'] } as const;
export const BY_NAME = { unique: ['name', 'external_id'] } as const;
