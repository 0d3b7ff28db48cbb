import type { JsonObject } from 'n8n-workflow';

import { isEmpty } from '../../fields/valueChecks';
import { asText } from '../../fields/text';
import { name } from '../../fields/kinds';
import type { NaturalKey } from '../operation';

/** The identity of a record in the system that it was imported from: source and ID together are unique (row 23). */
export const external = (record: string) => [
	name('external_source', `System that the ${record} was imported from`, {
		placeholder: 'e.g. sheet',
		identifiesRecord: true,
	}),
	name('external_id', `ID of the ${record} in the external source`, {
		placeholder: 'e.g. row-12',
		identifiesRecord: true,
	}),
];

/** The natural keys of records with an external ID, without and with a unique name. */
export const BY_EXTERNAL_ID = { uniqueFields: ['external_id'] } as const;
export const BY_NAME = { uniqueFields: ['name', 'external_id'] } as const;

/** The fields that make up a key: an external ID is unique only together with its source (row 23). */
const keyFields = (name: string): readonly string[] =>
	name === 'external_id' ? [name, 'external_source'] : [name];

/** The unique fields of a natural key that a body has values for. */
export const providedUniqueFields = (
	naturalKey: NaturalKey | undefined,
	body: JsonObject,
): string[] =>
	(naturalKey?.uniqueFields ?? []).filter((name) =>
		keyFields(name).every((field) => !isEmpty(body[field])),
	);

/** The source and ID that a record was imported from, e.g. `sheet:row-12`, or undefined if it was not imported. */
export const importKey = ({ external_source: source, external_id: id }: JsonObject) =>
	isEmpty(source) || isEmpty(id) ? undefined : `${asText(source) ?? ''}:${asText(id) ?? ''}`;

/**
 * Whether a record and a body have the same value in a unique field.
 *
 * @param toComparable applied to both values before they are compared as JSON
 */
export const haveSameKey = (
	record: JsonObject,
	body: JsonObject,
	name: string,
	toComparable: (value: unknown) => unknown = (value) => value,
): boolean =>
	keyFields(name).every(
		(field) =>
			JSON.stringify(toComparable(record[field])) === JSON.stringify(toComparable(body[field])),
	);
