// `npm run demo`: one workflow in n8n's own engine that uses every operation of the package, against
// the test service and a real object store. It prints a line for each operation, or with `--json` an
// object, and succeeds only if all of them did.

import Table from 'cli-table3';

import { Engine } from '../engine/engine';
import { parametersFor, samples } from '../engine/samples';
import { credentialFor } from '../engine/world';
import { startService } from '../service/service';
import { startStore } from '../service/store';
import { say } from '../tools/terminal';
import { changesBetween, snapshot } from './changes';

const FILE = Buffer.from('A file that n8n uploads.\n'.repeat(1000));

/** What one operation came to. */
interface Line {
	/** `resource.operation` */
	readonly operation: string;
	readonly succeeded: boolean;
	readonly requests: readonly { method: string; url: string; status: number }[];
	/** Output items. */
	readonly items: number;
	readonly milliseconds: number;
	/** What the operation changed on the service or in the store. */
	readonly changed: readonly string[];
	readonly problem?: string | undefined;
}

async function demo(): Promise<readonly Line[]> {
	const store = await startStore();
	const service = await startService({ storage: store });
	say(`The test service is at ${service.url}, the object store at ${store.url}.`);
	say('A workflow with every operation of the package runs in the engine of n8n …\n');
	try {
		const engine = await Engine.start();
		const file = { name: 'notes.txt', mimeType: 'text/plain', content: FILE };
		const { name, mimeType: type } = file;
		const credentials = await service.issueUpload({ name, type, size: FILE.length });

		const operations = Object.entries(samples(service.state));
		const seen = new Map<string, Pick<Line, 'requests' | 'changed'>>();
		let before = await snapshot(service.state, store);
		const outcomes = await engine.runAll(
			operations.map(([name, parameters]) => ({
				name,
				parameters: parametersFor(name, parameters),
				// One that fails is shown as failed; the others still run.
				onError: 'continueErrorOutput',
			})),
			[{ json: { credentials }, files: { data: file } }],
			credentialFor(service),
			{
				after: async (name) => {
					const now = await snapshot(service.state, store);
					const sent = [...service.requests.splice(0), ...store.requests.splice(0)];
					const requests = sent.map(({ method, url, status }) => ({ method, url, status }));
					seen.set(name, { requests, changed: changesBetween(before, now) });
					before = now;
				},
			},
		);

		return operations.map(([operation]): Line => {
			const outcome = outcomes.get(operation);
			const { requests, changed } = seen.get(operation) ?? { requests: [], changed: [] };
			const [failed] = outcome?.outputs[1] ?? [];
			const problem = outcome?.error?.message ?? (failed && JSON.stringify(failed.json.error));
			const items = outcome?.json.length ?? 0;
			const succeeded = problem === undefined && requests.length > 0 && items > 0;
			const milliseconds = outcome?.time ?? 0;
			return { operation, succeeded, requests, items, milliseconds, changed, problem };
		});
	} finally {
		await service.close();
		await store.close();
	}
}

function printTable(lines: readonly Line[]): void {
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
			requests.map(({ method, url }) => `${method} ${shortened(url)}`).join('\n'),
			requests.map(({ status }) => status).join('\n'),
			...[items, milliseconds, problem ?? shortened(changed.join('\n'))],
		]);
	}
	console.log(table.toString());
	const done = lines.filter(({ succeeded }) => succeeded).length;
	console.log(`${done} of ${lines.length} operations succeeded.`);
}

/** `/api/v1/workspaces/acme/modules/0c7da278-21b6-…/` → `…/modules/0c7da278/` */
const shortened = (text: string): string =>
	text
		.replace(/\/api\/v1\/workspaces\/[^/]+/, '…')
		.replace(/([0-9a-f]{8})(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '$1');

async function main(): Promise<void> {
	const lines = await demo();
	if (process.argv.includes('--json')) for (const line of lines) console.log(JSON.stringify(line));
	else printTable(lines);
	process.exitCode = lines.every(({ succeeded }) => succeeded) ? 0 : 1;
}

void main();
