import { type Attributes, readTokens } from './readTokens';

/** The elements that end a line. */
const LINE_ELEMENTS: ReadonlySet<string> = new Set('p li h1 h2 h3 h4 h5 h6 div tr'.split(' '));

/** Collects the text of HTML, line by line. */
class TextCollector {
	private readonly parts: string[] = [];

	/** The open link, with its text so far. */
	private link: { readonly address: string; text: string } | undefined;

	collect(html: string): string {
		for (const token of readTokens(html)) {
			if (token.kind === 'text' || token.kind === 'rawText') this.add(token.text);
			if (token.kind === 'start') this.addStart(token.name, token.attributes);
			if (token.kind === 'end') this.addEnd(token.name);
		}

		return this.parts.join('').replaceAll('\u00A0', ' ').trim();
	}

	private add(text: string): void {
		this.parts.push(text);
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
		if (LINE_ELEMENTS.has(name)) this.add('\n');
		if (name === 'a') this.endLink();
	}

	/** Adds the address of the open link, unless it is the text of the link. */
	private endLink(): void {
		if (this.link === undefined) return;

		const { address, text } = this.link;
		const label = text.trim();
		const isShown = [label, `mailto:${label}`, `tel:${label}`].includes(address);

		this.link = undefined;
		if (address !== '' && !isShown) this.parts.push(` (${address})`);
	}
}

/**
 * Converts HTML to plain text, with each paragraph on its own line and the address of each link:
 * `<p>See <a href="https://example.com">this</a></p>` → `See this (https://example.com)`.
 * Takes any text, in time linear to its length.
 */
export const toReadableText = (html: string): string => new TextCollector().collect(html);
