import { describe, expect, test } from '@jest/globals';

import {
	fileNotFound,
	isUnsupported,
	isMissing,
	isNoPath,
	notAMember,
	suggestIgnoreMissing,
} from '../../../nodes/shared/errors/notFound';
import type { Call, ServiceCall } from '../../../nodes/shared/model/call';
import { removeWorkItemsFromCycle } from '../../../nodes/shared/operations';
import type { HttpResponse } from '../../../nodes/shared/transport/response';
import { jsonResponse, textResponse, webPage } from '../responses';
import { causes } from '../../nodeTexts';
import { moduleUpdate, UNKNOWN, withIds } from './table/calls';

/** Messages of rows 18 and 36, and of Django REST framework. */
const MISSING_RECORD = { error: 'The requested resource does not exist.' };
const METHOD_NOT_ALLOWED = { detail: 'Method "PUT" not allowed.' };
const MISSING_PATH = { error: 'Page not found.' };

const removal: Call<'remove'> = {
	kind: 'remove',
	itemIndex: 0,
	operation: removeWorkItemsFromCycle,
	workspace: 'acme',
	path: { project_id: 'p1', cycle_id: 'c1' },
	ids: [UNKNOWN],
	ignoreMissing: false,
};

describe('isMissing, isNoPath and isUnsupported', () => {
	const shortId = withIds(moduleUpdate, { module_id: 'm1' });

	test.each<[title: string, HttpResponse, expected: string[], call?: ServiceCall]>([
		['recognize a missing record', jsonResponse(MISSING_RECORD, 404), ['missing']],
		['recognize a missing record without a message', textResponse('', 404), ['missing']],
		['recognize a missing path', jsonResponse(MISSING_PATH, 404), ['no path', 'unsupported']],
		[
			'recognize a missing path with a malformed ID',
			jsonResponse(MISSING_PATH, 404),
			['no path'],
			shortId,
		],
		[
			'recognize a method that is not allowed',
			jsonResponse(METHOD_NOT_ALLOWED, 405),
			['unsupported'],
		],
		['ignore other statuses', jsonResponse(MISSING_PATH, 400), []],
		['ignore the page of a proxy', webPage(404), []],
		['ignore the page of a proxy with status 405', webPage(405), []],
		['ignore the response of another service', textResponse('No such thing', 404), []],
	])('%s', (_, response, expected, call = moduleUpdate) => {
		const results = {
			missing: isMissing(response),
			'no path': isNoPath(response),
			unsupported: isUnsupported(response, call),
		};

		const recognized = Object.entries(results)
			.filter(([, isRecognized]) => isRecognized)
			.map(([name]) => name);

		expect(recognized).toEqual(expected);
	});
});

test('notAMember says that the record was most likely removed already', () => {
	expect(notAMember({ ...removal, displayNames: { c1: 'Week 1' } })).toMatchObject({
		message: causes.notFound('it in Cycle "Week 1"'),
		description:
			'It has most likely been removed already. Otherwise check Cycle "Week 1", Project p1 and Workspace Slug acme.',
	});
});

test('suggestIgnoreMissing adds how to continue without the record', () => {
	const missing = notAMember(removal);

	expect(suggestIgnoreMissing(missing)).toEqual({
		...missing,
		description: `${missing.description} If it may be missing, set If Not Found to Continue.`,
	});
});

test.each([
	['quotes the server', 'Not here.', `${causes.notFound('it')}: Not here`],
	[
		'does not quote "Page not found", which is not about a page in Plane',
		MISSING_PATH.error,
		causes.notFound('it'),
	],
])('fileNotFound %s', (_, error, message) => {
	expect(fileNotFound(jsonResponse({ error }, 404)).message).toBe(message);
});
