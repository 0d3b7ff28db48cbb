import type { StateCore, MarkdownToken } from '../../../libraries/markdown';

const isPicture = ({ type, content }: MarkdownToken): boolean =>
	type === 'image' ||
	(type === 'html_inline' && /^<\/?(?:image-component|img)[\s>/]/i.test(content));

const isBlank = ({ type, content }: MarkdownToken): boolean =>
	type === 'softbreak' || type === 'hardbreak' || (type === 'text' && content.trim() === '');

/**
 * A rule for the parser that removes paragraphs around pictures alone: in Plane's editor, a picture is a
 * block of its own.
 */
export function unwrapPictures(state: StateCore): void {
	const unwrapped = new Set<MarkdownToken | undefined>();

	for (const [index, token] of state.tokens.entries()) {
		const open = state.tokens[index - 1];
		const children = token.children ?? [];
		const hasOnlyPictures =
			open?.type === 'paragraph_open' &&
			children.some(isPicture) &&
			children.every((child) => isPicture(child) || isBlank(child));
		if (!hasOnlyPictures) continue;

		token.children = children.filter(isPicture);
		unwrapped.add(open).add(state.tokens[index + 1]);
	}

	state.tokens = state.tokens.filter((token) => !unwrapped.has(token));
}
