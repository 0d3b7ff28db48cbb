// `npm run bench`: compares the node with the same work done by hand, in one run on one machine. It
// prints a table, or with `--json` an object per figure. `--only NAME` measures one figure, or all
// whose names begin with NAME; `--editor` measures how quickly n8n's editor shows the panel. It
// succeeds only if every limit holds.

import { spawnSync } from 'node:child_process';

import Table from 'cli-table3';

import { getMessage, printProgress } from '../tools/terminal';
import type { Figure } from './figure';
import { groups } from './groups';
import { readOptions } from './options';
import { writeDocs } from './report/docs';
import { HEAD, formatRow } from './report/texts';
import { ProcessGroup } from './stage';

const names = groups.flatMap(({ figures }) => figures);

async function main(): Promise<void> {
	const options = readOptions(process.argv.slice(2), names);

	if (options.editor) {
		process.exitCode = benchEditor();

		return;
	}

	const figures: Figure[] = [];
	const failures: string[] = [];

	for (const group of groups) {
		const selected = group.figures.filter((name) => options.figures.includes(name));
		if (selected.length === 0) continue;

		printProgress(`\n${selected.join(', ')} …`);
		const processes = new ProcessGroup((text) => printProgress(`  ${text}`));

		try {
			const measured = await group.run(processes, selected);

			figures.push(...measured.filter(({ figure }) => selected.includes(figure)));
		} catch (error) {
			// The other figures are useful without these.
			failures.push(`${selected.join(', ')}: NOT MEASURED: ${getMessage(error)}`);
		} finally {
			await processes.close();
		}
	}

	printProgress('');
	if (options.json) for (const figure of figures) console.log(JSON.stringify(figure));
	else printTable(figures);

	for (const failure of failures) printProgress(failure);
	if (figures.length === names.length) writeDocs(figures);

	process.exitCode = failures.length === 0 && figures.every(({ ok }) => ok) ? 0 : 1;
}

/** Runs test/browser/editor.bench.ts. Returns its exit code. */
function benchEditor(): number {
	const args = ['run', '--silent', 'jest', '--', '--selectProjects', 'editor', '--maxWorkers=1'];

	return spawnSync('npm', args, { stdio: 'inherit' }).status ?? 1;
}

function printTable(figures: readonly Figure[]): void {
	const table = new Table({
		head: HEAD,
		colWidths: [23, 36, 18, 32, 20, 26, 11],
		wordWrap: true,
		style: { head: [], border: [] },
	});

	table.push(...figures.map(formatRow));
	console.log(table.toString());
	const heldLimits = figures.filter(({ ok }) => ok).length;

	console.log(`${heldLimits} of ${figures.length} limits hold.`);
}

main().catch((error: unknown) => {
	printProgress(getMessage(error));
	process.exitCode = 2;
});
