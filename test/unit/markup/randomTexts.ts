import fc from 'fast-check';

import { FORMATS, writeFormattedText } from '../../../nodes/shared/fields/textFormats';
import { isProblem } from '../../../nodes/shared/result/problem';
import { decodeAddress, readHtml } from '../markdown/readWords';
import { DOCUMENT_NODES, listLayouts } from './layouts';

/** Pieces of texts in a format, everyday and broken ones. Each `W` becomes a word of its own. */
const COMMON =
	'W |W |W, |*W* |_W|*W*|`W`|~W~|[W]|@W |W@e.x |\\|&|&amp;W|&#|: |<|>|"|(W)|{|}|-|+|^|#|!|*|_|~|`|\n|\n\n|\r\n|\t|    |https://e.x/W '
		.split('|')
		.concat('|');

/** Pieces of Markdown and HTML. */
const MARKDOWN = [
	...'W |W |W, |**W** |_W|*W*|`W`|~~W~~|[W]|[W][a]|[x][W] |@W |W@e.x |\\|&|&amp;W|&#|$W$|W: |: W|<|>|"|(W)|@"W W"'.split(
		'|',
	),
	'\n',
	'\n\n',
	'\n\n',
	'\r\n',
	'# W\n',
	'\n- W\n',
	'  - W\n',
	'1. [ ] W\n',
	'- [x] W\n',
	'> W\n',
	'> ',
	'    W\n',
	'\tW\n',
	'\n| W | W |\n|---|---|\n| W | W |\n',
	'\n```W\nW\n```\n',
	'~~~\n',
	'---\n',
	'===\n',
	'[W](https://e.x/W)',
	'[W](obsidian://W "W")',
	'![W](https://e.x/W)',
	'[![W](https://e.x/W)](slack://W)',
	'\n[a]: W\n',
	'\n[W]: W\n',
	'\n[^W]: W\n',
	'https://W@e.x/W ',
	'ftp://W@e.x/W ',
	'<https://e.x/W>',
	'<W@e.x>',
	'<script> W',
	'<SCRIPT SRC=W>',
	'</script>',
	'<script>W</script>',
	'\n<script>\nW\n\nW</script>\n',
	'<style> W',
	'</style>',
	'<iframe src="https://e.x/W"> ',
	'</iframe>',
	'<noembed>W',
	'</noembed>',
	'<noframes>',
	'<title>W',
	'</title>',
	'<textarea>',
	'<xmp>',
	'</xmp>',
	'<plaintext>',
	'<div>',
	'</div>',
	'\n<div>W\n',
	'<div',
	'<b>W</b>',
	'<b',
	'<p>W',
	'</p>',
	'<a href="slack://W">W</a>',
	'<a href="javascript:W">W</a>',
	'<a href="W',
	'<b onclick="W">',
	'<table><tr><td>W',
	'</td></tr></table>',
	'<pre>W',
	'</pre>',
	'<details><summary>W</summary>W</details>',
	'<svg><text>W</text></svg>',
	'<button>W</button>',
	'<video src="https://e.x/W"></video>',
	'<!-- W',
	'<!-- W -->',
	'-->',
	'<?W ',
	'?>',
	'<![CDATA[W',
	']]>',
	'<!W>',
	'</W',
	'</',
	'<your-W>',
	'<W>',
	'<constructor>W',
];

const JIRA = [
	'h1. W\n',
	'\nh7. W\n',
	'bq. W\n',
	'\n# W\n',
	'** W\n',
	'*-# W\n',
	'- W\n',
	'----\n',
	'{code}',
	'{code:java}W',
	'\n{code:title=W|borderStyle=solid}\nW\n',
	'{noformat}',
	'{noformat}W{noformat}',
	'{quote}',
	'\n{quote}\n',
	'{quote}W{quote}',
	'{panel:title=W}',
	'{panel}',
	'{color:red}W{color}',
	'{color}',
	'{{W}}',
	'{{',
	'}}',
	'[W|https://e.x/W]',
	'[W|https://e.x/W|W]',
	'[W|obsidian://W]',
	'[https://e.x/W]',
	'[W|',
	'[~W]',
	'[^W.pdf]',
	'!W.png!',
	'!W.png|thumbnail!',
	'!https://e.x/W.png!',
	'||W||W||\n',
	'|W|W|\n',
	'|[W|https://e.x/W]|',
	'||',
	'\\\\',
	'\\*W\\*',
	'-W-',
	'+W+',
	'^W^',
	'??W??',
	'(/) ',
	' (x) W',
	'(*)',
];

const SLACK = [
	'<https://e.x/W|W>',
	'<https://e.x/W>',
	'<mailto:W@e.x|W>',
	'<slack://W|W>',
	'<javascript:W>',
	'<@W>',
	'<@W|W>',
	'<#W|W>',
	'<#W|>',
	'<!here>',
	'<!W>',
	'<!subteam^W>',
	'<!subteam^W|@W>',
	'<!date^1392734382^{date}|W>',
	'<!date^W^{date}>',
	'<!W^W>',
	'<W|W>',
	'<W',
	'W>',
	'```',
	'```W```',
	'```\nW\n```',
	'\n> W\n',
	'\n&gt; W\n',
	'&gt;&gt;&gt; W\n',
	'\n• W\n',
	'    ◦ W\n',
	'\n1. W\n',
	':W:',
	':tada:',
	':wave::skin-tone-3: ',
	'&lt;W&gt;',
	'*_~W~_*',
	'* W *',
];

/** A text with words, each of which it has once. */
const numberWords = (text: string): string => {
	let count = 0;

	return text.replaceAll('W', () => {
		count += 1;

		return `w${count}z`;
	});
};

/** @param layouts pieces of texts in the layouts of real exports */
const joinPieces = (
	pieces: readonly string[],
	layouts: readonly string[] = [],
): fc.Arbitrary<string> =>
	fc
		.array(
			fc.oneof(
				fc.constantFrom(...pieces),
				...(layouts.length > 0 ? [fc.constantFrom(...layouts)] : []),
			),
			{ minLength: 1, maxLength: 20, size: 'max' },
		)
		.map((parts) => numberWords(parts.join('')));

const words = fc.constantFrom('W', 'W ', '<b>W', '&amp;W', ' ', '');

const marks = fc.array(
	fc.constantFrom(
		{ type: 'strong' },
		{ type: 'code' },
		{ type: 'link', attrs: { href: 'https://e.x' } },
		{ type: 'link', attrs: { href: 'javascript:x' } },
		{ type: 'textColor', attrs: { color: '#fff' } },
		{ type: 'subsup', attrs: { type: 'style' } },
		{ type: 'link' },
		{},
	),
	{ maxLength: 3 },
);

const leaves = fc.oneof(
	fc.record({ type: fc.constant('text'), text: words, marks }),
	fc.record({
		type: fc.constantFrom('mention', 'emoji', 'status', 'placeholder', 'unknown'),
		attrs: fc.record({ text: words }),
	}),
	fc.constantFrom<object>(
		{ type: 'hardBreak' },
		{ type: 'rule' },
		{ type: 'date', attrs: { timestamp: 'W' } },
		{ type: 'inlineCard', attrs: { url: 'https://e.x/W' } },
		{ type: 'inlineCard', attrs: { url: 'slack://W' } },
		{ type: 'media', attrs: { alt: 'W' } },
		{ type: 'text', text: 7 },
		{ type: 'text' },
		{ type: 7, content: 'a' },
		{},
	),
);

const { node } = fc.letrec((tie) => ({
	node: fc.oneof(
		{ depthSize: 'small', withCrossShrink: true },
		leaves,
		fc.constantFrom(...DOCUMENT_NODES),
		fc.record({
			type: fc.constantFrom(
				...'paragraph bulletList orderedList taskList taskItem listItem heading blockquote panel'.split(
					' ',
				),
				...'codeBlock table tableRow tableCell expand mediaSingle layoutColumn unknown script'.split(
					' ',
				),
			),
			attrs: fc.constantFrom(undefined, { level: 2, order: 3, title: 'W' }, { level: 'W' }, []),
			content: fc.array(tie('node'), { maxLength: 4 }),
		}),
	),
}));

const documents = fc
	.array(node, { maxLength: 5 })
	.map((content) => numberWords(JSON.stringify({ type: 'doc', version: 1, content })));

/** Two pieces in turn, at least 100,000 characters. */
export const LONG_TEXTS = fc
	.tuple(
		fc.constantFrom(...COMMON, ...MARKDOWN, ...JIRA, ...SLACK),
		fc.constantFrom('', ...COMMON, ...MARKDOWN, ...JIRA, ...SLACK),
	)
	.map(([first, second]) => {
		const pair = first + second;

		return pair.repeat(Math.ceil(100_000 / pair.length));
	});

/** Random texts in each format. */
export const RANDOM_TEXTS = {
	[FORMATS.Markdown]: joinPieces(MARKDOWN, listLayouts('markdown')),
	[FORMATS.HTML]: joinPieces(MARKDOWN, listLayouts('html')),
	[FORMATS['Plain Text']]: joinPieces([...COMMON, ...JIRA, ...SLACK], listLayouts('text')),
	[FORMATS.Jira]: joinPieces([...COMMON, ...JIRA], listLayouts('jira')),
	[FORMATS.Slack]: joinPieces([...COMMON, ...SLACK]),
	[FORMATS['Atlassian Document Format']]: documents,
};

export type RandomFormat = keyof typeof RANDOM_TEXTS;

export const isTextFormat = (name: string): name is RandomFormat => name in RANDOM_TEXTS;

export const FORMAT_NAMES = Object.values(FORMATS).filter(isTextFormat);

const matchWords = (text: string): readonly string[] => text.match(/w\d+z/g) ?? [];

/** What no reader of Markdown sees: comments, and what is in the tags of HTML besides what is shown. */
const HIDDEN_IN_MARKDOWN = /<!--[^]*?-->|<\/?[a-z]+(?:\s(?:"[^"]*"|'[^']*'|[^<>"'])*)?>/gi;

/** What follows the language of a block of code. */
const FURTHER_PARAMETERS = /(?<=(?:```|~~~)[^\s`]*)[^\S\n]+[^\n`]*$/gm;

/** The address of a picture among the words that stand for another picture. */
const ADDRESS_IN_PICTURE = /(?<=!\[[^\]\n]*!\[[^\]\n]*\])\([^()\s]*\)/g;

const CLOSED_STYLE = /<style>[^]*?<\/style>/gi;

const TAG_OR_COMMENT = /<!--[^]*?-->|<\/?[a-z][^<>]*>/gi;

/** The part of a text that its own tool shows: without parameters, and the IDs of what has a name. */
const READERS: Readonly<Record<RandomFormat, (text: string) => string>> = {
	markdown: readShownMarkdown,
	html: readShownHtml,
	text: (text) => text,
	jira: (text) =>
		text.replace(
			/\{(?:code|noformat|panel|color):[^}\n]*\}|(?<=\[[^[\]\n]*\|[^[\]\n]*)\|[^[\]\n]*\]/g,
			' ',
		),
	slack: (text) => text.replace(/<(?:[@#]|!)[^<>\n|]*\|/g, ' '),
	atlassian: (text) => text.replace(/"(?:level|title)":"\w+"/g, ' '),
};

/** What is hidden depends on what comes first: a block of code, or HTML. */
function readShownMarkdown(markdown: string): string {
	const text = markdown.replace(ADDRESS_IN_PICTURE, ' ');
	const [shown, shownToo] = [
		[FURTHER_PARAMETERS, HIDDEN_IN_MARKDOWN],
		[HIDDEN_IN_MARKDOWN, FURTHER_PARAMETERS],
	].map((patterns) => patterns.reduce((rest, pattern) => rest.replace(pattern, ' '), text));

	return matchWords(shown ?? '')
		.filter((word) => matchWords(shownToo ?? '').includes(word))
		.join(' ');
}

function readShownHtml(html: string): string {
	const { text, hiddenText } = readHtml(html.replace(CLOSED_STYLE, ' '));
	const shown = matchWords(text + hiddenText);
	const outsideOfMarkup = matchWords(html.replace(TAG_OR_COMMENT, ' '));

	return outsideOfMarkup.filter((word) => shown.includes(word)).join(' ');
}

/** Addresses before the words of a link: they may stand behind these, as text. */
const ADDRESSES = /<[^<>\n|]*\|/g;

/**
 * Returns the words of a text that its tool shows, and that are missing in what is sent for it, or stand in another order
 * there. Words in addresses and in what a hint lists are not missing.
 */
export function findMissingWords(text: string, format: RandomFormat): readonly string[] {
	const written = writeFormattedText(text, format);
	if (isProblem(written)) return [];

	const read = readHtml(written.html);
	const shown = matchWords(read.text);
	const attributes = read.attributes.flatMap((value) => [value, decodeAddress(value)]);
	const elsewhere = [...attributes, ...written.removedContents].join('\n');
	const visible = READERS[format](text);
	const missing = matchWords(visible).filter(
		(word) => !shown.includes(word) && !elsewhere.includes(word),
	);

	const ordered = matchWords(visible.replace(ADDRESSES, ' ')).filter((word) =>
		shown.includes(word),
	);
	const shownInOrder = shown.filter((word) => ordered.includes(word));

	return [...missing, ...ordered.filter((word, index) => shownInOrder[index] !== word)];
}
