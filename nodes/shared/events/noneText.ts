import type { JsonValue } from 'n8n-workflow';

/** Fields that can be empty and are not recognised by the end of their names. */
const NULLABLE = new Set([
	'parent',
	'type',
	'estimate_point',
	'point',
	'external_source',
	'lead',
	'project_lead',
	'default_assignee',
]);

/** Whether a field can be empty, by the name that Plane gives it in either form of its webhooks. */
const isNullable = (name: string): boolean =>
	NULLABLE.has(name) || /_(?:id|at|date|by)$/.test(name);

/**
 * The value of a field, with null for the text `None`, which Plane writes for an empty value in version 2
 * of its webhooks and in activities (row 100). Only in fields that can be empty: a work item may be
 * called "None".
 */
export const withoutNoneText = (name: string, value: JsonValue): JsonValue =>
	value === 'None' && isNullable(name) ? null : value;

/** Fields whose values people type, by their names here: a text "None" in them is what somebody wrote. */
const TYPED = new Set(['name', 'description', 'link', 'attachment', 'property_value']);

/**
 * The value of a field in an activity, with null for the text `None`. Values that refer to a record,
 * such as a label that is called "None", have its ID beside them, which is used instead.
 *
 * @param field as `fieldName` returns it
 */
export const withoutNoneInActivity = (field: string, value: JsonValue): JsonValue =>
	value === 'None' && !TYPED.has(field) ? null : value;
