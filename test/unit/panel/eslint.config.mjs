import n8nCommunityNodes from '@n8n/eslint-plugin-community-nodes';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

/** All rules of both n8n plugins for a node, for the panel written out as a literal. */
export default [
	{ linterOptions: { noInlineConfig: true } },
	{
		files: ['**/*.ts'],
		languageOptions: { parser: tseslint.parser },
		plugins: { '@n8n/community-nodes': n8nCommunityNodes, 'n8n-nodes-base': n8nNodesBase },
		rules: {
			...n8nNodesBase.configs.nodes.rules,
			...Object.fromEntries(
				Object.entries(n8nCommunityNodes.rules ?? {})
					.filter(([, rule]) => rule.meta?.deprecated !== true)
					.map(([name]) => [`@n8n/community-nodes/${name}`, 'error']),
			),
		},
	},
];
