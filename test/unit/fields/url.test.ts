import { describe, expect } from '@jest/globals';

import { url } from '../../../nodes/shared/fields/kinds';
import { itRefuses, itWrites } from './writing';

describe('a web address', () => {
	const field = url('url', 'Address');
	const REMEDY = 'Enter an address that starts with https:// or http://.';

	itWrites(field, [
		['keeps an address as it was written', 'https://Example.com', 'https://Example.com'],
		['keeps http', 'http://example.com/a', 'http://example.com/a'],
		['keeps a scheme in capitals', 'HTTPS://example.com', 'HTTPS://example.com'],
		['takes blanks off both ends', ' https://example.com\n', 'https://example.com'],
		[
			'keeps port, path, query and fragment',
			'https://example.com:8080/a%20b?c=d&e=f#g',
			'https://example.com:8080/a%20b?c=d&e=f#g',
		],
		['keeps an address of the local network', 'http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
		['keeps an IPv6 address', 'http://[::1]/', 'http://[::1]/'],
		['keeps letters of every script', 'https://bücher.example/ß', 'https://bücher.example/ß'],
	]);

	itRefuses(field, () => [expect.stringMatching(/^.+ is not a web address$/), REMEDY], [
		['free text', 'not a link'],
		['a host without a scheme', 'example.com'],
		['an address without a scheme', '//example.com/a'],
		['a path', '/a/b'],
		['a file on the disk', 'file:///etc/passwd'],
		['a script', 'javascript:alert(1)'],
		['a script in capitals with blanks', ' JavaScript:alert(1)'],
		['an FTP address', 'ftp://example.com/a'],
		['data', 'data:text/html,<p>a</p>'],
		['an email link', 'mailto:ada@example.com'],
		['an address without a host', 'https://'],
		['an address with a query and no host', 'https://?a=b'],
		['an address with a fragment and no host', 'https://#a'],
		['an address whose host is missing before the path', 'https:///a/b'],
		['an address with one slash', 'https:/example.com'],
		['an address without slashes', 'https:example.com'],
		['an address with backslashes', 'https:\\\\example.com'],
		['a port that does not exist', 'https://example.com:99999'],
		['a blank in the host', 'https://exa mple.com'],
		['a blank in the path', 'https://example.com/a b'],
		['a line break inside', 'https://example.com/a\nb'],
		['a tab inside', 'https://exam\tple.com'],
		['a control character', 'https://example.com/\u0001'],
		['two addresses', 'https://example.com, https://example.org'],
		['a number', 5],
		['a truth value', true],
		['not a number', NaN],
		['an object', { url: 'https://example.com' }],
		['a list', ['https://example.com']],
		['a function', () => 'https://example.com'],
	]);
});
