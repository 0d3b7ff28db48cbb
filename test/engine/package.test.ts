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

	for (const [name, node] of Object.entries(fromSources.nodes) as [NodeName, INodeType][]) {
		const { properties, displayName, version, credentials, group } = node.description;
		const loaded = built.nodes[name];

		expect(loaded.description).toMatchObject({ displayName, version, credentials, group });
		// n8n itself adds when to poll.
		const own = loaded.description.properties.filter((each) => each.name !== 'pollTimes');

		expect(own).toEqual(properties);

		for (const method of ['execute', 'poll', 'webhook'] as const) {
			expect(typeof loaded[method]).toBe(typeof fromSources.nodes[name][method]);
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

/** What a process of its own prints that runs this script. */
const printed = (script: string, cwd = top): string =>
	execFileSync(process.execPath, ['-e', script], { cwd, encoding: 'utf8' });

test('n8n loads only the descriptions of the nodes when it starts', () => {
	const { nodes, credentials } = manifest.n8n;
	const script = `
		for (const file of ${JSON.stringify([...nodes, ...credentials])}) require('./' + file);
		console.log(Object.keys(require.cache).filter((file) => !file.includes('node_modules')).join('\\n'));
	`;
	const loaded = printed(script)
		.split('\n')
		.map((file) => relative(top, file));

	expect(loaded).toEqual(expect.arrayContaining([...nodes, ...credentials]));
	const work = /\/(client|execute|resolve|scheduler)\/|\/(run|send|paginate|handleDelivery)\.js$/;

	expect(loaded.filter((file) => work.test(file))).toEqual([]);
});

test('A reload replaces all modules that n8n has loaded before', () => {
	mkdirSync(join(top, '.cache'), { recursive: true });
	const folder = mkdtempSync(join(top, '.cache/update-'));

	try {
		for (const part of ['package.json', 'dist']) {
			cpSync(join(top, part), join(folder, part), { recursive: true });
		}

		// As n8n does it, in one process that goes on.
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

		expect(JSON.parse(printed(script, folder))).toEqual(['as it was', 'as it was', ['updated']]);
	} finally {
		rmSync(folder, { recursive: true });
	}
});
