import type { JsonObject, JsonValue } from 'n8n-workflow';

import { isEmpty } from '../../../shared/fields/describe';
import { sameId } from '../../../shared/fields/identifier';
import { isJsonObject } from '../../../shared/fields/json';
import type { Field } from '../../../shared/fields/kinds';
import { isSameJson } from '../../../shared/fields/sameValue';
import type { Body } from '../../../shared/operations/operation';

/** A field of a body and the value that the body has for it. */
export interface SentValue {
	readonly field: Field;
	readonly sent: JsonValue;
}

/** A value that was sent, and what a record shows in its place. */
export interface IgnoredValue extends SentValue {
	readonly held: JsonValue;
}

/** All fields that the bodies of an operation can have. */
export const bodyFields = ({ fields, collectionFields }: Body): readonly Field[] => [
	...fields,
	...collectionFields,
];

/** The fields of a body with their values: of `{issue: {name: 'x'}}`, that of `issue.name`. */
export const sentValues = (declared: Body, body: JsonObject): readonly SentValue[] =>
	bodyFields(declared).flatMap((field) => {
		const sent = valueAt(body, field.wire);

		return sent === undefined ? [] : [{ field, sent }];
	});

/** What a record shows of a field; undefined: it does not show the field. */
export function currentValue(
	record: JsonObject,
	{ wire, alias, shownAs }: Field,
): JsonValue | undefined {
	const places = [wire, alias, shownAs].filter((place) => place !== undefined);

	return places.map((place) => valueAt(record, place)).find((value) => value !== undefined);
}

/** The value in a record or in the records within it: `issue_detail.name`. */
export const valueAt = (record: JsonObject, path: string): JsonValue | undefined =>
	path
		.split('.')
		.reduce<
			JsonValue | undefined
		>((value, name) => (isJsonObject(value) ? value[name] : undefined), record);

/**
 * The values of a body that would change a record. What the record does not show is among them: it may
 * be different.
 */
export const changedValues = (
	record: JsonObject,
	declared: Body,
	body: JsonObject,
): readonly SentValue[] =>
	sentValues(declared, body).filter(({ field, sent }) => {
		const held = currentValue(record, field);

		return held === undefined || !isSameValue(field, sent, held, field.kind.isStored);
	});

/** The values of a body that a server has not taken, as far as the record in its response shows. */
export const ignoredValues = (
	record: JsonObject,
	declared: Body,
	body: JsonObject,
): readonly IgnoredValue[] =>
	sentValues(declared, body)
		.filter(({ field }) => field.notCompared === undefined)
		.map(({ field, sent }) => ({ field, sent, held: currentValue(record, field) }))
		.filter((value): value is IgnoredValue => {
			const { field, sent, held } = value;
			const { isStored, isTaken = isStored } = field.kind;

			return held !== undefined && !isSameValue(field, sent, held, isTaken);
		});

/** Whether two values of a field are the same; records that a server has expanded stand for their IDs. */
function isSameValue(
	field: Field,
	sent: JsonValue,
	held: JsonValue,
	compare: typeof field.kind.isStored = isSameJson,
): boolean {
	const one = withIds(sent, field);
	const other = withIds(held, field);
	const isNothing = isCleared(field, one);
	const wasNothing = isCleared(field, other);

	return isNothing || wasNothing ? isNothing === wasNothing : compare(one, other);
}

/** A value with IDs in the place of records; objects of fields that take objects stay. */
export function withIds(value: JsonValue, field: Field): JsonValue {
	if (Array.isArray(value)) return value.map((entry) => withIds(entry, field));
	if (typeof value === 'string') return sameId(value);

	const isRecord = isJsonObject(value) && field.kind.look.type !== 'json';

	return isRecord && value.id !== undefined ? withIds(value.id ?? null, field) : value;
}

/** Whether a value of a field is none: servers have null, an empty text or list for the same. */
const isCleared = ({ kind }: Field, value: JsonValue): boolean =>
	isEmpty(value) ||
	(Array.isArray(value) && value.length === 0) ||
	(isJsonObject(value) && Object.keys(value).length === 0) ||
	(kind.cleared !== undefined && isSameJson(kind.cleared, value));

/** Values as a body: `issue.name` within `issue`. */
export function buildBody(values: readonly SentValue[]): JsonObject {
	const body: JsonObject = {};

	for (const { field, sent } of values) {
		const [name = '', inner] = field.wire.split('.');
		const group = body[name];
		if (inner === undefined) body[name] = sent;
		else body[name] = { ...(isJsonObject(group) ? group : {}), [inner]: sent };
	}

	return body;
}

/** The IDs in a list, or of the records in it; undefined: it is no such list. */
export function idsInList(value: JsonValue | undefined): string[] | undefined {
	if (!Array.isArray(value)) return undefined;

	const ids = value.map((entry) => (isJsonObject(entry) ? entry.id : entry));

	return ids.every((id) => typeof id === 'string') ? ids.map(sameId) : undefined;
}
