import { describe, expect, test } from '@jest/globals';

import {
	findCode,
	toFault,
	isEmptyBody,
	isRateLimited,
	wasRateLimited,
	isWebPage,
	succeeded,
} from '../../../nodes/shared/transport/response';
import { jsonResponse, networkFault, textResponse } from '../responses';

// Pages are those of web servers and proxies, XML is that of S3 (row 15), 429 is that of row 19.

test('a success has any status from 200 to 299', () => {
	const statuses = [199, 200, 201, 299, 300, 404];

	expect(statuses.filter((status) => succeeded(textResponse('', status)))).toEqual([200, 201, 299]);
});

test.each([
	['HTML by its type', textResponse('Sorry', 502, 'text/html; charset=utf-8'), true],
	['HTML by its text', textResponse('<!DOCTYPE html><p>Sorry</p>'), true],
	['HTML behind line breaks', textResponse('\n \n<html>Sorry</html>'), true],
	['HTML without headers', { ...textResponse('<html>Sorry</html>'), headers: {} }, true],
	['HTML inside of a text', textResponse('Sorry <html>'), false],
	['HTML right behind a text', textResponse('Sorry<html>'), false],
	['other elements', textResponse('<Error>Sorry</Error>'), false],
	['text without headers', { ...textResponse('Sorry'), headers: {} }, false],
])('%s is a page for people, or is none', (_, response, isPage) => {
	expect(isWebPage(response)).toBe(isPage);
});

test('a response that says nothing has no text, or blanks', () => {
	expect(['', ' \n', 'a'].map((text) => isEmptyBody(textResponse(text)))).toEqual([
		true,
		true,
		false,
	]);
});

const SLOW_DOWN = '<Error><Code>SlowDown</Code></Error>';

test.each([
	['a service that has had too many', jsonResponse({}, 429), true],
	['a storage that has had too many', textResponse(SLOW_DOWN, 503), true],
	['a storage that fails', textResponse('<Error><Code>InternalError</Code></Error>', 503), false],
	['a storage that refuses, in these words', textResponse(SLOW_DOWN, 400), false],
])('the response of %s tells of a limit, or does not', (_, response, is) => {
	expect([isRateLimited(response), wasRateLimited(response)]).toEqual([is, is]);
});

test('no response is no refusal', () => {
	expect(wasRateLimited(networkFault('ECONNRESET'))).toBe(false);
});

describe('an error', () => {
	/** One that is wrapped so often. */
	const wrapped = (cause: object, times: number): object =>
		times === 0 ? cause : wrapped({ cause }, times - 1);

	const circle: { cause?: object } = {};

	circle.cause = circle;

	test.each<[what: string, error: unknown, code: string]>([
		['its own', { code: 'EPIPE', cause: { code: 'EIO' } }, 'EPIPE'],
		['of the one that it wraps', { code: '', cause: { code: 5, cause: { code: 'EIO' } } }, 'EIO'],
		['of the tenth one', wrapped({ code: 'EIO' }, 9), 'EIO'],
		['of none further down', wrapped({ code: 'EIO' }, 10), ''],
		['of none in a circle', circle, ''],
		['of none in a text', 'EIO', ''],
		['of none in nothing', undefined, ''],
	])('has the code %s', (_, error, code) => {
		expect(findCode(error)).toBe(code);
	});

	test.each([
		['Z_BUF_ERROR', 'ERR_BAD_RESPONSE'],
		['ERR_STREAM_PREMATURE_CLOSE', 'ERR_BAD_RESPONSE'],
		['AZ_BUF_ERROR', 'AZ_BUF_ERROR'],
		['ERR_STREAM_PREMATURE_CLOSED', 'ERR_STREAM_PREMATURE_CLOSED'],
		['EPIPE', 'EPIPE'],
	])('of the network with the code %s is a fault with %s', (code, reason) => {
		expect(toFault({ code })).toEqual(networkFault(reason));
	});

	test.each([
		[{ name: 'SsrfBlockedIpError', message: 'No', description: 'Ask.' }, 'No', 'Ask.'],
		[{ cause: { name: 'SsrfError', message: 'No' } }, 'No', ''],
	])("of n8n's protection of its own network says so: %j", (error, message, description) => {
		expect(toFault(error)).toEqual({ fault: 'blocked', message, description });
	});

	test('that is called otherwise is one of the network', () => {
		expect(toFault({ name: 'NoSsrf', message: 'No' })).toEqual(networkFault(''));
	});
});
