import type { JsonObject } from 'n8n-workflow';

import { isEmpty } from '../../values/valueChecks';
import { asText } from '../../values/asText';
import { trimText } from '../../values/textForms';
import { name } from '../../fields/kinds';
import type { NaturalKey } from '../operation';

/** The source that a record was imported from and its ID there, which together are unique (row 23). */
export const external = [
	name('external_source', 'Source, e.g. sheet', { identifiesRecord: true }),
	name('external_id', 'ID in the source', { identifiesRecord: true }),
];

/** The natural key of records that are found in their list. @param uniqueFields wire names, each unique by itself */
export function byUnique(...uniqueFields: readonly string[]): NaturalKey {
	return { uniqueFields, lookup: { kind: 'list' } };
}

/** The natural keys of records with an external ID, without and with a unique name. */
export const BY_EXTERNAL_ID = byUnique('external_id');
export const BY_NAME = byUnique('name', 'external_id');

/** The natural key of a record whose external ID servers may not check (row 484). @param uniqueNames the fields that they check */
export const byUncheckedExternalId = (...uniqueNames: readonly string[]): NaturalKey => ({
	...byUnique(...uniqueNames, 'external_id'),
	uncheckedFields: ['external_id'],
});

/** Lists the fields of a key: an external ID is unique only together with its source (row 23). */
export const listKeyFields = (name: string): readonly string[] =>
	name === 'external_id' ? [name, 'external_source'] : [name];

/** Finds the unique fields of a natural key for which a body has values. */
export const findUniqueFieldsWithValue = (
	naturalKey: NaturalKey | undefined,
	body: JsonObject,
): string[] =>
	(naturalKey?.uniqueFields ?? []).filter((name) =>
		listKeyFields(name).every((field) => !isEmpty(body[field])),
	);

/** Whether there is one such record at most in another one, such as the estimate of a project. */
export const isOnlyOne = (naturalKey: NaturalKey | undefined): boolean =>
	naturalKey?.lookup.kind === 'onlyOne';

/** Whether an existing record with the values of a body can be recognized. */
export const canBeRecognized = (naturalKey: NaturalKey | undefined, body: JsonObject): boolean =>
	isOnlyOne(naturalKey) || findUniqueFieldsWithValue(naturalKey, body).length > 0;

/** Finds the unique fields with values in a body for which servers may accept a second record (row 484). */
export const findUncheckedFieldsWithValue = (
	naturalKey: NaturalKey | undefined,
	body: JsonObject,
): string[] =>
	findUniqueFieldsWithValue(naturalKey, body).filter(
		(name) => naturalKey?.uncheckedFields?.includes(name) === true,
	);

/** A value that identifies a record, in the form in which it is compared: servers remove the blanks at its ends. */
export const normalizeKey = (value: unknown): string => trimText(asText(value) ?? '');

/** Joins source and ID of a record, e.g. `sheet:row-12`, or returns undefined if it was not imported. */
export const toImportKey = ({ external_source: source, external_id: id }: JsonObject) =>
	isEmpty(source) || isEmpty(id) ? undefined : `${normalizeKey(source)}:${normalizeKey(id)}`;

/** How people find a record in the file that it comes from: by its External ID or, without one, by its title. */
export const nameRecord = ({ external_id: id, name }: JsonObject): string =>
	asText(isEmpty(id) ? name : id) ?? '';

/**
 * Whether a record and a body have the same value in a unique field.
 *
 * @param toComparable converts both values before they are compared
 */
export const haveSameKey = (
	record: JsonObject,
	body: JsonObject,
	name: string,
	toComparable: (value: unknown) => string = normalizeKey,
): boolean =>
	listKeyFields(name).every((field) => toComparable(record[field]) === toComparable(body[field]));
