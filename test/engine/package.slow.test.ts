import { expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { ICredentialType, INodeType } from 'n8n-workflow';

import manifest from '../../package.json';
import {
	loadBuiltPackage,
	type CredentialName,
	type NodeName,
	loadPackageFromSources,
} from './package';

test('The built package has the same descriptions as the sources', async () => {
	const built = await loadBuiltPackage();
	const fromSources = loadPackageFromSources();

	for (const [nodeName, node] of Object.entries(fromSources.nodes) as [NodeName, INodeType][]) {
		const { properties, displayName, version, credentials, group } = node.description;
		const loaded = built.nodes[nodeName];

		expect(loaded.description).toMatchObject({ displayName, version, credentials, group });
		// n8n itself adds Poll Times.
		const ownProperties = loaded.description.properties.filter(({ name }) => name !== 'pollTimes');

		expect(ownProperties).toEqual(properties);

		for (const method of ['execute', 'poll', 'webhook'] as const) {
			expect(typeof loaded[method]).toBe(typeof fromSources.nodes[nodeName][method]);
		}
	}

	for (const [name, type] of Object.entries(fromSources.credentials) as [
		CredentialName,
		ICredentialType,
	][]) {
		const { displayName, documentationUrl, properties } = type;

		expect(built.credentials[name]).toMatchObject({ displayName, documentationUrl, properties });
	}
});

const top = join(__dirname, '../..');

/** Runs a script in a process of its own. @returns what it prints */
const runScript = (script: string, cwd = top): string =>
	execFileSync(process.execPath, ['-e', script], { cwd, encoding: 'utf8' });

test('The entry files of the package load only descriptions, so that n8n starts quickly', () => {
	const { nodes, credentials } = manifest.n8n;
	const script = `
		for (const file of ${JSON.stringify([...nodes, ...credentials])}) require('./' + file);
		console.log(Object.keys(require.cache).filter((file) => !file.includes('node_modules')).join('\\n'));
	`;
	const loaded = runScript(script)
		.split('\n')
		.map((file) => relative(top, file));

	expect(loaded).toEqual(expect.arrayContaining([...nodes, ...credentials]));
	const slowModules =
		/\/(client|execute|fields|lists|operations|resolve|scheduler)\/|\/(run|send|paginate|handleDelivery|bundle|emojiBundle)\.js$/;

	expect(loaded.filter((file) => slowModules.test(file))).toEqual([]);
});

test('A reload of the package replaces all modules that n8n loaded before', () => {
	mkdirSync(join(top, '.cache'), { recursive: true });
	const folder = mkdtempSync(join(top, '.cache/update-'));

	try {
		for (const part of ['package.json', 'dist']) {
			cpSync(join(top, part), join(folder, part), { recursive: true });
		}

		// n8n reloads an updated package in the same process.
		const script = `
			const { PackageDirectoryLoader } = require('n8n-core');
			const { writeFileSync } = require('node:fs');
			(async () => {
				const loader = new PackageDirectoryLoader(process.cwd());
				const run = async () => {
					await loader.loadAll();
					return await loader.getNode('plane').type.execute.call({}).catch(() => 'as it was');
				};
				const before = await run();
				writeFileSync('dist/nodes/Plane/run.js', 'exports.run = async () => "updated"');
				const during = await run();
				loader.reset();
				console.log(JSON.stringify([before, during, await run()]));
				process.exit();
			})();
		`;

		expect(JSON.parse(runScript(script, folder))).toEqual(['as it was', 'as it was', ['updated']]);
	} finally {
		rmSync(folder, { recursive: true });
	}
});
