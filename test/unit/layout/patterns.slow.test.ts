import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { describe, expect, test } from '@jest/globals';
import { checkSync } from 'recheck';
import ts from 'typescript';

/**
 * Files whose patterns may need more than linear time, because they read only short texts, with the
 * largest length and the name of the code that ensures it.
 */
const SHORT_TEXTS: Readonly<Record<string, string>> = {
	'errors/credentialErrors.ts': '300 characters: serverMessageText',
	'errors/notFound.ts': '300 characters: serverMessageText',
	'operations/cycle.ts': '300 characters: serverMessageText',
	'operations/workItem.ts': '300 characters: serverMessageText',
	'errors/storageErrors.ts': '300 characters: serverMessageText',
	'errors/plainText.ts': '2,000 characters: MAX_CHARACTERS in plainText',
	'text/truncate.ts': '300 characters: MAX_LENGTH in serverMessage',
	'fields/slug.ts': '255 characters: trimInvisible',
};

interface Pattern {
	readonly file: string;
	readonly text: string;
}

const top = resolve(__dirname, '../../..');

function readPatterns(file: string): Pattern[] {
	const source = readFileSync(join(top, file), 'utf8');
	const patternsInFile: Pattern[] = [];

	const visit = (node: ts.Node): void => {
		if (ts.isRegularExpressionLiteral(node)) patternsInFile.push({ file, text: node.text });

		ts.forEachChild(node, visit);
	};

	visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest));

	return patternsInFile;
}

const patterns = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(join(top, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.flatMap((name) => readPatterns(`${folder}/${name}`)),
);

const readsShortText = ({ file }: Pattern): boolean =>
	Object.keys(SHORT_TEXTS).includes(file.replace('nodes/shared/', ''));

/** Counts steps in place of time, so that a busy machine gets the same results. */
const WITHOUT_CLOCK = {
	timeout: null,
	attackTimeout: null,
	incubationTimeout: null,
	seedingTimeout: null,
};

/** Whether the time of a pattern is at most proportional to the length of the text. */
function isLinear({ text }: Pattern): boolean {
	const end = text.lastIndexOf('/');
	const { status } = checkSync(text.slice(1, end), text.slice(end + 1), WITHOUT_CLOCK);

	return status === 'safe';
}

describe('the patterns of nodes/ and credentials/', () => {
	const unbounded = new Map(
		patterns
			.filter((pattern) => !readsShortText(pattern))
			.map((pattern) => [pattern.text, pattern]),
	);

	test('are more than a hundred', () => {
		expect(unbounded.size).toBeGreaterThan(100);
	});

	test('are exempt only in files that have some', () => {
		const files = patterns
			.filter(readsShortText)
			.map(({ file }) => file.replace('nodes/shared/', ''));

		expect(new Set(files)).toEqual(new Set(Object.keys(SHORT_TEXTS)));
	});

	test('take linear time if a text may have any length', () => {
		const slow = [...unbounded.values()].filter((pattern) => !isLinear(pattern));

		expect(slow).toEqual([]);
	});

	test('are distinguished from patterns that need more time than that', () => {
		expect(isLinear({ file: '', text: '/<[^>]*>/g' })).toBe(false);
		expect(isLinear({ file: '', text: '/<[^<>]*>/g' })).toBe(true);
	});
});
