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

/** What to do where a text gives the reason that another problem is: its description says it. */
const OF_THE_REASON = 'What helps with the reason that it gives, which has a row of its own.';

/** A text that an error, a hint or a warning has among others. */
export interface OtherText {
	readonly file: string;
	readonly text: string;
}

/** Declarations of fields and of panels, whose texts are on the pages of the resources, and names of HTML. */
const DECLARED =
	/\/operations\/|\/shared\/html\/|\/panel\/|(Panel|\/description)\.ts$|\.node\.ts$|events\/(changedFields|filters)\.ts$/;

/** What a declaration of a field in another file has. */
const OF_PANEL =
	/^e\.g\. |^Choose from the list, or|^The external source, a colon|^Its address in|^(By .+|From List|Plain Text)$/;

/** What nobody reads, and what only ever stands in the middle of another text. */
const UNSAID =
	/^(\[object \w+\]|Unexpected token|Too large|No file|\(API key\)|Update Fields|intake items|project members|another address|file uploaded|1 request was|… requests were|Names or IDs|is not … …|… … of Plane)$/;

/** The functions that make a Problem of two texts, by which of their arguments the first one is. */
const MAKERS: Readonly<Record<string, number>> = {
	failed: 0,
	refused: 0,
	refuseValue: 1,
	problemFrom: 1,
	problemQuoting: 1,
	addProblem: 1,
	invalid: 1,
};

/** What the two texts are called in objects that become Problems. */
const NAMED = [
	['message', 'description'],
	['clause', 'remedy'],
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

			const messages = textsOf(happened, checker).map((text) => start + text);
			const texts = messages.filter((text) => /\p{L}/u.test(text) && text.includes(' '));
			// Where nothing is said of that, it is a part of another text.
			const description = texts.length === 0 ? '' : remedyOf(remedy, checker);
			if (description === '') return;

			for (const message of texts) {
				found.push({ file: nameOf(source), message, remedy: description });
			}
		});
	}

	return [...new Map(found.map((text) => [JSON.stringify(text), text])).values()];
}

/** What else is said, in two words at least. */
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
			.map((each) => each.replaceAll('{}', PART).trim())
			.map((each) => each.replaceAll(/……+/g, PART).replace(/^…?[.,;:]+ *|^… (?=\p{Lu})/u, ''))
			.filter((each) => wordsIn(each) >= 2)
			.filter((each) => !OF_PANEL.test(each) && !UNSAID.test(each))
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
		remediesOf(text, checker).some((one) => /^(\p{Lu}|…).*\.$/u.test(one));
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

/** What to do, with all that it can be; `''` where an error says nothing of that. */
function remedyOf(node: ts.Expression, checker: ts.TypeChecker): string {
	const texts = remediesOf(node, checker);
	const known = [...new Set(texts.filter((text) => /\p{L}/u.test(text)))];
	if (known.length > 0) return known.join(' / ');
	if (texts.every((text) => text === '')) return '';
	if (/\bdescription\b/.test(node.getText())) return OF_THE_REASON;

	const { line } = node.getSourceFile().getLineAndCharacterOfPosition(node.getStart());

	throw new Error(
		`${nameOf(node.getSourceFile())}:${line + 1} says what to do in no way known here`,
	);
}

/** What a remedy can be: also what functions return for it, and what they are called with. */
function remediesOf(node: ts.Expression, checker: ts.TypeChecker, depth = 0): string[] {
	const texts = textsOf(node, checker);
	const sources = texts.includes(PART) && depth <= 8 ? sourcesOf(node, checker) : [];

	return sources.length === 0
		? texts
		: sources.flatMap((each) => remediesOf(each, checker, depth + 1));
}

function sourcesOf(node: ts.Expression, checker: ts.TypeChecker): ts.Expression[] {
	if (ts.isCallExpression(node)) return returnedBy(node, checker);
	if (ts.isIdentifier(node)) return givenAs(node, checker);
	if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse];

	const isEither =
		ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken;

	return isEither ? [node.left, node.right] : [];
}

/** What a call of one of our functions returns; of a text that is cut or joined, the text itself. */
function returnedBy({ expression }: ts.CallExpression, checker: ts.TypeChecker): ts.Expression[] {
	if (ts.isPropertyAccessExpression(expression)) return [expression.expression];

	const declared = declarationAt(expression, checker);
	const made = declared && ts.isVariableDeclaration(declared) ? declared.initializer : declared;
	if (made === undefined || !ts.isFunctionLike(made) || !('body' in made) || !made.body) return [];
	if (!ts.isBlock(made.body)) return [made.body];

	const found: ts.Expression[] = [];

	walk(made.body, (each) => {
		if (ts.isReturnStatement(each) && each.expression) found.push(each.expression);
	});

	return found;
}

/** What the parameter of this name is given wherever its function is called. */
function givenAs(name: ts.Identifier, checker: ts.TypeChecker): ts.Expression[] {
	const parameter = declarationAt(name, checker);
	if (parameter === undefined || !ts.isParameter(parameter)) return [];

	const { parent } = parameter;
	const at = parent.parameters.indexOf(parameter);
	const found: ts.Expression[] = [];

	walk(name.getSourceFile(), (each) => {
		if (!ts.isCallExpression(each)) return;

		const called = declarationAt(each.expression, checker);
		const made = called && ts.isVariableDeclaration(called) ? called.initializer : called;
		const given = made === parent ? each.arguments[at] : undefined;
		if (given !== undefined) found.push(given);
	});

	return found;
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

	const entries = ts.isElementAccessExpression(node) ? entriesOf(node, checker) : [];
	if (entries.length > 0) return entries.flatMap(inside);

	const declared = declarationOf(node, checker);

	return declared === undefined ? [PART] : inside(declared);
}

/** What stands at a place of the entries of a constant list, as in `LIST.find(…)?.[1]`. */
function entriesOf(
	{ expression, argumentExpression: place }: ts.ElementAccessExpression,
	checker: ts.TypeChecker,
): ts.Expression[] {
	if (!ts.isNumericLiteral(place) || !ts.isCallExpression(expression)) return [];

	const { expression: method } = expression;
	if (!ts.isPropertyAccessExpression(method) || method.name.text !== 'find') return [];

	const list = declarationOf(method.expression, checker);
	if (list === undefined || !ts.isArrayLiteralExpression(list)) return [];

	return list.elements.flatMap((entry) =>
		ts.isArrayLiteralExpression(entry) ? (entry.elements[Number(place.text)] ?? []) : [],
	);
}

/** What a name was declared as, where that is a constant. */
function declarationOf(node: ts.Expression, checker: ts.TypeChecker): ts.Expression | undefined {
	const declaration = declarationAt(node, checker);

	return declaration && ts.isVariableDeclaration(declaration) && ts.isIdentifier(declaration.name)
		? declaration.initializer
		: undefined;
}

/** Where a name was declared. */
function declarationAt(node: ts.Expression, checker: ts.TypeChecker): ts.Declaration | undefined {
	const symbol = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node) : undefined;
	const shorthand =
		symbol?.valueDeclaration && ts.isShorthandPropertyAssignment(symbol.valueDeclaration)
			? checker.getShorthandAssignmentValueSymbol(symbol.valueDeclaration)
			: symbol;
	const aliased =
		shorthand && (shorthand.flags & ts.SymbolFlags.Alias) !== 0
			? checker.getAliasedSymbol(shorthand)
			: shorthand;

	return aliased?.valueDeclaration;
}

function product(starts: readonly string[], ends: readonly string[]): string[] {
	const all = starts.flatMap((start) => ends.map((end) => (start + end).replace(/……+/g, PART)));

	return all.length > MOST ? starts.map((start) => `${start}${PART}`.replace(/……+/g, PART)) : all;
}
