import { ExpressionParser } from 'n8n-workflow';

import { FIXED, type Origin } from '../fields/origin';

/**
 * Whether a parameter was typed in, is one expression, or is text with expressions in it.
 *
 * @param raw the saved parameter, its expressions not evaluated
 * @param isTool whether an agent uses the node as a tool
 */
export function parseOrigin(raw: unknown, isTool: boolean): Origin {
	if (typeof raw === 'object' && raw !== null) {
		const hasExpression = Object.values(raw).some(
			(part) => parseOrigin(part, false).form !== 'fixed',
		);

		return hasExpression ? { ...FIXED, form: 'expression' } : FIXED;
	}
	if (typeof raw !== 'string' || !raw.startsWith('=')) return FIXED;

	const chunks = ExpressionParser.splitExpression(raw.slice(1));
	const expressions = chunks.filter(({ type }) => type === 'code');
	if (expressions.length === 0) return FIXED;

	const hasText = chunks.some(({ type, text }) => type === 'text' && text !== '');

	return {
		form: expressions.length === 1 && !hasText ? 'expression' : 'composed',
		parts: expressions.map((expression) => ExpressionParser.joinExpression([expression])),
		isByModel: isTool && expressions.every(({ text }) => /\$fromai\b/i.test(text)),
	};
}
