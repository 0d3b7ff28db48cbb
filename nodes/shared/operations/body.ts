import type { Field } from '../fields/kinds';
import type { Body, Membership, UpsertBody } from './operation';

type BodyOptions = Pick<
	Body,
	'memberships' | 'customProperties' | 'rules' | 'shownFields' | 'fixedValues' | 'relatedRecord'
>;

const splitFields = <Options extends BodyOptions>(
	collection: Body['collection'],
	fields: readonly Field[],
	options: Options,
) => ({
	fields: fields.filter((field) => field.required),
	collectionFields: fields.filter((field) => !field.required),
	collection,
	...options,
});

/** Builds the body of an update: required fields are shown by themselves, the others in Update Fields. */
export const updateBody = (fields: readonly Field[], options: BodyOptions = {}): Body =>
	splitFields('updateFields', fields, options);

/** Builds the body of a new record: required fields are shown by themselves, the others in Additional Fields. */
export const createBody = (fields: readonly Field[], options: BodyOptions = {}): Body =>
	splitFields('additionalFields', fields, options);

/** Builds the body of an upsert, whose records are added to targets, as a create adds its record. */
export const upsertBody = (
	fields: readonly Field[],
	memberships: readonly Membership[],
): UpsertBody => splitFields('additionalFields', fields, { memberships });

/** Builds a body whose fields are all shown by themselves. */
export const flatBody = (...fields: readonly Field[]): Body => ({
	fields,
	collectionFields: [],
	collection: 'additionalFields',
});
