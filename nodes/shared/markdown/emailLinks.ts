import type { MarkdownToken, StateCore } from '../../../libraries/markdown';

/** An email address. Versions of packages look similar: `react@18.2.0`. */
const EMAIL = /^[\w.+-]+@(?:[\w-]+\.)+[a-z]{2,}$/i;

/** A rule for the parser that keeps texts such as `react@18.2.0` from being links to email addresses. */
export function unlinkVersions(state: StateCore): void {
	for (const token of state.tokens) {
		if (token.children !== null) token.children = withoutFalseLinks(token.children);
	}
}

function withoutFalseLinks(tokens: readonly MarkdownToken[]): MarkdownToken[] {
	const falseLinks = new Set<MarkdownToken | undefined>();

	for (const [index, token] of tokens.entries()) {
		const text = tokens[index + 1]?.content ?? '';
		const isEmailLink =
			token.type === 'link_open' && token.markup === 'linkify' && text.includes('@');

		if (isEmailLink && !/^\w+:/.test(text) && !EMAIL.test(text)) {
			falseLinks.add(token).add(tokens[index + 2]);
		}
	}

	return falseLinks.size === 0 ? [...tokens] : tokens.filter((token) => !falseLinks.has(token));
}
