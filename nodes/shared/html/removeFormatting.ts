import type { Element, Node, Text } from './buildTree';
import { ENDS_PARAGRAPH, TABLE_PARTS } from './nesting';

/** Elements whose blanks are shown as they are written. */
const PREFORMATTED_ELEMENTS: ReadonlySet<string> = new Set(['code', 'pre']);

const PREFORMATTED_STYLE = /white-space(?:-collapse)?\s*:\s*(?:break-spaces|pre)/i;

const BLANKS = /[\t\n\f ]+/g;

const BLANKS_AT_START = /^[\t\n\f ]+/;

/** Replaces each line break of the source, with the indentation beside it, by a space. */
const joinLines = (text: string): string =>
	text.replace(BLANKS, (blanks) => (blanks.includes('\n') ? ' ' : blanks));

/** A pattern for blanks at the end takes quadratic time. */
function removeBlanksAtEnd(text: string): string {
	let end = text.length;

	while (end > 0 && '\t\n\f '.includes(text.charAt(end - 1))) end -= 1;

	return text.slice(0, end);
}

/** Removes what only formats the source of HTML, in one pass. */
class FormattingRemover {
	/** Whether nothing is shown yet in the current line. */
	private isLineStart = true;

	/** The last text of the current line, if nothing else follows it. */
	private lastText: Text | undefined;

	/** @param isPreformatted whether the nodes are shown with all their blanks */
	remove(nodes: readonly Node[], isPreformatted = false): Node[] {
		const kept: Node[] = [];

		for (const node of nodes) {
			const result =
				node.kind === 'text'
					? this.removeFromText(node, isPreformatted)
					: this.removeFromElement(node, isPreformatted);

			if (result !== undefined) kept.push(result);
		}

		const isShown = (node: Node) => !isEmptyParagraph(node);

		return kept.some(isShown) ? kept.filter(isShown) : kept.slice(0, 1);
	}

	private removeFromText({ text }: Text, isPreformatted: boolean): Text | undefined {
		if (isPreformatted) {
			this.show();

			return { kind: 'text', text };
		}

		const isAfterBlank = this.isLineStart || this.lastText?.text.endsWith(' ') === true;
		const words = joinLines(text);
		const shown = isAfterBlank ? words.replace(BLANKS_AT_START, '') : words;
		if (shown === '') return undefined;

		const kept: Text = { kind: 'text', text: shown };

		this.isLineStart = false;
		this.lastText = kept;

		return kept;
	}

	private removeFromElement(element: Element, isPreformatted: boolean): Element {
		const { name, attributes, children } = element;
		const isBlock = ENDS_PARAGRAPH.has(name) || TABLE_PARTS.has(name);
		if (isBlock || name === 'br') this.endLine();

		const isInnerPreformatted =
			isPreformatted ||
			PREFORMATTED_ELEMENTS.has(name) ||
			PREFORMATTED_STYLE.test(attributes.get('style') ?? '');
		const contents = this.remove(children, isInnerPreformatted);

		// The server writes no end tag for an empty entry, so what follows would be in it (row 183).
		if (name === 'li' && contents.length === 0 && children.length > 0) {
			contents.push({ kind: 'text', text: ' ' });
		}

		if (isBlock) this.endLine();
		else if (contents.length === 0 && name !== 'br') this.show();

		return { ...element, children: contents };
	}

	/** Notes that something is shown whose blanks stay. */
	private show(): void {
		this.isLineStart = false;
		this.lastText = undefined;
	}

	private endLine(): void {
		if (this.lastText !== undefined) {
			this.lastText.text = removeBlanksAtEnd(this.lastText.text);
		}

		this.isLineStart = true;
		this.lastText = undefined;
	}
}

/** Browsers show no line for it. Plane's editor does, and marks those that people have made with a class. */
const isEmptyParagraph = (node: Node): boolean =>
	node.kind === 'element' &&
	node.name === 'p' &&
	node.attributes.size === 0 &&
	node.children.length === 0;

/**
 * Removes what only formats the source of HTML: blanks between blocks and at the ends of lines, line breaks of the
 * source, and empty paragraphs. Browsers do not show them; Plane's editor does. Takes time linear to the length.
 */
export const removeFormatting = (nodes: readonly Node[]): readonly Node[] =>
	new FormattingRemover().remove(nodes);
