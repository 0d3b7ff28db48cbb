import type { StateInline } from '../../../libraries/markdown';

/**
 * A mention in Markdown: `@ada`, `@ada@example.com` or `@"Ada Lovelace"`. What follows must not continue
 * a word, a path or a call: `@types/node` and `@Input()` are code.
 */
const MENTION =
	/@(?:"([^"\n]{1,200})"|([\p{L}\p{N}](?:[\p{L}\p{N}_.+-]{0,100}[\p{L}\p{N}])?(?:@[\p{L}\p{N}](?:[\p{L}\p{N}.-]{0,200}[\p{L}\p{N}])?)?)(?![\p{L}\p{N}@/(]))/uy;

/** The `@` of a text that looks like a mention. */
const AT_OF_MENTION = /(?<![\p{L}\p{N}_.+\-@/"])@(?=["\p{L}\p{N}])/gu;

/** A character before which an `@` does not start a mention, as in an email address. */
const CONTINUES_WORD = /[\p{L}\p{N}_.+\-@/"]/u;

/**
 * A character that continues a name if a letter follows it: `@ada.b` is a mention of `ada.b`. A backslash may stand for
 * an underscore, which mdast-util-to-markdown announces as escaped even where it then writes it as it is.
 */
const MAY_CONTINUE_NAME = /[._+\-\\]/;

/** The type of the tokens of mentions. Their content is the name. */
export const MENTION_TOKEN = 'mention';

/** A rule for the parser that reads mentions, except in the texts of links. */
export function readMention(state: StateInline, silent: boolean): boolean {
	const { src, pos } = state;
	if (src.charAt(pos) !== '@' || state.linkLevel > 0) return false;
	if (pos > 0 && CONTINUES_WORD.test(readCharacterBefore(src, pos))) return false;

	MENTION.lastIndex = pos;
	const match = MENTION.exec(src);
	if (match === null) return false;

	const [text, quotedName, name = quotedName ?? ''] = match;

	if (!silent) {
		const token = state.push(MENTION_TOKEN, '', 0);

		token.content = name;
		token.markup = text;
	}

	state.pos += text.length;

	return true;
}

/** Returns the character before a position, of which there is one. */
const readCharacterBefore = (text: string, position: number): string =>
	String.fromCodePoint(
		text.codePointAt(position - (isLowSurrogate(text, position - 1) ? 2 : 1)) ?? 0,
	);

const isLowSurrogate = (text: string, position: number): boolean =>
	/[\uDC00-\uDFFF]/.test(text.charAt(position));

/**
 * Writes a mention in Markdown.
 *
 * @param before the character before it, or `''`
 * @param after the character after it, or `''`
 * @returns undefined if it would not be read as a mention of that name
 */
export function writeMention(name: string, before: string, after: string): string | undefined {
	if (before !== '' && CONTINUES_WORD.test(before)) return undefined;

	const quoted = `@"${name}"`;
	const forms = MAY_CONTINUE_NAME.test(after) ? [quoted] : [`@${name}`, quoted];

	return forms.find((text) => {
		MENTION.lastIndex = 0;
		const match = MENTION.exec(text + after);

		return match?.[0] === text && (match[2] ?? match[1]) === name;
	});
}

/** Splits a text at each `@` that would be read as the start of a mention. */
export const splitAtMentions = (text: string): readonly string[] => text.split(AT_OF_MENTION);
