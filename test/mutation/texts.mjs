// What mutation testing leaves alone: string literals of declarations and of texts that people read,
// which committed lists and pages hold instead (publicInterface.json, docs/troubleshooting.md).

import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

const DECLARATIONS =
	/nodes[/\\](shared[/\\](operations|lists)[/\\]|[^/\\]+[/\\]\w*(Panel|\.node)\.ts$)/;

/** Two words in a row: a sentence or a part of one. */
const isText = (/** @type {string} */ text) => /[a-z]{2,}[,.:;]? +[a-z]{2,}/i.test(text);

/**
 * A node of Babel's, with as much of it as is looked at here.
 * @typedef {{ type: string, value?: string, quasis?: { value: { raw: string } }[], expressions?: { type: string }[] }} Literal
 */

/** What has nothing in it that could be changed: Stryker leaves alone all that is within a text. */
const isPlain = (/** @type {{ type: string }} */ { type }) =>
	type === 'Identifier' || type === 'MemberExpression';

export const strykerPlugins = [
	declareValuePlugin(PluginKind.Ignore, 'texts', {
		shouldIgnore(path) {
			const { node, hub } =
				/** @type {{ node: Literal, hub?: { file?: { opts?: { filename?: string } } } }} */ (
					/** @type {unknown} */ (path)
				);
			if (node.type !== 'StringLiteral' && node.type !== 'TemplateLiteral') return undefined;
			if (node.expressions?.every(isPlain) === false) return undefined;
			const text = node.value ?? node.quasis?.map(({ value }) => value.raw).join('') ?? '';
			if (DECLARATIONS.test(hub?.file?.opts?.filename ?? '')) return 'a string of a declaration';
			return isText(text) ? 'a text' : undefined;
		},
	}),
];
