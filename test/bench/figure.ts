/** How a figure is compared with its limit: speed is a ratio at least, cost a ratio at most. */
export type Rule = 'ratio at least' | 'ratio at most' | 'value at most';

/** Times are in milliseconds, memory in megabytes of 1,000,000 bytes or mebibytes of 1,048,576. */
export type Unit =
	| 'ms'
	| 'CPU ms'
	| 'CPU ms per item'
	| 'MB'
	| 'MiB'
	| 'MB per second'
	| 'bytes'
	| 'requests'
	| 'items';

/** A value of the node, and that of the same work done in another way. */
interface Measurement {
	/** The name of the figure, for `--only`. */
	readonly figure: string;
	/** The work, such as `1,000 updates`. */
	readonly work: string;
	readonly unit: Unit;
	/** The value of the node. */
	readonly value: number;
	/** The value that it is compared with, or null if there is none. */
	readonly beside: number | null;
	/** The other way to do the work, such as `axios, one by one`. */
	readonly comparedWith: string;
	/** A remark that readers of the figure need. */
	readonly note?: string;
}

/** One row of the bench. `--json` prints it as it is. */
export interface Figure extends Measurement {
	readonly rule: Rule;
	/** How many times as fast or as much, depending on the rule. */
	readonly ratio: number | null;
	readonly limit: number;
	readonly ok: boolean;
}

type Comparison = Measurement & { readonly beside: number };

/** A figure that must be at least `limit` times as fast as the comparison. */
export function timesAsFast(measurement: Comparison, limit: number): Figure {
	const { value, beside, unit } = measurement;
	const ratio = unit === 'MB per second' ? value / beside : beside / value;

	return { ...measurement, rule: 'ratio at least', ratio, limit, ok: ratio >= limit };
}

/** A figure that must be at most `limit` times as much as the comparison. */
export function timesAsMuch(measurement: Comparison, limit: number): Figure {
	const ratio = measurement.value / measurement.beside;

	return { ...measurement, rule: 'ratio at most', ratio, limit, ok: ratio <= limit };
}

/** A figure that must be at most `limit`. */
export function atMost(measurement: Measurement, limit: number): Figure {
	const { value, beside } = measurement;
	// There is no ratio to nothing.
	const ratio = beside === null || beside === 0 ? null : value / beside;

	return { ...measurement, rule: 'value at most', ratio, limit, ok: value <= limit };
}

/** Marks a figure of work that was not completed: its limit does not hold, whatever the numbers are. */
export const incomplete = (figure: Figure, note: string): Figure => ({
	...figure,
	ok: false,
	note,
});

/** How much of its limit a figure uses: 1 is the limit itself, more breaks it. */
export function shareOfLimit({ rule, ratio, value, limit }: Figure): number {
	switch (rule) {
		case 'ratio at least':
			return limit / (ratio ?? NaN);
		case 'ratio at most':
			return (ratio ?? NaN) / limit;
		case 'value at most':
			return value === 0 ? 0 : value / limit;
	}
}
