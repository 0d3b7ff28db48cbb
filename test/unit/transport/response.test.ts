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

// The pages are from web servers and proxies, the XML is from S3 (row 15), the status 429 is that of row 19.

test('a response succeeded if its status is from 200 to 299', () => {
	const statuses = [199, 200, 201, 299, 300, 404];

	expect(statuses.filter((status) => succeeded(textResponse('', status)))).toEqual([200, 201, 299]);
});

test.each([
	['HTML with its content type', textResponse('Sorry', 502, 'text/html; charset=utf-8'), true],
	['HTML without its content type', textResponse('<!DOCTYPE html><p>Sorry</p>'), true],
	['HTML after line breaks', textResponse('\n \n<html>Sorry</html>'), true],
	['HTML without headers', { ...textResponse('<html>Sorry</html>'), headers: {} }, true],
	['HTML inside a text', textResponse('Sorry <html>'), false],
	['HTML right after a text', textResponse('Sorry<html>'), false],
	['other elements', textResponse('<Error>Sorry</Error>'), false],
	['text without headers', { ...textResponse('Sorry'), headers: {} }, false],
])('isWebPage classifies %s', (_, response, isPage) => {
	expect(isWebPage(response)).toBe(isPage);
});

test('a body is empty if it has no text but blanks', () => {
	expect(['', ' \n', 'a'].map((text) => isEmptyBody(textResponse(text)))).toEqual([
		true,
		true,
		false,
	]);
});

const SLOW_DOWN = '<Error><Code>SlowDown</Code></Error>';

test.each([
	['Plane that limits requests', jsonResponse({}, 429), true],
	['a storage that limits requests', textResponse(SLOW_DOWN, 503), true],
	['a storage that fails', textResponse('<Error><Code>InternalError</Code></Error>', 503), false],
	['a storage that refuses with the same code', textResponse(SLOW_DOWN, 400), false],
])('isRateLimited classifies the response of %s', (_, response, isLimited) => {
	expect([isRateLimited(response), wasRateLimited(response)]).toEqual([isLimited, isLimited]);
});

test('a missing response is not a rate limit', () => {
	expect(wasRateLimited(networkFault('ECONNRESET'))).toBe(false);
});

describe('an error', () => {
	/** An error with this number of nested causes. */
	const wrapError = (cause: object, times: number): object =>
		times === 0 ? cause : wrapError({ cause }, times - 1);

	const circle: { cause?: object } = {};

	circle.cause = circle;

	test.each<[title: string, error: unknown, code: string]>([
		['of the error itself', { code: 'EPIPE', cause: { code: 'EIO' } }, 'EPIPE'],
		['of a cause', { code: '', cause: { code: 5, cause: { code: 'EIO' } } }, 'EIO'],
		['of the ninth cause', wrapError({ code: 'EIO' }, 9), 'EIO'],
		["'' of the tenth cause", wrapError({ code: 'EIO' }, 10), ''],
		["'' of circular causes", circle, ''],
		["'' of a text", 'EIO', ''],
		["'' of undefined", undefined, ''],
	])('has the code %s', (_, error, code) => {
		expect(findCode(error)).toBe(code);
	});

	test.each([
		['Z_BUF_ERROR', 'ERR_BAD_RESPONSE'],
		['ERR_STREAM_PREMATURE_CLOSE', 'ERR_BAD_RESPONSE'],
		['AZ_BUF_ERROR', 'AZ_BUF_ERROR'],
		['ERR_STREAM_PREMATURE_CLOSED', 'ERR_STREAM_PREMATURE_CLOSED'],
		['EPIPE', 'EPIPE'],
	])('with the code %s is a network fault with %s', (code, reason) => {
		expect(toFault({ code })).toEqual(networkFault(reason));
	});

	test.each([
		[{ name: 'SsrfBlockedIpError', message: 'No', description: 'Ask.' }, 'No', 'Ask.'],
		[{ cause: { name: 'SsrfError', message: 'No' } }, 'No', ''],
	])("of n8n's network protection is a blocked fault: %j", (error, message, description) => {
		expect(toFault(error)).toEqual({ kind: 'blocked', message, description });
	});

	test('with another name is a network fault', () => {
		expect(toFault({ name: 'NoSsrf', message: 'No' })).toEqual(networkFault(''));
	});
});
