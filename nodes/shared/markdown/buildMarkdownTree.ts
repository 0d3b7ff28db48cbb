import type {
	BlockContent,
	List,
	ListItem,
	PhrasingContent,
	Root,
	TableCell,
	TableRow,
} from '../../../libraries/markdown';
import type { Element, Node } from '../html/buildTree';
import { writeNodes, writeStartTag } from '../html/toStoredHtml';
import { CHECKED } from '../html/taskItem';
import {
	buildUploadedPicture,
	hasMoreThanText,
	PhrasingBuilder,
	replaceBreaks,
} from './PhrasingBuilder';

/** The elements that are not part of a line. */
const BLOCKS: ReadonlySet<string> = new Set(
	(
		'article aside blockquote caption center dd details div dl dt figcaption figure footer h1 h2 h3 ' +
		'h4 h5 h6 header hgroup hr image-component li nav ol p pre section summary table ul'
	).split(' '),
);

const isBlock = (node: Node): boolean =>
	node.kind === 'element' && (BLOCKS.has(node.name) || node.children.some(isBlock));

/** Whether a node has a block other than a picture in a line. */
const hasBlock = (node: Node): boolean =>
	node.kind === 'element' &&
	node.name !== 'image-component' &&
	(BLOCKS.has(node.name) || node.children.some(hasBlock));

const isNamed = (node: Node | undefined, ...names: readonly string[]): node is Element =>
	node?.kind === 'element' && names.includes(node.name);

/** Finds the innermost elements with these names, in order, without those in nested tables. */
function findElements(nodes: readonly Node[], ...names: readonly string[]): Element[] {
	return nodes.flatMap((node) => {
		if (node.kind === 'text' || node.name === 'table') return [];

		return names.includes(node.name) ? [node] : findElements(node.children, ...names);
	});
}

const readText = (nodes: readonly Node[]): string =>
	nodes.map((node) => (node.kind === 'text' ? node.text : readLine(node))).join('');

const readLine = ({ name, children }: Element): string =>
	name === 'br' ? '\n' : readText(children);

/** Writes HTML without blank lines, which would end it in Markdown. */
const writeHtmlLines = (nodes: readonly Node[]): string =>
	writeNodes(nodes).replaceAll('\n', '&#10;');

/** The language of a code block, as Plane's editor or its server writes it. */
function readLanguage(pre: Element): string | undefined {
	const code = pre.children.find((child) => isNamed(child, 'code'));
	const classes = isNamed(code, 'code') ? (code.attributes.get('class') ?? '') : '';
	const language =
		/(?:^|\s)language-(\S+)/.exec(classes)?.[1] ??
		(isNamed(code, 'code') ? code.attributes.get('language') : undefined) ??
		pre.attributes.get('language');

	return language === undefined || language === '' ? undefined : language;
}

/** The checkbox of an item of a list, which is in it before any text. */
function findCheckbox(nodes: readonly Node[]): Element | undefined {
	const first = nodes.find((node) => node.kind === 'element' || node.text.trim() !== '');
	if (first?.kind !== 'element') return undefined;

	if (first.name === 'input')
		return first.attributes.get('type') === 'checkbox' ? first : undefined;

	return first.name === 'label' || first.name === 'p' ? findCheckbox(first.children) : undefined;
}

/** Whether an item of a list is checked, or undefined if it has no checkbox. */
function readChecked({ attributes, children }: Element): boolean | undefined {
	const checked = attributes.get(CHECKED);
	if (checked !== undefined) return checked === 'true' || checked === '';

	const checkbox = findCheckbox(children);
	if (checkbox !== undefined) return checkbox.attributes.has('checked');

	return attributes.get('data-type') === 'taskItem' ? false : undefined;
}

/** Whether an item has more than a line of text and lists in it. */
const isSpread = ([first, ...others]: readonly BlockContent[]): boolean =>
	others.some((block) => first?.type !== 'paragraph' || block.type !== 'list');

const readAlignment = (cell: Element): 'left' | 'center' | 'right' | null => {
	const styles = [cell, ...cell.children]
		.filter((node) => node.kind === 'element')
		.map(({ attributes }) => attributes.get('style') ?? '');
	const alignment = /text-align:\s*(left|center|right)/.exec(styles.join(';'))?.[1];

	return alignment === 'left' || alignment === 'center' || alignment === 'right' ? alignment : null;
};

function buildPictureBlock(element: Element): BlockContent {
	const picture = buildUploadedPicture(element);

	return picture.type === 'source'
		? { type: 'html', value: picture.value }
		: { type: 'paragraph', children: [picture] };
}

/** Converts the blocks of an HTML tree to blocks of Markdown. */
export class MarkdownTreeBuilder {
	private readonly phrasing: PhrasingBuilder;

	/** @param userNames how to mention users, by their IDs */
	constructor(userNames: ReadonlyMap<unknown, string>) {
		this.phrasing = new PhrasingBuilder(userNames);
	}

	build(nodes: readonly Node[]): Root {
		return { type: 'root', children: this.buildBlocks(nodes) };
	}

	private buildBlocks(nodes: readonly Node[]): BlockContent[] {
		const blocks: BlockContent[] = [];
		let line: Node[] = [];

		const endParagraph = () => {
			blocks.push(...this.buildParagraph(line));
			line = [];
		};

		for (const node of nodes) {
			if (node.kind === 'text' || !isBlock(node)) {
				line.push(node);
				continue;
			}

			endParagraph();
			// One by one: an element may have more children than a function can have arguments.
			for (const block of this.buildBlock(node)) blocks.push(block);
		}

		endParagraph();

		return blocks;
	}

	private buildParagraph(nodes: readonly Node[]): BlockContent[] {
		const children = this.phrasing.build(nodes);

		return children.length === 0 ? [] : [{ type: 'paragraph', children }];
	}

	private buildBlock(element: Element): readonly BlockContent[] {
		const { name, children, attributes } = element;

		switch (name) {
			// Markdown has nothing for it, but Plane shows it.
			case 'dl':
				return [{ type: 'html', value: writeHtmlLines([element]) }];
			// Plane's editor writes nothing into it. What something else has written is kept, after it.
			case 'image-component':
				return [buildPictureBlock(element), ...this.buildBlocks(children)];
			// A picture in a line stays in it, so that the same HTML is written back.
			case 'p':
				return children.some(hasBlock) ? this.buildBlocks(children) : this.buildParagraph(children);
			case 'h1':
			case 'h2':
			case 'h3':
			case 'h4':
			case 'h5':
			case 'h6':
				return this.buildHeading(element);
			case 'hr':
				return [{ type: 'thematicBreak' }];
			case 'pre':
				if (children.some(hasMoreThanText)) {
					return [{ type: 'html', value: writeHtmlLines([element]) }];
				}

				return [{ type: 'code', lang: readLanguage(element) ?? null, value: readText(children) }];
			case 'blockquote': {
				const blocks = this.buildBlocks(children);

				return blocks.length === 0 ? [] : [{ type: 'blockquote', children: blocks }];
			}

			case 'ol':
			case 'ul':
				return this.buildList(element);
			case 'table':
				return this.buildTable(element);
			case 'details':
				return this.buildDetails(element);
			default:
				if (attributes.get('data-type') === 'horizontalRule') return [{ type: 'thematicBreak' }];

				return attributes.has('data-block-type')
					? this.buildWithinHtml(writeStartTag(element), children, `</${name}>`)
					: this.buildBlocks(children);
		}
	}

	private buildHeading({ name, children }: Element): BlockContent[] {
		const phrasing = this.phrasing.buildLine(children);
		const depth = ([1, 2, 3, 4, 5, 6] as const).find((level) => name === `h${level}`) ?? 6;

		return phrasing.length === 0 ? [] : [{ type: 'heading', depth, children: phrasing }];
	}

	/** Writes tags of HTML around blocks of Markdown. */
	private buildWithinHtml(start: string, nodes: readonly Node[], end: string): BlockContent[] {
		return [
			{ type: 'html', value: start.replaceAll('\n', '&#10;') },
			...this.buildBlocks(nodes),
			{ type: 'html', value: end },
		];
	}

	private buildDetails(element: Element): BlockContent[] {
		const summaries = element.children.filter((child) => isNamed(child, 'summary'));
		const others = element.children.filter((child) => !isNamed(child, 'summary'));
		const start = writeStartTag(element) + writeHtmlLines(summaries);

		return this.buildWithinHtml(start, others, '</details>');
	}

	private buildList({ name, attributes, children }: Element): BlockContent[] {
		const items: ListItem[] = [];

		for (const child of children) {
			const isItem = isNamed(child, 'li');
			const blocks = this.buildBlocks(isItem ? child.children : [child]);
			if (!isItem && blocks.length === 0) continue;

			items.push(this.buildItem(blocks, isItem ? readChecked(child) : undefined));
		}

		if (items.length === 0) return [];

		const start = Number(attributes.get('start') ?? 1);
		const list: List = {
			type: 'list',
			ordered: name === 'ol',
			start: Number.isInteger(start) && start >= 0 && start < 1e9 ? start : 1,
			spread: items.some(({ spread }) => spread),
			children: items,
		};

		return [list];
	}

	private buildItem(blocks: readonly BlockContent[], checked: boolean | undefined): ListItem {
		const children = checked === undefined ? [...blocks] : addCheckbox(blocks, checked);

		return {
			type: 'listItem',
			spread: isSpread(children),
			children,
		};
	}

	private buildTable(table: Element): BlockContent[] {
		const rows = findElements(table.children, 'tr')
			.map((row) => findElements(row.children, 'td', 'th'))
			.filter((cells) => cells.length > 0);
		const [firstRow] = rows;
		if (firstRow === undefined) return [];

		if (!rows.flat().every(isSimpleCell) || findElements(table.children, 'caption').length > 0) {
			return [{ type: 'html', value: writeHtmlLines([table]) }];
		}

		const width = rows.reduce((max, { length }) => Math.max(max, length), 0);
		const hasHeading = firstRow.every(({ name }) => name === 'th');
		const headings = hasHeading ? firstRow : [];
		const contents = hasHeading ? rows.slice(1) : rows;

		return [
			{
				type: 'table',
				align: firstRow.map(readAlignment),
				children: [this.buildRow(headings, width), ...contents.map((row) => this.buildRow(row))],
			},
		];
	}

	/** @param width the smallest number of cells: the heading decides how many columns a table has */
	private buildRow(cells: readonly Element[], width = 0): TableRow {
		const row = cells.map((cell) => this.buildCell(cell));

		while (row.length < width) row.push({ type: 'tableCell', children: [] });

		return { type: 'tableRow', children: row };
	}

	/** Cells have one line in Markdown, so that paragraphs become lines. */
	private buildCell({ children }: Element): TableCell {
		const cell: PhrasingContent[] = [];

		for (const block of this.buildBlocks(children)) {
			if (block.type !== 'paragraph') continue;
			if (cell.length > 0) cell.push({ type: 'break' });

			cell.push(...block.children);
		}

		return { type: 'tableCell', children: replaceBreaks(cell) };
	}
}

/** Whether Markdown can have a cell: it is not merged with others, and has only paragraphs. */
function isSimpleCell({ attributes, children }: Element): boolean {
	const isMerged = [attributes.get('colspan'), attributes.get('rowspan')].some(
		(span) => span !== undefined && span !== '1',
	);

	return (
		!isMerged &&
		children.every(
			(child) => !isBlock(child) || (isNamed(child, 'p') && !child.children.some(isBlock)),
		)
	);
}

/** Writes the checkbox of an item before its text. */
function addCheckbox(
	[first, ...others]: readonly BlockContent[],
	isChecked: boolean,
): BlockContent[] {
	const box = isChecked ? '[x]' : '[ ]';
	if (first?.type === 'paragraph') {
		const children: PhrasingContent[] = [{ type: 'source', value: `${box} ` }, ...first.children];

		return [{ type: 'paragraph', children }, ...others];
	}

	const paragraph: BlockContent = {
		type: 'paragraph',
		children: [{ type: 'source', value: box }],
	};

	return first === undefined ? [paragraph] : [paragraph, first, ...others];
}
