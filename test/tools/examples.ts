import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Operation } from '../../nodes/shared/operations/operation';
import { TIMEZONE } from '../engine/additionalData';
import type { StepResult } from '../engine/runStory';
import { pickCertainFields } from './schemas';
import type { RecordedStep } from './recordStory';

/** An example of an operation. It is the same each time that it is built. */
export interface Example {
	readonly parameters: INodeParameters;
	readonly requests: readonly { readonly line: string; readonly body?: unknown }[];
	/** The first output item. */
	readonly output: IDataObject;
	/** How many output items there were besides the first one. */
	readonly otherItems: number;
}

/** Builds an example from the step of the story that has the most parameters of an operation. */
export function buildExample(operation: Operation, steps: readonly RecordedStep[]): Example {
	const length = ({ parameters }: RecordedStep) => JSON.stringify(parameters).length;
	const [richest] = steps.toSorted((a, b) => length(b) - length(a));
	if (richest === undefined) throw new Error(`${operation.action} is not in the story`);

	const { parameters, line } = richest;
	const [first = {}, ...others] = line.items;
	const { resource, value } = operation;
	const example = {
		parameters: { resource, operation: value, ...parameters },
		requests: withoutRepeatedReads(line.requests).map(({ method, url, body }) => ({
			line: `${method} ${url}`,
			...(body !== undefined && body !== null && { body }),
		})),
		output: pickCertainFields(first, operation),
		otherItems: others.length,
	};

	return replaceVariableParts(example) as Example;
}

/**
 * Leaves out reads that are repeated: a list is read once more if a record was created in the same second,
 * which is chance.
 */
const withoutRepeatedReads = (requests: StepResult['requests']): StepResult['requests'] =>
	requests.filter(
		({ method, url }, index) =>
			method !== 'GET' || requests.findIndex((request) => request.url === url) === index,
	);

/** Signatures, addresses and times, which differ in each run, and what the examples have instead. */
const VARIABLE_PARTS: readonly (readonly [pattern: RegExp, replacement: string])[] = [
	[/X-Amz-[^"]*/g, '…'],
	[/http:\/\/127\.0\.0\.1:\d+/g, 'https://plane.example.com'],
	[/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/g, '2026-03-02T09:00:00.000000Z'],
];

/** The day of all examples. */
const EXAMPLE_DAY = Date.UTC(2026, 2, 2);
const DAY_MS = 86_400_000;

/** Moves a day near today so that it is as far from the day of the examples. */
function shiftDay(day: string): string {
	const today = new Intl.DateTimeFormat('sv', { timeZone: TIMEZONE }).format(new Date());
	const distance = Date.parse(day) - Date.parse(today);
	const isNear = Math.abs(distance) <= 30 * DAY_MS;

	return isNear ? new Date(EXAMPLE_DAY + distance).toISOString().slice(0, 10) : day;
}

/** Replaces everything in a value that differs from run to run. */
function replaceVariableParts(value: unknown): unknown {
	const ids = new Map<string, string>();

	const idFor = (id: string): string => {
		const knownId = ids.get(id);
		if (knownId !== undefined) return knownId;

		const number = String(ids.size + 1).padStart(2, '0');
		const exampleId = `0c7da2${number}-21b6-4225-9d30-da0e1a924ae5`;

		ids.set(id, exampleId);

		return exampleId;
	};

	const replaceInText = (original: string): string =>
		VARIABLE_PARTS.reduce(
			(text, [pattern, replacement]) => text.replace(pattern, replacement),
			original,
		)
			.replace(/\b\d{4}-\d\d-\d\d\b(?!T)/g, shiftDay)
			.replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, idFor)
			.replace(/\b[0-9a-f]{32}\b/g, (hex) => idFor(hex).replaceAll('-', ''));

	const replaceInValue = (original: unknown): unknown => {
		if (typeof original === 'string') return replaceInText(original);
		if (Array.isArray(original)) return original.map(replaceInValue);
		if (typeof original !== 'object' || original === null) return original;

		return Object.fromEntries(
			Object.entries(original).map(([name, property]) => [
				replaceInText(name),
				replaceInValue(property),
			]),
		);
	};

	return replaceInValue(value);
}
