import { parseDocument } from 'htmlparser2';

/** The used properties of a node that htmlparser2 returns. */
interface ParsedNode {
	readonly type: string;
	readonly name?: string;
	readonly data?: string;
	readonly attribs?: Readonly<Record<string, string>>;
	readonly children?: readonly ParsedNode[];
}

/** An element with its meaning, or a text. */
type Part = string | { readonly is: string; readonly contents: readonly Part[] };

/** Elements that mean the same. */
const SAME: Readonly<Record<string, string>> = {
	b: 'strong',
	i: 'em',
	del: 's',
	strike: 's',
	tt: 'code',
};

const MARKS = ['strong', 'em', 's'];

/** Elements that mean nothing by themselves. */
const TRANSPARENT = ['div', 'span', 'tbody', 'thead', 'label', 'font', 'section', 'article'];

/** Elements around blocks; text directly in them is a paragraph. */
const CONTAINERS = ['', 'blockquote', 'li', 'td', 'th', 'details'];

const BLOCKS =
	'p h1 h2 h3 h4 h5 h6 ul ol li blockquote pre hr table tr td th details summary'.split(' ');

/** The attributes that say what an element means, in one text. */
function describeAttributes({ name = '', attribs = {} }: ParsedNode): string {
	const { href, src, alt, title, start, checked, type } = attribs;
	const language = /language-(\S+)/.exec(attribs.class ?? '')?.[1];

	switch (name) {
		case 'a':
			return ` ${decodeAddress(href)} ${title ?? ''}`;
		case 'img':
			return ` ${decodeAddress(src)} ${alt ?? ''} ${title ?? ''}`;
		case 'ol':
			return ` ${start ?? '1'}`;
		case 'input':
			return ` ${type ?? ''} ${checked === undefined ? 'open' : 'checked'}`;
		case 'code':
			return language === undefined ? '' : ` ${language}`;
		case 'mention-component':
			return ` ${attribs.entity_identifier ?? ''}`;
		case 'image-component':
			return ` ${JSON.stringify(attribs)}`;
		default:
			return '';
	}
}

/** Addresses are percent-encoded in different ways. */
function decodeAddress(address = ''): string {
	try {
		return decodeURI(address);
	} catch {
		return address;
	}
}

class StructureReader {
	constructor(private readonly isBreak: boolean) {}

	read(nodes: readonly ParsedNode[], marks: readonly string[], isCode = false): Part[] {
		return nodes.flatMap((node) => this.readNode(node, marks, isCode));
	}

	private readNode(node: ParsedNode, marks: readonly string[], isCode: boolean): Part[] {
		if (node.type === 'text') return [node.data ?? ''];
		if (node.children === undefined || node.type === 'comment') return [];

		const given = node.name ?? '';
		const name = SAME[given] ?? given;
		if (name === 'br' && !this.isBreak) return [' '];

		const isMark = MARKS.includes(name);
		const contents = this.read(
			node.children,
			isMark ? [...marks, name] : marks,
			isCode || name === 'pre' || name === 'code',
		);
		if (TRANSPARENT.includes(name) || (isMark && marks.includes(name))) return contents;
		if (name === 'hr') return [{ is: 'hr', contents: [] }];

		const arranged = CONTAINERS.includes(name) ? arrangeParagraphs(contents) : contents;
		const cleaned = isCode || name === 'pre' ? trimCode(arranged) : cleanLine(arranged, name);
		const isEmpty = cleaned.length === 0 && (isMark || ['p', 'blockquote', 'a'].includes(name));

		if (isEmpty || (cleaned.length === 0 && /^h\d$/.test(name))) {
			return isMark || name === 'a' ? contents.filter((part) => typeof part === 'string') : [];
		}

		const is = name + describeAttributes(node);

		return isMark || name === 'a' ? moveSpaceOut(is, cleaned) : [{ is, contents: cleaned }];
	}
}

/** Moves space at the ends of a mark or a link out of it: it looks the same there. */
function moveSpaceOut(is: string, parts: readonly Part[]): Part[] {
	const contents = [...parts];
	const [first] = contents;
	const before: Part[] = [];
	const after: Part[] = [];

	if (typeof first === 'string' && first.startsWith(' ')) {
		before.push(' ');
		contents[0] = first.slice(1);
	}

	const last = contents.at(-1);

	if (typeof last === 'string' && last.endsWith(' ')) {
		after.push(' ');
		contents[contents.length - 1] = last.slice(0, -1);
	}

	const kept = contents.filter((part) => part !== '');

	return kept.length === 0 ? [' '] : [...before, { is, contents: kept }, ...after];
}

const isBlock = (part: Part): boolean =>
	typeof part !== 'string' && BLOCKS.includes(part.is.split(' ')[0] ?? '');

const isPicture = (part: Part): boolean => typeof part !== 'string' && part.is.startsWith('img ');

const isBreak = (part: Part | undefined): boolean => typeof part === 'object' && part.is === 'br';

/** Returns the pictures of a paragraph of pictures alone, or the block itself. */
function unwrapPictures(block: Part): readonly Part[] {
	if (typeof block === 'string' || block.is !== 'p') return [block];

	const { contents } = block;
	const hasOnlyPictures = contents.every(
		(part) => part === ' ' || isPicture(part) || isBreak(part),
	);

	return hasOnlyPictures ? contents.filter(isPicture) : [block];
}

/** Puts text that is beside blocks into paragraphs, and pictures that are alone out of them. */
function arrangeParagraphs(parts: readonly Part[]): Part[] {
	const arranged: Part[] = [];
	let line: Part[] = [];

	const endLine = () => {
		const contents = cleanLine(line, 'p');
		const hasOnlyPictures = contents.every(
			(part) => part === ' ' || isPicture(part) || isBreak(part),
		);

		if (contents.length > 0 && hasOnlyPictures) arranged.push(...contents.filter(isPicture));
		else if (contents.length > 0) arranged.push({ is: 'p', contents });

		line = [];
	};

	for (const part of parts) {
		if (isBlock(part)) {
			endLine();
			arranged.push(...unwrapPictures(part));
		} else {
			line.push(part);
		}
	}

	endLine();

	return arranged;
}

/** Collapses blanks as browsers do, and leaves out empty texts. */
function cleanLine(parts: readonly Part[], name: string): Part[] {
	const joined: Part[] = [];

	for (const part of parts) {
		const last = joined.at(-1);

		if (typeof part === 'string' && typeof last === 'string') {
			joined[joined.length - 1] = last + part;
		} else {
			joined.push(part);
		}
	}

	const cleaned = joined.map((part) =>
		typeof part === 'string' ? part.replace(/[\t\n\f\r ]+/g, ' ') : part,
	);
	const isLine = !MARKS.includes(name) && name !== 'a';

	const [start, end] = isLine
		? [cleaned.findIndex((part) => !isBreak(part)), cleaned.findLastIndex((part) => !isBreak(part))]
		: [0, cleaned.length];

	return cleaned
		.slice(start, end + 1)
		.map((part, index, cleaned) => {
			if (typeof part !== 'string' || !isLine) return part;

			const isAtStart = index === 0 || isBlockOrBreak(cleaned[index - 1]);
			const isAtEnd = index === cleaned.length - 1 || isBlockOrBreak(cleaned[index + 1]);
			const start = isAtStart ? part.replace(/^ /, '') : part;

			return isAtEnd ? start.replace(/ $/, '') : start;
		})
		.filter((part) => part !== '');
}

const isBlockOrBreak = (part: Part | undefined): boolean =>
	part !== undefined && (isBlock(part) || isBreak(part));

const trimCode = (parts: readonly Part[]): Part[] =>
	parts.map((part) => (typeof part === 'string' ? part.replace(/\n$/, '') : part));

/**
 * Reads what HTML means: its blocks, marks, links, pictures, lists and texts. Two texts mean the same if
 * their structures are equal.
 *
 * @param breaks whether line breaks count, or are spaces
 */
export function readStructure(html: string, breaks: 'kept' | 'ignored' = 'kept'): string {
	const document: ParsedNode = parseDocument(html);
	const parts = new StructureReader(breaks === 'kept').read(document.children ?? [], []);

	return JSON.stringify(arrangeParagraphs(parts), null, 1);
}
