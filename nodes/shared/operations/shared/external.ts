import type { JsonObject } from 'n8n-workflow';

import { isEmpty } from '../../fields/describe';
import { asText } from '../../fields/text';
import { name } from '../../fields/kinds';
import type { NaturalKey } from '../operation';

/** What a record is called where it was imported from; the two together are unique (row 23). */
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

/** The keys of records with a name and an external ID. */
export const BY_EXTERNAL_ID = { uniqueFields: ['external_id'] } as const;
export const BY_NAME = { uniqueFields: ['name', 'external_id'] } as const;

/** The fields that have to be alike where this one is: an external ID counts with its source (row 23). */
const keyFields = (name: string): readonly string[] =>
	name === 'external_id' ? [name, 'external_source'] : [name];

/** Of the fields that no two records have alike, those that a body gives. */
export const providedUniqueFields = (natural: NaturalKey | undefined, body: JsonObject): string[] =>
	(natural?.uniqueFields ?? []).filter((name) =>
		keyFields(name).every((each) => !isEmpty(body[each])),
	);

/** What a record was imported as, e.g. `sheet:row-12`; undefined: it was not. */
export const importKey = ({ external_source: source, external_id: id }: JsonObject) =>
	isEmpty(source) || isEmpty(id) ? undefined : `${asText(source) ?? ''}:${asText(id) ?? ''}`;

/** Whether a record and a body have the same value in a unique field. @param shown as they are compared */
export const haveSameKey = (
	record: JsonObject,
	body: JsonObject,
	name: string,
	shown: (value: unknown) => unknown = (value) => value,
): boolean =>
	keyFields(name).every(
		(each) => JSON.stringify(shown(record[each])) === JSON.stringify(shown(body[each])),
	);
