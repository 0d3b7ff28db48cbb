import Table from 'cli-table3';

import type { Figure } from '../figure';
import { shownBeside, shownLimit, shownRatio, shownValue, shownVerdict } from './texts';

/** Prints one JSON object per figure. */
export function printJson(figures: readonly Figure[]): void {
	for (const { figure, value, unit, beside, ratio, limit, ok, ...more } of figures) {
		console.log(JSON.stringify({ figure, value, unit, beside, ratio, limit, ok, ...more }));
	}
}

/** The columns of the table, on the terminal and in the documentation. */
export const HEAD = ['figure', 'work', 'the node', 'beside', 'ratio', 'limit', ''];

export const rowOf = (figure: Figure): string[] => [
	figure.figure,
	figure.note === undefined ? figure.work : `${figure.work}. ${figure.note}`,
	shownValue(figure.value, figure.unit),
	shownBeside(figure),
	shownRatio(figure),
	shownLimit(figure),
	shownVerdict(figure),
];

/** Prints a table for people. */
export function printTable(figures: readonly Figure[]): void {
	const table = new Table({
		head: HEAD,
		colWidths: [23, 36, 18, 32, 20, 26, 11],
		wordWrap: true,
		style: { head: [], border: [] },
	});
	for (const figure of figures) table.push(rowOf(figure));
	console.log(table.toString());
	const limits = figures.filter(({ limit }) => limit !== null);
	const holding = limits.filter(({ ok }) => ok).length;
	console.log(`${holding} of ${limits.length} limits hold.`);
}
