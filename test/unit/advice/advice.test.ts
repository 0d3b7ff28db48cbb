import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from '@jest/globals';

import { collectTexts, type SourceText } from './collectTexts';
import { CONDITIONS, HARMLESS, SHOWN_BY, TRIGGER_SENTENCES } from './reviewed';

/** Actions that remove, repeat, overwrite or turn off something, in the form in which an advice names them. */
const ACTION =
	/\b(again|archive|clear|delete|discard|disconnect|merge|move|overwrite|publish|remove|rename|renew|replace|reset|restore|retry|transfer|turn (\w+ )?off|unarchive|unpublish|withdraw|create (a|an|it|one|the) |each run creates|another (name|External ID)|upgrade)\b/i;

const RUN_AGAIN = /\b(run|running) [^.:;]*\bagain\b|\btry again\b/i;

/** Files that may advise to run an item again: nothing of it was saved before, or it only reads. */
const BEFORE_ANYTHING_IS_SAVED = [
	'nodes/Plane/execute/createMissingRecords.ts',
	'nodes/Plane/execute/write/existingRecordErrors.ts',
	'nodes/Plane/input/readFiles.ts',
	'nodes/shared/errors/badRequest.ts',
	'nodes/shared/errors/notFound.ts',
	'nodes/shared/errors/severalRecords.ts',
	'nodes/shared/errors/storageErrors.ts',
	'nodes/shared/model/catchProblem.ts',
	'nodes/shared/transport/responseStream.ts',
	'nodes/shared/transport/uploadStream.ts',
];

/** When to try again is said only if nothing was done: `tryAgain` of a problem. */
const TRY_AGAIN = /^(then |wait \{\}, then )?try again\b/i;

/** Code, which has blanks, too: the expression of a subtitle, and the pieces of another one. */
const isCode = ({ text }: SourceText): boolean =>
	text.startsWith('={{') || text.startsWith('.replace(');

const isOfTrigger = ({ file }: SourceText): boolean => file.startsWith('nodes/PlaneTrigger/');

const texts = collectTexts().filter((text) => !isCode(text));
const advice = texts.filter(({ text }) => ACTION.test(text));

describe('a text that names an action which removes or repeats something', () => {
	test('is among more than 1,000 texts', () => {
		expect(texts.length).toBeGreaterThan(1000);
		expect(advice.length).toBeGreaterThan(100);
	});

	test('has been read with the question: what if somebody does it?', () => {
		const unread = advice
			.filter((text) => !isOfTrigger(text))
			.filter(({ text }) => CONDITIONS[text] === undefined && HARMLESS[text] === undefined);

		expect(unread).toEqual([]);
	});

	test.each(Object.entries(CONDITIONS))('says what must be true first: %s', (text, condition) => {
		expect(text).toContain(condition);
	});

	test('of the webhook trigger has a condition in its sentence, or was read', () => {
		const unread = advice
			.filter(isOfTrigger)
			.flatMap(({ text }) => text.split(/(?<=[.:]) /))
			.filter((sentence) => TRIGGER_SENTENCES[sentence] === undefined)
			.filter((sentence) =>
				/\b(delete|remove|unpublish|again|create a (new|second))\b/i.test(sentence),
			)
			.filter(
				(sentence) => !/\b(if|unless|once|only|otherwise|when|could not|cannot)\b/i.test(sentence),
			);

		expect(unread).toEqual([]);
	});

	test('is still in the package', () => {
		const known = new Set(texts.map(({ text }) => text));
		const gone = [...Object.keys(CONDITIONS), ...Object.keys(HARMLESS)].filter(
			(text) => !known.has(text),
		);

		expect(gone).toEqual([]);
	});
});

test('whether an item can be run again is said in adviseRerun.ts, which knows what was saved', () => {
	const others = texts.filter(
		({ file, text }) =>
			RUN_AGAIN.test(text) &&
			file !== 'nodes/Plane/present/adviseRerun.ts' &&
			!file.startsWith('nodes/PlaneTrigger/') &&
			!TRY_AGAIN.test(text) &&
			!BEFORE_ANYTHING_IS_SAVED.includes(file),
	);

	expect(others).toEqual([]);
});

describe('advice that could lose or double something is followed by a test', () => {
	test.each(Object.entries(SHOWN_BY))('%s', (text, [file, title]) => {
		expect(Object.keys(CONDITIONS)).toContain(text);
		expect(readFileSync(join(__dirname, '../..', file), 'utf8')).toContain(title);
	});

	test('and so is each way in which a second run is said to be safe', () => {
		const safe = Object.keys(CONDITIONS).filter((text) => /is safe\b/.test(text));

		expect(safe.filter((text) => SHOWN_BY[text] === undefined)).toEqual([]);
	});
});
