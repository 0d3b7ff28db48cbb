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
import { moduleUpdate, UNKNOWN, withIds } from './table/calls';

/** Rows 18 and 36, and what Django REST framework says. */
const GONE = { error: 'The requested resource does not exist.' };
const NO_METHOD = { detail: 'Method "PUT" not allowed.' };
const NO_PATH = { error: 'Page not found.' };

const removal: Call<'remove'> = {
	kind: 'remove',
	itemIndex: 0,
	operation: removeWorkItemsFromCycle,
	workspace: 'acme',
	path: { project_id: 'p1', cycle_id: 'c1' },
	ids: [UNKNOWN],
	ignoreMissing: false,
};

describe('A response says', () => {
	const shortId = withIds(moduleUpdate, { module_id: 'm1' });

	test.each<[title: string, HttpResponse, says: string[], call?: ServiceCall]>([
		['that there is no such record', jsonResponse(GONE, 404), ['missing']],
		['the same without a word', textResponse('', 404), ['missing']],
		['that there is no such path', jsonResponse(NO_PATH, 404), ['no path', 'lacking']],
		['the same of what is no ID', jsonResponse(NO_PATH, 404), ['no path'], shortId],
		['that it does not take the method', jsonResponse(NO_METHOD, 405), ['lacking']],
		['nothing of that with another status', jsonResponse(NO_PATH, 400), []],
		['nothing of Plane on the page of a proxy', webPage(404), []],
		['nothing of Plane on such a page with 405', webPage(405), []],
		['nothing of Plane where another service answers', textResponse('No such thing', 404), []],
	])('%s', (_, response, says, call = moduleUpdate) => {
		const all = {
			missing: isMissing(response),
			'no path': isNoPath(response),
			lacking: isUnsupported(response, call),
		};

		expect(Object.entries(all).flatMap(([name, is]) => (is ? name : []))).toEqual(says);
	});
});

test('What is not in the record that it is to be removed from was most likely removed already', () => {
	expect(notAMember({ ...removal, displayNames: { c1: 'Week 1' } })).toMatchObject({
		message: 'Plane did not find it in Cycle "Week 1"',
		description:
			'It has most likely been removed already. Otherwise check Cycle "Week 1", Project p1 and Workspace Slug acme.',
	});
});

test('A record that may be missing is told with the way to go on', () => {
	const missing = notAMember(removal);

	expect(suggestIgnoreMissing(missing)).toEqual({
		...missing,
		description: `${missing.description} If it may be missing, set If Not Found to Continue.`,
	});
});

test.each([
	['what the server says', 'Not here.', 'Plane did not find it: Not here'],
	[
		'not that a page was not found, which is no page of Plane',
		NO_PATH.error,
		'Plane did not find it',
	],
])('A file that is not there is told with %s', (_, error, message) => {
	expect(fileNotFound(jsonResponse({ error }, 404)).message).toBe(message);
});
