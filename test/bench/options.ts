import { parseArgs } from 'node:util';

export interface Options {
	/** Print one JSON object per figure instead of the table. */
	readonly json: boolean;
	/** Measure n8n's editor in a browser, and nothing else. */
	readonly editor: boolean;
	/** The names of the figures to measure. */
	readonly figures: readonly string[];
}

/**
 * Reads the command line: `--json`, `--editor`, and any number of `--only NAME`. A name is that of a
 * figure, or the beginning of several: `--only additions` is `additions` and `additions-requests`.
 *
 * @param allFigures the names of all figures, which are measured if none is named
 * @throws Error for an unknown option or figure
 */
export function readOptions(args: readonly string[], allFigures: readonly string[]): Options {
	const { values } = parseArgs({
		args: [...args],
		options: {
			json: { type: 'boolean', default: false },
			editor: { type: 'boolean', default: false },
			only: { type: 'string', multiple: true, default: [''] },
		},
	});
	const unknown = values.only.find((name) => !allFigures.some((figure) => figure.startsWith(name)));
	if (unknown !== undefined) {
		throw new Error(`There is no figure ${unknown}. There are: ${allFigures.join(', ')}.`);
	}

	const figures = allFigures.filter((figure) =>
		values.only.some((name) => figure.startsWith(name)),
	);

	return { json: values.json, editor: values.editor, figures };
}
