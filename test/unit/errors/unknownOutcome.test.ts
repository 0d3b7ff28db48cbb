import { describe, expect, it, test } from '@jest/globals';

import { withUnknownOutcome } from '../../../nodes/shared/errors/unknownOutcome';
import type { Call } from '../../../nodes/shared/model/call';
import {
	archiveCycle,
	attachFile,
	createInvitation,
	deleteLabel,
	getCycle,
	createWorkItem,
	removeWorkItemsFromCycle,
	transferWorkItems,
} from '../../../nodes/shared/operations';
import type { Operation } from '../../../nodes/shared/operations/operation';
import { problem } from '../../../nodes/shared/result/problem';
import { writeDefaults } from '../calls';
import { customerRequests, label, moduleUpdate, page, toCycle, upload } from './table/calls';

const place = { itemIndex: 0, workspace: 'acme', path: { project_id: 'p1' } };

const action = (operation: Operation<'action'>): Call<'action'> => ({
	kind: 'action',
	operation,
	...place,
	ignoreMissing: false,
});

const removal: Call<'remove'> = {
	kind: 'remove',
	operation: removeWorkItemsFromCycle,
	...place,
	ids: ['w1'],
	ignoreMissing: false,
};

const attachment: Call<'attach'> = {
	...place,
	kind: 'attach',
	operation: attachFile,
	files: [upload.file],
	ifUnknownType: 'fail',
};

const read: Call<'get'> = {
	kind: 'get',
	operation: getCycle,
	...place,
	search: {},
	simplify: false,
	binaryField: '',
};

const nobody: Call<'create'> = {
	kind: 'create',
	operation: createInvitation,
	...place,
	...writeDefaults,
	body: { email: 'a@b.c' },
};

const workItem: Call<'create'> = {
	kind: 'create',
	operation: createWorkItem,
	...place,
	...writeDefaults,
	body: {},
};

const broken = problem({ tag: 'failed', message: 'It broke off', description: 'Run it again.' });

const SAFE = 'Plane may or may not have saved this. Running the item again is safe:';

const CHECK = 'Plane may or may not have saved this. Check Plane for';

describe('Where nobody knows whether Plane has carried it out, the error says', () => {
	test.each<[string, Call, string]>([
		[
			'what to look for, and that a duplicate may come of it',
			page,
			`${CHECK} "x" before you run the item again, or you may create a duplicate.`,
		],
		[
			'what to choose where the name of a record is its own',
			label,
			`${CHECK} "bug" before you run the item again, or choose Use the Existing One under If It Already Exists.`,
		],
		[
			'that a duplicate may come of a work item without External ID (finding 13)',
			{ ...workItem, body: { name: 'x' } },
			`${CHECK} "x" before you run the item again, or you may create a duplicate.`,
		],
		[
			'what to choose for a work item with External ID',
			{ ...workItem, body: { name: 'x', external_source: 'sheet', external_id: 'row-12' } },
			`${CHECK} "x" before you run the item again, or choose Use the Existing One under If It Already Exists.`,
		],
		[
			'that a transfer is not to be repeated unseen',
			action(transferWorkItems),
			'Plane may or may not have transferred this. Check in Plane before you run the item again: doing it twice is not the same as doing it once.',
		],
		[
			'that it is about a record without a name',
			nobody,
			`${CHECK} it before you run the item again, or you may create a duplicate.`,
		],
		['that an update is safe to repeat', moduleUpdate, `${SAFE} it changes nothing twice.`],
		['that an addition is safe to repeat', toCycle, `${SAFE} it changes nothing twice.`],
		['that what a removal does not find is gone', removal, `${SAFE} what is not found is gone.`],
		[
			'that what a deletion does not find is gone',
			action(deleteLabel),
			'Plane may or may not have deleted this. Running the item again is safe: if Plane does not find it, it is gone.',
		],
		[
			'that what a record is taken out of does not find is gone',
			action({ ...deleteLabel, resultKey: 'removed' }),
			'Plane may or may not have removed this. Running the item again is safe: if Plane does not find it, it is gone.',
		],
		[
			'that what is archived is archived once',
			action(archiveCycle),
			`${SAFE} it changes nothing twice.`,
		],
		[
			'which file to look for',
			attachment,
			`${CHECK} "hello.txt" before you run the item again, or you may create a duplicate.`,
		],
		[
			'that an upload replaces the first one',
			upload,
			'The storage may or may not have the file. Uploading it again is safe: with the same upload credentials it replaces the first one.',
		],
	])('%s', (_, call, advice) => {
		expect(withUnknownOutcome(broken, call)).toEqual({
			...broken,
			tag: 'unknownOutcome',
			description: `Run it again. ${advice}`,
		});
	});

	it('that a create which ends in a change is safe to repeat', () => {
		const { description } = withUnknownOutcome(broken, page, 'change');

		expect(description).toBe(`Run it again. ${SAFE} it changes nothing twice.`);
		expect(withUnknownOutcome(broken, page, 'create').description).toContain(CHECK);
		// Of anything else, a change is what it is.
		expect(withUnknownOutcome(broken, removal, 'change').description).toContain('is gone');
	});

	it('the advice alone where there is nothing else to do', () => {
		const { description } = withUnknownOutcome({ ...broken, description: '' }, moduleUpdate);

		expect(description).toBe(`${SAFE} it changes nothing twice.`);
	});
});

it.each<[string, Call]>([
	['A list', customerRequests],
	['A record that is read', read],
	['The upload of Attach File, which shows only at its end,', { ...upload, isIssuedByNode: true }],
])('%s has no such advice', (_, call) => {
	expect(withUnknownOutcome(broken, call)).toBe(broken);
});
