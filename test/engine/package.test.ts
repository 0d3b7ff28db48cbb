import { expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { join, relative } from 'node:path';
import type { ICredentialType, INodeType } from 'n8n-workflow';

import manifest from '../../package.json';
import { built, type CredentialName, type NodeName, sources } from './package';

test('the built package is what the sources say', async () => {
	const inDist = await built();
	const said = sources();
	for (const [name, node] of Object.entries(said.nodes) as [NodeName, INodeType][]) {
		const { properties, displayName, version, credentials, group } = node.description;
		const loaded = inDist.nodes[name];
		expect(loaded.description).toMatchObject({ displayName, version, credentials, group });
		// n8n itself adds when to poll.
		const own = loaded.description.properties.filter((each) => each.name !== 'pollTimes');
		expect(own).toEqual(properties);
		for (const method of ['execute', 'poll', 'webhook'] as const) {
			expect(typeof loaded[method]).toBe(typeof said.nodes[name][method]);
		}
	}
	for (const [name, type] of Object.entries(said.credentials) as [
		CredentialName,
		ICredentialType,
	][]) {
		const { displayName, documentationUrl, properties } = type;
		expect(inDist.credentials[name]).toMatchObject({ displayName, documentationUrl, properties });
	}
});

test('when n8n starts, it loads what the nodes show, and nothing of what they do', () => {
	const top = join(__dirname, '../..');
	const { nodes, credentials } = manifest.n8n;
	const script = `
		for (const file of ${JSON.stringify([...nodes, ...credentials])}) require('./' + file);
		console.log(Object.keys(require.cache).filter((file) => !file.includes('node_modules')).join('\\n'));
	`;
	const output = execFileSync(process.execPath, ['-e', script], { cwd: top, encoding: 'utf8' });
	const loaded = output.split('\n').map((file) => relative(top, file));
	expect(loaded).toEqual(expect.arrayContaining([...nodes, ...credentials]));
	const work = /\/(client|execute|resolve|scheduler)\/|\/(run|send|paginate)\.js$/;
	expect(loaded.filter((file) => work.test(file))).toEqual([]);
});
