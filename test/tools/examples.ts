import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Operation } from '../../nodes/shared/operations/operation';
import { TIMEZONE } from '../engine/engine';
import { pickCertainFields } from './schemas';
import type { RecordedStep } from './storyLines';

/** An example of an operation, the same each time that it is made. */
export interface Example {
	readonly parameters: INodeParameters;
	readonly requests: readonly { readonly line: string; readonly body?: unknown }[];
	/** The first output item. */
	readonly output: IDataObject;
	/** How many more output items there were. */
	readonly more: number;
}

/** The richest of what an operation was given in the story, with what came of it. */
export function buildExample(operation: Operation, told: readonly RecordedStep[]): Example {
	const length = ({ parameters }: RecordedStep) => JSON.stringify(parameters).length;
	const [richest] = told.toSorted((a, b) => length(b) - length(a));
	if (richest === undefined) throw new Error(`${operation.action} is not in the story`);

	const { parameters, line } = richest;
	const [first = {}, ...others] = line.items;
	const { resource, value } = operation;
	const example = {
		parameters: { resource, operation: value, ...parameters },
		requests: line.requests.map(({ method, url, body }) => ({
			line: `${method} ${url}`,
			...(body !== undefined && body !== null && { body }),
		})),
		output: pickCertainFields(first, operation),
		more: others.length,
	};

	return replaceVariableParts(example) as Example;
}

/** Whatever is another one in each run: IDs, times, addresses, signatures. */
const VARIABLE: readonly (readonly [pattern: RegExp, becomes: (found: string) => string])[] = [
	[/X-Amz-[^"]*/g, () => '…'],
	[/http:\/\/127\.0\.0\.1:\d+/g, () => 'https://plane.example.com'],
	[/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/g, () => '2026-03-02T09:00:00.000000Z'],
];

/** The day on which all examples are made. */
const DAY = Date.UTC(2026, 2, 2);
const DAYS = 86_400_000;

/** A day near today as one that is as near to the day of the examples. */
function shiftDay(day: string): string {
	const today = new Intl.DateTimeFormat('sv', { timeZone: TIMEZONE }).format(new Date());
	const distance = Date.parse(day) - Date.parse(today);
	const isNear = Math.abs(distance) <= 30 * DAYS;

	return isNear ? new Date(DAY + distance).toISOString().slice(0, 10) : day;
}

/** A value in which what differs from run to run stands for itself. */
function replaceVariableParts(value: unknown): unknown {
	const ids = new Map<string, string>();

	const idFor = (id: string): string => {
		const known = ids.get(id);
		if (known !== undefined) return known;

		const number = String(ids.size + 1).padStart(2, '0');
		const made = `0c7da2${number}-21b6-4225-9d30-da0e1a924ae5`;

		ids.set(id, made);

		return made;
	};

	const text = (given: string): string =>
		VARIABLE.reduce((all, [pattern, becomes]) => all.replace(pattern, becomes), given)
			.replace(/\b\d{4}-\d\d-\d\d\b(?!T)/g, shiftDay)
			.replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, idFor)
			.replace(/\b[0-9a-f]{32}\b/g, (hex) => idFor(hex).replaceAll('-', ''));

	const inside = (given: unknown): unknown => {
		if (typeof given === 'string') return text(given);
		if (Array.isArray(given)) return given.map(inside);
		if (typeof given !== 'object' || given === null) return given;

		return Object.fromEntries(
			Object.entries(given).map(([name, one]) => [text(name), inside(one)]),
		);
	};

	return inside(value);
}
