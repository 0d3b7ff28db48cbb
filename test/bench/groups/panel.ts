import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { operations } from '../../../nodes/shared/operations/catalog';
import { properties } from '../../../nodes/Plane/panel/properties';
import manifest from '../../../package.json';
import { atMost, timesAsMuch } from '../figure';
import { median } from '../statistics';
import { inTurn, type Group } from './group';

const top = join(__dirname, '../../..');

/** In bytes of JSON: each editor that is opened gets the panel from n8n, and reads it. */
export const LARGEST_PANEL = 165_000;

/** What n8n reads of the package when it starts, and what that needs in any case. */
const PACKAGE = [...manifest.n8n.nodes, ...manifest.n8n.credentials].map((file) => join(top, file));
const NEEDED = ['n8n-workflow'];

/** At most 100 milliseconds beside the 750 of what it needs in any case, on whatever machine. */
const LOAD = 1.13;

const ROUNDS = 50;

/** What n8n takes to start with the node in it, and an editor to show it. */
export const panel: Group = {
	figures: ['panel-size', 'load-time'],
	async run() {
		// Once before, so that no file comes from the disk.
		await Promise.all([PACKAGE, NEEDED].map(loadTime));
		const times = await inTurn([PACKAGE, NEEDED], ROUNDS, async (modules) => ({
			modules,
			ms: await loadTime(modules),
		}));
		const medianOf = (some: readonly string[]) =>
			median(times.flatMap(({ modules, ms }) => (modules === some ? ms : [])));

		return [
			atMost(
				{
					figure: 'panel-size',
					work: `the panel of all ${operations.length} operations, as JSON`,
					value: panelSize(),
					unit: 'bytes',
					beside: null,
					than: 'nothing',
				},
				LARGEST_PANEL,
			),
			timesAsMuch(
				{
					figure: 'load-time',
					work: 'loading the nodes and the credentials in a fresh process',
					value: medianOf(PACKAGE),
					unit: 'CPU ms',
					beside: medianOf(NEEDED),
					than: 'n8n-workflow, which they need',
				},
				LOAD,
			),
		];
	},
};

export const panelSize = (): number =>
	Buffer.byteLength(JSON.stringify(properties(operations, 'workItem')));

const SCRIPT = `
	const before = process.cpuUsage();
	for (const file of process.argv.slice(1)) require(file);
	const { user, system } = process.cpuUsage(before);
	console.log((user + system) / 1000);
`;

/**
 * What it takes a fresh process to load modules, in milliseconds of CPU: once the files are in
 * memory there is nothing to wait for, and by the clock, two of the same differ by a tenth and more.
 */
async function loadTime(modules: readonly string[]): Promise<number> {
	const { stdout } = await promisify(execFile)(process.execPath, ['-e', SCRIPT, ...modules], {
		cwd: top,
	});

	return Number(stdout);
}
