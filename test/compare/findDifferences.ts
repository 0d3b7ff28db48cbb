import { isDeepStrictEqual } from 'node:util';

import type { Recording } from './record';

/** One difference between what two builds did. */
export interface Difference {
	/** Where it is: `step 1 items[0].json.labels`. */
	readonly place: string;
	/** What each build has there, or undefined if it has nothing. */
	readonly old: unknown;
	readonly new: unknown;
}

/** Lists all differences between two recordings of one workflow. */
export function findDifferences(old: Recording, current: Recording): Difference[] {
	const differences: Difference[] = [];

	for (const [index, step] of old.steps.entries()) {
		compare(`step ${index + 1}`, step, current.steps[index], differences);
	}

	// One is a fault even if both builds have it.
	if (old.crash !== null || current.crash !== null) {
		differences.push({ place: 'crash', old: old.crash, new: current.crash });
	}

	if (old.state !== current.state) {
		compare('state', JSON.parse(old.state), JSON.parse(current.state), differences);
	}

	return differences;
}

/** Adds the differences of two values: of objects and arrays, those of what they have under the same key. */
function compare(place: string, old: unknown, current: unknown, differences: Difference[]): void {
	if (isDeepStrictEqual(old, current)) return;

	if (!isContainer(old) || !isContainer(current) || Array.isArray(old) !== Array.isArray(current)) {
		differences.push({ place, old, new: current });

		return;
	}

	if (isListOfTexts(old) && isListOfTexts(current)) {
		const missing = findMissing(old, current);

		if (missing !== undefined) {
			for (const text of missing) differences.push({ place, old: text, new: undefined });

			return;
		}
	}

	const keys = new Set([...Object.keys(old), ...Object.keys(current)]);

	for (const key of keys) {
		const inner = Array.isArray(old) ? `${place}[${key}]` : `${place} ${key}`;

		compare(inner, old[key], current[key], differences);
	}
}

/** What a list of texts has more than another one, in which nothing else differs; undefined if anything does. */
function findMissing(all: readonly string[], some: readonly string[]): string[] | undefined {
	const rest = [...some];
	const missing = all.filter((text) => {
		if (text !== rest[0]) return true;

		rest.shift();

		return false;
	});

	return rest.length === 0 ? missing : undefined;
}

const isListOfTexts = (value: unknown): value is readonly string[] =>
	Array.isArray(value) && value.every((entry) => typeof entry === 'string');

type Container = Readonly<Record<string, unknown>>;

const isContainer = (value: unknown): value is Container =>
	typeof value === 'object' && value !== null;
