import { describe, expect, test } from '@jest/globals';

import { readDispositionName } from '../../../nodes/shared/transport/contentDisposition';

// The forms of RFC 6266 and RFC 8187, and what servers send in their place.

describe('readDispositionName', () => {
	test.each<[title: string, header: string, name: string | undefined]>([
		['reads a name in quotes', 'attachment; filename="a b; c.png"', 'a b; c.png'],
		['reads a name without quotes', 'attachment; filename=a.png; size=3', 'a.png'],
		['reads quotes in a name', String.raw`attachment; filename="a \"b\".png"`, 'a "b".png'],
		[
			'prefers a name that can have any characters',
			`inline; filename="u.png"; filename*=UTF-8''%C3%BC.png`,
			'ü.png',
		],
		['reads a name in Latin-1', `inline; filename*=iso-8859-1'en'%FC.png`, 'ü.png'],
		['reads UTF-8 that Node.js has read as Latin-1', 'inline; filename="Ã¼.png"', 'ü.png'],
		['leaves a name in Latin-1 as it is', 'inline; filename="ü.png"', 'ü.png'],
		[
			'takes the other name if one cannot be decoded',
			`inline; filename="u.png"; filename*=UTF-8''%FF.png`,
			'u.png',
		],
		[
			'takes the other name if nobody knows its characters',
			`inline; filename="u.png"; filename*=x''%41`,
			'u.png',
		],
		['finds none in a header without one', 'attachment', undefined],
		['finds none in an empty header', '', undefined],
	])('%s', (_, header, name) => {
		expect(readDispositionName(header)).toBe(name);
	});
});
