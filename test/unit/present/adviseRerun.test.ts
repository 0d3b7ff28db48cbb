import { describe, expect, test } from '@jest/globals';

import { adviseRerun } from '../../../nodes/Plane/present/adviseRerun';
import { fromFault } from '../../../nodes/shared/errors/fromFault';
import type { Call } from '../../../nodes/shared/model/call';
import {
	addWorkItemsToCycle,
	archiveCycle,
	attachFile,
	createEstimatePoints,
	createInvitation,
	createWorkItem,
	deleteLabel,
	removeWorkItemsFromCycle,
	transferWorkItems,
} from '../../../nodes/shared/operations';
import type { Operation } from '../../../nodes/shared/operations/operation';
import { problem, type Problem } from '../../../nodes/shared/result/problem';
import { create as customer, writeDefaults } from '../calls';
import { label, moduleUpdate, page, upload } from '../errors/table/calls';
import { networkFault } from '../responses';

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

const addition: Call<'add'> = {
	kind: 'add',
	operation: addWorkItemsToCycle,
	...location,
	ids: ['w1'],
};

const attachment: Call<'attach'> = {
	...location,
	kind: 'attach',
	operation: attachFile,
	files: [upload.file],
	ifUnknownType: 'fail',
	showsPictures: false,
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
	body: { name: 'Print' },
};
const imported: Call<'create'> = {
	...workItem,
	body: { ...workItem.body, external_source: 'sheet', external_id: 'row-12' },
};

const failure = problem({
	cause: 'failed',
	message: 'It broke off',
	description: 'Ask Ada.',
	tryAgain: 'Try again later.',
});
const maybeDone: Problem = { ...failure, effect: 'maybeDone' };
const partlyDone: Problem = { ...failure, effect: 'partlyDone' };

const SAFE = 'Running the item again is safe: it changes nothing twice.';

const CHOOSE =
	'To run the item again, set If It Already Exists to "Skip, and Return the Existing One" or "Update the Existing One": then the record is found, and nothing is created twice.';

const DUPLICATE = 'Do not run the item again, because that would create a duplicate.';

const checkFirst = (record: string) =>
	`Check Plane for ${record} before you run the item again, or you may create a duplicate.`;

const GONE = 'Running the item again is safe: what is not found is gone.';

/** What a second run does, after a first one that may have done everything, and after one that has done a part. */
type Row = readonly [item: string, call: Call, ifMaybeDone: string, ifPartlyDone: string];

const rows: readonly Row[] = [
	['a create without a unique value', workItem, checkFirst('"Print"'), DUPLICATE],
	['a create of a page, whose name is not unique', page, checkFirst('"x"'), DUPLICATE],
	['a create without a name', invitation, checkFirst('it'), DUPLICATE],
	['a create with an external ID', imported, CHOOSE, CHOOSE],
	['a create whose name is unique', label, CHOOSE, CHOOSE],
	['a create that uses an existing record', { ...imported, ifExists: 'use' }, SAFE, SAFE],
	[
		'a create that is matched on its title',
		{ ...workItem, ifExists: 'update', matchField: 'name' },
		SAFE,
		SAFE,
	],
	['a create that the server takes for an update (row 451)', customer, SAFE, SAFE],
	[
		'points of an estimate, of which only the missing ones are created (row 467)',
		{ ...workItem, operation: createEstimatePoints },
		SAFE,
		SAFE,
	],
	['an update', moduleUpdate, SAFE, SAFE],
	['an addition', addition, SAFE, SAFE],
	['a removal', removal, GONE, GONE],
	[
		'an attachment',
		attachment,
		'Look in Plane for each file that may be attached before you run the item again, and leave out what is attached.',
		'Leave out what is attached when you run the item again.',
	],
];

describe.each(rows)('after %s', (_, call, ifMaybeDone, ifPartlyDone) => {
	test('that may have been carried out, says what a second run does', () => {
		expect(adviseRerun(call, maybeDone)).toBe(
			`Plane may or may not have saved this. ${ifMaybeDone}`,
		);
	});

	test('that was carried out in part, says what a second run does', () => {
		expect(adviseRerun(call, partlyDone)).toBe(ifPartlyDone);
	});

	test('that was not carried out, says only when to try again', () => {
		expect(adviseRerun(call, failure)).toBe('Try again later.');
	});
});

test.each([
	[
		'a transfer',
		createAction(transferWorkItems),
		'Plane may or may not have transferred this. Check in Plane before you run the item again: doing it twice is not the same as doing it once.',
	],
	['a deletion', createAction(deleteLabel), `Plane may or may not have deleted this. ${GONE}`],
	[
		'an action that removes a record',
		createAction({ ...deleteLabel, resultKey: 'removed' }),
		`Plane may or may not have removed this. ${GONE}`,
	],
	['archiving', createAction(archiveCycle), `Plane may or may not have archived this. ${SAFE}`],
	[
		'an upload',
		upload,
		'The storage may or may not have the file. Uploading it again is safe: with the same upload credentials it replaces the first one.',
	],
])('after %s with an unknown outcome, says what may have been done', (_, call, advice) => {
	expect(adviseRerun(call, maybeDone)).toBe(advice);
});

describe('a record that is gone after a deletion with an unknown outcome', () => {
	const BY_ID =
		'Running the item again is safe by ID (l1): what is not found is gone. By name, it could find another record.';
	const deletion: Call<'action'> = {
		...createAction(deleteLabel),
		path: { ...location.path, label_id: 'l1' },
	};

	test('is to be given by its ID if it was given by its name, because the name may find another one', () => {
		const byName = { ...deletion, displayNames: { l1: 'Bug' } };

		expect(adviseRerun(byName, maybeDone)).toBe(`Plane may or may not have deleted this. ${BY_ID}`);
	});

	test('can be deleted again if it was given by its ID', () => {
		expect(adviseRerun(deletion, maybeDone)).toContain(GONE);
	});
});

/** Why a request after the create failed, each with advice that holds for that request alone. */
const reasons: readonly (readonly [reason: string, failure: Problem])[] = [
	['a dropped connection', fromFault(networkFault('ECONNRESET'), 'https://plane.example.com')],
	['a change with an unknown outcome', maybeDone],
	[
		'the end of the execution',
		problem({ cause: 'stopped', message: 'The execution ended', description: '' }),
	],
];

test.each(reasons)(
	'nothing advises to repeat a create that has saved a part, because of %s',
	(_, reason) => {
		expect(adviseRerun(workItem, { ...reason, effect: 'partlyDone' })).toBe(DUPLICATE);
	},
);

test('an item that was not carried out because the execution ended can be run again', () => {
	const stopped = problem({ cause: 'stopped', message: 'The execution ended', description: '' });

	expect(adviseRerun(workItem, stopped)).toBe('This was not carried out: run the item again.');
	expect(adviseRerun(undefined, stopped)).toBe('This was not carried out: run the item again.');
});
