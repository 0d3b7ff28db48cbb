import type { JsonObject } from 'n8n-workflow';

/** A body without one of its fields. */
export const withoutField = (body: JsonObject, name: string): JsonObject =>
	Object.fromEntries(Object.entries(body).filter(([each]) => each !== name));
