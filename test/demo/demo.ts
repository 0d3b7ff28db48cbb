// `npm run demo`: one workflow in n8n's own engine that uses every operation of the package, against
// the test service and a real object store. It prints a line for each operation, or with `--json` an
// object, and succeeds only if all of them did.

import { Engine } from '../engine/engine';
import { parametersFor, samples } from '../engine/samples';
import { startService } from '../service/service';
import { startStore } from '../service/store';
import { changesBetween, snapshot } from './changes';
import { printJson, printTable, type Line } from './report';

const FILE = Buffer.from('A file that n8n uploads.\n'.repeat(1000));

async function demo(): Promise<readonly Line[]> {
	const store = await startStore();
	const service = await startService({ storage: store });
	say(`The test service is at ${service.url}, the object store at ${store.url}.`);
	say('A workflow with every operation of the package runs in the engine of n8n …\n');
	try {
		const engine = await Engine.start();
		const credential = {
			apiKey: service.apiKey,
			baseUrl: service.url,
			workspaceSlug: service.workspace,
		};
		const file = { name: 'notes.txt', mimeType: 'text/plain' };
		const credentials = await service.issueUpload({
			name: file.name,
			type: file.mimeType,
			size: FILE.length,
		});

		const requests = () => [...service.requests, ...store.requests];
		const seen = new Set(requests());
		const lines = new Map<string, Pick<Line, 'requests' | 'changed'>>();
		let before = await snapshot(service.state, store);
		const outcomes = await engine.runAll(
			Object.entries(samples(service.state)).map(([name, parameters]) => ({
				name,
				parameters: parametersFor(name, parameters),
				// One that fails is shown as failed; the others still run.
				onError: 'continueErrorOutput' as const,
			})),
			[{ json: { credentials }, files: { data: { ...file, content: FILE } } }],
			credential,
			{
				after: async (name) => {
					const now = await snapshot(service.state, store);
					const sent = requests().filter((request) => !seen.has(request));
					for (const request of sent) seen.add(request);
					lines.set(name, { requests: sent, changed: changesBetween(before, now) });
					before = now;
				},
			},
		);

		return Object.keys(samples(service.state)).map((operation): Line => {
			const outcome = outcomes.get(operation);
			const failed = outcome?.outputs[1]?.map(({ json }) => JSON.stringify(json.error)) ?? [];
			return {
				operation,
				requests: [],
				changed: [],
				...lines.get(operation),
				items: outcome?.json.length ?? 0,
				milliseconds: outcome?.time ?? 0,
				problem: outcome?.error?.message ?? failed[0],
			};
		});
	} finally {
		await service.close();
		await store.close();
	}
}

/** On stderr, so that the output is the table or the JSON alone. */
function say(text: string): void {
	process.stderr.write(`${text}\n`);
}

async function main(): Promise<void> {
	const lines = await demo();
	const print = process.argv.includes('--json') ? printJson : printTable;
	process.exitCode = print(lines) ? 0 : 1;
}

void main();
