// n8n's own gate for verified packages, over what `npm pack` would publish and over the source:
// the scanner that n8n's reviewers run (its errors and its warnings), and the archive's contents.
// It needs dist and test/gate installed; `npm run gate` sees to both.

import type { ESLint, Linter } from 'eslint';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';

import { pack, top } from '../test/n8n/pack';

interface Scanner {
	analyzePackage(
		folder: string,
		patterns?: string[],
	): Promise<{ passed: boolean; message?: string; details?: string }>;
	buildScanConfig(): Promise<Linter.Config[]>;
	SOURCE_FILE_PATTERNS: string[];
}

const scannerFile = join(
	top,
	'test/gate/node_modules/@n8n/scan-community-package/scanner/scanner.mjs',
);

/** The files that the scanner checks in an archive, which are its own default. */
const ARCHIVE_FILE_PATTERNS = ['**/*.js', '**/*.ts', '**/*.json'];

/** Paths in the archive that are allowed, forbidden and required. */
const allowed = [/^dist\//, /^README\.md$/, /^LICENSE$/, /^package\.json$/];
const forbidden = [/(^|\/)(test|tests|__tests__)\//, /\.(test|spec)\./, /\.tsbuildinfo$/];
const required = [
	'README.md',
	'LICENSE',
	'package.json',
	'dist/CHANGELOG.md',
	'dist/libraries/bundle.js',
	'dist/libraries/csv.js',
	'dist/libraries/emoji.js',
	'dist/libraries/emojiBundle.js',
	'dist/libraries/html.js',
	'dist/libraries/markdown.js',
	'dist/libraries/namedColors.js',
	'dist/libraries/LICENSES.txt',
];

/** Returns a sentence for each fault in the contents of the unpacked package. */
function checkContents(folder: string): string[] {
	const files = readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => relative(folder, join(entry.parentPath, entry.name)));
	const { dependencies, n8n } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
		dependencies?: Record<string, string>;
		n8n: { nodes: string[]; credentials: string[] };
	};
	const matches = (rules: readonly RegExp[], file: string) => rules.some((rule) => rule.test(file));
	const unexpected = files.filter((file) => !matches(allowed, file));
	const testFiles = files.filter((file) => matches(forbidden, file));
	const missing = [...required, ...n8n.nodes, ...n8n.credentials].filter(
		(file) => !files.includes(file),
	);

	return [
		...unexpected.map((file) => `${file} does not belong in the package.`),
		...testFiles.map((file) => `${file} belongs to the tests or to the tools.`),
		...missing.map((file) => `${file} is missing from the package.`),
		...(dependencies === undefined
			? []
			: ['package.json has "dependencies": n8n verifies only packages without them.']),
	];
}

/**
 * Returns a line for each error and warning. The scanner itself passes a package that has only
 * warnings and does not print them, so ESLint runs again here with the scanner's configuration.
 */
async function lint(scanner: Scanner, folder: string, patterns: string[]): Promise<string[]> {
	const scannerModules = createRequire(scannerFile)('eslint') as { ESLint: typeof ESLint };
	const eslint = new scannerModules.ESLint({
		cwd: folder,
		allowInlineConfig: false,
		overrideConfigFile: true,
		overrideConfig: await scanner.buildScanConfig(),
		errorOnUnmatchedPattern: false,
	});
	const results = await eslint.lintFiles(patterns);
	const findings = results.flatMap(({ filePath, messages }) =>
		messages.map(
			({ severity, line, ruleId, message }) =>
				`${relative(folder, filePath)}:${line} ${severity === 2 ? 'error' : 'warning'} ${ruleId ?? ''}: ${message}`,
		),
	);
	const verdict = await scanner.analyzePackage(folder, patterns);
	if (verdict.passed || findings.length > 0) return findings;

	return [`the scanner refuses it: ${verdict.message ?? ''} ${verdict.details ?? ''}`];
}

/** Prints all findings and returns their number. */
async function main(): Promise<number> {
	const scanner = (await import(pathToFileURL(scannerFile).href)) as Scanner;
	const folder = mkdtempSync(join(tmpdir(), 'n8n-nodes-plane-'));

	try {
		execFileSync('tar', ['-xzf', await pack(), '-C', folder]);
		const unpacked = join(folder, 'package');
		const checks = {
			'contents of the archive': checkContents(unpacked),
			'the archive, by the scanner': await lint(scanner, unpacked, ARCHIVE_FILE_PATTERNS),
			'the source, by the scanner': await lint(scanner, top, scanner.SOURCE_FILE_PATTERNS),
		};

		for (const [name, findings] of Object.entries(checks)) {
			console.log(`gate: ${name}: ${findings.length === 0 ? 'nothing found' : ''}`.trimEnd());
			for (const finding of findings) console.log(`  ${finding}`);
		}

		return Object.values(checks).flat().length;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

main().then(
	(count) => {
		if (count > 0) console.log(`gate: ${count} ${count === 1 ? 'finding' : 'findings'}`);

		process.exitCode = count > 0 ? 1 : 0;
	},
	(error: unknown) => {
		console.error(error);
		process.exitCode = 1;
	},
);
