import { parseArgs } from 'node:util';

export interface Options {
	/** One JSON object per figure in the place of the table. */
	readonly json: boolean;
	/** The names of the figures to be measured. */
	readonly wanted: readonly string[];
}

/**
 * Reads the command line: `--json`, and `--only NAME`, as often as wanted. A name is that of a
 * figure, or the beginning of several: `--only additions` is `additions` and `additions-requests`.
 *
 * @param figures the names of all figures, which are wanted where none is named
 * @throws Error for anything else
 */
export function readOptions(args: readonly string[], figures: readonly string[]): Options {
	const { values } = parseArgs({
		args: [...args],
		options: {
			json: { type: 'boolean', default: false },
			only: { type: 'string', multiple: true, default: [''] },
		},
	});
	const unknown = values.only.find((name) => !figures.some((figure) => figure.startsWith(name)));
	if (unknown !== undefined) {
		throw new Error(`There is no figure ${unknown}. There are: ${figures.join(', ')}.`);
	}

	const wanted = figures.filter((figure) => values.only.some((name) => figure.startsWith(name)));

	return { json: values.json, wanted };
}
