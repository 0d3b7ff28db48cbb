/** How a figure is held to its limit: a ratio at least is one of speed, at most one of cost. */
export type Rule = 'ratio at least' | 'ratio at most' | 'value at most';

/** One line of the bench: what the node took, beside the same work done in another way. */
export interface Figure {
	/** Its name, for `--only`. */
	readonly figure: string;
	/** Of the node, in the unit. */
	readonly value: number;
	readonly unit: Unit;
	/** Of what it is compared with, in the same unit. */
	readonly beside: number | null;
	/** How many times as fast, or how many times as much, as the rule has it. */
	readonly ratio: number | null;
	/** Null: the figure is there only to compare. */
	readonly limit: number | null;
	readonly ok: boolean;
	readonly rule: Rule;
	/** What the work is: `1,000 updates`. */
	readonly work: string;
	/** What it is compared with: `axios, one by one`. */
	readonly than: string;
	/** What else has to be known to read the figure rightly. */
	readonly note?: string;
}

/** Times are in milliseconds, memory in megabytes of 1,000,000 bytes or mebibytes of 1,048,576. */
export type Unit =
	| 'ms'
	| 'CPU ms'
	| 'CPU ms per item'
	| 'MB'
	| 'MiB'
	| 'MB per second'
	| 'requests'
	| 'items';

type Measured = Pick<Figure, 'figure' | 'value' | 'unit' | 'work' | 'than'> & {
	readonly beside: number;
};

/** A figure that must be so many times as fast as what it stands beside. */
export function timesAsFast(measured: Measured, limit: number | null): Figure {
	const ratio = measured.beside / measured.value;
	const ok = limit === null || ratio >= limit;
	return { ...measured, ratio, limit, ok, rule: 'ratio at least' };
}

/** A figure of speed, more of which is better, that must be so many times that of the other. */
export function timesTheSpeed(measured: Measured, limit: number | null): Figure {
	const ratio = measured.value / measured.beside;
	const ok = limit === null || ratio >= limit;
	return { ...measured, ratio, limit, ok, rule: 'ratio at least' };
}

/** A figure that must be at most so many times as much as what it stands beside. */
export function timesAsMuch(measured: Measured, limit: number | null): Figure {
	const ratio = measured.value / measured.beside;
	const ok = limit === null || ratio <= limit;
	return { ...measured, ratio, limit, ok, rule: 'ratio at most' };
}

/** A figure that must not be larger than a number that was named beforehand. */
export function atMost(
	measured: Omit<Measured, 'beside'> & Pick<Figure, 'beside'>,
	limit: number,
): Figure {
	const { value, beside } = measured;
	// Beside nothing there is no ratio.
	const ratio = beside === null || beside === 0 ? null : value / beside;
	return { ...measured, ratio, limit, ok: value <= limit, rule: 'value at most' };
}

/** A figure of work that was not done to its end: whatever the numbers say, it does not hold. */
export const undone = (figure: Figure, note: string): Figure => ({ ...figure, ok: false, note });

/**
 * How much of what its limit allows a figure takes: 1 is the limit itself, more breaks it. Null
 * where there is no limit.
 */
export function used({ rule, ratio, value, limit }: Figure): number | null {
	if (limit === null) return null;
	switch (rule) {
		case 'ratio at least':
			return ratio === null ? null : limit / ratio;
		case 'ratio at most':
			return ratio === null ? null : ratio / limit;
		case 'value at most':
			return value === 0 ? 0 : value / limit;
	}
}
