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

const tagged = (tag: ProblemTag, message = 'It is archived', description = 'Restore it.') =>
	problem({ tag, message, description });

/** What each letter stands for: an item that is done, failed, partly done, not sent, or not begun. */
const OUTCOMES: Readonly<Record<string, object | Problem | undefined>> = {
	d: {},
	f: tagged('failed'),
	u: tagged('unknownOutcome'),
	p: tagged('partial'),
	s: tagged('partlyDone'),
	n: tagged('notSent'),
	'-': undefined,
};

const outcomes = (letters: string) => Array.from(letters, (letter) => OUTCOMES[letter]);

test('the problems among results have the indexes of their items', () => {
	expect(indexProblems(outcomes('dfd-p'))).toEqual([
		{ problem: OUTCOMES.f, index: 1 },
		{ problem: OUTCOMES.p, index: 4 },
	]);
});

/** Every second item of many, the first of which is done. */
const alternating = (count: number) => 'df'.repeat(count);

const odd = (count: number) => Array.from({ length: count }, (_, index) => 2 * index + 1);
const even = (count: number) => odd(count).map((index) => index - 1);

describe('the extent of an execution', () => {
	test.each<[letters: string, extent: string]>([
		['f', ''],
		['df', ' Carried out: 1 of 2 items (0). Failed: 1.'],
		['fu', ' Carried out: 0 of 2 items. Failed: 0-1.'],
		['ddddf--d', ' Carried out: 5 of 8 items (0-3, 7). Failed: 4. Not carried out: 5-6.'],
		[
			'dpfn-pf',
			' Carried out: 1 of 7 items (0). Partly carried out: 1, 5. Failed: 2, 6. Not carried out: 3-4.',
		],
		['dsf', ' Carried out: 1 of 3 items (0). Partly carried out: 1. Failed: 2.'],
		['n-', ' Carried out: 0 of 2 items. Not carried out: 0-1.'],
		['dd', ' Carried out: 2 of 2 items (0-1).'],
		[
			alternating(20),
			` Carried out: 20 of 40 items (${even(20).join(', ')}). Failed: ${odd(20).join(', ')}.`,
		],
		[
			alternating(22),
			` Carried out: 22 of 44 items (${even(20).join(', ')} and 2 more). Failed: ${odd(20).join(', ')} and 2 more.`,
		],
	])('of %s is told as "%s"', (letters, extent) => {
		expect(summarizeProgress(outcomes(letters))).toBe(extent);
	});

	test('says that requests may have been interrupted where they were', () => {
		expect(summarizeProgress(outcomes('df'), 'Failed or interrupted')).toBe(
			' Carried out: 1 of 2 items (0). Failed or interrupted: 1.',
		);
	});
});

describe('items that cannot be sent', () => {
	/** What is thrown for them. */
	const refusalOf = async (letters: string) => {
		const context = await executeContext({});

		try {
			throwIfInvalid(
				context,
				outcomes(letters).map((outcome) => outcome ?? {}),
			);
		} catch (error) {
			return error;
		}

		return undefined;
	};

	test('that are none stop nothing', async () => {
		expect(await refusalOf('ddd')).toBeUndefined();
	});

	test.each([
		['df', 'It is archived [item 1]', 'Restore it. Nothing was sent.'],
		['fdff', 'It is archived [item 0]', 'Restore it. Also refused: 2-3. Nothing was sent.'],
	])('stop %s for the first one, and name the others', async (letters, message, description) => {
		expect(await refusalOf(letters)).toMatchObject({ message, description });
	});
});

describe('a failed item that goes out by itself', () => {
	const binary = { data: { data: 'YWJj', mimeType: 'text/plain' } };
	const items: INodeExecutionData[] = [{ json: { n: 0 } }, { json: { n: 1 }, binary }];
	const error = 'It is archived [item 1]. Restore it.';

	test.each<[onError: OnError, index: number, json: object]>([
		['continueRegularOutput', 1, { n: 1, error }],
		// n8n adds the JSON of the item itself.
		['continueErrorOutput', 1, { error }],
		['continueRegularOutput', 0, { n: 0, error: error.replace('1', '0') }],
		['continueRegularOutput', 2, { error: error.replace('1', '2') }],
	])('has its input and its error with %s (item %i)', async (onError, index, json) => {
		const context = await executeContext({}, { items, node: { onError } });

		expect(failedItem(context, tagged('failed'), index)).toEqual({
			json,
			...(index === 1 ? { binary } : {}),
			pairedItem: { item: index },
		});
	});

	test('has no blank at the end where there is nothing to do about it', async () => {
		const context = await executeContext({}, { node: { onError: 'continueErrorOutput' } });

		expect(failedItem(context, tagged('failed', 'It is archived', ''), 0).json).toEqual({
			error: 'It is archived [item 0].',
		});
	});
});
