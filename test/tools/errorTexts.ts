import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import ts from 'typescript';

const top = resolve(__dirname, '../..');

/** What an error says, as it stands in the source. */
export interface ErrorText {
	/** From the project's top. */
	readonly file: string;
	/** What happened; `…` stands for what is another one each time. */
	readonly message: string;
	/** What to do. */
	readonly remedy: string;
}

/** What stands for a part of a text that is not known before it is said. */
export const PART = '…';

/** A text that an error, a hint or a warning has among others. */
export interface OtherText {
	readonly file: string;
	readonly text: string;
}

/** Declarations of fields and of panels, whose texts are on the pages of the resources. */
const DECLARED = /\/operations\/|\/panel\/|Panel\.ts$|\.node\.ts$|events\/(fields|filters)\.ts$/;

/** What a declaration of a field in another file has. */
const OF_PANEL =
	/^e\.g\. |^Choose from the list, or|^By External ID$|^The external source, a colon|^Its address in/;

/** The functions that make a Problem of two texts, by which of their arguments the first one is. */
const MAKERS: Readonly<Record<string, number>> = {
	failed: 0,
	refused: 0,
	refuseValue: 1,
	problemFrom: 1,
	problemQuoting: 1,
	note: 1,
	invalid: 1,
};

/** What the two texts are called in objects that become Problems. */
const NAMED = [
	['message', 'description'],
	['problem', 'remedy'],
];

/** The most alternatives of a text that are told apart. */
const MOST = 12;

const FILES = readdirSync(join(top, 'nodes'), { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('.ts'))
	.map((file) => join(top, 'nodes', file));

const nameOf = ({ fileName }: ts.SourceFile): string => relative(top, fileName);

/** Every error text of the package: the pairs of what happened and what to do about it. */
export function errorTexts(): readonly ErrorText[] {
	const program = ts.createProgram(FILES, { noEmit: true, target: ts.ScriptTarget.ES2022 });
	const checker = program.getTypeChecker();
	const found: ErrorText[] = [];
	for (const source of program.getSourceFiles()) {
		if (!FILES.includes(source.fileName)) continue;
		walk(source, (node) => {
			const [happened, remedy, start = ''] = pairIn(node, checker) ?? [];
			if (!happened || !remedy) return;
			const description = textsOf(remedy, checker).join(' / ');
			for (const message of textsOf(happened, checker)) {
				found.push({ file: nameOf(source), message: start + message, remedy: description });
			}
		});
	}
	const isText = ({ message }: ErrorText) => /\p{L}/u.test(message) && message.includes(' ');
	return [...new Map(found.filter(isText).map((text) => [JSON.stringify(text), text])).values()];
}

/** What else is said in words, in parts of three words at least, by files that say something. */
export function otherTexts(pairs: readonly ErrorText[]): readonly OtherText[] {
	const said = pairs.map(({ message, remedy }) => `${message}\n${remedy}`).join('\n');
	return FILES.filter((file) => !DECLARED.test(file)).flatMap((path) => {
		const text = readFileSync(path, 'utf8');
		const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
		const found: string[] = [];
		walk(source, (node) => {
			if (ts.isTemplateExpression(node)) {
				const { head, templateSpans } = node;
				found.push(head.text + templateSpans.map(({ literal }) => PART + literal.text).join(''));
			} else if (ts.isStringLiteralLike(node)) found.push(node.text);
		});
		return found
			.map((each) => each.trim().replace(/^[.,;:…]+ */, ''))
			.filter((each) => wordsIn(each) >= 3)
			.filter((each) => !OF_PANEL.test(each))
			.filter((each) => {
				// Where all its parts are short, they stand somewhere by chance.
				const parts = each.split(PART).filter((part) => wordsIn(part) >= 3);
				return ![parts, [each]].some(
					(all) => all.length > 0 && all.every((part) => said.includes(part.trim())),
				);
			})
			.map((each) => ({ file: nameOf(source), text: each }));
	});
}

const wordsIn = (text: string): number =>
	text.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length;

function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
	visit(node);
	ts.forEachChild(node, (child) => walk(child, visit));
}

/** The two texts of an error that a node of the source makes, and what the first one begins with. */
function pairIn(
	node: ts.Node,
	checker: ts.TypeChecker,
): [ts.Expression, ts.Expression, string?] | undefined {
	const isSentence = (text: ts.Expression) =>
		textsOf(text, checker).some((one) => /^(\p{Lu}|…).*\.$/u.test(one));
	if (ts.isCallExpression(node)) {
		const { expression } = node;
		const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
		const at = ts.isIdentifier(name) ? MAKERS[name.text] : undefined;
		const [happened, remedy] = at === undefined ? [] : node.arguments.slice(at);
		const start = at !== undefined && name.getText() === 'refuseValue' ? `${PART} ` : '';
		if (happened && remedy) return [happened, remedy, start];
		const [first, second] = node.arguments.slice(-2);
		if (first && second && ts.isStringLiteralLike(first) && isSentence(second)) {
			return [first, second];
		}
	}
	if (ts.isNewExpression(node)) {
		const [, message, options] = node.arguments ?? [];
		const description =
			options && ts.isObjectLiteralExpression(options)
				? valueOf(options, 'description')
				: undefined;
		if (message && description) return [message, description];
	}
	if (ts.isObjectLiteralExpression(node)) {
		for (const names of NAMED) {
			const [message, description] = names.map((name) => valueOf(node, name));
			if (message && description) return [message, description];
		}
	}
	if (ts.isArrayLiteralExpression(node)) {
		const texts = node.elements.filter((element) => !ts.isRegularExpressionLiteral(element));
		const [happened, remedy] = texts;
		const isPair = texts.length >= 2 && texts.length <= 3 && happened && remedy;
		if (isPair && isSentence(remedy)) return [happened, remedy];
	}
	return undefined;
}

function valueOf(object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
	for (const property of object.properties) {
		if (property.name === undefined || !ts.isIdentifier(property.name)) continue;
		if (property.name.text !== name) continue;
		if (ts.isPropertyAssignment(property)) return property.initializer;
		if (ts.isShorthandPropertyAssignment(property)) return property.name;
	}
	return undefined;
}

/** What a text can be, as far as the source tells. */
function textsOf(node: ts.Expression, checker: ts.TypeChecker, depth = 0): string[] {
	const inside = (each: ts.Expression) => textsOf(each, checker, depth + 1);
	if (depth > 8) return [PART];
	// `{}` is where the name of a record goes.
	if (ts.isStringLiteralLike(node)) return [node.text.replaceAll('{}', PART)];
	if (ts.isParenthesizedExpression(node)) return inside(node.expression);
	if (ts.isConditionalExpression(node))
		return [...inside(node.whenTrue), ...inside(node.whenFalse)];
	if (ts.isTemplateExpression(node)) {
		return node.templateSpans.reduce<string[]>(
			(starts, { expression, literal }) =>
				product(starts, inside(expression)).map((text) => text + literal.text),
			[node.head.text],
		);
	}
	if (ts.isBinaryExpression(node)) {
		const { kind } = node.operatorToken;
		if (kind === ts.SyntaxKind.PlusToken) return product(inside(node.left), inside(node.right));
		if (kind === ts.SyntaxKind.QuestionQuestionToken) {
			return [...inside(node.left), ...inside(node.right).filter((text) => text !== '')];
		}
	}
	if (ts.isCallExpression(node)) {
		// What is done to a sentence leaves it one.
		const sentences = node.arguments.flatMap(inside).filter((text) => /^\p{Lu}.*\.$/u.test(text));
		return sentences.length === 0 ? [PART] : sentences;
	}
	const declared = declarationOf(node, checker);
	return declared === undefined ? [PART] : inside(declared);
}

/** What a name was declared as, where that is a constant. */
function declarationOf(node: ts.Expression, checker: ts.TypeChecker): ts.Expression | undefined {
	const symbol = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node) : undefined;
	const shorthand =
		symbol?.valueDeclaration && ts.isShorthandPropertyAssignment(symbol.valueDeclaration)
			? checker.getShorthandAssignmentValueSymbol(symbol.valueDeclaration)
			: symbol;
	const aliased =
		shorthand && (shorthand.flags & ts.SymbolFlags.Alias) !== 0
			? checker.getAliasedSymbol(shorthand)
			: shorthand;
	const declaration = aliased?.valueDeclaration;
	return declaration && ts.isVariableDeclaration(declaration) && ts.isIdentifier(declaration.name)
		? declaration.initializer
		: undefined;
}

function product(starts: readonly string[], ends: readonly string[]): string[] {
	const all = starts.flatMap((start) => ends.map((end) => (start + end).replace(/……+/g, PART)));
	return all.length > MOST ? starts.map((start) => `${start}${PART}`.replace(/……+/g, PART)) : all;
}
