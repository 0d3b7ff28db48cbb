import type { JsonObject } from 'n8n-workflow';

/** Leaves out one field of a record. */
export const withoutField = (body: JsonObject, name: string): JsonObject =>
	Object.fromEntries(Object.entries(body).filter(([key]) => key !== name));
