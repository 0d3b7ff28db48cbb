// A stand-in.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync, cpSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { startBackground, type Background } from './background';

const top = resolve(__dirname, '../../..');
const bin = join(top, 'test/n8n/node_modules/n8n/bin/n8n');

export class N8n {
	readonly folder = mkdtempSync(join(tmpdir(), 'plane-n8n-'));
	private readonly env: NodeJS.ProcessEnv;
	constructor(settings: Readonly<Record<string, string>>) {
		this.env = {
			...process.env,
			...settings,
			N8N_USER_FOLDER: this.folder,
			N8N_ENCRYPTION_KEY: 'the key of the queue',
			N8N_DIAGNOSTICS_ENABLED: 'false',
			N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
			N8N_TEMPLATES_ENABLED: 'false',
			N8N_PERSONALIZATION_ENABLED: 'false',
			N8N_LISTEN_ADDRESS: '127.0.0.1',
			N8N_RUNNERS_MODE: 'external',
			N8N_RUNNERS_AUTH_TOKEN: 'none',
		};
		const nodes = join(this.folder, '.n8n/nodes');
		const place = join(nodes, 'node_modules/n8n-nodes-plane');
		mkdirSync(place, { recursive: true });
		for (const part of ['dist', 'package.json'])
			cpSync(join(top, part), join(place, part), { recursive: true });
		writeFileSync(
			join(nodes, 'package.json'),
			JSON.stringify({
				name: 'installed-nodes',
				private: true,
				dependencies: { 'n8n-nodes-plane': '0.1.0' },
			}),
		);
	}
	async run(...args: string[]): Promise<string> {
		const { stdout } = await promisify(execFile)(process.execPath, [bin, ...args], {
			env: this.env,
			maxBuffer: 64 * 1024 * 1024,
		});
		return stdout;
	}
	async import(what: 'credentials' | 'workflow', content: unknown): Promise<void> {
		const file = join(this.folder, `${what}.json`);
		writeFileSync(file, JSON.stringify(content));
		await this.run(`import:${what}`, `--input=${file}`);
	}
	start(
		args: readonly string[],
		ports: { port: number; broker: number; health: number },
	): Background {
		return startBackground({
			program: process.execPath,
			args: [bin, ...args],
			env: {
				...this.env,
				N8N_PORT: String(ports.port),
				N8N_RUNNERS_BROKER_PORT: String(ports.broker),
				QUEUE_HEALTH_CHECK_PORT: String(ports.health),
			},
		});
	}
	remove(): void {
		rmSync(this.folder, { recursive: true, force: true });
	}
}
