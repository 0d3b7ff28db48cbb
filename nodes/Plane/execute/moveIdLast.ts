import type { JsonObject } from 'n8n-workflow';

/** Moves the ID of a simplified record to the end, because people see the first columns of a table. */
export function moveIdLast({ id, ...card }: JsonObject): JsonObject {
	return id === undefined ? card : { ...card, id };
}
