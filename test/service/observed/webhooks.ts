import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a real server sent for a step, byte for byte (rows 40 to 45). */
export interface Recorded {
	readonly what: string;
	readonly body: string;
	readonly signature: string;
	readonly headers: Readonly<Record<string, string>>;
}

interface File {
	readonly secret: string;
	readonly steps: readonly {
		readonly what: string;
		readonly request: { readonly method: string; readonly path: string; readonly json?: unknown };
		readonly deliveries: readonly Pick<Recorded, 'headers' | 'body'>[];
	}[];
}

const file = JSON.parse(readFileSync(join(__dirname, 'webhooks.json'), 'utf8')) as File;

/** The secret that signed them, and what was done for them. */
export const { secret, steps } = file;

export const deliveries: readonly Recorded[] = steps.flatMap(({ what, deliveries: all }) =>
	all.map(({ headers, body }) => {
		return { what, body, headers, signature: headers['X-Plane-Signature'] ?? '' };
	}),
);
