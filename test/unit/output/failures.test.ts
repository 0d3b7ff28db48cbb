import { describe, expect, test } from '@jest/globals';
import type { INodeExecutionData, OnError } from 'n8n-workflow';

import {
	summarizeProgress,
	failedItem,
	indexProblems,
	throwIfInvalid,
} from '../../../nodes/Plane/output/failures';
import { problem, type Problem, type ProblemTag } from '../../../nodes/shared/result/problem';
import { executeContext } from '../contexts';

const createProblem = (tag: ProblemTag, message = 'It is archived', description = 'Restore it.') =>
	problem({ tag, message, description });

/** Results by the letters with which the tests write them. */
const RESULTS: Readonly<Record<string, object | Problem | undefined>> = {
	/** Done. */
	d: {},
	f: createProblem('failed'),
	u: createProblem('unknownOutcome'),
	p: createProblem('partial'),
	/** Partly done: saved, but incomplete. */
	s: createProblem('partlyDone'),
	n: createProblem('notSent'),
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
		['df', '\nDone: 1 of 2 items (0). Failed: 1.'],
		['fu', '\nDone: 0 of 2 items. Failed: 0-1.'],
		['ddddf--d', '\nDone: 5 of 8 items (0-3, 7). Failed: 4. Not done: 5-6.'],
		['dpfn-pf', '\nDone: 1 of 7 items (0). Partly done: 1, 5. Failed: 2, 6. Not done: 3-4.'],
		['dsf', '\nDone: 1 of 3 items (0). Partly done: 1. Failed: 2.'],
		['n-', '\nDone: 0 of 2 items. Not done: 0-1.'],
		['dd', '\nDone: 2 of 2 items (0-1).'],
		[
			alternatingLetters(20),
			`\nDone: 20 of 40 items (${evenIndexes(20).join(', ')}). Failed: ${oddIndexes(20).join(', ')}.`,
		],
		[
			alternatingLetters(22),
			`\nDone: 22 of 44 items (${evenIndexes(20).join(', ')} and 2 more). Failed: ${oddIndexes(20).join(', ')} and 2 more.`,
		],
	])('summarizes %s as "%s"', (letters, summary) => {
		expect(summarizeProgress(createResults(letters))).toBe(summary);
	});

	test('says that items may have been interrupted if the execution was canceled', () => {
		expect(summarizeProgress(createResults('df'), 'Failed or interrupted')).toBe(
			'\nDone: 1 of 2 items (0). Failed or interrupted: 1.',
		);
	});
});

describe('throwIfInvalid', () => {
	/** The error that is thrown, if any. */
	const catchError = async (letters: string) => {
		const context = await executeContext({});

		try {
			throwIfInvalid(
				context,
				createResults(letters).map((result) => result ?? {}),
			);
		} catch (error) {
			return error;
		}

		return undefined;
	};

	test('throws nothing if all items are valid', async () => {
		expect(await catchError('ddd')).toBeUndefined();
	});

	test.each([
		['df', 'It is archived [item 1]', 'Restore it.<br>Nothing was sent.'],
		[
			'fdff',
			'It is archived [item 0]',
			'Restore it.<br>Items 2-3 have problems, too. Nothing was sent.',
		],
	])(
		'throws for the first invalid item of %s, and lists the others',
		async (letters, message, description) => {
			expect(await catchError(letters)).toMatchObject({ message, description });
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
