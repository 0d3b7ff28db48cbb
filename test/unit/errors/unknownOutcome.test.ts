import { describe, expect, it, test } from '@jest/globals';

import { withUnknownOutcome } from '../../../nodes/shared/errors/unknownOutcome';
import type { Call } from '../../../nodes/shared/model/call';
import {
	archiveCycle,
	attachFile,
	createEstimatePoints,
	createInvitation,
	deleteLabel,
	getCycle,
	createWorkItem,
	removeWorkItemsFromCycle,
	transferWorkItems,
} from '../../../nodes/shared/operations';
import type { Operation } from '../../../nodes/shared/operations/operation';
import { problem } from '../../../nodes/shared/result/problem';
import { create as customer, writeDefaults } from '../calls';
import { customerRequests, label, moduleUpdate, page, toCycle, upload } from './table/calls';

const location = { itemIndex: 0, workspace: 'acme', path: { project_id: 'p1' } };

const createAction = (operation: Operation<'action'>): Call<'action'> => ({
	kind: 'action',
	operation,
	...location,
	ignoreMissing: false,
});

const removal: Call<'remove'> = {
	kind: 'remove',
	operation: removeWorkItemsFromCycle,
	...location,
	ids: ['w1'],
	ignoreMissing: false,
};

const attachment: Call<'attach'> = {
	...location,
	kind: 'attach',
	operation: attachFile,
	files: [upload.file],
	ifUnknownType: 'fail',
};

const readCycle: Call<'get'> = {
	kind: 'get',
	operation: getCycle,
	...location,
	queryParameters: {},
	simplify: false,
	binaryField: '',
};

const invitation: Call<'create'> = {
	kind: 'create',
	operation: createInvitation,
	...location,
	...writeDefaults,
	body: { email: 'a@b.c' },
};

const workItem: Call<'create'> = {
	kind: 'create',
	operation: createWorkItem,
	...location,
	...writeDefaults,
	body: {},
};

const failure = problem({
	tag: 'failed',
	message: 'It broke off',
	description: 'Ask Ada.',
	rerunAdvice: 'Try again later.',
});

const SAFE = 'Plane may or may not have saved this. Running the item again is safe:';

const CHECK = 'Plane may or may not have saved this. Check Plane for';

describe('withUnknownOutcome', () => {
	test.each<[string, Call, string]>([
		[
			'says what to look for, and that a second run may create a duplicate',
			page,
			`${CHECK} "x" before you run the item again, or you may create a duplicate.`,
		],
		[
			'says what to choose if the name of a record is unique',
			label,
			`${CHECK} "bug" before you run the item again, or choose "Skip, and Return the Existing One" under If It Already Exists.`,
		],
		[
			'warns of a duplicate of a work item without External ID (finding 13)',
			{ ...workItem, body: { name: 'x' } },
			`${CHECK} "x" before you run the item again, or you may create a duplicate.`,
		],
		[
			'says what to choose for a work item with External ID',
			{ ...workItem, body: { name: 'x', external_source: 'sheet', external_id: 'row-12' } },
			`${CHECK} "x" before you run the item again, or choose "Skip, and Return the Existing One" under If It Already Exists.`,
		],
		[
			'warns against repeating a transfer unchecked',
			createAction(transferWorkItems),
			'Plane may or may not have transferred this. Check in Plane before you run the item again: doing it twice is not the same as doing it once.',
		],
		[
			'warns of a duplicate of a record without a name',
			invitation,
			`${CHECK} it before you run the item again, or you may create a duplicate.`,
		],
		[
			'says that the create of a customer is safe to repeat (row 451)',
			customer,
			`${SAFE} it changes nothing twice.`,
		],
		[
			'says that missing points of an estimate are safe to repeat (row 467)',
			{ ...workItem, operation: createEstimatePoints },
			`${SAFE} it changes nothing twice.`,
		],
		['says that an update is safe to repeat', moduleUpdate, `${SAFE} it changes nothing twice.`],
		['says that an addition is safe to repeat', toCycle, `${SAFE} it changes nothing twice.`],
		['says that a removal is safe to repeat', removal, `${SAFE} what is not found is gone.`],
		[
			'says that a deletion is safe to repeat',
			createAction(deleteLabel),
			'Plane may or may not have deleted this. Running the item again is safe: if Plane does not find it, it is gone.',
		],
		[
			'says that an action that removes a record is safe to repeat',
			createAction({ ...deleteLabel, resultKey: 'removed' }),
			'Plane may or may not have removed this. Running the item again is safe: if Plane does not find it, it is gone.',
		],
		[
			'says that archiving is safe to repeat',
			createAction(archiveCycle),
			`${SAFE} it changes nothing twice.`,
		],
		[
			'says which file to look for',
			attachment,
			`${CHECK} "hello.txt" before you run the item again, or you may create a duplicate.`,
		],
		[
			'says that an upload is safe to repeat',
			upload,
			'The storage may or may not have the file. Uploading it again is safe: with the same upload credentials it replaces the first one.',
		],
	])('%s', (_, call, advice) => {
		expect(withUnknownOutcome(failure, call)).toEqual({
			...failure,
			tag: 'unknownOutcome',
			rerunAdvice: advice,
		});
	});

	it('says that a create which ends in a change is safe to repeat', () => {
		const { rerunAdvice } = withUnknownOutcome(failure, page, 'change');

		expect(rerunAdvice).toBe(`${SAFE} it changes nothing twice.`);
		expect(withUnknownOutcome(failure, page, 'create').rerunAdvice).toContain(CHECK);
		// The effect matters only for creates.
		expect(withUnknownOutcome(failure, removal, 'change').rerunAdvice).toContain('is gone');
	});
});

it.each<[string, Call]>([
	['of a list', customerRequests],
	['of a read', readCycle],
	[
		'of an upload by Attach File, which is invisible until its end',
		{ ...upload, isIssuedByNode: true },
	],
])('withUnknownOutcome does not change the problem %s', (_, call) => {
	expect(withUnknownOutcome(failure, call)).toBe(failure);
});
