import { describe, expect, it } from '@jest/globals';
import { readCommandLine } from './commandLine';

describe('The command line of the service', () => {
	it('defaults to a free port, a specification server, no limit and no delay', () => {
		const expected = {
			serverKind: 'specification',
			differences: {},
			port: 0,
			prefix: '',
			delay: 0,
		};

		expect(readCommandLine([])).toEqual(expected);
	});

	it('can set every option', () => {
		const text =
			'--kind community --port 8080 --prefix /plane --limit 60/0.5 --delay 20 --with slash301 --without newestFirst,usesLinkTitle';

		expect(readCommandLine(text.split(' '))).toEqual({
			serverKind: 'community',
			port: 8080,
			prefix: '/plane',
			delay: 20,
			limit: { requests: 60, windowMs: 500 },
			differences: { slash301: true, newestFirst: false, usesLinkTitle: false },
		});
	});

	it.each([
		['--kind=cloud', '--kind must be specification, community or commercial, not cloud.'],
		['--port=70000', '--port must be a number from 0 to 65535, not 70000.'],
		[
			'--prefix=/plane/',
			'--prefix must look like /plane, without a slash at its end, not /plane/.',
		],
		['--with=slash301,slash302', 'with commas between, not slash302.'],
		...['60', '60/', '0/30', '60/0', '-1/30', '6e1/30', '60/30/2'].map((limit) => [
			`--limit=${limit}`,
			`--limit must be requests/seconds, such as 60/30, both more than 0, not ${limit}.`,
		]),
		...['-5', '1.5', 'x', ''].map((delay) => [
			`--delay=${delay}`,
			`--delay must be whole milliseconds, such as 20, not ${delay}.`,
		]),
	])('is refused with %s: %s', (option, problem) => {
		expect(() => readCommandLine([option])).toThrow(problem);
	});
});
