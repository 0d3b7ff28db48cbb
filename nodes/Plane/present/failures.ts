import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import type { MenuOperation } from '../../shared/operations/operation';
import {
	appendToRemedy,
	findMainFailure,
	isProblem,
	isStopped,
	type Problem,
	type Result,
} from '../../shared/result/problem';
import { describeFailure, formatDescription, nodeError } from '../../shared/output/nodeErrors';
import { isTool } from '../../shared/parameters/isTool';
import { EFFECTS } from '../../shared/transport/request';
import { isCanceled } from '../input/isCanceled';
import { listUpTo } from '../../shared/text/listUpTo';

/** How many items, or ranges of items, a text lists: their numbers are short. */
const MAX_RANGES_LISTED = 20;

/** The Problems among results, each with the index of its item. */
export const indexProblems = (results: readonly (Result<object> | undefined)[]) =>
	results.flatMap((problem, index) => (isProblem(problem) ? [{ problem, index }] : []));

/** Throws if the execution was canceled; the text says how far the items were processed. */
export function throwIfCanceled(
	context: IExecuteFunctions,
	results: readonly (Result<object> | undefined)[],
): void {
	if (!isCanceled(context)) return;

	// n8n recognizes a canceled execution by the word "canceled".
	throw new NodeOperationError(context.getNode(), 'The execution was canceled', {
		description: formatDescription(
			['Nothing more was sent.', summarizeProgress(results, 'Failed or interrupted')]
				.filter((sentence) => sentence !== '')
				.join('\n'),
		),
	});
}

/** Throws for the first item that cannot be sent; its text lists the others. */
export function throwIfInvalid(
	context: IExecuteFunctions,
	{ kind }: Pick<MenuOperation, 'kind'>,
	calls: readonly Result<object>[],
): void {
	const [first, ...others] = indexProblems(calls);
	if (first === undefined) return;

	throw runError(context, first, [
		nameOthers(others.map(({ index }) => index)),
		sayUnchanged(kind, false),
	]);
}

/**
 * Throws for the first item that has failed; its text says how far the others were processed.
 *
 * @param results of all items; undefined for those that were not started
 * @param mayHaveChanged whether a request that changes something may have arrived at a server
 */
export function throwIfFailed(
	context: IExecuteFunctions,
	{ kind }: Pick<MenuOperation, 'kind'>,
	{ results, mayHaveChanged, remarks = [] }: RunOutcome,
): void {
	const failed = indexProblems(results);
	const first = findMainFailure(failed);
	if (first === undefined) return;

	// A list has no progress: incomplete lists are not returned.
	const progress = kind === 'list' ? '' : summarizeProgress(results);

	throw runError(context, first, [...remarks, progress, sayUnchanged(kind, mayHaveChanged)]);
}

/** The results of a run, and whether it may have changed anything. */
interface RunOutcome {
	readonly results: readonly (Result<object> | undefined)[];
	readonly mayHaveChanged: boolean;
	/** What else is to be said of the run, as sentences. */
	readonly remarks?: readonly string[];
}

/** The error of a run that an item has stopped, with these sentences about the run on a line of their own. */
function runError(
	context: IExecuteFunctions,
	{ problem, index }: { readonly problem: Problem; readonly index: number },
	sentences: readonly string[],
) {
	const summary = sentences.filter((sentence) => sentence !== '').join(' ');
	const shown = summary === '' ? problem : appendToRemedy(problem, `\n${summary}`);

	return nodeError(context.getNode(), shown, index);
}

/** Says that a run has changed nothing, if that is certain. Whoever only reads does not wonder. */
const sayUnchanged = (kind: MenuOperation['kind'], mayHaveChanged: boolean): string =>
	mayHaveChanged || onlyReads(kind) ? '' : 'Nothing was changed.';

const onlyReads = (kind: MenuOperation['kind']): boolean =>
	kind === 'readFile' || (kind !== 'ask' && EFFECTS[kind] === 'read');

/** Says which other items have a problem, if there are any. */
function nameOthers(indexes: readonly number[]): string {
	if (indexes.length === 0) return '';

	return indexes.length === 1
		? `Item ${formatRanges(indexes)} has a problem, too.`
		: `Items ${formatRanges(indexes)} have problems, too.`;
}

/** How far an item was processed. */
type Progress = 'done' | 'partlyDone' | 'failed' | 'notSent';

/**
 * Lists which items are done and which are not, so that a person can continue from there:
 * `Done: 61 of 180 items (0-60). Failed: 61, 63. Not done: 62, 64-179.`
 *
 * @param results of all items; undefined for those that were not started
 * @param failedLabel what to call the items that have a Problem
 * @returns `''` if there is only one item
 */
export function summarizeProgress(
	results: readonly (Result<object> | undefined)[],
	failedLabel: 'Failed' | 'Failed or interrupted' = 'Failed',
): string {
	if (results.length === 1) return '';

	const items = results.map((result, index) => ({ progress: getProgress(result), index }));
	const listIndexes = (progress: Progress) =>
		items.filter((item) => item.progress === progress).map(({ index }) => index);

	const section = (label: string, progress: Progress) => {
		const indexes = listIndexes(progress);

		return indexes.length === 0 ? '' : ` ${label}: ${formatRanges(indexes)}.`;
	};

	const done = listIndexes('done');
	const doneRanges = done.length === 0 ? '' : ` (${formatRanges(done)})`;

	return [
		`Done: ${done.length} of ${items.length} items${doneRanges}.`,
		section('Partly done', 'partlyDone'),
		section(failedLabel, 'failed'),
		section('Not done', 'notSent'),
	].join('');
}

function getProgress(result: Result<object> | undefined): Progress {
	if (result === undefined) return 'notSent';
	if (!isProblem(result)) return 'done';

	if (result.effect === 'partlyDone') return 'partlyDone';

	return isStopped(result) ? 'notSent' : 'failed';
}

/** `[0, 1, 2, 5]` → `0-2, 5` */
function formatRanges(indexes: readonly number[]): string {
	const ranges: { readonly first: number; last: number }[] = [];

	for (const index of indexes) {
		const previous = ranges.at(-1);

		if (previous?.last === index - 1) {
			previous.last = index;
		} else {
			ranges.push({ first: index, last: index });
		}
	}

	const texts = ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`));

	return listUpTo(texts, MAX_RANGES_LISTED, ', ');
}

/**
 * Builds the output of a failed item, with its input JSON and files so that it can be tried again. For
 * the error output, n8n adds the JSON itself, and recognizes a failed item by `error` being its only
 * property: beside other properties, n8n would drop the rest of the input.
 *
 * A tool returns only the error: its input contains the item of the agent, such as a webhook with its headers,
 * and the model would read it.
 */
export function failedItem(context: IExecuteFunctions, problem: Problem, itemIndex: number) {
	const node = context.getNode();
	const { json, binary } = context.getInputData()[itemIndex] ?? {};

	return {
		json: {
			...(node.onError === 'continueErrorOutput' || isTool(node) ? {} : json),
			error: describeFailure(node, problem, itemIndex),
		},
		...(binary && !isTool(node) && { binary }),
		pairedItem: { item: itemIndex },
	};
}
