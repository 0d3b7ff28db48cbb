import { decodeCharacters } from './decodeCharacters';

/** The values of the attributes of a tag, by their names in lower case. */
export type Attributes = ReadonlyMap<string, string>;

/** A tag, a text or a comment of HTML. */
export type Token =
	| { readonly kind: 'text'; readonly text: string }
	| {
			readonly kind: 'start';
			readonly name: string;
			readonly attributes: Attributes;
			/** Whether the tag ends with `/>`. */
			readonly isSelfClosing: boolean;
	  }
	| { readonly kind: 'end'; readonly name: string }
	/** A comment, a DOCTYPE, or a processing instruction such as an XML declaration. */
	| { readonly kind: 'comment' };

/**
 * Elements whose contents are not markup, up to their end tag. The contents are hidden, text with
 * character references, or plain text.
 */
const RAW_TEXT: Readonly<Record<string, 'hidden' | 'encoded' | 'plain'>> = {
	script: 'hidden',
	style: 'hidden',
	iframe: 'hidden',
	noembed: 'hidden',
	noframes: 'hidden',
	title: 'encoded',
	textarea: 'encoded',
	xmp: 'plain',
};

const LETTER = /[a-z]/i;
const BLANK = /[\t\n\f\r ]/;
const NAME = /[^\t\n\f\r />]+/y;
const BLANKS = /[\t\n\f\r /]+/y;
const ATTRIBUTE_NAME = /=?[^\t\n\f\r /=>]*/y;
const EQUALS = /[\t\n\f\r ]*=[\t\n\f\r ]*/y;
const UNQUOTED_VALUE = /[^\t\n\f\r >]*/y;

/** Reads HTML as browsers do (the HTML standard, section 13.2.5), in one pass. */
class Tokenizer {
	private position = 0;

	constructor(private readonly html: string) {}

	*read(): Generator<Token> {
		while (this.position < this.html.length) {
			const text = this.readText();
			if (text !== '') yield { kind: 'text', text: decodeCharacters(text) };

			const token = this.readMarkup();
			if (token === undefined) continue;

			yield token;

			const contents = token.kind === 'start' ? RAW_TEXT[token.name] : undefined;
			if (token.kind !== 'start' || contents === undefined || token.isSelfClosing) continue;

			const rawText = this.readRawText(token.name);
			if (rawText === '' || contents === 'hidden') continue;

			yield { kind: 'text', text: contents === 'plain' ? rawText : decodeCharacters(rawText) };
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

		return LETTER.test(next) || next === '!' || next === '?' || next === '/';
	}

	/** Reads a tag or a comment. Returns undefined at the end of the text, also within a tag. */
	private readMarkup(): Token | undefined {
		const { html, position } = this;
		if (position >= html.length) return undefined;
		if (html.startsWith('<!--', position)) return this.skipComment();

		const isEndTag = html.charAt(position + 1) === '/';
		const nameStart = position + (isEndTag ? 2 : 1);
		if (LETTER.test(html.charAt(nameStart))) return this.readTag(nameStart, isEndTag);

		this.skipPast('>', position + 1);

		return { kind: 'comment' };
	}

	private skipComment(): Token {
		const start = this.position + 4;
		const emptyEnd = /^-?>/.exec(this.html.slice(start, start + 2));

		if (emptyEnd === null) {
			this.skipPast('-->', start);
		} else {
			this.position = start + emptyEnd[0].length;
		}

		return { kind: 'comment' };
	}

	/** Moves past the next occurrence of a text, or to the end if there is none. */
	private skipPast(text: string, from: number): void {
		const index = this.html.indexOf(text, from);

		this.position = index === -1 ? this.html.length : index + text.length;
	}

	/** Reads a tag. Returns undefined if the text ends within it: browsers drop such a tag. */
	private readTag(nameStart: number, isEndTag: boolean): Token | undefined {
		this.position = nameStart;

		const name = this.match(NAME).toLowerCase();
		const attributes = new Map<string, string>();
		let isSelfClosing = false;

		while (this.position < this.html.length) {
			const separator = this.match(BLANKS);

			isSelfClosing = separator.endsWith('/');

			if (this.html.charAt(this.position) === '>') {
				this.position += 1;
				if (isEndTag) return { kind: 'end', name };

				return {
					kind: 'start',
					name,
					attributes,
					isSelfClosing,
				};
			}

			const attribute = this.readAttribute();
			if (attribute.name !== '' && !attributes.has(attribute.name)) {
				attributes.set(attribute.name, attribute.value);
			}
		}

		return undefined;
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
	private readRawText(name: string): string {
		const { html, position: start } = this;
		let end = html.indexOf('</', start);

		while (end !== -1 && !this.isEndTagOf(name, end)) end = html.indexOf('</', end + 2);
		this.position = end === -1 ? html.length : end;

		return html.slice(start, this.position);
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

/** Yields the tags, texts and comments of HTML in order. Takes any text, in time linear to its length. */
export const readTokens = (html: string): Generator<Token> => new Tokenizer(html).read();
