import type { PhrasingContent } from '../../../libraries/markdown';
import type { Element, Node } from '../html/buildTree';
import { writeNodes, writeStartTag } from '../html/toStoredHtml';
import { findAddresses } from './markdownToHtml';
import { splitAtMentions } from './mentionSyntax';
import { readUploadedPicture } from './uploadedPictures';

type Mark = 'strong' | 'emphasis' | 'delete';

const MARKS: Readonly<Record<string, Mark>> = {
	b: 'strong',
	strong: 'strong',
	em: 'emphasis',
	i: 'emphasis',
	del: 'delete',
	s: 'delete',
	strike: 'delete',
};

/** Elements that are written in HTML, with Markdown in them: Markdown has nothing for them. */
const WRITTEN_AS_HTML: ReadonlySet<string> = new Set('u ins mark sub sup kbd small'.split(' '));

/** Elements that show something without any text in them. */
const ELEMENTS_WITHOUT_TEXT: ReadonlySet<string> = new Set(
	'image-component img mention-component'.split(' '),
);

const CODE_ELEMENTS: ReadonlySet<string> = new Set(['code', 'tt', 'samp']);

/** The elements that the text at a position is in. */
interface Context {
	readonly marks: ReadonlySet<Mark>;
	readonly isInLink: boolean;
}

/** Replaces blanks by single spaces, as browsers do. No-break spaces are kept. */
const collapseBlanks = (text: string): string => text.replace(/[\t\n\f\r ]+/g, ' ');

const isBlank = (text: string): boolean => text === '' || text === ' ';

const trimStart = (text: string): string => (text.startsWith(' ') ? text.slice(1) : text);
const trimEnd = (text: string): string => (text.endsWith(' ') ? text.slice(0, -1) : text);

const readTexts = (nodes: readonly Node[]): string =>
	nodes
		.map((node) => {
			if (node.kind === 'text') return node.text;

			return node.name === 'br' ? ' ' : readTexts(node.children);
		})
		.join('');

/** Whether a node is only space: a blank text or a line break. */
const isSpace = (node: PhrasingContent | undefined): boolean =>
	node?.type === 'break' || (node?.type === 'text' && isBlank(node.value));

/** Converts a line of HTML to Markdown. */
export class PhrasingBuilder {
	/** @param userNames how to mention users, by their IDs */
	constructor(private readonly userNames: ReadonlyMap<unknown, string>) {}

	/** Returns the contents of a line that cannot have line breaks, such as a heading. */
	buildLine(nodes: readonly Node[]): PhrasingContent[] {
		return replaceBreaks(this.build(nodes));
	}

	/** Returns the contents of a paragraph, without space at its ends. */
	build(nodes: readonly Node[]): PhrasingContent[] {
		const built = this.buildNodes(nodes, { marks: new Set(), isInLink: false });
		const { contents } = splitSpace(joinNodes(built));

		return finishLine(contents);
	}

	private buildNodes(nodes: readonly Node[], context: Context): PhrasingContent[] {
		return nodes.flatMap((node, index) => {
			if (node.kind === 'element') return this.buildElement(node, context);
			if (context.isInLink) return [{ type: 'text', value: collapseBlanks(node.text) }];

			const next = nodes[index + 1];
			const isBeforeBlank = next === undefined || (next.kind === 'element' && next.name === 'br');

			return buildText(node.text, context.marks.size === 0 && isBeforeBlank);
		});
	}

	private buildElement(element: Element, context: Context): PhrasingContent[] {
		const { name, children } = element;
		const mark = MARKS[name];
		if (mark !== undefined) return this.buildMark(mark, children, context);
		if (CODE_ELEMENTS.has(name)) return this.buildCode(children, context);

		switch (name) {
			case 'br':
				return [{ type: 'break' }];
			case 'a':
				return this.buildLink(element, context);
			case 'img':
				return buildPicture(element);
			case 'image-component':
				return [buildUploadedPicture(element), ...this.buildNodes(children, context)];
			case 'mention-component':
				return [this.buildMention(element)];
			case 'input':
				return [];
			default:
		}

		const built = joinNodes(this.buildNodes(children, context));
		if (!WRITTEN_AS_HTML.has(name) || built.every(isSpace)) return built;

		const { before, contents, after } = splitSpace(built);
		const start = writeStartTag(element).replaceAll('\n', '&#10;');

		return [
			...before,
			{ type: 'source', value: start },
			...contents,
			{ type: 'source', value: `</${name}>` },
			...after,
		];
	}

	/** Code in Markdown has only text, so that a link or a picture in it divides it. */
	private buildCode(nodes: readonly Node[], context: Context): PhrasingContent[] {
		const built: PhrasingContent[] = [];
		let texts: Node[] = [];

		for (const node of nodes) {
			if (!hasMoreThanText(node)) {
				texts.push(node);
				continue;
			}

			built.push(...buildCodeText(texts), ...this.buildInCode(node, context));
			texts = [];
		}

		return [...built, ...buildCodeText(texts)];
	}

	/** Builds an element that code in Markdown cannot have. */
	private buildInCode(element: Element, context: Context): PhrasingContent[] {
		const { name, children } = element;
		if (ELEMENTS_WITHOUT_TEXT.has(name)) return this.buildElement(element, context);
		if (name !== 'a') return this.buildCode(children, context);

		const code: Element = {
			kind: 'element',
			name: 'code',
			attributes: new Map(),
			children,
		};

		return this.buildLink({ ...element, children: [code] }, context);
	}

	private buildMark(mark: Mark, children: readonly Node[], context: Context): PhrasingContent[] {
		const { marks } = context;
		if (marks.has(mark)) return this.buildNodes(children, context);

		const built = this.buildNodes(children, { ...context, marks: new Set([...marks, mark]) });
		// Marks have no space at their ends in Markdown.
		const { before, contents, after } = splitSpace(joinNodes(built));
		if (contents.length === 0) return [...before, ...after];

		return [...before, { type: mark, children: contents }, ...after];
	}

	private buildLink({ attributes, children }: Element, context: Context): PhrasingContent[] {
		const url = attributes.get('href');
		if (url === undefined || context.isInLink) return this.buildNodes(children, context);

		const built = joinNodes(this.buildNodes(children, { ...context, isInLink: true }));
		const { before, contents, after } = splitSpace(built);
		if (contents.length === 0) return [...before, ...after];

		return [
			...before,
			{
				type: 'link',
				url,
				title: attributes.get('title') ?? null,
				children: contents,
			},
			...after,
		];
	}

	/** A mention of a user whose name is unknown is written in HTML, so that it still is one. */
	private buildMention(element: Element): PhrasingContent {
		const name = this.userNames.get(element.attributes.get('entity_identifier'));
		const isUser = element.attributes.get('entity_name') === 'user_mention';

		const html = writeNodes([{ ...element, children: [] }]).replaceAll('\n', '&#10;');

		return name === undefined || !isUser
			? { type: 'source', value: html }
			: { type: 'mention', name, html };
	}
}

/** What is escaped in Markdown: an escape would be read as part of the address that it is in. */
const ESCAPED_IN_ADDRESS = /[\\`*~&@]|_(?![a-z\d])|(?<![a-z\d])_/i;

/**
 * Builds a text. Addresses in it are written as links, `<https://example.com>`, where their own characters or what
 * follows them would change them.
 *
 * @param isBeforeBlank whether no mark and no other text follows
 */
function buildText(text: string, isBeforeBlank: boolean): PhrasingContent[] {
	const collapsed = collapseBlanks(text);
	const built: PhrasingContent[] = [];
	let end = 0;

	for (const { index, lastIndex, url } of findAddresses(collapsed)) {
		const next = collapsed.charAt(lastIndex);
		const isUnchanged =
			!ESCAPED_IN_ADDRESS.test(url) && (next === '' ? isBeforeBlank : !/[<*_~`\\&]/.test(next));
		if (isUnchanged) continue;

		built.push(...buildWords(collapsed.slice(end, index)), {
			type: 'link',
			url,
			title: null,
			children: [{ type: 'text', value: url }],
		});
		end = lastIndex;
	}

	return [...built, ...buildWords(collapsed.slice(end))];
}

/** Builds a text without mentions: an `@` in it is escaped where it would be read as one. */
function buildWords(text: string): PhrasingContent[] {
	const [first = '', ...others] = splitAtMentions(text);
	const built: PhrasingContent[] = [{ type: 'text', value: first }];

	for (const part of others) {
		built.push({ type: 'source', value: '\\@' }, { type: 'text', value: part });
	}

	return built;
}

/** Whether a node is, or has, what would be lost if only its text was written. */
export const hasMoreThanText = (node: Node): node is Element =>
	node.kind === 'element' &&
	(ELEMENTS_WITHOUT_TEXT.has(node.name) ||
		(node.name === 'a' && node.attributes.has('href')) ||
		node.children.some(hasMoreThanText));

function buildCodeText(children: readonly Node[]): PhrasingContent[] {
	const value = collapseBlanks(readTexts(children));

	return isBlank(value) ? [{ type: 'text', value }] : [{ type: 'inlineCode', value }];
}

function buildPicture({ attributes }: Element): PhrasingContent[] {
	const url = attributes.get('src');
	const alt = collapseBlanks(attributes.get('alt') ?? '').trim();
	const title = attributes.get('title') ?? null;

	return url === undefined ? [{ type: 'text', value: alt }] : [{ type: 'image', url, title, alt }];
}

/** Builds a picture of Plane's editor: in HTML if it has a size, or anything else that Markdown has not. */
export function buildUploadedPicture(element: Element): PhrasingContent {
	const picture = readUploadedPicture(element);
	if (picture !== undefined) return { type: 'image', url: picture.fileId, alt: picture.words };

	const html = writeNodes([{ ...element, children: [] }]).replaceAll('\n', '&#10;');

	return { type: 'source', value: html };
}

/** Joins neighboring texts, and neighboring nodes with the same mark. */
function joinNodes(nodes: readonly PhrasingContent[]): PhrasingContent[] {
	const joined: PhrasingContent[] = [];

	for (const neighbors of groupNeighbors(nodes)) {
		const [first] = neighbors;

		if (first?.type === 'text') {
			const texts = neighbors.map((node) => (node.type === 'text' ? node.value : ''));

			joined.push({ type: 'text', value: collapseBlanks(texts.join('')) });
		} else if (isMark(first)) {
			const children = neighbors.flatMap((node) => (isMark(node) ? node.children : []));

			joined.push({ type: first.type, children: joinNodes(children) });
		} else {
			joined.push(...neighbors);
		}
	}

	return joined;
}

/** Groups texts, and nodes with the same mark, that have nothing between them. Other nodes are alone. */
function groupNeighbors(nodes: readonly PhrasingContent[]): readonly PhrasingContent[][] {
	const groups: PhrasingContent[][] = [];

	for (const node of nodes) {
		if (node.type === 'text' && node.value === '') continue;

		const group = groups.at(-1);
		const canJoin = node.type === 'text' || isMark(node);

		if (canJoin && group?.[0]?.type === node.type) {
			group.push(node);
		} else {
			groups.push([node]);
		}
	}

	return groups;
}

const isMark = (
	node: PhrasingContent | undefined,
): node is Extract<PhrasingContent, { type: Mark }> =>
	node?.type === 'strong' || node?.type === 'emphasis' || node?.type === 'delete';

/** Nodes, and the space that is at their ends. */
interface SplitSpace {
	readonly before: PhrasingContent[];
	readonly contents: PhrasingContent[];
	readonly after: PhrasingContent[];
}

function splitSpace(nodes: readonly PhrasingContent[]): SplitSpace {
	const start = nodes.findIndex((node) => !isSpace(node));
	if (start === -1) return { before: [...nodes], contents: [], after: [] };

	const end = nodes.findLastIndex((node) => !isSpace(node)) + 1;
	const before = nodes.slice(0, start);
	const contents = nodes.slice(start, end);
	const after = nodes.slice(end);
	const [first] = contents;
	const last = contents.at(-1);

	if (first?.type === 'text' && first.value.startsWith(' ')) {
		before.push({ type: 'text', value: ' ' });
		contents[0] = { type: 'text', value: trimStart(first.value) };
	}

	if (last?.type === 'text' && last.value.endsWith(' ')) {
		const value = trimEnd(last.value);

		after.unshift({ type: 'text', value: ' ' });
		contents[contents.length - 1] = {
			type: 'text',
			value: contents.length === 1 ? trimStart(value) : value,
		};
	}

	return { before, contents, after };
}

/** Prepares the contents of a line, or of a mark in it, for Markdown. */
function finishLine(nodes: readonly PhrasingContent[]): PhrasingContent[] {
	const finished: PhrasingContent[] = [];

	for (const [index, node] of nodes.entries()) {
		const previous = nodes[index - 1];
		const next = nodes[index + 1];

		switch (node.type) {
			case 'text': {
				const value = trimAtBreaks(node.value, previous, next);

				if (value !== '') finished.push({ type: 'text', value });

				break;
			}

			case 'break': {
				// An empty line would end the paragraph.
				finished.push(next?.type === 'break' ? { type: 'source', value: '<br>' } : node);
				break;
			}

			case 'mention': {
				// Marks change the characters next to them.
				const isAtMark = isMark(previous) || isMark(next);

				finished.push(isAtMark ? { type: 'source', value: node.html } : node);
				break;
			}

			default:
				finished.push('children' in node ? { ...node, children: finishLine(node.children) } : node);
		}
	}

	return finished;
}

/** Removes the space at line breaks, which Markdown ignores. */
function trimAtBreaks(
	text: string,
	previous: PhrasingContent | undefined,
	next: PhrasingContent | undefined,
): string {
	const trimmed = previous?.type === 'break' ? trimStart(text) : text;

	return next?.type === 'break' ? trimEnd(trimmed) : trimmed;
}

/** Writes line breaks in HTML, where Markdown has none. */
export const replaceBreaks = (nodes: readonly PhrasingContent[]): PhrasingContent[] =>
	nodes.map((node) => {
		if (node.type === 'break') return { type: 'source', value: '<br>' };

		return 'children' in node ? { ...node, children: replaceBreaks(node.children) } : node;
	});
