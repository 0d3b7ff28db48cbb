import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { expect, test } from '@jest/globals';

import { listProjectFiles } from '../../tools/projectFiles';

/** Phrases of comments that have a plainer form: "reported", "in place of", "if the outcome is unknown". */
const UNCLEAR_PHRASES: readonly RegExp[] = [
	/\btold\b/i,
	/\bin vain\b/i,
	/\bwithout a word\b/i,
	/\bnobody knows\b/i,
	/\bputs? out\b/i,
	/\bin the place of\b/i,
	/\bto mend\b/i,
	/; undefined:/,
	/\bcame to be\b/i,
];

interface CodeFile {
	readonly path: string;
	readonly text: string;
}

const top = resolve(__dirname, '../../..');

/** The TypeScript files of the package and of its tests, but for this one. */
const readCode = (): CodeFile[] =>
	listProjectFiles('*.ts', ':!*comments.test.ts').map((path) => ({
		path,
		text: readFileSync(join(top, path), 'utf8'),
	}));

/** The comments of a file. Text in strings that looks like one counts too, which does no harm. */
const findComments = ({ text }: CodeFile): string[] =>
	text.match(/\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/g) ?? [];

test('no comment has a phrase that has a plainer form', () => {
	const files = readCode();

	const found = files.flatMap((file) =>
		findComments(file)
			.filter((comment) => UNCLEAR_PHRASES.some((phrase) => phrase.test(comment)))
			.map((comment) => `${file.path}: ${comment}`),
	);

	expect(files.length).toBeGreaterThan(300);
	expect(found).toEqual([]);
});
