import { expect, test } from '@jest/globals';

import { isDuplicate } from '../../../nodes/shared/errors/badRequest';
import { jsonResponse, textResponse } from '../responses';

test.each([
	// Row 12.
	['A conflict', jsonResponse({ error: 'Label with the same name already exists' }, 409), true],
	['A conflict without a text', textResponse('', 409), true],
	// In the words of Django REST framework.
	['A refused name', jsonResponse({ name: ['label with this name already exists.'] }, 400), true],
	[
		'A refusal for another reason',
		jsonResponse({ name: ['This field may not be blank.'] }, 400),
		false,
	],
	['A lack of permission', jsonResponse({ detail: 'already' }, 403), false],
	['A success', jsonResponse({ id: 'l1' }, 201), false],
])('%s says whether the name exists already', (_, response, isNameTaken) => {
	expect(isDuplicate(response)).toBe(isNameTaken);
});
