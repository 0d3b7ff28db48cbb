import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { FORMATS, writeFormattedText } from '../../../nodes/shared/fields/textFormats';
import { isProblem } from '../../../nodes/shared/result/problem';
import { runs } from '../random';
import { decodeAddress, readHtml } from './readWords';

/** Pieces of texts, everyday and hostile ones. Each `W` becomes a word of its own. */
const PIECES = [
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

/** A text with words, each of which it has once. */
const texts = fc
	.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 20, size: 'max' })
	.map((pieces) => {
		let count = 0;

		return pieces.join('').replaceAll('W', () => {
			count += 1;

			return `w${count}z`;
		});
	});

/** What no reader of Markdown sees: comments, and what is in the tags of HTML besides what is shown. */
const HIDDEN_IN_MARKDOWN = /<!--[^]*?-->|<\/?[a-z]+(?:\s(?:"[^"]*"|'[^']*'|[^<>"'])*)?>/gi;

const CLOSED_STYLE = /<style>[^]*?<\/style>/gi;

const TAG_OR_COMMENT = /<!--[^]*?-->|<\/?[a-z][^<>]*>/gi;

const matchWords = (text: string): readonly string[] => text.match(/w\d+z/g) ?? [];

/** The words of a text that a reader would miss. */
function listWords(text: string, format: string): readonly string[] {
	if (format === FORMATS.Markdown) return matchWords(text.replace(HIDDEN_IN_MARKDOWN, ' '));
	if (format !== FORMATS.HTML) return matchWords(text);

	const { text: shown, hiddenText } = readHtml(text.replace(CLOSED_STYLE, ' '));
	const outsideOfMarkup = new Set(matchWords(text.replace(TAG_OR_COMMENT, ' ')));

	return matchWords(shown + hiddenText).filter((word) => outsideOfMarkup.has(word));
}

/** The words of a text that a reader does not find in what is sent for it, and that no hint tells. */
function findLostWords(text: string, format: string): readonly string[] {
	const written = writeFormattedText(text, format);
	if (isProblem(written)) return [];

	const { html, removedContents } = written;
	const read = readHtml(html);
	const attributes = read.attributes.flatMap((value) => [value, decodeAddress(value)]);
	const found = [read.text, ...attributes, ...removedContents].join('\n');

	return listWords(text, format).filter((word) => !found.includes(word));
}

test.each([FORMATS.Markdown, FORMATS.HTML, FORMATS['Plain Text']])(
	'no word of random texts in the format %s is lost without a hint',
	(format) => {
		fc.assert(
			fc.property(texts, (text) => {
				expect([text, findLostWords(text, format)]).toEqual([text, []]);
			}),
			{ numRuns: runs(300), seed: Number(process.env.SEED ?? 1) },
		);
	},
);

const modules = join(__dirname, '../../../node_modules');

/** The folders of the installed packages. */
const folders = readdirSync(modules).flatMap((name) =>
	name.startsWith('@') ? readdirSync(join(modules, name)).map((inner) => join(name, inner)) : name,
);

/** Passages of what hundreds of people wrote for GitHub. */
const passages = folders
	.flatMap((folder) =>
		['readme.md', 'README.md', 'CHANGELOG.md', 'HISTORY.md'].map((file) => join(folder, file)),
	)
	.filter((file) => existsSync(join(modules, file)))
	.map((file) => readFileSync(join(modules, file), 'utf8').slice(0, 8_000))
	.flatMap((text) => text.split(/\n(?=#+ )/))
	.slice(0, runs(300));

/** What readers of GitHub do not see either: labels of links, references to characters, and what is in tags. */
const HIDDEN_IN_PASSAGES = [
	/<!--[^]*?(?:-->|$)/g,
	/<\/?[a-z][^<>]*>/gi,
	/\]\s?\[[^\]]*\]/g,
	/^\s*\[[^\]]*\]:/gm,
	/&#?\w+;/g,
	/^\s*(?:```|~~~).*$/gm,
];

test('no word of real texts is lost', () => {
	const lost = passages.flatMap((passage) => {
		const written = writeFormattedText(passage, FORMATS.Markdown);
		if (isProblem(written)) return [];

		const read = readHtml(written.html);
		const attributes = read.attributes.flatMap((value) => [value, decodeAddress(value)]);
		const found = [read.text, ...attributes, ...written.removedContents].join('\n');
		const shown = HIDDEN_IN_PASSAGES.reduce((text, hidden) => text.replace(hidden, ' '), passage);

		return (shown.match(/[\p{L}\p{N}]{3,}/gu) ?? []).filter((word) => !found.includes(word));
	});

	expect(lost).toEqual([]);
});
