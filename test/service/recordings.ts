import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One request and its answer as they were recorded from a real server. */
export interface Recording {
	operation: string;
	note: string;
	request: {
		method: string;
		/** Of an upload and a download the whole address on the store. */
		path: string;
		query?: Record<string, string | number>;
		json?: unknown;
		form?: Record<string, string>;
		/** Name, size in bytes and type of a form's file. */
		file?: { file: [string, number, string] };
	};
	response: { status: number; headers: Record<string, string>; body: unknown };
}

const isRecordings = (value: unknown): value is { exchanges: Recording[] } =>
	typeof value === 'object' && value !== null && 'exchanges' in value;

/**
 * The recorded exchanges in the order of their recording: `exchanges` of the operations that were
 * specified, `interface` of all that the edition has.
 */
export function readRecordings(name: 'exchanges' | 'interface' = 'exchanges'): Recording[] {
	const path = join(__dirname, `observed/${name}.json`);
	const content: unknown = JSON.parse(readFileSync(path, 'utf8'));
	if (!isRecordings(content)) throw new Error(`${path} holds no exchanges.`);

	return content.exchanges;
}

// Cut off or counted by whoever recorded it.
export const isTruncated = (text: string): boolean => text.endsWith('…');

export const readOmittedCount = (entry: unknown): number | undefined => {
	const count = typeof entry === 'string' ? /^… (\d+) more$/.exec(entry)?.[1] : undefined;

	return count === undefined ? undefined : Number(count);
};
