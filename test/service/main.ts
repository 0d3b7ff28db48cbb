import { parseArgs } from 'node:util';
import type { FaceName } from './service';
import { faces, startService } from './service';
import { startStore } from './store';

const isFace = (name: string): name is FaceName => name in faces;

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			port: { type: 'string' },
			prefix: { type: 'string' },
			face: { type: 'string', default: 'specification' },
		},
	});
	const { face } = values;
	if (!isFace(face)) {
		throw new Error(`--face must be ${Object.keys(faces).join(' or ')}, not ${face}.`);
	}
	const port = Number(values.port ?? 0);
	if (!Number.isInteger(port) || port < 0 || port > 65_535) {
		throw new Error(`--port must be a number from 0 to 65535, not ${values.port ?? ''}.`);
	}
	const prefix = values.prefix ?? '';
	if (!/^(\/[\w.-]+)*$/.test(prefix)) {
		throw new Error(`--prefix must look like /plane, without a slash at its end, not ${prefix}.`);
	}
	const store = await startStore();
	const service = await startService({ face, port, prefix, storage: store }).catch(
		async (error: unknown) => {
			// An open store would keep the process alive.
			await store.close();
			throw error;
		},
	);
	const [project] = service.state.projects;
	const path = `/api/v1/workspaces/${service.workspace}/projects/${project?.id ?? ''}/work-items/`;
	const query = face === 'community' ? 'per_page=2' : 'limit=2';
	const lines = [
		`A test service of the interface is running, with the face ${face}.`,
		'',
		`  Base URL        ${service.url}`,
		`  API key         ${service.apiKey}`,
		`  Workspace slug  ${service.workspace}`,
		`  Object store    ${store.url}/${store.bucket}`,
		'',
		'Try it:',
		`  curl -H 'X-API-Key: ${service.apiKey}' '${service.url}${path}?${query}'`,
		'',
		'Ctrl+C stops it.',
	];
	process.stdout.write(`${lines.join('\n')}\n`);

	let stopping = false;
	const stop = async (): Promise<void> => {
		if (stopping) return;
		stopping = true;
		await service.close();
		await store.close();
		process.stdout.write('Stopped.\n');
	};
	const stopOrFail = () => {
		stop().catch(fail);
	};
	process.on('SIGINT', stopOrFail).on('SIGTERM', stopOrFail);
	// npm passes a signal on to the shell between it and this process, which passes nothing on.
	const parent = process.ppid;
	setInterval(() => {
		if (process.ppid !== parent) stopOrFail();
	}, 250).unref();
}

function fail(error: unknown): void {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
}

main().catch(fail);
