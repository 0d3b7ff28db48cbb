import { describe, expect, it } from '@jest/globals';
import { NodeHelpers, type INode } from 'n8n-workflow';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { Plane } from '../../nodes/Plane/Plane.node';
import { readmeFile, withOperationsTable } from '../tools/operations-table';

const docs = join(__dirname, '../../docs');

describe('the README', () => {
	it('has the table of operations as they are declared (`npm run docs` writes it anew)', async () => {
		const readme = readFileSync(readmeFile, 'utf8');
		expect(await withOperationsTable(readme)).toBe(readme);
	});
});

describe('the example workflows', () => {
	const nodes = readdirSync(docs)
		.filter((file) => file.endsWith('.json'))
		.flatMap((file) => {
			const workflow = JSON.parse(readFileSync(join(docs, file), 'utf8')) as { nodes: INode[] };
			return workflow.nodes
				.filter(({ type }) => type === 'n8n-nodes-plane.plane')
				.map((node) => [file, node.name, node] as const);
		});

	it('are there', () => {
		expect(nodes.length).toBeGreaterThan(0);
	});

	it.each(nodes)('%s: the node "%s" has parameters of the panel alone', (_file, _name, node) => {
		const { description } = new Plane();
		// n8n drops the parameters that it does not know.
		const kept = NodeHelpers.getNodeParameters(
			description.properties,
			node.parameters,
			true,
			false,
			{ typeVersion: 1 },
			description,
		);
		expect(Object.keys(kept ?? {})).toEqual(expect.arrayContaining(Object.keys(node.parameters)));
	});
});
