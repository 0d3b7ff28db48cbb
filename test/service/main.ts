import { waitUntilStopped } from '../tools/untilStopped';
import { readCommandLine } from './commandLine';
import { startService } from './service';
import { startStore } from './store';

async function main(): Promise<void> {
	const { delay, ...options } = readCommandLine(process.argv.slice(2));
	const { serverKind, limit, differences } = options;
	const store = await startStore();
	const service = await startService({ ...options, storage: store }).catch(
		async (error: unknown) => {
			// An open store would keep the process alive.
			await store.close();
			throw error;
		},
	);
	if (delay > 0) service.faults.plan({ kind: 'delay', milliseconds: delay }, { times: Infinity });

	const [project] = service.state.projects;
	const path = `/api/v1/workspaces/${service.workspace}/projects/${project?.id ?? ''}/work-items/`;
	const deviations = Object.entries(differences).map(
		([name, isOn]) => `${isOn ? '+' : '-'}${name}`,
	);
	const lines = [
		`A test service of the kind ${[serverKind, ...deviations].join(' ')} is running.`,
		'',
		`  Base URL        ${service.url}`,
		`  API key         ${service.apiKey}`,
		`  Workspace slug  ${service.workspace}`,
		`  Object store    ${store.url}/${store.bucket}`,
		...(limit
			? [`  Limit           ${limit.requests} requests in ${limit.windowMs / 1000} s`]
			: []),
		...(delay > 0 ? [`  Delay           ${delay} ms for every request`] : []),
		'',
		'Try it:',
		`  curl -H 'X-API-Key: ${service.apiKey}' '${service.url}${path}?limit=2&per_page=2'`,
		'',
		'Ctrl+C stops it.',
	];

	process.stdout.write(`${lines.join('\n')}\n`);

	await waitUntilStopped();
	await service.close();
	await store.close();
	process.stdout.write('Stopped.\n');
}

function fail(error: unknown): void {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
}

main().catch(fail);
