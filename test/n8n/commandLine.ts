import { parseArgs } from 'node:util';

import { lines, type Line } from './install';

export interface CommandLine {
	/** Default: n8n's own port. If it is taken, n8n gets another one. */
	readonly port: number;
	readonly line: Line;
	/** Name of n8n's user folder, which is kept. Default: one for each kind of server and line of n8n. */
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

	const knownLine = lines.find((name) => name === line);
	if (knownLine === undefined)
		throw new Error(`--line must be ${lines.join(' or ')}, not ${line}.`);

	if (folder !== undefined && !/^[\w-]+$/.test(folder)) {
		throw new Error(`--folder must be a plain name, not ${folder}.`);
	}

	return { port: Number(port), line: knownLine, folder };
}
