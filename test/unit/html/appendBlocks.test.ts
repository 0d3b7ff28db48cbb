import { expect, test } from '@jest/globals';

import { appendBlocks } from '../../../nodes/shared/html/appendBlocks';

// Forms in which Plane stores texts (rows 25, 180 and 392).
test.each([
	['no text', '', '<hr>'],
	['an empty paragraph', '<p></p>', '<hr>'],
	['the empty paragraphs of the editor', '<p class="x"></p><p class="x"></p>', '<hr>'],
	['one element', '<p>a  b</p>', '<p>a  b</p><hr>'],
	['several elements', '<p>a</p><p class="x"></p>', '<p>a</p><p class="x"></p><hr>'],
	[
		'one element around everything',
		'<div><p>a</p> <p></p></div>',
		'<div><p>a</p> <p></p><hr></div>',
	],
	['one around text alone', '<span>a</span>', '<span>a<hr></span>'],
	['several such elements', '<div>a</div><div>b</div>', '<div>a</div><div>b</div><hr>'],
	[
		'a callout',
		'<div data-block-type="callout-component"><p>a</p></div>',
		'<div data-block-type="callout-component"><p>a</p></div><hr>',
	],
	[
		'an element of another edition',
		'<attachment-component src="1"></attachment-component>',
		'<attachment-component src="1"></attachment-component><hr>',
	],
])('blocks are added behind the contents, which stay as they are: %s', (_, html, appended) => {
	expect(appendBlocks(html, '<hr>')).toBe(appended);
});
