// `npm run bench`: what the node takes beside the same work done by hand, all in one run, on this
// machine alone. It prints a table, or with `--json` an object per figure; `--only NAME` measures
// one figure, or all whose names begin so. It succeeds only if every limit holds.

import type { Figure } from './figure';
import { groups } from './groups/all';
import type { Outcome } from './groups/group';
import { isWanted, readOptions, type Options } from './options';
import { writeDocs } from './report/docs';
import { printJson, printTable } from './report/print';
import { Stage } from './stage';

async function bench(options: Options): Promise<Outcome & { readonly complete: boolean }> {
	const figures: Figure[] = [];
	const remarks: string[] = [];
	let complete = true;
	for (const group of groups) {
		if (!group.figures.some((name) => isWanted(name, options))) continue;
		say(`\n${group.figures.join(', ')} …`);
		const stage = new Stage((text) => say(`  ${text}`));
		try {
			const outcome = await group.run(stage, (name) => isWanted(name, options));
			figures.push(...outcome.figures.filter(({ figure }) => isWanted(figure, options)));
			remarks.push(...(outcome.remarks ?? []));
		} catch (error) {
			// The other figures are worth having all the same.
			complete = false;
			const words = error instanceof Error ? error.message : String(error);
			remarks.push(`${group.figures.join(', ')}: NOT MEASURED: ${words}`);
		} finally {
			await stage.close();
		}
	}
	return { figures, remarks, complete };
}

/** On stderr, so that the output is the table or the JSON alone. */
function say(text: string): void {
	process.stderr.write(`${text}\n`);
}

async function main(): Promise<void> {
	const options = readOptions(
		process.argv.slice(2),
		groups.flatMap(({ figures }) => figures),
	);
	const { figures, remarks = [], complete } = await bench(options);
	say('');
	if (options.json) printJson(figures);
	else printTable(figures);
	for (const remark of remarks) say(remark);
	if (complete && options.only.length === 0) await writeDocs(figures, remarks);
	process.exitCode = complete && figures.every(({ ok }) => ok) ? 0 : 1;
}

main().catch((error: unknown) => {
	say(error instanceof Error ? error.message : String(error));
	process.exitCode = 2;
});
