import { expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { badRequest } from '../../../nodes/shared/errors/badRequest';
import type { Call } from '../../../nodes/shared/model/call';
import { jsonResponse } from '../responses';
import { moduleUpdate, toCycle, toModule } from './table/calls';

/** Row 31. */
const cycleCompleted = {
	code: 'CYCLE_COMPLETED',
	message: 'The Cycle has already been completed so no new issues can be added',
};

/** Recorded (`exchanges` 30). */
const missingWorkItems = { error: 'Work items are required', code: 'MISSING_WORK_ITEMS' };

/** No server is known to send this code for other targets. */
const codeOfOtherTarget = { ...cycleCompleted, message: 'No.' };

test.each<[title: string, call: Call, body: JsonObject, cause: string, message: string]>([
	[
		'with the code of a closed target is about all additions to it',
		toCycle,
		cycleCompleted,
		'closedTarget',
		'Cycle 5fede980-b401-4371-a256-ccff5c354f91 has ended',
	],
	[
		'with another code is about the item',
		toCycle,
		missingWorkItems,
		'failed',
		'Plane refused the request: Work items are required',
	],
	[
		'with the code of another target is about the item',
		toModule,
		codeOfOtherTarget,
		'failed',
		'Plane refused the request: No',
	],
	[
		'of an update, with the code of a closed target, is about the item',
		moduleUpdate,
		codeOfOtherTarget,
		'failed',
		'Plane refused the request: No',
	],
])('a refusal %s', (_, call, body, cause, message) => {
	if (call.kind === 'upload') throw new Error('An upload is not sent to Plane');

	expect(badRequest(jsonResponse(body, 400), call)).toMatchObject({ cause, message, status: 400 });
});
