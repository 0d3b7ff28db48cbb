import type { Field } from '../fields/kinds';
import type { Body } from './operation';

type BodyOptions = Pick<Body, 'memberships' | 'pathParamsInBody'>;

const splitBy = (
	collection: Body['collection'],
	fields: readonly Field[],
	options: BodyOptions,
): Body => ({
	fields: fields.filter((field) => field.required),
	collectionFields: fields.filter((field) => !field.required),
	collection,
	...options,
});

/** The body of an update: required fields have their own place, the others are under Update Fields. */
export const updateBody = (fields: readonly Field[], options: BodyOptions = {}): Body =>
	splitBy('updateFields', fields, options);

/** The body of a new record: required fields have their own place, the others are under Additional Fields. */
export const createBody = (fields: readonly Field[], options: BodyOptions = {}): Body =>
	splitBy('additionalFields', fields, options);

/** A body whose fields all have their own place. */
export const flatBody = (...fields: readonly Field[]): Body => ({
	fields,
	collectionFields: [],
	collection: 'additionalFields',
});
