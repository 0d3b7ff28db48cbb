import { expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { badRequest } from '../../../nodes/shared/errors/badRequest';
import type { Call } from '../../../nodes/shared/model/call';
import { jsonResponse } from '../responses';
import { moduleUpdate, toCycle, toModule } from './table/calls';

/** Row 31. */
const refusal = {
	code: 'CYCLE_COMPLETED',
	message: 'The Cycle has already been completed so no new issues can be added',
};

/** Recorded (`exchanges` 30). */
const incomplete = { error: 'Work items are required', code: 'MISSING_WORK_ITEMS' };

/** No server is known to send this code for anything else. */
const elsewhere = { ...refusal, message: 'No.' };

test.each<[title: string, call: Call, said: JsonObject, tag: string, message: string]>([
	[
		'of a target that takes nothing more is about all that is added to it',
		toCycle,
		refusal,
		'target',
		'Cycle 5fede980-b401-4371-a256-ccff5c354f91 has ended',
	],
	[
		'with another code is about the item',
		toCycle,
		incomplete,
		'failed',
		'Plane refused the request: Work items are required',
	],
	[
		'with the code of another target is about the item',
		toModule,
		elsewhere,
		'failed',
		'Plane refused the request: No',
	],
	[
		'with the code of what is not asked for is about the item',
		moduleUpdate,
		elsewhere,
		'failed',
		'Plane refused the request: No',
	],
])('A refusal %s', (_, call, said, tag, message) => {
	if (call.kind === 'upload') throw new Error('It is not sent to Plane');

	expect(badRequest(jsonResponse(said, 400), call)).toMatchObject({ tag, message, status: 400 });
});
