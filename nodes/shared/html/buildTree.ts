import { cleanAttributes, isAllowedElement, isRunnable } from './allowedHtml';
import { describePicture } from './lostPictures';
import {
	ENTRY_BOUNDARIES,
	CELL_ELEMENTS,
	isEndedBy,
	ENDED_BY_RUBY_PART,
	ENDS_PARAGRAPH,
	ENTRY_SIBLINGS,
	FORMATTING_ELEMENTS,
	MAX_DEPTH,
	RUBY_PARTS,
	TABLE_PARTS,
	VOID_ELEMENTS,
	getEndPriority,
} from './nesting';
import { type Attributes, readTokens, type Token } from './readTokens';

/** An element of the tree: Plane keeps it. */
export interface Element {
	readonly kind: 'element';
	readonly name: string;
	readonly attributes: Attributes;
	readonly children: Node[];
}

export interface Text {
	readonly kind: 'text';
	text: string;
}

export type Node = Element | Text;

/** The part of an HTML text that Plane keeps. */
export interface Tree {
	readonly children: readonly Node[];
	/** Whether something was left out after the first node, e.g. a comment. */
	readonly hasOmission: boolean;
}

export interface TreeOptions {
	/**
	 * Whether words that Plane does not keep are text: the addresses of links such as `slack://…`, after the words of the
	 * link, and what only looks like markup.
	 */
	readonly keepsWords?: boolean;
}

/** Whether a text consists of HTML blanks alone, which do not include the no-break space. */
const isBlank = (text: string): boolean => !/[^\t\n\f\r ]/.test(text);

/** The elements before the body of a page. A text that starts with one is a page, not a fragment. */
const PAGE_START_ELEMENTS: ReadonlySet<string> = new Set(
	'base head html link meta script style title'.split(' '),
);

/** The maximum of formatting elements to reopen. More could make a text many times as long. */
const MAX_REOPENED = 2;

type StartTag = Extract<Token, { kind: 'start' }>;

/**
 * Builds the tree of the elements that Plane keeps. It opens and closes elements where the parsers of
 * the server do, so that these find nothing to repair in the result.
 */
class TreeBuilder {
	private readonly root: Element = {
		kind: 'element',
		name: '',
		attributes: new Map(),
		children: [],
	};

	/** The open elements, outermost first. */
	private readonly openElements: Element[] = [];

	/** Formatting elements that ended with their paragraph, and are reopened before the next text. */
	private suspendedFormatting: Element[] = [];

	/** The addresses of links that Plane does not keep. */
	private readonly lostAddresses = new Map<Element, string>();

	/** The text that was appended last, unless it ends with a blank. */
	private textWithWordAtEnd: Text | undefined;

	private isPage = false;
	private hasOmission = false;

	constructor(private readonly options: TreeOptions) {}

	build(html: string): Tree {
		this.isPage = /^\s*<(?:html|!doctype)/i.test(html);

		const { keepsWords = false } = this.options;

		for (const token of readTokens(html, { keepsFalseMarkup: keepsWords })) this.add(token);

		if (keepsWords) {
			for (const [link, address] of this.lostAddresses) showAddress(link, address);
		}

		return {
			children: this.root.children,
			hasOmission: this.hasOmission,
		};
	}

	/** The innermost open element, or the root. */
	private get current(): Element {
		return this.openElements.at(-1) ?? this.root;
	}

	private add(token: Token): void {
		switch (token.kind) {
			case 'text':
			case 'rawText': {
				this.addText(token.text);

				return;
			}

			case 'start': {
				this.addStart(token);

				return;
			}

			case 'end': {
				this.addEnd(token.name);

				return;
			}

			case 'comment': {
				this.noteOmission();

				return;
			}

			case 'unfinished':
				return;
		}
	}

	/** Records that something is left out. */
	private noteOmission(): void {
		const isAfterNode = this.openElements.length === 0 && this.root.children.length > 0;

		if (isAfterNode && !this.isPage) this.hasOmission = true;
	}

	private addText(text: string): void {
		if (text === '' || this.isLeadingBlank(text)) return;

		if (!isBlank(text)) {
			this.openCellIfMissing();
			this.reopenFormatting();
		}

		this.appendText(text.replace(/\r\n?/g, '\n'));
	}

	/** Whether a text is blank and before all nodes. The server drops such blanks. */
	private isLeadingBlank(text: string): boolean {
		return this.openElements.length === 0 && this.root.children.length === 0 && isBlank(text);
	}

	private appendText(text: string): void {
		const { children } = this.current;
		const last = children.at(-1);
		const node: Text = last?.kind === 'text' ? last : { kind: 'text', text: '' };

		if (node !== last) children.push(node);

		node.text += text;
		this.textWithWordAtEnd = /\S/.test(text.at(-1) ?? '') ? node : undefined;
	}

	/** Appends words that a reader can tell from those before them. */
	private appendWords(words: string): void {
		const last = this.current.children.at(-1);
		const isAfterWord = last !== undefined && last === this.textWithWordAtEnd;

		if (words !== '') this.appendText(isAfterWord ? ` ${words}` : words);
	}

	private addStart(tag: StartTag): void {
		if (!isAllowedElement(tag.name)) {
			if (PAGE_START_ELEMENTS.has(tag.name) && this.root.children.length === 0) this.isPage = true;

			this.noteOmission();

			return;
		}

		if (TABLE_PARTS.has(tag.name)) {
			this.addTablePart(tag);
		} else {
			this.addOrdinaryElement(tag);
		}
	}

	private addOrdinaryElement(tag: StartTag): void {
		const { name } = tag;

		this.openCellIfMissing();
		this.endCurrentFor(name);
		if (name === 'a') this.endOpenLink();
		if (ENDS_PARAGRAPH.has(name)) this.endParagraph();

		this.endEntryFor(name);
		if (RUBY_PARTS.has(name)) this.endRubyPart(name);

		this.endCurrentFor(name);

		if (name === 'li') {
			this.endInlineElements();
			// What ended may have protected an entry around it.
			this.endEntryFor(name);
		}

		if (!ENDS_PARAGRAPH.has(name)) this.reopenFormatting();

		this.push(tag);
	}

	/** Ends the innermost open elements that the start of this element ends. */
	private endCurrentFor(name: string): void {
		while (isEndedBy(this.current.name, name)) this.openElements.pop();
	}

	private endOpenLink(): void {
		const index = this.findOpen(['a'], CELL_ELEMENTS);

		if (index !== -1) this.endFrom(index);

		this.suspendedFormatting = this.suspendedFormatting.filter(({ name }) => name !== 'a');
	}

	private endParagraph(): void {
		const index = this.findOpen(['p'], CELL_ELEMENTS);

		if (index !== -1) this.endFrom(index);
	}

	/** Ends the open entry of the same list, as one `li` ends another. */
	private endEntryFor(name: string): void {
		const siblings = ENTRY_SIBLINGS.get(name);
		if (siblings === undefined) return;

		const index = this.findOpen([...siblings], ENTRY_BOUNDARIES);
		if (index !== -1) this.openElements.length = index;
	}

	/** Ends the inline elements that an empty entry of a list would be in: it ends them (row 183). */
	private endInlineElements(): void {
		const isBlock = ({ name }: Element) => ENDS_PARAGRAPH.has(name) || CELL_ELEMENTS.has(name);
		let depth: number;

		do {
			depth = this.openElements.length;
			this.endFrom(this.openElements.findLastIndex(isBlock) + 1);
			this.endCurrentFor('li');
		} while (this.openElements.length < depth);
	}

	/** Ends the open parts of ruby text that another part ends. */
	private endRubyPart(name: string): void {
		if (!this.openElements.some((element) => element.name === 'ruby')) return;

		const staysOpen = name === 'rtc' ? undefined : 'rtc';

		while (ENDED_BY_RUBY_PART.has(this.current.name) && this.current.name !== staysOpen) {
			this.openElements.pop();
		}
	}

	/** Returns the index of the innermost open element with one of these names, or -1 if it is outside a boundary. */
	private findOpen(names: readonly string[], boundaries: ReadonlySet<string>): number {
		for (let index = this.openElements.length - 1; index >= 0; index -= 1) {
			const name = this.openElements[index]?.name ?? '';
			if (names.includes(name)) return index;
			if (boundaries.has(name)) return -1;
		}

		return -1;
	}

	/** Ends the open element at this index and all inside it. Formatting inside it is reopened later. */
	private endFrom(index: number): void {
		const innerFormatting = this.openElements
			.slice(index + 1)
			.filter(({ name }) => FORMATTING_ELEMENTS.has(name));

		this.suspendedFormatting = [...this.suspendedFormatting, ...innerFormatting].slice(
			-MAX_REOPENED,
		);
		this.openElements.length = index;
	}

	private reopenFormatting(): void {
		const { suspendedFormatting } = this;

		this.suspendedFormatting = [];

		for (const { name, attributes } of suspendedFormatting) {
			if (!isEndedBy(this.current.name, name)) this.pushElement(name, attributes);
		}
	}

	/** Adds a part of a table, and opens the parts that must be around it. Ignores it outside of tables. */
	private addTablePart(tag: StartTag): void {
		const table = this.openElements.findLastIndex(({ name }) => name === 'table');
		if (table === -1) return;

		this.suspendedFormatting = [];

		if (tag.name === 'td' || tag.name === 'th') {
			this.openRow(table);
		} else if (tag.name === 'tr') {
			this.openBody(table);
		} else if (tag.name === 'col') {
			this.openColumns(table);
		} else {
			this.openElements.length = table + 1;
		}

		this.push(tag);
	}

	/**
	 * Ends all elements inside the innermost open part with one of these names, or opens a part with the
	 * first name.
	 *
	 * @param table the index of the open table
	 */
	private openPart(table: number, names: readonly [string, ...string[]]): void {
		const index = this.openElements.findLastIndex(
			({ name }, position) => position > table && names.includes(name),
		);

		if (index !== -1) {
			this.openElements.length = index + 1;
		} else {
			this.pushImplied(names[0]);
		}
	}

	private openColumns(table: number): void {
		if (this.current.name === 'colgroup') return;

		this.openElements.length = table + 1;
		this.pushImplied('colgroup');
	}

	private openBody(table: number): void {
		if (
			!this.openElements.some(({ name }, index) => index > table && /^(tbody|thead)$/.test(name))
		) {
			this.openElements.length = table + 1;
		}

		this.openPart(table, ['tbody', 'thead']);
	}

	private openRow(table: number): void {
		if (!this.openElements.some(({ name }, index) => index > table && name === 'tr')) {
			this.openBody(table);
		}

		this.openPart(table, ['tr']);
	}

	/** Opens a cell if a table is open without an open cell: contents of tables must be in cells. */
	private openCellIfMissing(): void {
		if (this.current.name === 'colgroup') this.openElements.pop();
		if (!/^(table|tbody|thead|tr)$/.test(this.current.name)) return;

		const table = this.openElements.findLastIndex(({ name }) => name === 'table');

		this.openRow(table);
		this.pushImplied('td');
	}

	/** Opens an element without a tag in the text. */
	private pushImplied(name: string): void {
		this.pushElement(name, new Map());
	}

	private push({ name, attributes, isSelfClosing }: StartTag): void {
		const { keepsWords = false } = this.options;
		const text = name === 'img' && keepsWords ? describePicture(attributes) : undefined;

		if (text !== undefined) {
			this.appendWords(text);

			return;
		}

		const depth = this.openElements.length;
		const element = this.pushElement(name, cleanAttributes(name, attributes));
		const address = attributes.get('href') ?? '';

		if (name === 'a' && !element.attributes.has('href') && !isRunnable(address)) {
			this.lostAddresses.set(element, address.trim());
		}

		// The server writes no end tag for an empty entry, so the next text is inside it (row 183).
		if (isSelfClosing && name !== 'li') this.openElements.length = depth;
	}

	/** Appends an element and, unless it is void, opens it. Elements that are nested too deep are left out. */
	private pushElement(name: string, attributes: Attributes): Element {
		const element: Element = {
			kind: 'element',
			name,
			attributes,
			children: [],
		};

		if (VOID_ELEMENTS.has(name)) {
			this.current.children.push(element);
		} else if (this.openElements.length < MAX_DEPTH) {
			this.current.children.push(element);
			this.openElements.push(element);
		}

		return element;
	}

	/** Handles an end tag: it ends suspended formatting first. */
	private addEnd(name: string): void {
		const index = this.suspendedFormatting.findLastIndex((element) => element.name === name);

		if (index !== -1) {
			this.suspendedFormatting.splice(index, 1);
		} else {
			this.endElement(name);
		}
	}

	/** Ends the innermost open element of this name, unless one of higher priority is open inside it. */
	private endElement(name: string): void {
		const priority = getEndPriority(name);

		for (let index = this.openElements.length - 1; index >= 0; index -= 1) {
			const element = this.openElements[index];
			if (element === undefined || getEndPriority(element.name) > priority) return;
			if (element.name !== name) continue;

			// The server writes no end tag for an empty entry, so the next text is inside it (row 183).
			const staysOpen = name === 'li' && element.children.length === 0;

			this.openElements.length = staysOpen ? index + 1 : index;
			this.suspendedFormatting = [];

			return;
		}
	}
}

const readText = (nodes: readonly Node[]): string =>
	nodes.map((node) => (node.kind === 'text' ? node.text : readText(node.children))).join('');

/** Adds the address of a link after its words, unless they are the address. */
function showAddress({ children }: Element, address: string): void {
	const words = readText(children);
	if (address === '' || children.length === 0 || words.includes(address)) return;

	const separator = words === '' || /\s$/.test(words) ? '' : ' ';
	const text = `${separator}(${address})`;
	const last = children.at(-1);

	if (last?.kind === 'text') {
		last.text += text;
	} else {
		children.push({ kind: 'text', text });
	}
}

/** Parses HTML to a tree of the elements that Plane keeps. Takes any text, in time linear to its length. */
export const buildTree = (html: string, options: TreeOptions = {}): Tree =>
	new TreeBuilder(options).build(html);
