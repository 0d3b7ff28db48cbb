import type { JsonValue } from 'n8n-workflow';

import {
	type Info,
	type Mention,
	type Root,
	type MarkdownSource,
	type Options,
	type State,
	type Unsafe,
	writeMarkdownTree,
} from '../../../libraries/markdown';
import { buildTree } from '../html/buildTree';
import { MarkdownTreeBuilder } from './buildMarkdownTree';
import { writeMention } from './mentionSyntax';

/** Whether a character needs no escape, unlike in other texts: without definitions, `[a]` is no link. */
const isHarmless = ({ character, inConstruct, atBreak }: Unsafe): boolean =>
	character === '[' && inConstruct === 'phrasing' && atBreak !== true;

/** A line break is one in the Markdown of this package. */
const writeBreak = (): string => '\n';

/** Writes a mention by its name or, where that would not be read as one, in HTML. */
const writeMentionNode = (
	{ name, html }: Mention,
	_parent: unknown,
	_state: State,
	{ before, after }: Info,
): string => writeMention(name, before, after) ?? html;

const writeSource = ({ value }: MarkdownSource): string => value;

function writeRoot(root: Root, _parent: unknown, state: State, info: Info): string {
	state.unsafe = state.unsafe.filter((pattern) => !isHarmless(pattern));

	return state.containerFlow(root, info);
}

const OPTIONS: Options = {
	bullet: '-',
	emphasis: '_',
	listItemIndent: 'one',
	rule: '-',
	handlers: {
		break: writeBreak,
		mention: writeMentionNode,
		root: writeRoot,
		source: writeSource,
	},
};

/**
 * Converts HTML, as Plane stores it, to Markdown that `markdownToHtml` converts back. Colors, alignment
 * and sizes are left out. Takes any text, in time linear to its length.
 *
 * @param html a value that is not text becomes `''`
 * @param userNames how to mention users, by their IDs; other mentions are written in HTML
 */
export function htmlToMarkdown(
	html: JsonValue | undefined,
	userNames: ReadonlyMap<unknown, string> = new Map(),
): string {
	if (typeof html !== 'string') return '';

	const { children } = buildTree(html);
	const tree = new MarkdownTreeBuilder(userNames).build(children);

	return writeMarkdownTree(tree, OPTIONS).replace(/\n$/, '');
}
