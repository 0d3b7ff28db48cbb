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
	({ what, deliveries: all }) =>
		all.map(({ headers, body }) => {
			return { what, body, headers, signature: headers['X-Plane-Signature'] ?? '' };
		}),
);
