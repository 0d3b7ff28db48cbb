import { describe, expect, it } from '@jest/globals';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';

import { findImportCycle, findForbiddenImports, findLayer, LAYERS, type Source } from './layers';

const top = join(__dirname, '../../..');

const sources: Source[] = ['libraries', 'nodes', 'credentials'].flatMap((folder) =>
	readdirSync(join(top, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => readSource(join(top, folder, name))),
);

function readSource(path: string): Source {
	const { importedFiles } = ts.preProcessFile(readFileSync(path, 'utf8'), true, true);

	return {
		file: relative(top, path),
		imports: importedFiles
			.filter(({ fileName }) => fileName.startsWith('.'))
			.map(({ fileName }) => resolveImport(path, fileName)),
	};
}

/** Resolves an import to the path of a file, from the project's top. */
function resolveImport(path: string, specifier: string): string {
	const { resolvedModule } = ts.resolveModuleName(specifier, path, {}, ts.sys);

	return relative(top, resolvedModule?.resolvedFileName ?? resolve(dirname(path), specifier));
}

/** Finds the names that are in a list more than once. */
const findDuplicates = (names: readonly string[]): string[] => [
	...new Set(names.filter((name, index) => names.indexOf(name) !== index)),
];

/** What runs calls and what resolves names are tested through the node. */
const INSIDE = /^nodes\/(Plane\/execute|shared\/resolve)\//;

/** Its functions that turn values into values, and the types of these. */
const PURE_FILES = [
	'nodes/Plane/execute/additions/planAdditions.ts',
	'nodes/Plane/execute/additions/summarizeAddition.ts',
	'nodes/Plane/execute/orderingKey.ts',
	'nodes/Plane/execute/results.ts',
	'nodes/Plane/execute/write/compareRecord.ts',
	'nodes/shared/resolve/customProperty.ts',
	'nodes/shared/resolve/mentions.ts',
];

/** The only test that needs more: the contract is checked request by request, without the names of any record. */
const CONTRACT = 'test/contract/sendCall.ts';

it('the files of test/ know what runs calls and resolves names by its entry only', () => {
	const tests = globSync('test/**/*.ts', {
		cwd: top,
		exclude: (name) => basename(name) === 'node_modules',
	}).map((file) => readSource(join(top, file)));

	const reached = tests
		.filter(({ file }) => file !== CONTRACT)
		.flatMap(({ file, imports }) =>
			imports
				.filter((path) => INSIDE.test(path) && !PURE_FILES.includes(path))
				.map((path) => `${file} imports ${path}`),
		);

	expect(tests.length).toBeGreaterThan(300);
	expect(reached).toEqual([]);
});

describe('the files of libraries/, nodes/ and credentials/', () => {
	it('import from their own folder and from lower layers only', () => {
		expect(findForbiddenImports(sources)).toEqual([]);
	});

	it('have no import cycle', () => {
		expect(findImportCycle(sources)).toBeUndefined();
	});

	it('are in every layer of the list', () => {
		const usedLayers = sources.map(({ file }) => findLayer(file));

		expect(LAYERS.filter((layer) => !usedLayers.includes(layer))).toEqual([]);
	});

	it('have different names', () => {
		expect(findDuplicates(sources.map(({ file }) => basename(file)))).toEqual([]);
	});

	it('never export the same name twice', () => {
		const names = sources.flatMap(({ file }) => {
			const text = readFileSync(join(top, file), 'utf8');
			const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);

			return source.statements.flatMap((statement) =>
				isExported(statement) ? listDeclaredNames(statement) : [],
			);
		});

		expect(names.length).toBeGreaterThan(200);
		expect(findDuplicates(names)).toEqual([]);
	});
});

const isExported = (statement: ts.Statement): boolean =>
	ts.canHaveModifiers(statement) &&
	(ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

/** Lists the names that a statement declares. An overloaded function counts once. */
function listDeclaredNames(statement: ts.Statement): string[] {
	if (ts.isVariableStatement(statement)) {
		return statement.declarationList.declarations.map(({ name }) => name.getText());
	}
	if (ts.isFunctionDeclaration(statement) && statement.body === undefined) return [];

	const isNamed =
		ts.isFunctionDeclaration(statement) ||
		ts.isClassDeclaration(statement) ||
		ts.isInterfaceDeclaration(statement) ||
		ts.isTypeAliasDeclaration(statement);

	return isNamed && statement.name !== undefined ? [statement.name.text] : [];
}

describe('the check of imports', () => {
	const text = 'nodes/shared/fields/text.ts';
	const send = 'nodes/shared/transport/send.ts';
	const readDraft = 'nodes/Plane/input/readDraft.ts';
	const decide = 'nodes/PlaneTrigger/decideStart.ts';

	it('reports an import of a higher layer', () => {
		expect(findForbiddenImports([{ file: text, imports: [send] }])).toEqual([
			`${text} may not import ${send}: only its own folder and lower layers (docs/architecture.md).`,
		]);
	});

	it('reports an import of another node', () => {
		expect(findForbiddenImports([{ file: decide, imports: [readDraft] }])).toHaveLength(1);
	});

	it('reports a file that is in no layer', () => {
		expect(findForbiddenImports([{ file: 'nodes/shared/more/x.ts', imports: [] }])).toEqual([
			'nodes/shared/more/x.ts is in no layer: see docs/architecture.md.',
		]);
	});

	it('accepts imports of lower layers and of the same folder', () => {
		expect(findForbiddenImports([{ file: send, imports: [text, send] }])).toEqual([]);
		expect(findForbiddenImports([{ file: readDraft, imports: [send] }])).toEqual([]);
	});

	it('finds an import cycle of any length', () => {
		const cycle = ['a', 'b', 'c'].map((file, index, all) => ({
			file,
			imports: [all[(index + 1) % all.length] ?? ''],
		}));

		expect(findImportCycle(cycle)).toEqual(['a', 'b', 'c', 'a']);
		expect(findImportCycle(cycle.slice(1))).toBeUndefined();
	});
});
