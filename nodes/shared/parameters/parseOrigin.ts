import { ExpressionParser } from 'n8n-workflow';

import { FIXED_ORIGIN, type Origin } from '../fields/origin';

/**
 * Tells apart a parameter that was typed in, one expression, and text with expressions in it.
 *
 * @param raw the saved parameter, its expressions not evaluated
 * @param isTool whether an agent uses the node as a tool
 */
export function parseOrigin(raw: unknown, isTool: boolean): Origin {
	if (typeof raw === 'object' && raw !== null) {
		const hasExpression = Object.values(raw).some(
			(part) => parseOrigin(part, false).kind !== 'fixed',
		);

		return hasExpression ? { ...FIXED_ORIGIN, kind: 'expression' } : FIXED_ORIGIN;
	}
	if (typeof raw !== 'string' || !raw.startsWith('=')) return FIXED_ORIGIN;

	const chunks = ExpressionParser.splitExpression(raw.slice(1));
	const expressions = chunks.filter(({ type }) => type === 'code');
	if (expressions.length === 0) return FIXED_ORIGIN;

	const hasText = chunks.some(({ type, text }) => type === 'text' && text !== '');

	return {
		kind: expressions.length === 1 && !hasText ? 'expression' : 'composed',
		expressions: expressions.map((expression) => ExpressionParser.joinExpression([expression])),
		isAiGenerated: isTool && expressions.every(({ text }) => /\$fromai\b/i.test(text)),
	};
}
