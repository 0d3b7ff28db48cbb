/** How a parameter is given, which decides what an empty value of it means (docs/values.md). */
export interface Origin {
	/**
	 * - `fixed`: as a person typed or chose it.
	 * - `expression`: one expression alone, whose value n8n passes on as it is.
	 * - `composed`: text with an expression in it, or several. n8n makes text of all of it, and nothing
	 *   of an expression that finds nothing.
	 */
	readonly kind: 'fixed' | 'expression' | 'composed';
	/** The expressions of a composed one, to be evaluated by themselves: `{{ $json.id }}`. */
	readonly expressions: readonly string[];
	/**
	 * Whether a model fills in all of it. n8n tells models that each such value is required, so that
	 * they send empty text for what they do not mean to touch.
	 */
	readonly isAiGenerated: boolean;
}

export const FIXED_ORIGIN: Origin = { kind: 'fixed', expressions: [], isAiGenerated: false };

/** An expression that reads a property, with nothing else in it: `{{ $json["due date"] }}`. */
const PROPERTY = /^\{\{\s*([\w$.()[\]"'][\w$.()[\]"' ]*)\}\}$/;

/** The path of the property that a value comes from, e.g. `$json.due`; undefined if it is no such value. */
export function readPropertyPath({ kind, expressions }: Origin): string | undefined {
	const [expression = ''] = kind === 'expression' && expressions.length === 1 ? expressions : [];

	return PROPERTY.exec(expression)?.[1]?.trim();
}
