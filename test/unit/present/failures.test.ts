import { describe, expect, test } from '@jest/globals';
import type { IExecuteFunctions, INodeExecutionData, OnError } from 'n8n-workflow';

import {
	summarizeProgress,
	failedItem,
	indexProblems,
	throwIfFailed,
	throwIfInvalid,
} from '../../../nodes/Plane/present/failures';
import type { Kind } from '../../../nodes/shared/operations/operation';
import { problem, type Problem, type ProblemCause } from '../../../nodes/shared/result/problem';
import { executeContext } from '../contexts';
import { outcomes } from '../../nodeTexts';

const createProblem = (
	cause: ProblemCause,
	message = 'It is archived',
	description = 'Restore it.',
) => problem({ cause, message, description });

/** Results by the letters with which the tests write them. */
const RESULTS: Readonly<Record<string, object | Problem | undefined>> = {
	/** Done. */
	d: {},
	f: createProblem('failed'),
	u: { ...createProblem('failed'), effect: 'maybeDone' },
	p: { ...createProblem('stopped'), effect: 'partlyDone' },
	/** Partly done: saved, but incomplete. */
	s: { ...createProblem('failed'), effect: 'partlyDone' },
	n: createProblem('stopped'),
	/** Not started. */
	'-': undefined,
};

const createResults = (letters: string) => Array.from(letters, (letter) => RESULTS[letter]);

test('indexProblems returns the Problems among results with the indexes of their items', () => {
	expect(indexProblems(createResults('dfd-p'))).toEqual([
		{ problem: RESULTS.f, index: 1 },
		{ problem: RESULTS.p, index: 4 },
	]);
});

/** The letters of items of which every second one failed. */
const alternatingLetters = (count: number) => 'df'.repeat(count);

const oddIndexes = (count: number) => Array.from({ length: count }, (_, index) => 2 * index + 1);
const evenIndexes = (count: number) => oddIndexes(count).map((index) => index - 1);

describe('summarizeProgress', () => {
	test.each<[letters: string, summary: string]>([
		['f', ''],
		['df', 'Done: 1 of 2 items (0). Failed: 1.'],
		['fu', 'Done: 0 of 2 items. Failed: 0-1.'],
		['ddddf--d', 'Done: 5 of 8 items (0-3, 7). Failed: 4. Not done: 5-6.'],
		['dpfn-pf', 'Done: 1 of 7 items (0). Partly done: 1, 5. Failed: 2, 6. Not done: 3-4.'],
		['dsf', 'Done: 1 of 3 items (0). Partly done: 1. Failed: 2.'],
		['n-', 'Done: 0 of 2 items. Not done: 0-1.'],
		['dd', 'Done: 2 of 2 items (0-1).'],
		[
			alternatingLetters(20),
			`Done: 20 of 40 items (${evenIndexes(20).join(', ')}). Failed: ${oddIndexes(20).join(', ')}.`,
		],
		[
			alternatingLetters(22),
			`Done: 22 of 44 items (${evenIndexes(20).join(', ')} and 2 more). Failed: ${oddIndexes(20).join(', ')} and 2 more.`,
		],
	])('summarizes %s as "%s"', (letters, summary) => {
		expect(summarizeProgress(createResults(letters))).toBe(summary);
	});

	test('says that items may have been interrupted if the execution was canceled', () => {
		expect(summarizeProgress(createResults('df'), 'Failed or interrupted')).toBe(
			'Done: 1 of 2 items (0). Failed or interrupted: 1.',
		);
	});
});

/** The error that a check throws, if any. */
async function catchError(check: (context: IExecuteFunctions) => void): Promise<unknown> {
	const context = await executeContext({});

	try {
		check(context);
	} catch (error) {
		return error;
	}

	return undefined;
}

describe('throwIfInvalid', () => {
	const checkItems = async (letters: string, kind: Kind = 'update') =>
		await catchError((context) =>
			throwIfInvalid(
				context,
				{ kind },
				createResults(letters).map((result) => result ?? {}),
			),
		);

	test('throws nothing if all items are valid', async () => {
		expect(await checkItems('ddd')).toBeUndefined();
	});

	test.each([
		['df', 'It is archived [item 1]', `Restore it.<br>${outcomes.nothingChanged}`],
		[
			'fdff',
			'It is archived [item 0]',
			`Restore it.<br>Items 2-3 have problems, too. ${outcomes.nothingChanged}`,
		],
	])(
		'throws for the first invalid item of %s, and lists the others',
		async (letters, message, description) => {
			expect(await checkItems(letters)).toMatchObject({ message, description });
		},
	);

	test('says nothing about changes if the operation only reads', async () => {
		expect(await checkItems('f', 'get')).toMatchObject({ description: 'Restore it.' });
		expect(await checkItems('ff', 'list')).toMatchObject({
			description: 'Restore it.<br>Item 1 has a problem, too.',
		});
	});
});

describe('throwIfFailed', () => {
	test.each<[kind: Kind, letters: string, mayHaveChanged: boolean, description: string]>([
		['update', 'f', false, `Restore it.<br>${outcomes.nothingChanged}`],
		['update', 'f', true, 'Restore it.'],
		[
			'create',
			'-f',
			false,
			`Restore it.<br>Done: 0 of 2 items. Failed: 1. Not done: 0. ${outcomes.nothingChanged}`,
		],
		['create', 'df', true, 'Restore it.<br>Done: 1 of 2 items (0). Failed: 1.'],
		['get', 'df', false, 'Restore it.<br>Done: 1 of 2 items (0). Failed: 1.'],
		['list', 'df', false, 'Restore it.'],
	])(
		'describes a failed %s of the items %s, which may have changed something: %s',
		async (kind, letters, mayHaveChanged, description) => {
			const results = createResults(letters);
			const error = await catchError((context) =>
				throwIfFailed(context, { kind }, { results, mayHaveChanged }),
			);

			expect(error).toMatchObject({ description });
		},
	);
});

describe('failedItem', () => {
	const binary = { data: { data: 'YWJj', mimeType: 'text/plain' } };
	const items: INodeExecutionData[] = [{ json: { n: 0 } }, { json: { n: 1 }, binary }];
	const error = 'It is archived [item 1]. Restore it.';

	test.each<[onError: OnError, index: number, json: object]>([
		['continueRegularOutput', 1, { n: 1, error }],
		// n8n adds the JSON of the item itself.
		['continueErrorOutput', 1, { error }],
		['continueRegularOutput', 0, { n: 0, error: error.replace('1', '0') }],
		['continueRegularOutput', 2, { error: error.replace('1', '2') }],
	])('returns input and error with %s (item %i)', async (onError, index, json) => {
		const context = await executeContext({}, { items, node: { onError } });

		expect(failedItem(context, createProblem('failed'), index)).toEqual({
			json,
			...(index === 1 ? { binary } : {}),
			pairedItem: { item: index },
		});
	});

	test('returns an error without a space at its end if the Problem has no remedy', async () => {
		const context = await executeContext({}, { node: { onError: 'continueErrorOutput' } });

		expect(failedItem(context, createProblem('failed', 'It is archived', ''), 0).json).toEqual({
			error: 'It is archived [item 0].',
		});
	});
});
