import ts from 'typescript';

/** One small change of a source. */
export interface Mutation {
	/** Where the changed text begins and ends. */
	readonly start: number;
	readonly end: number;
	readonly replacement: string;
	/** What is done, such as `negates a condition`. */
	readonly kind: string;
}

/** The operators that replace others. */
const OPERATORS: Readonly<Record<string, string>> = {
	'&&': '||',
	'||': '&&',
	'===': '!==',
	'!==': '===',
	'<': '<=',
	'<=': '<',
	'>': '>=',
	'>=': '>',
	'+': '-',
	'-': '+',
	'+=': '-=',
};

/** The methods that others replace, or that are left out with their arguments if nothing does. */
const METHODS: Readonly<Record<string, string>> = {
	every: 'some',
	some: 'every',
	filter: '',
	reverse: '',
	slice: '',
	sort: '',
	toSorted: '',
	trim: '',
	toLowerCase: '',
	max: 'min',
	min: 'max',
	startsWith: 'endsWith',
};

/** Lists all mutations of a compiled file, in the order of their places. */
export function listMutations(source: string): Mutation[] {
	const file = ts.createSourceFile('file.js', source, ts.ScriptTarget.Latest, true);
	const mutations: Mutation[] = [];

	const visit = (node: ts.Node): void => {
		// What exports and imports is the work of the compiler.
		if (
			node.parent === file &&
			/^(exports\.|Object\.define|const \w+ = .*require\()/.test(node.getText())
		)
			return;

		for (const [target, replacement, kind] of mutate(node)) {
			mutations.push({ start: target.getStart(), end: target.getEnd(), replacement, kind });
		}

		ts.forEachChild(node, visit);
	};

	visit(file);

	return mutations.sort((a, b) => a.start - b.start || a.end - b.end);
}

export const applyMutation = (source: string, { start, end, replacement }: Mutation): string =>
	source.slice(0, start) + replacement + source.slice(end);

type Change = readonly [target: ts.Node, replacement: string, kind: string];

/** Lists the changes that can be made to a node itself. */
function mutate(node: ts.Node): readonly Change[] {
	const negate = (condition: ts.Expression): Change => [
		condition,
		`!(${condition.getText()})`,
		'negates a condition',
	];

	if (ts.isIfStatement(node) || ts.isWhileStatement(node)) return [negate(node.expression)];
	if (ts.isConditionalExpression(node)) return [negate(node.condition)];
	if (ts.isBinaryExpression(node)) return mutateOperator(node);
	if (ts.isCallExpression(node)) return mutateCall(node);
	if (ts.isExpressionStatement(node) && !ts.isStringLiteral(node.expression))
		return [[node, ';', 'removes a statement']];
	if (ts.isContinueStatement(node)) return [[node, ';', 'removes a statement']];
	if (node.kind === ts.SyntaxKind.TrueKeyword) return [[node, 'false', 'changes a constant']];
	if (node.kind === ts.SyntaxKind.FalseKeyword) return [[node, 'true', 'changes a constant']];
	// The compiler calls an imported function as `(0, module.name)()`: any number does the same.
	if (ts.isNumericLiteral(node) && !isBeforeComma(node))
		return [[node, String(Number(node.text) + 1), 'changes a constant']];
	if (ts.isObjectLiteralExpression(node)) return mutateObject(node);

	return [];
}

const isBeforeComma = ({ parent }: ts.Node): boolean =>
	ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.CommaToken;

function mutateOperator({ left, operatorToken, right }: ts.BinaryExpression): readonly Change[] {
	const operator = operatorToken.getText();
	const replacement = OPERATORS[operator];
	if (operator === '??') return [[operatorToken.parent, left.getText(), 'removes a default']];
	if (replacement === undefined) return [];

	// Texts cannot be subtracted.
	const isText = [left, right].some(
		(side) => ts.isStringLiteralLike(side) || ts.isTemplateExpression(side),
	);

	return operator === '+' && isText
		? []
		: [[operatorToken, replacement, `makes ${operator} ${replacement}`]];
}

function mutateCall(call: ts.CallExpression): readonly Change[] {
	const { expression } = call;
	if (!ts.isPropertyAccessExpression(expression)) return [];

	const method = expression.name.text;
	const replacement = METHODS[method];
	if (replacement === undefined) return [];
	if (replacement !== '') return [[expression.name, replacement, `makes ${method} ${replacement}`]];

	return [[call, expression.expression.getText(), `removes ${method}`]];
}

/** Leaves out one property after the other. */
function mutateObject(object: ts.ObjectLiteralExpression): readonly Change[] {
	return object.properties.map((removed) => {
		const rest = object.properties.filter((property) => property !== removed);
		const text = rest.map((property) => property.getText()).join(', ');

		return [object, `{ ${text} }`, `removes ${removed.name?.getText() ?? removed.getText()}`];
	});
}
