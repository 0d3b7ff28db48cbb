import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';

import { circleIn, forbiddenImports, layerOf, LAYERS, type Source } from './layers';

const top = join(__dirname, '../../..');

const sources: Source[] = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(join(top, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => {
			const path = join(top, folder, name);
			const { importedFiles } = ts.preProcessFile(readFileSync(path, 'utf8'), true, true);

			return {
				file: relative(top, path),
				imports: importedFiles
					.filter(({ fileName }) => fileName.startsWith('.'))
					.map(({ fileName }) => importedBy(path, fileName)),
			};
		}),
);

function importedBy(path: string, specifier: string): string {
	const { resolvedModule } = ts.resolveModuleName(specifier, path, {}, ts.sys);

	return relative(top, resolvedModule?.resolvedFileName ?? resolve(dirname(path), specifier));
}

/** Entries that stand more than once, each once. */
const repeated = (names: readonly string[]): string[] => [
	...new Set(names.filter((name, index) => names.indexOf(name) !== index)),
];

describe('the files of nodes/ and credentials/', () => {
	it('import from their own folder and from lower layers only', () => {
		expect(forbiddenImports(sources)).toEqual([]);
	});

	it('import each other in no circle', () => {
		expect(circleIn(sources)).toBeUndefined();
	});

	it('use every layer', () => {
		const used = sources.map(({ file }) => layerOf(file));

		expect(LAYERS.filter((layer) => !used.includes(layer))).toEqual([]);
	});

	it('have a name of their own', () => {
		expect(repeated(sources.map(({ file }) => basename(file)))).toEqual([]);
	});

	it('export each name once', () => {
		const names = sources.flatMap(({ file }) => {
			const text = readFileSync(join(top, file), 'utf8');
			const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);

			return source.statements.flatMap((statement) =>
				isExported(statement) ? namesIn(statement) : [],
			);
		});

		expect(names.length).toBeGreaterThan(200);
		expect(repeated(names)).toEqual([]);
	});
});

const isExported = (statement: ts.Statement): boolean =>
	ts.canHaveModifiers(statement) &&
	(ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

/** The names that a statement declares. An overloaded function counts once. */
function namesIn(statement: ts.Statement): string[] {
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

describe('the check of the layers', () => {
	const text = 'nodes/shared/fields/text.ts';
	const send = 'nodes/shared/transport/send.ts';
	const readCall = 'nodes/Plane/input/readCall.ts';
	const decide = 'nodes/PlaneTrigger/decideStart.ts';

	it('reports an import of a higher layer', () => {
		expect(forbiddenImports([{ file: text, imports: [send] }])).toEqual([
			`${text} may not import ${send}: only its own folder and lower layers (docs/architecture.md).`,
		]);
	});

	it('reports an import of another node', () => {
		expect(forbiddenImports([{ file: decide, imports: [readCall] }])).toHaveLength(1);
	});

	it('reports a file that is in no layer', () => {
		expect(forbiddenImports([{ file: 'nodes/shared/more/x.ts', imports: [] }])).toEqual([
			'nodes/shared/more/x.ts is in no layer: see docs/architecture.md.',
		]);
	});

	it('accepts imports of lower layers and of the same folder', () => {
		expect(forbiddenImports([{ file: send, imports: [text, send] }])).toEqual([]);
		expect(forbiddenImports([{ file: readCall, imports: [send] }])).toEqual([]);
	});

	it('finds a circle, however long it is', () => {
		const ring = ['a', 'b', 'c'].map((file, index, all) => ({
			file,
			imports: [all[(index + 1) % all.length] ?? ''],
		}));

		expect(circleIn(ring)).toEqual(['a', 'b', 'c', 'a']);
		expect(circleIn(ring.slice(1))).toBeUndefined();
	});
});
