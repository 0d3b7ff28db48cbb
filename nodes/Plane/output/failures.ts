import type { IExecuteFunctions } from 'n8n-workflow';

import { isProblem, type Problem, type Result } from '../../shared/result/problem';
import { nodeError } from '../../shared/output/nodeErrors';

/** How many items, or ranges of items, are named. */
const SHOWN = 20;

/** The Problems among results, each with the index of its item. */
export const problemsIn = (results: readonly (Result<object> | undefined)[]) =>
	results.flatMap((problem, index) => (isProblem(problem) ? [{ problem, index }] : []));

/** Throws for the first item that cannot be sent, and tells of the others. */
export function refuseUnfit(context: IExecuteFunctions, calls: readonly Result<object>[]): void {
	const [first, ...others] = problemsIn(calls);
	if (first === undefined) return;

	const more =
		others.length === 0 ? '' : ` Also refused: ${ranges(others.map(({ index }) => index))}.`;
	const description = `${first.problem.description}${more} Nothing was sent.`;

	throw nodeError(context.getNode(), { ...first.problem, description }, first.index);
}

/**
 * What was carried out and what was not, so that a person can go on from there: ` Carried out: 61 of
 * 180 items (0-60). Failed: 61, 63. Not carried out: 62, 64-179.`
 *
 * @param outcomes of each item; undefined: it was not begun
 * @param failedIs what to call those that have a Problem
 */
export function extentOf(
	outcomes: readonly (Result<object> | undefined)[],
	failedIs: 'Failed' | 'Failed or interrupted' = 'Failed',
): string {
	if (outcomes.length === 1) return '';

	const kinds = outcomes.map(extentOfItem);

	const named = (before: string, kind: (typeof kinds)[number], after: string) => {
		const items = kinds.flatMap((each, index) => (each === kind ? [index] : []));

		return items.length === 0 ? '' : before + ranges(items) + after;
	};

	const done = kinds.filter((kind) => kind === 'done').length;

	return [
		` Carried out: ${done} of ${kinds.length} items${named(' (', 'done', ')')}.`,
		named(' Partly carried out: ', 'partlyDone', '.'),
		named(` ${failedIs}: `, 'failed', '.'),
		named(' Not carried out: ', 'notSent', '.'),
	].join('');
}

/** How far an item was carried out; undefined: it was not begun. */
function extentOfItem(outcome: Result<object> | undefined) {
	if (outcome === undefined) return 'notSent';
	if (!isProblem(outcome)) return 'done';

	switch (outcome.tag) {
		case 'notSent':
			return 'notSent';
		case 'partial':
		case 'partlyDone':
			return 'partlyDone';
		default:
			return 'failed';
	}
}

/** `[0, 1, 2, 5]` → `0-2, 5` */
function ranges(indexes: readonly number[]): string {
	const found: [first: number, last: number][] = [];

	for (const index of indexes) {
		const last = found.at(-1);
		if (last?.[1] === index - 1) last[1] = index;
		else found.push([index, index]);
	}

	const texts = found.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`));
	const more = texts.length > SHOWN ? ` and ${texts.length - SHOWN} more` : '';

	return texts.slice(0, SHOWN).join(', ') + more;
}

/**
 * A failed item as it goes out by itself, with its input json and its files, so that it can be tried
 * again. On the way to the error output n8n adds that json, and knows a failed item by its having
 * nothing but the error: an `error` beside the json would make n8n drop the rest of it.
 */
export function failedItem(context: IExecuteFunctions, problem: Problem, itemIndex: number) {
	const node = context.getNode();
	const { message, description } = nodeError(node, problem, itemIndex);
	const { json, binary } = context.getInputData()[itemIndex] ?? {};

	return {
		json: {
			...(node.onError === 'continueErrorOutput' ? {} : json),
			error: `${message}. ${description ?? ''}`.trim(),
		},
		...(binary && { binary }),
		pairedItem: { item: itemIndex },
	};
}
