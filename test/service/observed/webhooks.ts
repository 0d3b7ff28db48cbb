import type { JsonObject } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A delivery that a real server sent, byte for byte (rows 40 to 45). */
export interface RecordedDelivery {
	readonly what: string;
	readonly body: string;
	readonly signature: string;
	readonly headers: Readonly<Record<string, string>>;
}

interface RecordingFile {
	readonly secret: string;
	readonly steps: readonly {
		readonly what: string;
		readonly request: { readonly method: string; readonly path: string; readonly json?: unknown };
		readonly deliveries: readonly Pick<RecordedDelivery, 'headers' | 'body'>[];
	}[];
}

const file = JSON.parse(readFileSync(join(__dirname, 'webhooks.json'), 'utf8')) as RecordingFile;

/** The secret that signed the deliveries, and the requests that caused them. */
export const { secret: recordedSecret, steps: recordedSteps } = file;

export const recordedDeliveries: readonly RecordedDelivery[] = recordedSteps.flatMap(
	({ what, deliveries }) =>
		deliveries.map(({ headers, body }) => ({
			what,
			body,
			headers,
			signature: headers['X-Plane-Signature'] ?? '',
		})),
);

/** Parses the body of the first recorded delivery of this step. @throws Error if there is none */
export function readRecordedBody(what: string): JsonObject {
	const delivery = recordedDeliveries.find((candidate) => candidate.what === what);
	if (delivery === undefined) throw new Error(`Nothing was recorded of ${what}`);

	return JSON.parse(delivery.body) as JsonObject;
}

/** Parses the bodies of all recorded deliveries. */
export const readRecordedBodies = (): JsonObject[] =>
	recordedDeliveries.map(({ body }) => JSON.parse(body) as JsonObject);
