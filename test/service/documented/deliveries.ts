import type { JsonObject } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A delivery of version 2, made of what Plane's pages and receivers of other people say (rows 100 to 105).
 * `basis` says how sure its members are.
 */
export interface DocumentedDelivery {
	readonly basis: string;
	readonly note?: string;
	/** The body, byte for byte, and the signature that belongs to it. */
	readonly rawBody: string;
	readonly signature: string;
	readonly secret: string;
}

const file = JSON.parse(readFileSync(join(__dirname, 'deliveries.json'), 'utf8')) as Record<
	string,
	DocumentedDelivery
>;

/** The documented deliveries by their names, e.g. `workitem.updated`. */
export const documentedDeliveries = new Map(Object.entries(file));

/** The body of a documented delivery. */
export function readDocumentedBody(name: string): JsonObject {
	const delivery = documentedDeliveries.get(name);
	if (delivery === undefined) throw new Error(`There is no documented delivery ${name}`);

	return JSON.parse(delivery.rawBody) as JsonObject;
}
