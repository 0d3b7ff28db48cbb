import type { MarkdownToken, StateCore } from '../../../libraries/markdown';
import { keepsAddress } from '../html/allowedHtml';

/** An email address. Versions of packages look similar: `react@18.2.0`. */
const EMAIL = /^[\w.+-]+@(?:[\w-]+\.)+[a-z]{2,}$/i;

/**
 * A rule for the parser that makes addresses text that are not to be links: `react@18.2.0` looks like an email address,
 * and Plane does not link `ftp://example.com` or `https://example.com|name`, which has no valid host.
 */
export function removeFalseLinks(state: StateCore): void {
	for (const token of state.tokens) {
		if (token.children !== null) token.children = withoutFalseLinks(token.children);
	}
}

function withoutFalseLinks(tokens: readonly MarkdownToken[]): MarkdownToken[] {
	const falseLinks = new Set<MarkdownToken | undefined>();

	for (const [index, token] of tokens.entries()) {
		const text = tokens[index + 1]?.content ?? '';

		if (isAddress(token) && (looksLikeEmail(token, text) || !isKept(token))) {
			falseLinks.add(token).add(tokens[index + 2]);
		}
	}

	return falseLinks.size === 0 ? [...tokens] : tokens.filter((token) => !falseLinks.has(token));
}

/** Whether a token starts a link whose text is its address. */
const isAddress = ({ type, markup }: MarkdownToken): boolean =>
	type === 'link_open' && (markup === 'linkify' || markup === 'autolink');

const looksLikeEmail = ({ markup }: MarkdownToken, text: string): boolean =>
	markup === 'linkify' && text.includes('@') && !/^\w+:/.test(text) && !EMAIL.test(text);

const isKept = (token: MarkdownToken): boolean =>
	keepsAddress('a', new Map([['href', String(token.attrGet('href') ?? '')]]));
