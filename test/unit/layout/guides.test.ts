import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { expect, test } from '@jest/globals';

import { listProjectFiles } from '../../tools/projectFiles';

const top = join(__dirname, '../../..');

const read = (file: string): string => readFileSync(join(top, file), 'utf8');

const files = listProjectFiles('*.ts', '*.js', '*.mjs', '*.json');

const fileNames = new Set(files.flatMap((file) => [file, basename(file)]));
const code = files
	.filter((file) => file.startsWith('nodes/') && file.endsWith('.ts'))
	.map(read)
	.join('\n');

/** What a page names in backticks: files, the tables of the code, and its functions. */
const listNames = (page: string): readonly string[] =>
	[...read(page).matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name);

/** Whether there is a file with this name, or with the end of its path. */
const isFile = (name: string): boolean =>
	fileNames.has(name) || files.some((file) => file.endsWith(`/${name}`));

const isMissing = (name: string): boolean => {
	if (/^[\w./-]+\.ts$/.test(name)) return !isFile(name);

	return /^[A-Z][A-Z_]+[A-Z]$/.test(name) && !new RegExp(`\\b${name}\\b`).test(code);
};

test.each(['docs/architecture.md', 'CONTRIBUTING.md'])(
	'%s names only files and tables that there are',
	(page) => {
		const names = listNames(page);

		expect(names.length).toBeGreaterThan(20);
		expect(names.filter(isMissing)).toEqual([]);
	},
);
