import type { JsonValue } from 'n8n-workflow';

/** Fields that can be empty although the end of their names does not show it. */
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

/** Whether a field can be empty. Takes the names of both versions of the webhooks. */
const isNullable = (name: string): boolean =>
	NULLABLE.has(name) || /_(?:id|at|date|by)$/.test(name);

/**
 * Turns the text `None` into null, because version 2 of Plane's webhooks sends it for empty values
 * (row 100). Only in fields that can be empty: the name of a work item may be "None".
 */
export const noneTextToNull = (name: string, value: JsonValue): JsonValue =>
	value === 'None' && isNullable(name) ? null : value;

/** Fields whose values people type, by canonical name: they can contain the text "None". */
const FREE_TEXT_FIELDS = new Set(['name', 'description', 'link', 'attachment', 'property_value']);

/**
 * Turns the text `None` in an activity into null, because Plane writes it for empty values (row 100).
 * A record can be named "None", too, such as a label. Callers do not pass its name: the activity also
 * has its ID.
 *
 * @param field as `canonicalFieldName` returns it
 */
export const activityNoneToNull = (field: string, value: JsonValue): JsonValue =>
	value === 'None' && !FREE_TEXT_FIELDS.has(field) ? null : value;
