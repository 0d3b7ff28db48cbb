import { expect, test } from '@jest/globals';

import { relativeAddressHints } from '../../../nodes/Plane/present/hints/relativeAddressHints';
import { text } from '../../../nodes/shared/fields/kinds';
import type { RecordValues } from '../../../nodes/shared/model/call';
import { createWorkItem } from '../../../nodes/shared/operations';
import { writeDefaults } from '../calls';

const hintsFor = (...values: readonly Pick<RecordValues, 'body' | 'customValues'>[]) =>
	relativeAddressHints(
		values.map((recordValues, itemIndex) => ({
			...writeDefaults,
			kind: 'create',
			operation: createWorkItem,
			itemIndex,
			workspace: 'acme',
			path: { project_id: 'p1' },
			ifExists: 'fail',
			...recordValues,
		})),
	);

const describedBy = (html: string) => ({ body: { name: 'a', description_html: html } });

// GitLab's uploads, GitHub's links within a repository, and pictures in Jira's own HTML.
test('links and pictures without a host are listed once, with the first item that has them', () => {
	expect(
		hintsFor(
			describedBy('<p><img src="/uploads/abc/shot.png"> <a href="docs/guide.md">a</a></p>'),
			describedBy('<p><img src="/rest/api/3/attachment/1"><img src="/uploads/abc/shot.png"></p>'),
		),
	).toEqual([
		expect.stringMatching(
			/^Addresses in Description .*: \/uploads\/abc\/shot\.png \(item 0\), docs\/guide\.md \(item 0\) and \/rest\/api\/3\/attachment\/1 \(item 1\)\. /,
		),
	]);
});

test('texts of custom properties count, too', () => {
	const field = text('p1', 'Notes', { displayName: 'Notes' });
	const valueToSend = [{ description_html: '<p><a href="a/b">c</a></p>' }];

	expect(hintsFor({ body: {}, customValues: [{ field, valueToSend }] })).toEqual([
		expect.stringMatching(/^Addresses in Notes .*: a\/b \(item 0\)\. /),
	]);
});

test('there is no hint about other addresses', () => {
	expect(
		hintsFor(
			describedBy(
				'<p><a href="https://e.x/a">a</a><a href="mailto:a@e.x">b</a><a>c</a><img src="//e.x/1.png"></p>',
			),
			describedBy('<image-component src="0c7da278-21b6-4225-9d30-da0e1a924ae5"></image-component>'),
			describedBy('<p>/uploads/1.png</p>'),
		),
	).toEqual([]);
});
