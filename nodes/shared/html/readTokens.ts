import { decodeCharacters } from './decodeCharacters';

/** The values of the attributes of a tag, by their names in lower case. */
export type Attributes = ReadonlyMap<string, string>;

/** A tag, a text or a comment of HTML, with its own text in the HTML. */
export type Token = { readonly source: string } & (
	| { readonly kind: 'text'; readonly text: string }
	| {
			readonly kind: 'start';
			readonly name: string;
			readonly attributes: Attributes;
			/** Whether the tag ends with `/>`. */
			readonly isSelfClosing: boolean;
	  }
	| { readonly kind: 'end'; readonly name: string }
	/** The contents of an element whose contents are not markup, as browsers show them, or `''` if they hide them. */
	| { readonly kind: 'rawText'; readonly name: string; readonly text: string }
	/** A comment, a DOCTYPE, or a processing instruction such as an XML declaration. */
	| { readonly kind: 'comment' }
	/** A tag that the text ends in: browsers drop it. */
	| { readonly kind: 'unfinished' }
);

/**
 * Whether text was taken for the attributes of a tag, because the end of the tag is missing (`<div` in a line of its
 * own), or the end of a value (`<a href="x>`). Names of attributes have neither quotes nor other tags in them.
 */
const isCutOff = (attributes: Attributes): boolean =>
	[...attributes.keys()].some(
		(name) => name.includes('<') || (/["']/.test(name) && /[\p{L}\p{N}]/u.test(name)),
	);

/** Whether markup starts with a complete DOCTYPE, such as `<!DOCTYPE html>`. Other texts have words in it. */
export const isDoctype = (source: string): boolean =>
	/^<!doctype\s+[\w:-]+(?:\s+(?:public|system)\b[^<>]*>|\s*>)/i.test(source);

export interface ReadingOptions {
	/**
	 * Whether what only looks like markup is text: `<ada@example.com>`, `<?php`, tags that are cut off, and the starts of
	 * comments and of elements such as scripts that are not closed. Browsers drop it, and hide all that follows those.
	 */
	readonly keepsFalseMarkup?: boolean;
}

/** Whether markup is a complete comment, as Outlook writes them, too, or a declaration of the page. Nobody sees it. */
const isHiddenMarkup = (source: string): boolean =>
	isDoctype(source) ||
	/^<!--[^]*-->$|^<!-?-?>$|^<!\[(?:if\b|endif\])|^<\?xml\b|^<\/>$/i.test(source);

/**
 * Elements whose contents are not markup, up to their end tag. The contents are hidden, text with
 * character references, or plain text.
 */
const RAW_TEXT: ReadonlyMap<string, 'hidden' | 'encoded' | 'plain'> = new Map([
	['script', 'hidden'],
	['style', 'hidden'],
	['iframe', 'hidden'],
	['noembed', 'hidden'],
	['noframes', 'hidden'],
	['title', 'encoded'],
	['textarea', 'encoded'],
	['xmp', 'plain'],
]);

const LETTER = /[a-z]/i;
const BLANK = /[\t\n\f\r ]/;
const NAME = /[^\t\n\f\r />]+/y;
const BLANKS = /[\t\n\f\r /]+/y;
const ATTRIBUTE_NAME = /=?[^\t\n\f\r /=>]*/y;
const EQUALS = /[\t\n\f\r ]*=[\t\n\f\r ]*/y;
const UNQUOTED_VALUE = /[^\t\n\f\r >]*/y;

type StartTag = Extract<Token, { kind: 'start' }>;

/** Whether the contents of an element are not markup. */
const isRawText = ({ name, isSelfClosing }: StartTag): boolean =>
	RAW_TEXT.has(name) && !isSelfClosing;

/** Markup as text, in which characters such as `&amp;` stand for themselves. */
const toText = (source: string): Token => ({ kind: 'text', text: source, source });

/** Reads HTML as browsers do (the HTML standard, section 13.2.5), in one pass. */
class Tokenizer {
	private position = 0;

	/** The ends that do not follow any more, so that each is searched to the end of the text only once. */
	private readonly missingEnds = new Set<string>();

	constructor(
		private readonly html: string,
		private readonly options: ReadingOptions,
	) {}

	*read(): Generator<Token> {
		while (this.position < this.html.length) {
			const text = this.readText();
			if (text !== '') yield { kind: 'text', text: decodeCharacters(text), source: text };
			if (this.position >= this.html.length) return;

			const markup = this.readMarkup();
			const isText = this.options.keepsFalseMarkup === true && this.isFalse(markup);
			const token = isText ? toText(markup.source) : markup;

			yield token;

			const rawText = token.kind === 'start' ? this.readRawText(token) : undefined;
			if (rawText !== undefined) yield rawText;
		}
	}

	/** Reads the text before the next markup. A `<` that does not start markup is text. */
	private readText(): string {
		const start = this.position;
		let end = this.html.indexOf('<', start);

		while (end !== -1 && !this.startsMarkup(end)) end = this.html.indexOf('<', end + 1);

		this.position = end === -1 ? this.html.length : end;

		return this.html.slice(start, this.position);
	}

	private startsMarkup(position: number): boolean {
		const next = this.html.charAt(position + 1);

		// `</` at the end of the text is text.
		const isEndTag = next === '/' && position + 2 < this.html.length;

		return LETTER.test(next) || next === '!' || next === '?' || isEndTag;
	}

	/** Reads a tag or a comment, or the start of one as text. */
	private readMarkup(): Token {
		const { html, position: start } = this;
		if (html.startsWith('<!--', start)) return this.readComment();

		const isEndTag = html.charAt(start + 1) === '/';
		const nameStart = start + (isEndTag ? 2 : 1);
		if (LETTER.test(html.charAt(nameStart))) return this.readTag(nameStart, isEndTag);

		this.skipPast('>', start + 1);

		return { kind: 'comment', source: this.sourceFrom(start) };
	}

	private readComment(): Token {
		const { position: start } = this;
		const contents = start + 4;
		const emptyEnd = /^-?>/.exec(this.html.slice(contents, contents + 2));

		if (emptyEnd !== null) {
			this.position = contents + emptyEnd[0].length;
		} else if (this.options.keepsFalseMarkup === true && !this.hasEnd('-->', contents)) {
			this.position = contents;

			return toText(this.sourceFrom(start));
		} else {
			this.skipPast('-->', contents);
		}

		return { kind: 'comment', source: this.sourceFrom(start) };
	}

	/** Returns what is between a position and the current one. */
	private sourceFrom(start: number): string {
		return this.html.slice(start, this.position);
	}

	private hasEnd(end: string, from: number): boolean {
		if (this.missingEnds.has(end)) return false;
		if (this.html.includes(end, from)) return true;

		this.missingEnds.add(end);

		return false;
	}

	/** Moves past the next occurrence of a text, or to the end if there is none. */
	private skipPast(text: string, from: number): void {
		const index = this.html.indexOf(text, from);

		this.position = index === -1 ? this.html.length : index + text.length;
	}

	private readTag(nameStart: number, isEndTag: boolean): Token {
		const { position: start } = this;

		this.position = nameStart;

		const name = this.match(NAME).toLowerCase();
		const attributes = new Map<string, string>();
		let isSelfClosing = false;

		while (this.position < this.html.length) {
			const separator = this.match(BLANKS);

			isSelfClosing = separator.endsWith('/');

			if (this.html.charAt(this.position) === '>') {
				this.position += 1;

				const source = this.sourceFrom(start);
				if (isEndTag) return { kind: 'end', name, source };

				return {
					kind: 'start',
					name,
					attributes,
					isSelfClosing,
					source,
				};
			}

			const attribute = this.readAttribute();
			if (attribute.name !== '' && !attributes.has(attribute.name)) {
				attributes.set(attribute.name, attribute.value);
			}
		}

		return { kind: 'unfinished', source: this.sourceFrom(start) };
	}

	/** Whether markup that was just read only looks like it. */
	private isFalse(token: Token): boolean {
		switch (token.kind) {
			case 'start':
				return (
					!/^[\w-]+(?::[\w-]+)?$/.test(token.name) ||
					isCutOff(token.attributes) ||
					(isRawText(token) && this.findEndTag(token.name) === -1)
				);
			case 'end':
				return token.source.lastIndexOf('<') > 0;
			case 'comment':
				return !isHiddenMarkup(token.source);
			case 'unfinished':
				return true;
			default:
				return false;
		}
	}

	private readAttribute(): { readonly name: string; readonly value: string } {
		const name = this.match(ATTRIBUTE_NAME).toLowerCase();
		if (this.match(EQUALS) === '') return { name, value: '' };

		const quote = this.html.charAt(this.position);
		const isQuoted = quote === '"' || quote === "'";
		const value = isQuoted ? this.readQuoted(quote) : this.match(UNQUOTED_VALUE);

		return { name, value: decodeCharacters(value, 'attribute') };
	}

	/** Reads a value in quotes, from its first quote on. */
	private readQuoted(quote: string): string {
		const start = this.position + 1;

		this.skipPast(quote, start);
		const end = this.html.charAt(this.position - 1) === quote ? this.position - 1 : this.position;

		return this.html.slice(start, Math.max(start, end));
	}

	/** Reads the contents of an element whose contents are not markup, up to its end tag. */
	private readRawText(tag: StartTag): Token | undefined {
		const { name } = tag;
		const contents = RAW_TEXT.get(name);
		if (contents === undefined || !isRawText(tag)) return undefined;

		const { html, position: start } = this;
		const end = this.findEndTag(name);

		this.position = end === -1 ? html.length : end;

		const source = this.sourceFrom(start);
		if (source === '') return undefined;

		return {
			kind: 'rawText',
			name,
			text: readContents(source, contents),
			source,
		};
	}

	/** Returns the position of the next end tag of an element, or -1. */
	private findEndTag(name: string): number {
		const { html, position } = this;
		if (this.missingEnds.has(name)) return -1;

		let end = html.indexOf('</', position);

		while (end !== -1 && !this.isEndTagOf(name, end)) end = html.indexOf('</', end + 2);

		if (end === -1) this.missingEnds.add(name);

		return end;
	}

	private isEndTagOf(name: string, position: number): boolean {
		const start = position + 2;
		const next = this.html.charAt(start + name.length);
		const nameThere = this.html.slice(start, start + name.length).toLowerCase();

		return nameThere === name && (next === '>' || next === '/' || BLANK.test(next));
	}

	/** Reads the text that a sticky pattern matches at the position, or `''`. */
	private match(pattern: RegExp): string {
		pattern.lastIndex = this.position;
		const match = pattern.exec(this.html)?.[0] ?? '';

		this.position += match.length;

		return match;
	}
}

/** Returns the contents of an element as browsers show them. */
function readContents(source: string, contents: 'hidden' | 'encoded' | 'plain'): string {
	if (contents === 'hidden') return '';

	return contents === 'plain' ? source : decodeCharacters(source);
}

/** Yields the tags, texts and comments of HTML in order. Takes any text, in time linear to its length. */
export const readTokens = (html: string, options: ReadingOptions = {}): Generator<Token> =>
	new Tokenizer(html, options).read();
