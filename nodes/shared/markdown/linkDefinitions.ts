import type { MarkdownToken, StateCore } from '../../../libraries/markdown';

/**
 * Definitions of links: `[docs]: https://example.com` is not shown, but says where `[docs]` leads. Lines of logs and
 * lists look the same, `[ERROR]: timeout`. Without these rules, they would disappear.
 */

/** The definition of a link, with its source. */
interface Definition {
	readonly token: MarkdownToken;
	readonly label: string;
	readonly source: string;
	/** Whether another one defines the label in another way before it: links lead where the first one says. */
	readonly isRepeated: boolean;
	/** The line after it. */
	readonly end: number;
}

const readLabel = ({ meta }: MarkdownToken): string =>
	typeof meta?.label === 'string' ? meta.label : '';

/** The source of a definition, without what a quote or a list has before it. */
function readSource(lines: readonly string[], { map }: MarkdownToken): string {
	const [first = '', ...others] = map === null ? [] : lines.slice(...map);

	return [
		first.slice(first.indexOf('[')),
		...others.map((line) => line.replace(/^[\s>]+/, '')),
	].join('\n');
}

/** Finds the definitions of links, by their tokens. */
function findDefinitions({ src, tokens }: StateCore): ReadonlyMap<MarkdownToken, Definition> {
	const definitions = new Map<MarkdownToken, Definition>();
	const sources = new Map<string, string>();
	const definitionTokens = tokens.filter(({ type }) => type === 'reference_definition');
	const lines = definitionTokens.length === 0 ? [] : src.split('\n');

	for (const token of definitionTokens) {
		const label = readLabel(token);
		const source = readSource(lines, token);
		const firstSource = sources.get(label) ?? source;

		sources.set(label, firstSource);
		definitions.set(token, {
			token,
			label,
			source,
			isRepeated: source !== firstSource,
			end: token.map?.[1] ?? 0,
		});
	}

	return definitions;
}

/** A rule for the parser that keeps links from using footnotes, which look like definitions: `[^1]: note`. */
export function rejectFootnotes({ tokens, env }: StateCore): void {
	const labels = tokens.filter(({ type }) => type === 'reference_definition').map(readLabel);

	for (const label of labels) {
		if (label.startsWith('^')) delete env.references?.[label];
	}
}

/** A rule for the parser that makes the definitions text that no link uses. */
export function showUnusedDefinitions(state: StateCore): void {
	const definitions = findDefinitions(state);
	if (definitions.size === 0) return;

	const usedLabels = new Set<string>();

	for (const { children } of state.tokens) noteUsedLabels(children, usedLabels);

	const shown: MarkdownToken[] = [];
	/** The definitions to show that directly precede the current token. */
	let lines: Definition[] = [];

	for (const [index, token] of state.tokens.entries()) {
		const definition = definitions.get(token);
		const startsNextLine = lines.at(-1)?.end === token.map?.[0];

		if (lines.length > 0 && !startsNextLine) {
			shown.push(...buildParagraph(state, lines, usedLabels));
			lines = [];
		}

		if (definition === undefined) {
			const next = state.tokens[index + 1];

			if (lines.length > 0 && token.type === 'paragraph_open' && next?.children) {
				next.children.unshift(
					...parseLines(state, lines, usedLabels),
					new state.Token('softbreak', 'br', 0),
				);
			} else if (lines.length > 0) {
				shown.push(...buildParagraph(state, lines, usedLabels));
			}

			lines = [];
			shown.push(token);
		} else if (definition.isRepeated || !usedLabels.has(definition.label)) {
			lines.push(definition);
		}
	}

	if (lines.length > 0) shown.push(...buildParagraph(state, lines, usedLabels));

	state.tokens = shown;
}

/** Notes the labels of the links and pictures in a line. */
function noteUsedLabels(tokens: readonly MarkdownToken[] | null, usedLabels: Set<string>): void {
	for (const token of tokens ?? []) {
		if (token.type === 'link_open' || token.type === 'image') usedLabels.add(readLabel(token));
	}
}

/** Reads definitions as text. The text may use other definitions. */
function parseLines(
	{ md, env }: StateCore,
	definitions: readonly Definition[],
	usedLabels: Set<string>,
): MarkdownToken[] {
	const children: MarkdownToken[] = [];
	const source = definitions.map((definition) => `\\${definition.source}`).join('\n');

	md.inline.parse(source, md, env, children);
	noteUsedLabels(children, usedLabels);

	return children;
}

function buildParagraph(
	state: StateCore,
	definitions: readonly Definition[],
	usedLabels: Set<string>,
): MarkdownToken[] {
	const level = definitions[0]?.token.level ?? 0;
	const open = new state.Token('paragraph_open', 'p', 1);
	const inline = new state.Token('inline', '', 0);
	const close = new state.Token('paragraph_close', 'p', -1);

	inline.children = parseLines(state, definitions, usedLabels);
	inline.content = definitions.map(({ source }) => source).join('\n');

	for (const token of [open, close]) token.level = level;
	inline.level = level + 1;

	return [open, inline, close];
}
