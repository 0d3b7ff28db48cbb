import { cleanAttributes, isAllowedElement } from './allowedHtml';
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

/** An element that Plane keeps. */
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

/** What Plane keeps of HTML. */
export interface Tree {
	readonly children: readonly Node[];
	/** Whether something that is not kept, such as a comment, came after the first node. */
	readonly hasOmission: boolean;
}

/** Whether there is nothing to see in a text; unlike a no-break space, such blanks may stand anywhere. */
const isBlank = (text: string): boolean => !/[^\t\n\f\r ]/.test(text);

/** What tells a whole page from a part of one: what comes before its body. */
const HEAD: ReadonlySet<string> = new Set('base head html link meta script style title'.split(' '));

/** How many formatting elements begin again at most, so that no text becomes many times as long. */
const MAX_REOPENED = 2;

type StartTag = Extract<Token, { kind: 'start' }>;

/**
 * Builds the tree of what Plane keeps. Elements end and begin where the server's parsers end and
 * begin them, so that they find nothing to repair in what is sent.
 */
class TreeBuilder {
	private readonly root: Element = {
		kind: 'element',
		name: '',
		attributes: new Map(),
		children: [],
	};

	/** The elements that are open, the outermost first. */
	private readonly open: Element[] = [];

	/** Formatting that the end of a paragraph cut off, and that begins again with the next text. */
	private cutOff: Element[] = [];

	private isPage = false;
	private hasOmission = false;

	build(html: string): Tree {
		this.isPage = /^\s*<(?:html|!doctype)/i.test(html);

		for (const token of readTokens(html)) this.add(token);

		return {
			children: this.root.children,
			hasOmission: this.hasOmission,
		};
	}

	private get current(): Element {
		return this.open.at(-1) ?? this.root;
	}

	private add(token: Token): void {
		switch (token.kind) {
			case 'text': {
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
				this.omit();

				return;
			}
		}
	}

	/** Notes that something is left out. */
	private omit(): void {
		const isBehindNode = this.open.length === 0 && this.root.children.length > 0;

		if (isBehindNode && !this.isPage) this.hasOmission = true;
	}

	private addText(text: string): void {
		if (text === '' || this.isBeforeContents(text)) return;

		if (!isBlank(text)) {
			this.openCell();
			this.reopenFormatting();
		}

		this.append(text.replace(/\r\n?/g, '\n'));
	}

	/** A server drops blanks before everything else. */
	private isBeforeContents(text: string): boolean {
		return this.open.length === 0 && this.root.children.length === 0 && isBlank(text);
	}

	private append(text: string): void {
		const { children } = this.current;
		const last = children.at(-1);

		if (last?.kind === 'text') {
			last.text += text;
		} else {
			children.push({ kind: 'text', text });
		}
	}

	private addStart(tag: StartTag): void {
		if (!isAllowedElement(tag.name)) {
			if (HEAD.has(tag.name) && this.root.children.length === 0) this.isPage = true;

			this.omit();

			return;
		}

		if (TABLE_PARTS.has(tag.name)) {
			this.addTablePart(tag);
		} else {
			this.addOrdinary(tag);
		}
	}

	private addOrdinary(tag: StartTag): void {
		const { name } = tag;

		this.openCell();
		this.endCurrentFor(name);
		if (name === 'a') this.endOpenLink();
		if (ENDS_PARAGRAPH.has(name)) this.endParagraph();

		this.endEntryFor(name);
		if (RUBY_PARTS.has(name)) this.endRubyPart(name);

		this.endCurrentFor(name);
		if (name === 'li') this.endInline();
		if (!ENDS_PARAGRAPH.has(name)) this.reopenFormatting();

		this.push(tag);
	}

	/** Ends what the start of an element ends directly. */
	private endCurrentFor(name: string): void {
		while (isEndedBy(this.current.name, name)) this.open.pop();
	}

	private endOpenLink(): void {
		const index = this.findOpen(['a'], CELL_ELEMENTS);

		if (index !== -1) this.cutTo(index);
	}

	private endParagraph(): void {
		const index = this.findOpen(['p'], CELL_ELEMENTS);

		if (index !== -1) this.cutTo(index);
	}

	private endEntryFor(name: string): void {
		const siblings = ENTRY_SIBLINGS.get(name);
		if (siblings === undefined) return;

		const index = this.findOpen([...siblings], ENTRY_BOUNDARIES);
		if (index !== -1) this.open.length = index;
	}

	/** Ends all that an entry of a list does not end in a text but where an empty one does (row 183). */
	private endInline(): void {
		const isBlock = ({ name }: Element) => ENDS_PARAGRAPH.has(name) || CELL_ELEMENTS.has(name);
		let depth: number;

		do {
			depth = this.open.length;
			this.cutTo(this.open.findLastIndex(isBlock) + 1);
			this.endCurrentFor('li');
		} while (this.open.length < depth);
	}

	private endRubyPart(name: string): void {
		if (!this.open.some((element) => element.name === 'ruby')) return;

		const staysOpen = name === 'rtc' ? undefined : 'rtc';

		while (ENDED_BY_RUBY_PART.has(this.current.name) && this.current.name !== staysOpen) {
			this.open.pop();
		}
	}

	/** Where the innermost open element of these names is, within bounds; -1: nowhere. */
	private findOpen(names: readonly string[], bounds: ReadonlySet<string>): number {
		for (let index = this.open.length - 1; index >= 0; index -= 1) {
			const name = this.open[index]?.name ?? '';
			if (names.includes(name)) return index;
			if (bounds.has(name)) return -1;
		}

		return -1;
	}

	/** Ends the element at this index and all in it; formatting in it begins again later. */
	private cutTo(index: number): void {
		const inner = this.open.slice(index + 1).filter(({ name }) => FORMATTING_ELEMENTS.has(name));

		this.cutOff = [...this.cutOff, ...inner].slice(-MAX_REOPENED);
		this.open.length = index;
	}

	private reopenFormatting(): void {
		const { cutOff } = this;

		this.cutOff = [];

		for (const { name, attributes } of cutOff) {
			if (!isEndedBy(this.current.name, name)) this.pushElement(name, attributes);
		}
	}

	private addTablePart(tag: StartTag): void {
		const table = this.open.findLastIndex(({ name }) => name === 'table');
		if (table === -1) return;

		this.cutOff = [];

		if (tag.name === 'td' || tag.name === 'th') {
			this.openRow(table);
		} else if (tag.name === 'tr') {
			this.openBody(table);
		} else if (tag.name === 'col') {
			this.openColumns(table);
		} else {
			this.open.length = table + 1;
		}

		this.push(tag);
	}

	/** Makes the innermost open part of the table one of these; otherwise opens the first of them. */
	private openPart(table: number, names: readonly [string, ...string[]]): void {
		const index = this.open.findLastIndex(
			({ name }, position) => position > table && names.includes(name),
		);

		if (index !== -1) {
			this.open.length = index + 1;
		} else {
			this.pushImplied(names[0]);
		}
	}

	private openColumns(table: number): void {
		if (this.current.name === 'colgroup') return;

		this.open.length = table + 1;
		this.pushImplied('colgroup');
	}

	private openBody(table: number): void {
		if (!this.open.some(({ name }, index) => index > table && /^(tbody|thead)$/.test(name))) {
			this.open.length = table + 1;
		}

		this.openPart(table, ['tbody', 'thead']);
	}

	private openRow(table: number): void {
		if (!this.open.some(({ name }, index) => index > table && name === 'tr')) this.openBody(table);

		this.openPart(table, ['tr']);
	}

	/** What stands in a table outside of its cells goes into a cell of its own. */
	private openCell(): void {
		if (this.current.name === 'colgroup') this.open.pop();
		if (!/^(table|tbody|thead|tr)$/.test(this.current.name)) return;

		const table = this.open.findLastIndex(({ name }) => name === 'table');

		this.openRow(table);
		this.pushImplied('td');
	}

	private pushImplied(name: string): void {
		this.pushElement(name, new Map());
	}

	private push({ name, attributes, isSelfClosing }: StartTag): void {
		const depth = this.open.length;

		this.pushElement(name, cleanAttributes(name, attributes));

		// The next text is in an empty entry, as the server writes no end tag of it (row 183).
		if (isSelfClosing && name !== 'li') this.open.length = depth;
	}

	private pushElement(name: string, attributes: Attributes): void {
		const element: Element = {
			kind: 'element',
			name,
			attributes,
			children: [],
		};

		if (VOID_ELEMENTS.has(name)) {
			this.current.children.push(element);
		} else if (this.open.length < MAX_DEPTH) {
			this.current.children.push(element);
			this.open.push(element);
		}
	}

	private addEnd(name: string): void {
		const cutOff = this.cutOff.findLastIndex((element) => element.name === name);

		if (cutOff !== -1) {
			this.cutOff.splice(cutOff, 1);
		} else {
			this.endElement(name);
		}
	}

	private endElement(name: string): void {
		const weight = getEndPriority(name);

		for (let index = this.open.length - 1; index >= 0; index -= 1) {
			const element = this.open[index];
			if (element === undefined || getEndPriority(element.name) > weight) return;
			if (element.name !== name) continue;

			// The server writes no end tag of an empty entry: the next text is in it (row 183).
			const staysOpen = name === 'li' && element.children.length === 0;

			this.open.length = staysOpen ? index + 1 : index;
			this.cutOff = [];

			return;
		}
	}
}

/** What Plane keeps of HTML, as a tree. Takes any text, in time linear to its length. */
export const buildTree = (html: string): Tree => new TreeBuilder().build(html);
