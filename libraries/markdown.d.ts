import type { BlockContent, PhrasingContent, Root } from 'mdast';
import type MarkdownIt from 'markdown-it';
import type { Options } from 'mdast-util-to-markdown';

export type * from 'mdast';
export type { Info, Options, State, Unsafe } from 'mdast-util-to-markdown';

export type MarkdownParser = MarkdownIt.MarkdownIt;
export type MarkdownToken = MarkdownIt.Token;
export type StateBlock = MarkdownIt.StateBlock;
export type StateCore = MarkdownIt.StateCore;
export type StateInline = MarkdownIt.StateInline;

/** Someone who is mentioned in a text. */
export interface Mention {
	readonly type: 'mention';
	/** The name by which the text refers to the person. */
	readonly name: string;
	/** Its element in Plane. */
	readonly html: string;
}

/** Markdown that is written as it is, such as a tag of HTML within a line. */
export interface MarkdownSource {
	readonly type: 'source';
	readonly value: string;
}

declare module 'mdast' {
	interface PhrasingContentMap {
		mention: Mention;
		source: MarkdownSource;
	}
	interface RootContentMap {
		mention: Mention;
		source: MarkdownSource;
	}
}

/** Creates a parser, which also renders HTML. */
export function createMarkdownIt(options: MarkdownIt.MarkdownItOptions): MarkdownParser;

/** Writes a tree as Markdown with the tables and the strikethrough of GitHub. */
export function writeMarkdownTree(
	tree: { readonly type: 'root'; readonly children: (BlockContent | PhrasingContent)[] } | Root,
	options: Options,
): string;
