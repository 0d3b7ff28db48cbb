import { parseArgs } from 'node:util';

import { lines, type Line } from './install';

export interface CommandLine {
	/** n8n's own port by default; where it is taken, another one. */
	readonly port: number;
	readonly line: Line;
	/** Name of n8n's user folder, which stays for the next time. Default: one of its own for each use. */
	readonly folder: string | undefined;
}

/**
 * Reads the options of `npm run dev`.
 * @throws Error with a sentence about the first option that is wrong
 */
export function readCommandLine(args: string[]): CommandLine {
	const { port, line, folder } = parseArgs({
		args,
		options: {
			port: { type: 'string', default: '5678' },
			line: { type: 'string', default: 'v2' },
			folder: { type: 'string' },
		},
	}).values;
	const isPort = Number.isInteger(Number(port)) && Number(port) >= 0 && Number(port) <= 65_535;
	if (!isPort) throw new Error(`--port must be a number from 0 to 65535, not ${port}.`);

	const known = lines.find((name) => name === line);
	if (known === undefined) throw new Error(`--line must be ${lines.join(' or ')}, not ${line}.`);

	if (folder !== undefined && !/^[\w-]+$/.test(folder)) {
		throw new Error(`--folder must be a plain name, not ${folder}.`);
	}

	return { port: Number(port), line: known, folder };
}
