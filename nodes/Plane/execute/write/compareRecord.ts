import type { JsonObject, JsonValue } from 'n8n-workflow';

import { isEmpty } from '../../../shared/values/valueChecks';
import { normalizeId } from '../../../shared/values/textForms';
import { isJsonObject } from '../../../shared/values/json';
import type { Field } from '../../../shared/fields/kinds';
import { type Comparison, isSameJson } from '../../../shared/values/sameValue';
import { getValueAt } from '../../../shared/values/getValueAt';
import { withValueAt } from '../../../shared/values/withValueAt';
import { hasRule } from '../../../shared/operations/bodyRules';
import type { Body } from '../../../shared/operations/operation';

/** A field and its value in a body. */
export interface SentValue {
	readonly field: Field;
	readonly sent: JsonValue;
}

/** A value of an item, and the current value of the record, which differs from it. */
export interface IgnoredValue extends SentValue {
	readonly stored: JsonValue;
}

/** The fields that the body of a request can have. */
export const listBodyFields = ({
	fields,
	collectionFields,
	fixedValues = [],
}: Body): readonly Field[] => [
	...fields,
	...collectionFields,
	...fixedValues.map(({ field }) => field),
];

/** The values in a body, e.g. the value of `issue.name` in `{issue: {name: 'x'}}`. */
export function listSentValues(declaration: Body, body: JsonObject): readonly SentValue[] {
	const values: SentValue[] = [];

	for (const field of listBodyFields(declaration)) {
		const sent = getValueAt(body, field.wire);
		if (sent !== undefined) values.push({ field, sent });
	}

	return values;
}

/** The value of a field in a record, or undefined if the record does not show it. */
export function getCurrentValue(
	record: JsonObject,
	{ wire, responsePath }: Field,
): JsonValue | undefined {
	for (const path of [wire, responsePath]) {
		const value = path === undefined ? undefined : getValueAt(record, path);
		if (value !== undefined) return value;
	}

	return undefined;
}

/**
 * The values of a body that would change a record. Values that the record does not show are included: they
 * may be different.
 */
export function findChangedValues(
	record: JsonObject,
	declaration: Body,
	body: JsonObject,
): readonly SentValue[] {
	const changes: SentValue[] = [];

	for (const { field, sent } of listSentValues(declaration, body)) {
		if (field.createOnly !== undefined) continue;

		const change = pickChange(field, sent, getCurrentValue(record, field));
		if (change !== undefined) changes.push({ field, sent: change });
	}

	return changes;
}

/** The part of a value that would change the stored one, or undefined if nothing would. */
function pickChange(
	field: Field,
	sent: JsonValue,
	stored: JsonValue | undefined,
): JsonValue | undefined {
	const { isUnchanged, pickChanges } = field.kind;
	if (stored === undefined) return sent;

	if (pickChanges !== undefined) {
		const changes = pickChanges(sent, stored);

		return changes.length === 0 ? undefined : changes;
	}

	return isSameValue(field, { sent, stored }, isUnchanged) ? undefined : sent;
}

/** The values of a body that the record shows differently, although no update can change them. */
export const findFixedValues = (
	record: JsonObject,
	declaration: Body,
	body: JsonObject,
): readonly IgnoredValue[] =>
	findOtherValues(
		record,
		listSentValues(declaration, body).filter(({ field }) => field.createOnly === 'refuseOther'),
	);

/** Whether a record lacks a value that an update with a body is compared with, or sends along. */
export const lacksValues = (record: JsonObject, declaration: Body, body: JsonObject): boolean =>
	listBodyFields(declaration).some(
		(field) =>
			(hasRule(declaration, 'alwaysSent', field.wire) ||
				getValueAt(body, field.wire) !== undefined) &&
			field.createOnly !== 'keepOther' &&
			getCurrentValue(record, field) === undefined,
	);

/** The values that a server has silently ignored, as far as the record in its response shows. */
export const findIgnoredValues = (
	record: JsonObject,
	declaration: Body,
	body: JsonObject,
): readonly IgnoredValue[] =>
	findOtherValues(record, listSentValues(declaration, body)).filter(
		({ field }) => field.notComparedReason === undefined,
	);

/** The values for which a record shows another value. The same value in the form of the server does not count. */
export function findOtherValues(
	record: JsonObject,
	values: readonly SentValue[],
): readonly IgnoredValue[] {
	const others: IgnoredValue[] = [];

	for (const { field, sent } of values) {
		const { isUnchanged, isAccepted = isUnchanged } = field.kind;
		const stored = getCurrentValue(record, field);
		if (stored === undefined || isSameValue(field, { sent, stored }, isAccepted)) continue;

		others.push({ field, sent, stored });
	}

	return others;
}

/** Whether two values of a field are the same. Expanded records are compared by their IDs. */
function isSameValue(
	field: Field,
	{ sent, stored }: { readonly sent: JsonValue; readonly stored: JsonValue },
	compare: Comparison = isSameJson,
): boolean {
	// As most servers answer.
	if (sent === stored) return true;

	const sentIds = withIds(sent, field);
	const storedIds = withIds(stored, field);
	const sentHasNoValue = hasNoValue(field, sentIds);
	const storedHasNoValue = hasNoValue(field, storedIds);
	if (sentHasNoValue || storedHasNoValue) return sentHasNoValue === storedHasNoValue;

	return compare(sentIds, storedIds);
}

/** Replaces records in a value by their IDs, except in fields whose values are objects. */
export function withIds(value: JsonValue, field: Field): JsonValue {
	if (Array.isArray(value)) return value.map((entry) => withIds(entry, field));
	if (typeof value === 'string') return normalizeId(value);

	const isRecord = isJsonObject(value) && field.kind.panel.type !== 'json';

	return isRecord && value.id !== undefined ? withIds(value.id ?? null, field) : value;
}

/** Whether a field has no value: servers represent that as null, an empty text or an empty list. */
const hasNoValue = ({ kind }: Field, value: JsonValue): boolean =>
	isEmpty(value) ||
	(Array.isArray(value) && value.length === 0) ||
	(isJsonObject(value) && Object.keys(value).length === 0) ||
	(kind.emptyValue !== undefined && isEmptyValue(kind, value));

/** Whether a value is the one of an empty field. Editors leave some markup in an empty text. */
const isEmptyValue = ({ emptyValue, isUnchanged }: Field['kind'], value: JsonValue): boolean =>
	typeof emptyValue === 'string' && emptyValue !== ''
		? (isUnchanged ?? isSameJson)(emptyValue, value)
		: isSameJson(emptyValue ?? null, value);

/** Builds a body from values. The value of `issue.name` becomes `{issue: {name: …}}`. */
export function buildBody(values: readonly SentValue[]): JsonObject {
	let body: JsonObject = {};

	for (const { field, sent } of values) body = withValueAt(body, field.wire, sent);

	return body;
}

/** The IDs in a list of IDs or records, or undefined for any other value. */
export function readIdList(value: JsonValue | undefined): string[] | undefined {
	if (!Array.isArray(value)) return undefined;

	const ids = value.map((entry) => (isJsonObject(entry) ? entry.id : entry));

	return ids.every((id) => typeof id === 'string') ? ids.map(normalizeId) : undefined;
}
