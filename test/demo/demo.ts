// `npm run demo`: one workflow in n8n's own engine that uses every operation of the package, against
// the test service and a real object store. It prints a row of a table for each operation, or a JSON
// object with `--json`, and exits with 1 if any of them fails.

import Table from 'cli-table3';

import { credentialFor } from '../engine/credentials';
import { Engine } from '../engine/engine';
import { type StepResult, runStory } from '../engine/runStory';
import { createDemoRows, listSteps } from '../engine/customerStory';
import { startService } from '../service/service';
import { startStore } from '../service/store';
import { printProgress } from '../tools/terminal';

async function runDemo(): Promise<readonly StepResult[]> {
	const store = await startStore();
	const service = await startService({ storage: store });

	printProgress(`The test service is at ${service.url}, the object store at ${store.url}.`);
	printProgress(
		"Running every operation of the package in n8n's engine: a team's week, a customer's request …\n",
	);

	try {
		const engine = await Engine.start();
		const world = { service, store, engine, credential: credentialFor(service) };

		return await runStory(world, listSteps(createDemoRows(service.state)));
	} finally {
		await service.close();
		await store.close();
	}
}

function printTable(lines: readonly StepResult[]): void {
	const table = new Table({
		head: ['operation', 'request', 'status', 'items', 'ms', 'what changed'],
		colWidths: [30, 80, 8, 7, 6, 48],
		colAligns: ['left', 'left', 'right', 'right', 'right', 'left'],
		wordWrap: true,
		style: { head: [], border: [] },
	});

	for (const { operation, requests, items, milliseconds, changed, problem } of lines) {
		table.push([
			operation,
			requests.map(({ method, url }) => `${method} ${shorten(url)}`).join('\n'),
			requests.map(({ status }) => status).join('\n'),
			items.length,
			milliseconds,
			problem ?? shorten(changed.join('\n')),
		]);
	}

	console.log(table.toString());
	const done = lines.filter(({ succeeded }) => succeeded).length;
	const operations = new Set(lines.map(({ operation }) => operation)).size;

	console.log(`${done} of ${lines.length} steps succeeded, with ${operations} operations.`);
}

/** `/api/v1/workspaces/acme/modules/0c7da278-21b6-…/` → `…/modules/0c7da278/` */
const shorten = (text: string): string =>
	text
		.replace(/\/api\/v1\/workspaces\/[^/]+/, '…')
		.replace(/([0-9a-f]{8})(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '$1');

async function main(): Promise<void> {
	const lines = await runDemo();
	if (process.argv.includes('--json')) {
		for (const { items, ...line } of lines) {
			console.log(JSON.stringify({ ...line, items: items.length }));
		}
	} else {
		printTable(lines);
	}

	process.exitCode = lines.every(({ succeeded }) => succeeded) ? 0 : 1;
}

void main();
