import type { JsonObject } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A delivery of version 2, composed from Plane's documentation and other people's receivers (rows 100
 * to 105). `basis` says how certain each member is.
 */
export interface DocumentedDelivery {
	readonly basis: string;
	readonly note?: string;
	/** The body, byte for byte. `signature` is its signature with `secret`. */
	readonly rawBody: string;
	readonly signature: string;
	readonly secret: string;
}

const file = JSON.parse(readFileSync(join(__dirname, 'deliveries.json'), 'utf8')) as Record<
	string,
	DocumentedDelivery
>;

/** The documented deliveries by name, such as `workitem.updated`. */
export const documentedDeliveries = new Map(Object.entries(file));

/** Parses the body of a documented delivery. @throws Error if there is none with this name */
export function readDocumentedBody(name: string): JsonObject {
	const delivery = documentedDeliveries.get(name);
	if (delivery === undefined) throw new Error(`There is no documented delivery ${name}`);

	return JSON.parse(delivery.rawBody) as JsonObject;
}

/** Parses the bodies of all documented deliveries. */
export const readDocumentedBodies = (): JsonObject[] =>
	[...documentedDeliveries.keys()].map(readDocumentedBody);
