import { expect, test } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { writeMarkdown } from '../../../nodes/shared/fields/textFormats';
import { toStoredHtml } from '../../../nodes/shared/html/toStoredHtml';
import { htmlToMarkdown } from '../../../nodes/shared/markdown/htmlToMarkdown';
import issues from './issues.json';
import { readStructure } from './readStructure';

const modules = join(__dirname, '../../../node_modules');

/** The folders of the installed packages. */
const folders = readdirSync(modules).flatMap((name) =>
	name.startsWith('@') ? readdirSync(join(modules, name)).map((inner) => join(name, inner)) : name,
);

/** Texts that hundreds of people wrote for GitHub: what is new in their packages, and how to use them. */
const texts = folders
	.flatMap((folder) =>
		['readme.md', 'README.md', 'CHANGELOG.md', 'HISTORY.md'].map((file) => join(folder, file)),
	)
	.filter((file) => existsSync(join(modules, file)))
	.map((file) => ({ file, text: readFileSync(join(modules, file), 'utf8') }))
	// HTML may have what Markdown cannot say, such as bold text in code.
	.filter(({ text }) => text.length < 8_000 && !/<\/?[a-z]/i.test(text));

/** Converts Markdown to HTML as it is sent. */
const toHtml = (markdown: string): string => writeMarkdown(markdown).html;

test.each(issues.texts)('a text in the form of $form means the same afterwards', ({ text }) => {
	const stored = toHtml(text);

	expect(toStoredHtml(stored)).toBe(stored);
	expect(readStructure(toHtml(htmlToMarkdown(stored)))).toBe(readStructure(stored));
});

test('texts of hundreds of authors mean the same after they were stored, read and sent again', () => {
	for (const { file, text } of texts) {
		const stored = toHtml(text);
		const again = toHtml(htmlToMarkdown(stored));

		expect([file, toStoredHtml(stored)]).toEqual([file, stored]);
		expect([file, readStructure(again)]).toEqual([file, readStructure(stored)]);
	}

	expect(texts.length).toBeGreaterThan(300);
});
