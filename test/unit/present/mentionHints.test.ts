import { expect, test } from '@jest/globals';

import { mentionHints } from '../../../nodes/Plane/present/hints/mentionHints';

test('names that nobody has are listed once each, with the first item that has them', () => {
	const mentions = ['bob', 'carol', 'bob'].map((name, itemIndex) => ({
		itemIndex,
		name,
		candidates: [],
	}));

	expect(mentionHints(mentions)).toEqual([
		expect.stringContaining('called so: @bob (item 0) and @carol (item 1). Write'),
	]);
});

test('at most ten names are listed', () => {
	const mentions = Array.from({ length: 12 }, (_, itemIndex) => ({
		itemIndex,
		name: `n${itemIndex}`,
		candidates: [],
	}));

	expect(mentionHints(mentions)[0]).toContain('@n9 (item 9) and 2 more.');
});

test('a list of members that cannot be read is the reason', () => {
	expect(mentionHints([{ itemIndex: 3, name: 'ada', candidates: undefined }])).toEqual([
		'Mentions that stay text, because Plane does not list the members: @ada (item 3)',
	]);
});

test('there is no hint without such mentions', () => {
	expect(mentionHints([])).toEqual([]);
});
