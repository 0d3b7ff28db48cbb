import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A request to a real server, and its answer. */
export interface Recording {
	operation: string;
	note: string;
	request: {
		method: string;
		/** For an upload or a download, the full URL on the store. */
		path: string;
		query?: Record<string, string | number>;
		json?: unknown;
		form?: Record<string, string>;
		/** Name, size in bytes and type of the file of a form. */
		file?: { file: [string, number, string] };
	};
	response: { status: number; headers: Record<string, string>; body: unknown };
}

const isRecordings = (value: unknown): value is { exchanges: Recording[] } =>
	typeof value === 'object' && value !== null && 'exchanges' in value;

/**
 * Reads the recorded exchanges in their order: `exchanges` has the specified operations, `interface`
 * everything that the edition offers.
 */
export function readRecordings(name: 'exchanges' | 'interface' = 'exchanges'): Recording[] {
	const path = join(__dirname, `observed/${name}.json`);
	const content: unknown = JSON.parse(readFileSync(path, 'utf8'));
	if (!isRecordings(content)) throw new Error(`${path} holds no exchanges.`);

	return content.exchanges;
}

// The recordings shorten long texts and lists, and mark where.
export const isTruncated = (text: string): boolean => text.endsWith('…');

export const readOmittedCount = (entry: unknown): number | undefined => {
	const count = typeof entry === 'string' ? /^… (\d+) more$/.exec(entry)?.[1] : undefined;

	return count === undefined ? undefined : Number(count);
};
