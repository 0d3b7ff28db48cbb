/** How the value of a parameter was entered, which decides what an empty one means (docs/values.md). */
export interface Origin {
	/**
	 * - `fixed`: a user typed or chose it.
	 * - `expression`: a single expression, whose value n8n passes on unchanged.
	 * - `composed`: text with at least one expression in it. n8n converts all of it to text, and an
	 *   expression without a value to empty text.
	 */
	readonly kind: 'fixed' | 'expression' | 'composed';
	/** The expressions in it, each to be evaluated separately: `{{ $json.id }}`. */
	readonly expressions: readonly string[];
	/**
	 * Whether an AI model fills it in. n8n tells models that each such value is required, so they send
	 * empty text for fields that they do not want to change.
	 */
	readonly isAiGenerated: boolean;
}

export const FIXED_ORIGIN: Origin = { kind: 'fixed', expressions: [], isAiGenerated: false };

/** An expression that reads a property, with nothing else in it: `{{ $json["due date"] }}`. */
const PROPERTY = /^\{\{\s*([\w$.()[\]"'][\w$.()[\]"' ]*)\}\}$/;

/** Returns the path of the property that an expression reads, e.g. `$json.due`, or undefined if it does more. */
export function readPropertyPath({ kind, expressions }: Origin): string | undefined {
	const [expression = ''] = kind === 'expression' && expressions.length === 1 ? expressions : [];

	return PROPERTY.exec(expression)?.[1]?.trim();
}
