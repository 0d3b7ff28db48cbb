import { expect, test } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { FORMATS, writeFormattedText } from '../../../nodes/shared/fields/textFormats';
import { isProblem } from '../../../nodes/shared/result/problem';
import { runs } from '../random';
import { decodeAddress, readHtml } from './readWords';

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
