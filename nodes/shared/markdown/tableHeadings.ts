import type { StateCore, MarkdownToken } from '../../../libraries/markdown';

/** A rule for the parser that removes empty headings of tables, which Markdown has to have. */
export function removeEmptyHeadings(state: StateCore): void {
	const kept: MarkdownToken[] = [];
	let heading: MarkdownToken[] | undefined;

	for (const [index, token] of state.tokens.entries()) {
		if (token.type === 'thead_open') heading = [];

		(heading ?? kept).push(token);
		if (token.type !== 'thead_close' || heading === undefined) continue;

		const hasRows = state.tokens[index + 1]?.type === 'tbody_open';
		if (!hasRows || heading.some(({ content }) => content !== '')) kept.push(...heading);

		heading = undefined;
	}

	state.tokens = kept;
}
