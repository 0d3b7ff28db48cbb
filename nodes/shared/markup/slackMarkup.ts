import { escapeText } from '../html/escape';
import { writeEmoji } from './emojiCodes';
import { type Groups, markedBy, writeLine, writeLink } from './inline';
import { type ListItem, writeLists } from './nestedLists';

/**
 * Converts Slack's markup (`mrkdwn`), as its API returns it in messages, to HTML. What is no markup stays as it is
 * written, and so do the codes of emoji that a team has added. Takes any text, in time linear to its length.
 *
 * Source: https://docs.slack.dev/messaging/formatting-message-text/
 */
export function writeSlackMarkup(text: string): string {
	const parts = text.replaceAll(/\r\n?/g, '\n').split(FENCE);
	// A fence without an end is text.
	if (parts.length % 2 === 0) parts.push(parts.splice(-2).join(FENCE));

	return parts
		.map((part, index) =>
			index % 2 === 0 ? writeLines(part.split('\n'), readKind) : writeCode(part),
		)
		.join('');
}

const FENCE = '```';

const writeCode = (code: string): string => {
	const text = readPlainText(code).replace(/^\n/, '').replace(/\n$/, '');

	return text === '' ? '' : `<pre><code>${escapeText(text)}</code></pre>`;
};

type LineKind = 'blank' | 'item' | 'quote' | 'words';

/** Slack escapes a `>` that somebody has typed. Apps do not have to. */
const QUOTE = /^(?:&gt;|>) ?/;

/** A quote that goes to the end of the text. */
const LONG_QUOTE = /^(?:&gt;|>){3} ?/;

/** Numbers, and bullets as people type them or as Slack writes them in its own lists. */
const LIST_ITEM = /^([ \t]*)(?:[-•◦▪‣]\uFE0E?|(\d{1,9})\.)[ \t]+(\S.*)$/u;

/** How many spaces Slack writes before a list for each list that it is in. */
const INDENTATION = 4;

const MAX_DEPTH = 8;

const readKind = (line: string): LineKind => (QUOTE.test(line) ? 'quote' : readKindInQuote(line));

/** Quotes in Slack have no quotes in them. */
function readKindInQuote(line: string): LineKind {
	if (line.trim() === '') return 'blank';

	return LIST_ITEM.test(line) ? 'item' : 'words';
}

/** Writes lines without blocks of code. Lines of one kind that follow each other are a block. */
function writeLines(lines: readonly string[], recognizeKind: (line: string) => LineKind): string {
	const written: string[] = [];
	let start = 0;

	while (start < lines.length) {
		const first = lines[start] ?? '';
		const kind = recognizeKind(first);
		const isLongQuote = kind === 'quote' && LONG_QUOTE.test(first);
		let end = start + 1;

		while (end < lines.length && (isLongQuote || recognizeKind(lines[end] ?? '') === kind))
			end += 1;

		const block = lines.slice(start, end);

		written.push(isLongQuote ? writeQuote(block, LONG_QUOTE) : BLOCKS[kind](block));
		start = end;
	}

	return written.join('');
}

const BLOCKS: Readonly<Record<LineKind, (lines: readonly string[]) => string>> = {
	blank: () => '',
	item: (lines) => writeLists(lines.map(readItem)),
	quote: (lines) => writeQuote(lines, QUOTE),
	words: (lines) => `<p>${lines.map((line) => writeInline(line.trim())).join('<br>')}</p>`,
};

function writeQuote(lines: readonly string[], sign: RegExp): string {
	const inner = writeLines(
		lines.map((line) => line.replace(sign, '')),
		readKindInQuote,
	);

	return inner === '' ? '' : `<blockquote>${inner}</blockquote>`;
}

function readItem(line: string): ListItem {
	const [, indentation = '', number, words = ''] = LIST_ITEM.exec(line) ?? [];
	const depth = 1 + Math.floor(indentation.replaceAll('\t', '    ').length / INDENTATION);

	return {
		depth: Math.min(depth, MAX_DEPTH),
		element: number === undefined ? 'ul' : 'ol',
		html: writeInline(words.trim()),
		...(number !== undefined && { number: Number(number) }),
	};
}

/** What stands between `<` and `>`: `https://example.com|words`, `@U123`, `#C1|help` or `!here`. */
const REFERENCE = String.raw`<(?<reference>[^<>\n]+)>`;

const INLINE = new RegExp(
	[
		REFERENCE,
		'`(?<code>[^`\\n]+)`',
		String.raw`(?<address>https?:\/\/[^\s<>|]*[^\s<>|.,;:!?)'"*_~])`,
		markedBy('bold', '\\*'),
		markedBy('italic', '_'),
		markedBy('struck', '~'),
	].join('|'),
	'gu',
);

const writeInline = (text: string): string =>
	writeLine(text, { pattern: INLINE, writeFound, readText: readWords });

const readWords = (text: string): string => writeEmoji(decode(text), 'slack');

function writeFound(groups: Groups): string {
	const { reference, code, address, bold, italic, struck = '' } = groups;
	if (reference !== undefined) return writeReference(readReference(reference));
	if (code !== undefined) return `<code>${escapeText(readPlainText(code))}</code>`;
	if (address !== undefined) return writeLink(decode(address), decode(address));
	if (bold !== undefined) return `<strong>${writeInline(bold)}</strong>`;

	return italic === undefined ? `<s>${writeInline(struck)}</s>` : `<em>${writeInline(italic)}</em>`;
}

/** What Slack shows of something that a message refers to. */
interface Reference {
	readonly words: string;
	/** Where it leads, if it is a link. */
	readonly address?: string;
}

const writeReference = ({ words, address }: Reference): string =>
	address === undefined ? escapeText(words) : writeLink(address, words);

/** Reads what stands between `<` and `>`: what it refers to, and after a `|` its name. */
function readReference(content: string): Reference {
	const [target = '', ...labels] = decode(content).split('|');
	const label = labels.join('|').trim();

	switch (target.charAt(0)) {
		case '@':
		case '#':
			return { words: withSign(target.charAt(0), label === '' ? target.slice(1) : label) };
		case '!':
			return readCommand(target.slice(1), label);
		default:
			if (!/^[a-z][a-z\d+.-]*:/i.test(target)) return { words: `<${decode(content)}>` };

			return {
				words: label === '' ? target.replace(/^(?:mailto|tel):/i, '') : label,
				address: target,
			};
	}
}

const withSign = (sign: string, name: string): string =>
	name.startsWith(sign) ? name : `${sign}${name}`;

/** Reads a group, or a point in time in the form that its author has chosen. */
function readCommand(command: string, label: string): Reference {
	const parts = command.split('^');
	const [name = '', value = ''] = parts;
	if (name === 'date') {
		const words = label === '' ? formatTime(value) : label;
		const address = parts[3];

		return address === undefined ? { words } : { words, address };
	}

	if (label !== '') return { words: label };
	if (name === 'subteam') return { words: withSign('@', value) };

	return { words: value === '' ? withSign('@', name) : `<!${command}>` };
}

/** @param timestamp the number of seconds since 1970 */
function formatTime(timestamp: string): string {
	const time = new Date(Number(timestamp) * 1000);

	return Number.isNaN(time.valueOf()) ? timestamp : time.toISOString();
}

const REFERENCES = new RegExp(`${REFERENCE}|[^<]+|<`, 'gu');

/** Reads code, in which Slack marks addresses, too. */
const readPlainText = (code: string): string =>
	code.replaceAll(REFERENCES, (text, content?: string) =>
		content === undefined ? decode(text) : describeReference(readReference(content)),
	);

/** Slack links what looks like an address: `<https://example.com|example.com>`. */
const describeReference = ({ words, address = words }: Reference): string =>
	address.endsWith(words) ? words : `${words} (${address})`;

/** Slack escapes these characters and no others. */
const decode = (text: string): string =>
	text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
