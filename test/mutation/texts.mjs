// What mutation testing leaves alone: string literals of declarations and of texts that people read,
// which committed lists and pages hold instead (publicInterface.json, docs/troubleshooting.md).

import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

const DECLARATIONS =
	/nodes[/\\](shared[/\\](operations|lists)[/\\]|[^/\\]+[/\\]\w*(Panel|\.node)\.ts$)/;

/** A sentence, a part of one, or a name in title case. */
const isText = (/** @type {string} */ text) => /[A-Za-z].* .*[A-Za-z]|^[A-Z][a-z]+$/.test(text);

/**
 * A node of Babel's, with as much of it as is looked at here.
 * @typedef {{ type: string, value?: string, quasis?: { value: { raw: string } }[] }} Literal
 */

export const strykerPlugins = [
	declareValuePlugin(PluginKind.Ignore, 'texts', {
		shouldIgnore(path) {
			const { node, hub } =
				/** @type {{ node: Literal, hub?: { file?: { opts?: { filename?: string } } } }} */ (
					/** @type {unknown} */ (path)
				);
			if (node.type !== 'StringLiteral' && node.type !== 'TemplateLiteral') return undefined;
			const text = node.value ?? node.quasis?.map(({ value }) => value.raw).join(' x ') ?? '';
			if (DECLARATIONS.test(hub?.file?.opts?.filename ?? '')) return 'a string of a declaration';
			return isText(text) ? 'a text' : undefined;
		},
	}),
];
