import type { Figure, Unit } from '../figure';

/** Formats a value with its unit: 3210 ms is `3.21 s`. */
export function formatValue(value: number, unit: Unit): string {
	if (Number.isNaN(value)) return '—';

	switch (unit) {
		case 'ms':
		case 'CPU ms': {
			const cpu = unit === 'ms' ? '' : ' of CPU';

			return value < 1000 ? `${value.toFixed(0)} ms${cpu}` : `${round(value / 1000)} s${cpu}`;
		}

		case 'CPU ms per item':
			return `${value.toFixed(2)} ms of CPU each`;
		case 'MB':
		case 'MiB':
			return `${value.toFixed(0)} ${unit}`;
		case 'MB per second':
			return `${round(value)} MB/s`;
		case 'bytes':
		case 'requests':
		case 'items':
			return `${value.toLocaleString('en')} ${value === 1 ? unit.slice(0, -1) : unit}`;
	}
}

/** Formats a number with three significant digits: 3.21, 21.4, 214. */
function round(value: number): string {
	if (value < 10) return value.toFixed(2);

	return value.toFixed(value < 100 ? 1 : 0);
}

/** `6.70 times as fast` */
export const formatRatio = ({ ratio, rule }: Figure): string =>
	ratio === null ? '' : `${round(ratio)} times as ${rule === 'ratio at least' ? 'fast' : 'much'}`;

/** `at least 5 times as fast` */
export function formatLimit({ limit, rule, unit }: Figure): string {
	switch (rule) {
		case 'ratio at least':
			return `at least ${limit} times as fast`;
		case 'ratio at most':
			return `at most ${limit} times as much`;
		case 'value at most':
			return limit === 0 ? 'none' : `at most ${formatValue(limit, unit)}`;
	}
}

/** `214 s: axios, one by one` */
export const formatComparison = ({ beside, unit, comparedWith }: Figure): string =>
	beside === null ? comparedWith : `${formatValue(beside, unit)}: ${comparedWith}`;

export const formatVerdict = ({ ok }: Figure): string => (ok ? '✓ holds' : '✗ broken');

/** The columns of the table, in the terminal and in the documentation. */
export const HEAD = ['figure', 'work', 'the node', 'compared with', 'ratio', 'limit', ''];

export const formatRow = (figure: Figure): string[] => [
	figure.figure,
	figure.note === undefined ? figure.work : `${figure.work}. ${figure.note}`,
	formatValue(figure.value, figure.unit),
	formatComparison(figure),
	formatRatio(figure),
	formatLimit(figure),
	formatVerdict(figure),
];
