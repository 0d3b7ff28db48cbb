/** How a figure is held to its limit: a ratio at least is one of speed, at most one of cost. */
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

/** What the node took, beside the same work done in another way. */
interface Measured {
	/** The figure's name, for `--only`. */
	readonly figure: string;
	/** What the work is: `1,000 updates`. */
	readonly work: string;
	readonly unit: Unit;
	/** Of the node. */
	readonly value: number;
	/** Of what it is compared with; null: of nothing. */
	readonly beside: number | null;
	/** What it is compared with: `axios, one by one`. */
	readonly than: string;
	/** What else has to be known to read the figure rightly. */
	readonly note?: string;
}

/** One line of the bench. */
export interface Figure extends Measured {
	readonly rule: Rule;
	/** How many times as fast, or how many times as much, as the rule has it. */
	readonly ratio: number | null;
	readonly limit: number;
	readonly ok: boolean;
}

type Compared = Measured & { readonly beside: number };

/** A figure that must be at least so many times as fast as what it stands beside. */
export function timesAsFast(measured: Compared, limit: number): Figure {
	const { value, beside, unit } = measured;
	const ratio = unit === 'MB per second' ? value / beside : beside / value;

	return { ...measured, rule: 'ratio at least', ratio, limit, ok: ratio >= limit };
}

/** A figure that must be at most so many times as much as what it stands beside. */
export function timesAsMuch(measured: Compared, limit: number): Figure {
	const ratio = measured.value / measured.beside;

	return { ...measured, rule: 'ratio at most', ratio, limit, ok: ratio <= limit };
}

/** A figure that must not be larger than a number that was named beforehand. */
export function atMost(measured: Measured, limit: number): Figure {
	const { value, beside } = measured;
	// Beside nothing there is no ratio.
	const ratio = beside === null || beside === 0 ? null : value / beside;

	return { ...measured, rule: 'value at most', ratio, limit, ok: value <= limit };
}

/** A figure of work that was not done to its end: whatever the numbers say, it does not hold. */
export const undone = (figure: Figure, note: string): Figure => ({ ...figure, ok: false, note });

/** How much of what its limit allows a figure takes: 1 is the limit itself, more breaks it. */
export function used({ rule, ratio, value, limit }: Figure): number {
	switch (rule) {
		case 'ratio at least':
			return limit / (ratio ?? NaN);
		case 'ratio at most':
			return (ratio ?? NaN) / limit;
		case 'value at most':
			return value === 0 ? 0 : value / limit;
	}
}
