import { ExpressionParser } from 'n8n-workflow';

/** How a parameter is given, which decides what an empty value of it means (docs/values.md). */
export interface Origin {
	/**
	 * - `fixed`: as a person typed or chose it.
	 * - `expression`: one expression alone, whose value n8n passes on as it is.
	 * - `composed`: text with an expression in it, or several. n8n makes text of all of it, and nothing
	 *   of an expression that finds nothing.
	 */
	readonly form: 'fixed' | 'expression' | 'composed';
	/** The expressions of a composed one, to be evaluated by themselves: `{{ $json.id }}`. */
	readonly parts: readonly string[];
	/**
	 * Whether a model fills in all of it. n8n tells models that each such value is required, so that
	 * they send empty text for what they do not mean to touch.
	 */
	readonly isByModel: boolean;
}

export const FIXED: Origin = { form: 'fixed', parts: [], isByModel: false };

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

/** An expression that reads a property, with nothing else in it: `{{ $json["due date"] }}`. */
const PROPERTY = /^\{\{\s*([\w$.()[\]"'][\w$.()[\]"' ]*)\}\}$/;

/** The path of the property that a value comes from, e.g. `$json.due`; undefined if it is no such value. */
export function propertyIn({ form, parts }: Origin): string | undefined {
	const [expression = ''] = form === 'expression' && parts.length === 1 ? parts : [];
	return PROPERTY.exec(expression)?.[1]?.trim();
}
