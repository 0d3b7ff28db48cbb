import { describe, expect, it } from '@jest/globals';
import { NodeHelpers, type INode } from 'n8n-workflow';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { Plane } from '../../nodes/Plane/Plane.node';
import { tables, withTable } from '../tools/docs';

const docs = join(__dirname, '../../docs');

it.each(tables.map((table) => [table.name, table] as const))(
	'the table of %s is what it has to be (`npm run docs` writes it anew)',
	async (_, table) => {
		const text = readFileSync(table.file, 'utf8');
		expect(await withTable(text, table)).toBe(text);
	},
);

it.each(['test/n8n', 'test/n8n/v1'])('the README names the n8n that is tested in %s', (folder) => {
	const top = join(docs, '..');
	const file = readFileSync(join(top, folder, 'package.json'), 'utf8');
	const { dependencies } = JSON.parse(file) as { dependencies: { n8n: string } };
	expect(readFileSync(join(top, 'README.md'), 'utf8')).toContain(`| ${dependencies.n8n} `);
});

describe('the example workflows', () => {
	const nodes = readdirSync(docs)
		.filter((file) => file.endsWith('.json'))
		.flatMap((file) => {
			const workflow = JSON.parse(readFileSync(join(docs, file), 'utf8')) as { nodes: INode[] };
			return workflow.nodes
				.filter(({ type }) => type === 'n8n-nodes-plane-workspace.plane')
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
