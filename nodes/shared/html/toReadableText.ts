import { type Attributes, readTokens } from './readTokens';

/** Elements that end a line. */
const LINES: ReadonlySet<string> = new Set('p li h1 h2 h3 h4 h5 h6 div tr'.split(' '));

/** Collects the words of HTML, line by line. */
class WordReader {
	private readonly words: string[] = [];

	/** The link that is open. */
	private link: { readonly address: string; text: string } | undefined;

	read(html: string): string {
		for (const token of readTokens(html)) {
			if (token.kind === 'text') this.add(token.text);
			if (token.kind === 'start') this.addStart(token.name, token.attributes);
			if (token.kind === 'end') this.addEnd(token.name);
		}

		return this.words.join('').replaceAll('\u00A0', ' ').trim();
	}

	private add(text: string): void {
		this.words.push(text);
		if (this.link !== undefined) this.link.text += text;
	}

	private addStart(name: string, attributes: Attributes): void {
		if (name === 'br') this.add('\n');
		if (name !== 'a') return;

		this.link = {
			address: attributes.get('href') ?? '',
			text: '',
		};
	}

	private addEnd(name: string): void {
		if (LINES.has(name)) this.add('\n');
		if (name === 'a') this.endLink();
	}

	/** Adds the address of a link, unless the link says it. */
	private endLink(): void {
		if (this.link === undefined) return;

		const { address, text } = this.link;
		const said = text.trim();
		const isSaid = [said, `mailto:${said}`, `tel:${said}`].includes(address);

		this.link = undefined;
		if (address !== '' && !isSaid) this.words.push(` (${address})`);
	}
}

/**
 * The words of HTML, its paragraphs on lines of their own, each link with its address:
 * `<p>See <a href="https://example.com">this</a></p>` → `See this (https://example.com)`.
 * Takes any text, in time linear to its length.
 */
export const toReadableText = (html: string): string => new WordReader().read(html);
