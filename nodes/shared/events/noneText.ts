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
