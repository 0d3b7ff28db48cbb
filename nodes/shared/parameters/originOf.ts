import { ExpressionParser } from 'n8n-workflow';

import { FIXED, type Origin } from '../fields/origin';

/**
 * @param given the parameter as the workflow holds it, its expressions not evaluated
 * @param isTool whether an agent uses the node as a tool
 */
export function originOf(given: unknown, isTool: boolean): Origin {
	if (typeof given === 'object' && given !== null) {
		return Object.values(given).some((part) => originOf(part, false).form !== 'fixed')
			? { ...FIXED, form: 'expression' }
			: FIXED;
	}
	if (typeof given !== 'string' || !given.startsWith('=')) return FIXED;

	const chunks = ExpressionParser.splitExpression(given.slice(1));
	const codes = chunks.filter(({ type }) => type === 'code');
	if (codes.length === 0) return FIXED;

	const isAlone = codes.length === 1 && chunks.every(({ type, text }) => type === 'code' || !text);

	return {
		form: isAlone ? 'expression' : 'composed',
		parts: codes.map((code) => ExpressionParser.joinExpression([code])),
		isByModel: isTool && codes.every(({ text }) => /\$fromai\b/i.test(text)),
	};
}
