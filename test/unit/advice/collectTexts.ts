import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import ts from 'typescript';

/** A text of the package, with `{}` in place of each of its values. */
export interface SourceText {
	readonly file: string;
	readonly text: string;
}

const top = resolve(__dirname, '../../..');

/** The properties of a declaration that say what to do. Its other texts say what a parameter or an operation is. */
const ADVICE_PROPERTY = /Hint$|^(remedy|message|hint)$/;

/** All texts of `nodes/` and `credentials/` that people may read. Names of parameters and paths have no blank. */
export const collectTexts = (): SourceText[] =>
	['nodes', 'credentials'].flatMap((folder) =>
		readdirSync(join(top, folder), { recursive: true, encoding: 'utf8' })
			.filter((name) => name.endsWith('.ts'))
			.flatMap((name) => readTexts(`${folder}/${name.replaceAll('\\', '/')}`)),
	);

function readTexts(file: string): SourceText[] {
	const source = ts.createSourceFile(
		file,
		readFileSync(join(top, file), 'utf8'),
		ts.ScriptTarget.Latest,
		true,
	);
	const isDeclaration = file.startsWith('nodes/shared/operations/');
	const texts: SourceText[] = [];

	const visit = (node: ts.Node): void => {
		if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;

		const text = readText(node);
		if (text !== undefined) {
			if (text.includes(' ') && !(isDeclaration && describesParameter(node))) {
				texts.push({ file, text });
			}
			if (!ts.isTemplateExpression(node)) return;
		}

		ts.forEachChild(node, visit);
	};

	visit(source);

	return texts;
}

/** The text of a literal, a template or a sum of texts, or undefined for other code. */
function readText(node: ts.Node): string | undefined {
	if (ts.isStringLiteralLike(node)) return node.text;

	if (ts.isTemplateExpression(node)) {
		return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('{}');
	}

	if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) {
		return undefined;
	}

	const [left, right] = [readText(node.left), readText(node.right)];

	return left === undefined && right === undefined ? undefined : `${left ?? ''}${right ?? ''}`;
}

/** Whether a text of a declaration says what an operation, a field or an option is. */
function describesParameter(node: ts.Node): boolean {
	const { parent } = node;
	if (!ts.isPropertyAssignment(parent)) return !ts.isVariableDeclaration(parent);

	const name = parent.name.getText();
	const siblings = parent.parent.properties.map((property) => property.name?.getText());

	// The description of a refusal stands beside its message, that of an operation does not.
	return name === 'description' ? !siblings.includes('message') : !ADVICE_PROPERTY.test(name);
}
