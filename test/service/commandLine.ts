import { parseArgs } from 'node:util';
import {
	differences,
	differencesByKind,
	isDifference,
	type Deviations,
	type ServerKind,
} from './differences';
import type { Limit } from './limit';

export interface CommandLine {
	serverKind: ServerKind;
	/** Changes to those of the server kind. */
	differences: Deviations;
	/** 0 for any free port. */
	port: number;
	/** Path before `/api/v1`, or an empty text. */
	prefix: string;
	limit?: Limit;
	/** Added to every request, in milliseconds. */
	delay: number;
}

// Without a comma before the last one.
const kinds = new Intl.ListFormat('en-GB', { type: 'disjunction' });
const isServerKind = (name: string): name is ServerKind => Object.hasOwn(differencesByKind, name);

/** Parses a limit such as `60/30`: 60 requests in 30 seconds. */
function parseLimit(text: string): Limit {
	const [, requests, seconds] = /^(\d+)\/(\d+(?:\.\d+)?)$/.exec(text) ?? [];
	const limit = { requests: Number(requests), windowMs: Number(seconds) * 1000 };
	if (limit.requests > 0 && limit.windowMs > 0) return limit;

	throw new Error(
		`--limit must be requests/seconds, such as 60/30, both more than 0, not ${text}.`,
	);
}

/** Parses names such as `slash301,pagesByCursor`, and switches these differences on or off. */
const parseDeviations = (option: string, text: string, isOn: boolean): Deviations =>
	Object.fromEntries(
		(text === '' ? [] : text.split(',')).map((name) => {
			if (isDifference(name)) return [name, isOn];

			const known = Object.keys(differences).join(', ');

			throw new Error(`--${option} must be of ${known}, with commas between, not ${name}.`);
		}),
	);

/**
 * Reads the options of `npx tsx test/service/main.ts`.
 * @throws Error with a sentence about the first option that is wrong.
 */
export function readCommandLine(args: string[]): CommandLine {
	const textOption = (defaultValue = '') => ({ type: 'string', default: defaultValue }) as const;
	const { values } = parseArgs({
		args,
		options: {
			port: textOption('0'),
			prefix: textOption(),
			kind: textOption('specification'),
			delay: textOption('0'),
			limit: { type: 'string' },
			with: textOption(),
			without: textOption(),
		},
	});
	const { kind: serverKind, prefix, limit } = values;
	if (!isServerKind(serverKind)) {
		throw new Error(
			`--kind must be ${kinds.format(Object.keys(differencesByKind))}, not ${serverKind}.`,
		);
	}

	const port = Number(values.port);
	if (!Number.isInteger(port) || port < 0 || port > 65_535) {
		throw new Error(`--port must be a number from 0 to 65535, not ${values.port}.`);
	}

	if (!/^(\/[\w.-]+)*$/.test(prefix)) {
		throw new Error(`--prefix must look like /plane, without a slash at its end, not ${prefix}.`);
	}

	if (!/^\d+$/.test(values.delay)) {
		throw new Error(`--delay must be whole milliseconds, such as 20, not ${values.delay}.`);
	}

	return {
		serverKind,
		port,
		prefix,
		delay: Number(values.delay),
		differences: {
			...parseDeviations('with', values.with, true),
			...parseDeviations('without', values.without, false),
		},
		...(limit !== undefined && { limit: parseLimit(limit) }),
	};
}
