import { describe, expect, test } from '@jest/globals';

import { readExtraHeaders } from '../../../nodes/shared/transport/extraHeaders';

const read = (...rows: readonly (readonly [name: unknown, value: unknown])[]) =>
	readExtraHeaders({ header: rows.map(([name, value]) => ({ name, value })) });

describe('Extra Headers', () => {
	test.each([undefined, null, '', {}, { header: [] }, { header: 'a' }, { header: [null] }])(
		'are none for %j',
		(value) => {
			expect(readExtraHeaders(value)).toEqual({});
		},
	);

	test('are the names and values as entered, without line breaks at their ends', () => {
		expect(
			read(['CF-Access-Client-Id', 'a.access'], [' CF-Access-Client-Secret\n', ' b=+/ c\r\n']),
		).toEqual({ 'CF-Access-Client-Id': 'a.access', 'CF-Access-Client-Secret': 'b=+/ c' });
	});

	test('leave out the empty row that the editor adds', () => {
		expect(read(['', ''], ['X-A', 'a'])).toEqual({ 'X-A': 'a' });
	});

	test.each([
		['Authorization', 'Bearer a', 'the node itself sets the header Authorization'],
		['x-api-key', 'a', 'the node itself sets the header x-api-key'],
		['HOST', 'a', 'the node itself sets the header HOST'],
		['Content-Length', '1', 'the node itself sets the header Content-Length'],
		['Content-Type', 'a/b', 'the node itself sets the header Content-Type'],
		['X Proxy', 'a', '"X Proxy" is not the name of a header'],
		['X-Proxy:', 'a', '"X-Proxy:" is not the name of a header'],
		['Ünicode', 'a', '"Ünicode" is not the name of a header'],
		['', 'secret', 'a header has a value but no name'],
		['X-Proxy', '', 'the header X-Proxy has no value'],
		['X-Proxy', 7, 'the header X-Proxy has no value'],
		[
			'X-Proxy',
			'secret\r\nX-API-Key: other',
			'the value of X-Proxy contains a line break or another character that no header may have',
		],
		[
			'X-Proxy',
			'secret\u200b',
			'the value of X-Proxy contains a line break or another character that no header may have',
		],
	])('refuse the header %j with the value %j', (name, value, clause) => {
		expect(read([name, value])).toMatchObject({
			cause: 'invalid',
			message: `Extra Headers: ${clause}`,
			description: 'Open the credential and correct the header.',
		});
	});

	test('refuse a name that is there twice, in any case', () => {
		expect(read(['X-A', 'a'], ['x-a', 'b'])).toMatchObject({
			message: 'Extra Headers: the header x-a is there twice',
		});
	});
});
