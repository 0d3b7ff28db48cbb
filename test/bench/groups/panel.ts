import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { menu } from '../../../nodes/shared/operations/catalog';
import { buildProperties } from '../../../nodes/Plane/panel/buildProperties';
import manifest from '../../../package.json';
import { atMost, timesAsMuch } from '../figure';
import { median } from '../statistics';
import { runInTurn, type Group } from './group';

const top = join(__dirname, '../../..');

/**
 * In bytes of JSON: less than the largest panel of n8n's own nodes, Notion's with 285,768 bytes in n8n 2.41.1. Each
 * editor that is opened downloads the panel from n8n and parses it.
 */
export const MAX_PANEL_BYTES = 240_000;

/** The files of the package that n8n loads when it starts. */
const PACKAGE = [...manifest.n8n.nodes, ...manifest.n8n.credentials].map((file) => join(top, file));

/** The module that they all need. */
const BASELINE = ['n8n-workflow'];

/** At most 75 ms more than n8n-workflow alone on a machine on which that takes 750 ms. */
const LOAD_LIMIT = 1.1;

const ROUNDS = 50;

/** What the node adds to the start of n8n and to the load of its editor. */
export const panel: Group = {
	figures: ['panel-size', 'load-time'],
	async run() {
		// A first run, so that no file has to be read from the disk later.
		await Promise.all([PACKAGE, BASELINE].map(measureLoadTime));
		const runs = await runInTurn([PACKAGE, BASELINE], ROUNDS, async (modules) => ({
			modules,
			ms: await measureLoadTime(modules),
		}));
		const medianTime = (modules: readonly string[]) =>
			median(runs.filter((run) => run.modules === modules).map(({ ms }) => ms));

		return [
			atMost(
				{
					figure: 'panel-size',
					work: `the panel of all ${menu.length} operations, as JSON`,
					value: measurePanelSize(),
					unit: 'bytes',
					beside: null,
					comparedWith: 'nothing',
				},
				MAX_PANEL_BYTES,
			),
			timesAsMuch(
				{
					figure: 'load-time',
					work: 'loading the nodes and the credentials in a fresh process',
					value: medianTime(PACKAGE),
					unit: 'CPU ms',
					beside: medianTime(BASELINE),
					comparedWith: 'n8n-workflow, which they need',
				},
				LOAD_LIMIT,
			),
		];
	},
};

export const measurePanelSize = (): number =>
	Buffer.byteLength(JSON.stringify(buildProperties(menu, 'workItem')));

const SCRIPT = `
	const before = process.cpuUsage();
	for (const file of process.argv.slice(1)) require(file);
	const { user, system } = process.cpuUsage(before);
	console.log((user + system) / 1000);
`;

/**
 * Measures how long a fresh process takes to load modules, in milliseconds of CPU time. By the clock,
 * two equal processes differ by a tenth or more.
 */
async function measureLoadTime(modules: readonly string[]): Promise<number> {
	const { stdout } = await promisify(execFile)(process.execPath, ['-e', SCRIPT, ...modules], {
		cwd: top,
	});

	return Number(stdout);
}
