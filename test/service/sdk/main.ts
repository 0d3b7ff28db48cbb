// `npm run test:sdk`: whether the vendor's own client for Python works with the face community. It
// makes a virtual environment in a temporary folder and installs the client from the package index,
// so a person runs it, and no test: it needs Python, the index, and half a minute. The client goes in
// without its dependencies, which name a newer certifi than an index may have.
//
// Last run 2026-11-23, 28 s: all of client.py works. The contract has nothing against its requests
// but the empty object that it sends with three requests to archive, which take no body.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startService } from '../service';

const run = promisify(execFile);

async function main(): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'plane-sdk-'));
	const python = join(folder, 'bin/python');
	const service = await startService({ face: 'community', workItems: 7 });

	try {
		await run('python3', ['-m', 'venv', folder]);
		const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];

		for (const packages of [
			['requests', 'pydantic'],
			['--no-deps', 'plane-sdk==0.3.2'],
		]) {
			await run(python, [...install, ...packages]);
		}

		const script = join(__dirname, 'client.py');
		const { stdout } = await run(python, [script, service.url, service.apiKey, service.workspace]);

		process.stdout.write(stdout);

		// What the contract has against the requests of the client; the service itself takes them.
		for (const { method, url, problem } of service.requests) {
			if (problem !== undefined) process.stdout.write(`${method} ${url}: ${problem}\n`);
		}
	} finally {
		await service.close();
		rmSync(folder, { recursive: true });
	}
}

void main();
