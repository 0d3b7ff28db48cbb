import js from '@eslint/js';
import n8nCommunityNodes from '@n8n/eslint-plugin-community-nodes';
import stylistic from '@stylistic/eslint-plugin';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import sonarjs from 'eslint-plugin-sonarjs';
import { globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

/**
 * Every rule of n8n's plugin for community nodes as an error: the recommended ones with their
 * warnings raised, and those that are not recommended unless n8n has retired them.
 */
const communityNodesRules = Object.fromEntries(
	Object.entries(n8nCommunityNodes.rules)
		.filter(([, rule]) => !rule.meta.deprecated)
		.map(([name]) => [`@n8n/community-nodes/${name}`, 'error']),
);

/** n8n's plugin for nodes, less its rules that name themselves as n8n's main repository's only. */
const nodesBaseRules = (config) =>
	Object.fromEntries(
		Object.entries(n8nNodesBase.configs[config].rules).filter(([name]) => {
			const { description } = n8nNodesBase.rules[name.replace('n8n-nodes-base/', '')].meta.docs;
			return !description.includes('Only applicable to nodes in the main repository');
		}),
	);

const n8nPlugins = {
	'@n8n/community-nodes': n8nCommunityNodes,
	'n8n-nodes-base': n8nNodesBase,
};

const code = ['libraries', 'nodes', 'credentials', 'scripts', 'test'].map(
	(folder) => `${folder}/**/*.ts`,
);

const spreadOfLiteral = ['ObjectExpression', 'ArrayExpression'].flatMap((literal) => [
	`SpreadElement > ${literal}`,
	`SpreadElement > TSAsExpression > ${literal}`,
	`SpreadElement > TSSatisfiesExpression > ${literal}`,
]);

/** One property a line, and a blank line between the steps of a function. */
const layoutRules = {
	'no-restricted-syntax': [
		'error',
		...spreadOfLiteral.map((selector) => ({
			selector,
			message: 'Write the properties or elements themselves, without a spread.',
		})),
	],
	'@stylistic/padding-line-between-statements': [
		'error',
		{ blankLine: 'always', prev: ['const', 'let'], next: '*' },
		{ blankLine: 'any', prev: ['const', 'let'], next: ['const', 'let', 'if'] },
		{ blankLine: 'always', prev: ['if', 'block-like'], next: '*' },
		{ blankLine: 'any', prev: 'if', next: 'if' },
		{ blankLine: 'always', prev: '*', next: ['return', 'multiline-block-like'] },
		{ blankLine: 'any', prev: ['const', 'let'], next: 'if' },
		// An empty case falls through to the next one.
		{ blankLine: 'any', prev: 'case', next: 'case' },
	],
};

export default tseslint.config(
	globalIgnores(['dist/', 'coverage/', '.cache/', 'test/n8n/.data/', '**/node_modules/']),
	{ linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },

	// What is published: both n8n plugins, with every rule that they have.
	{
		files: ['package.json', 'nodes/**/*.ts', 'credentials/**/*.ts'],
		plugins: n8nPlugins,
		rules: { ...communityNodesRules, 'no-console': 'error' },
	},
	{
		files: ['package.json'],
		// n8n's rules read package.json as TypeScript reads an object literal.
		languageOptions: { parser: tseslint.parser },
		rules: nodesBaseRules('community'),
	},
	{ files: ['credentials/**/*.ts'], rules: nodesBaseRules('credentials') },
	{ files: ['nodes/**/*.ts'], rules: nodesBaseRules('nodes') },

	// All TypeScript, the tests too.
	{
		files: code,
		extends: [
			js.configs.recommended,
			tseslint.configs.strictTypeChecked,
			tseslint.configs.stylisticTypeChecked,
		],
		plugins: { '@stylistic': stylistic, sonarjs },
		languageOptions: {
			parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
		},
		rules: {
			'@typescript-eslint/no-explicit-any': 'error',
			'@typescript-eslint/no-non-null-assertion': 'error',
			'@typescript-eslint/consistent-type-imports': 'error',
			'@typescript-eslint/switch-exhaustiveness-check': [
				'error',
				{ considerDefaultExhaustiveForUnions: true },
			],
			'@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
			'@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
			eqeqeq: 'error',
			...layoutRules,
			'sonarjs/cognitive-complexity': ['error', 20],
		},
	},

	// The tools' own JavaScript.
	{
		files: ['**/*.{js,mjs}'],
		extends: [js.configs.recommended],
		languageOptions: {
			globals: { __dirname: 'readonly', console: 'readonly', process: 'readonly' },
		},
	},
	{ files: ['**/*.js'], languageOptions: { sourceType: 'commonjs' } },
);
