import { expect, test } from '@jest/globals';
import type { ICredentialType, INodeType } from 'n8n-workflow';

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
