import { describe, expect, it, test } from '@jest/globals';
import type { JsonObject, JsonValue } from 'n8n-workflow';

import { readDelivery } from '../../../nodes/PlaneTrigger/deliveries/readDelivery';
import { readRecordedBody } from '../../service/observed/webhooks';
import { withoutField } from './withoutField';

/** A recorded delivery with another activity, and other values in its record. */
const withChange = (what: string, activity: JsonObject, data: JsonObject = {}): JsonObject => {
	const body = readRecordedBody(what);
	const change = {
		...(body.activity as JsonObject),
		old_value: null,
		new_value: null,
		...activity,
	};

	return { ...body, activity: change, data: { ...(body.data as JsonObject), ...data } };
};

/** A recorded update of a work item with another activity, and other values in its record. */
const readChange = (activity: JsonObject, data: JsonObject = {}, action = 'updated') =>
	readDelivery({ ...withChange('state changed', activity, data), action });

/** A recorded update of a cycle with another activity, and other values in its record. */
const readCycleChange = (activity: JsonObject, data: JsonObject) =>
	readDelivery(withChange('cycle updated', activity, data));

describe('changes that old servers send as created or deleted (row 106)', () => {
	test.each([
		['modules', 'm1'],
		['cycles', 'c1'],
	])('a work item that was added to %s is reported as updated', (field, id) => {
		const delivery = readChange(
			{ field, old_value: '', new_value: 'Printing', new_identifier: id },
			{},
			'created',
		);

		expect(delivery?.event).toMatchObject({
			action: 'updated',
			field,
			oldValue: [],
			newValue: [id],
		});
		expect(Object.keys(delivery?.fields ?? {})).toEqual([field]);
	});

	test.each(['link', 'attachment'])(
		'a work item that got a new %s is reported as updated',
		(field) => {
			const delivery = readChange(
				{ field, old_value: null, new_value: 'https://acme.test/spec' },
				{},
				'created',
			);

			expect(delivery?.event).toMatchObject({
				action: 'updated',
				field,
				oldValue: null,
				newValue: 'https://acme.test/spec',
			});
		},
	);

	test.each<[string, JsonObject, JsonValue, JsonValue]>([
		['modules', { old_value: 'Printing', old_identifier: 'm1' }, ['m1'], []],
		['cycles', { old_value: 'Week 47', old_identifier: 'c1' }, ['c1'], []],
		['link', { old_value: 'https://acme.test/spec' }, 'https://acme.test/spec', null],
		['attachment', {}, null, null],
	])(
		'a work item whose %s was removed is reported as updated, not as deleted',
		(field, activity, oldValue, newValue) => {
			const body = withChange('state changed', { field, ...activity });

			const delivery = readDelivery({ ...body, action: 'deleted', data: { id: 'i1' } });

			expect(delivery?.event).toMatchObject({ action: 'updated', field, oldValue, newValue });
		},
	);

	it('a work item is reported as deleted if the changed field is the work item itself', () => {
		const body = withChange('state changed', { field: 'issue' });

		const delivery = readDelivery({ ...body, action: 'deleted', data: { id: 'i1' } });

		expect(delivery?.event).toMatchObject({ action: 'deleted', field: null, record: { id: 'i1' } });
	});

	it('a work item is reported as created if the activity has no field', () => {
		expect(readChange({ field: null }, {}, 'created')?.event).toMatchObject({
			action: 'created',
			field: null,
		});
	});
});

test('a created comment of an old server is reported as created, whatever its field (row 106)', () => {
	const body = readRecordedBody('comment created');
	const activity = { ...(body.activity as JsonObject), field: 'description' };

	expect(readDelivery({ ...body, activity })?.event).toMatchObject({
		event: 'workItemComment',
		action: 'created',
		field: null,
	});
});

describe('archiving with the API (row 109)', () => {
	it('archiving is reported as archived, not as updated', () => {
		const archived = readChange(
			{ field: 'archived_at', new_value: '2026-11-22' },
			{ archived_at: '2026-11-22' },
		);

		expect(archived?.event).toMatchObject({ action: 'archived', field: null, previous: {} });
		expect(archived?.hasNoVisibleChange).toBe(false);
	});

	it('restoring is reported as a change of archived_at', () => {
		const restored = readChange({ field: 'archived_at', old_value: '2026-11-22' });

		expect(restored?.event).toMatchObject({
			action: 'updated',
			field: 'archived_at',
			oldValue: '2026-11-22',
			newValue: null,
		});
	});
});

describe('updates without visible changes', () => {
	test.each<[string, JsonObject, JsonObject?]>([
		[
			'the same assignees in another order are no change',
			{ field: 'assignees', old_value: ['a', 'b'], new_value: ['b', 'a'] },
		],
		[
			'the same labels in another order are no change',
			{ field: 'label_ids', old_value: ['a', 'b', 'c'], new_value: ['c', 'b', 'a'] },
		],
		[
			'another position in the list is no visible change (row 105)',
			{ field: 'sort_order', old_value: 1, new_value: 2 },
		],
		[
			'a description that is stored as before is no change',
			{
				field: 'description_html',
				old_value: '<div><p>First.</p><p>Second.</p></div>',
				new_value: '<p>First.</p><p>Second.</p>',
			},
			{ description_html: '<div><p>First.</p><p>Second.</p></div>' },
		],
	])('%s', (...[, activity, data]) => {
		const delivery = readChange(activity, data);

		expect(delivery?.hasNoVisibleChange).toBe(true);
		expect(delivery?.event).toMatchObject({ field: null, previous: {} });
	});

	it('a day of a cycle that is stored as the same instant as before is no change (row 110)', () => {
		const delivery = readCycleChange(
			{ field: 'end_date', old_value: '2027-03-07T23:59:00Z', new_value: '2027-03-07' },
			{ end_date: '2027-03-07T23:59:00Z' },
		);

		expect(delivery?.hasNoVisibleChange).toBe(true);
		expect(delivery?.event).toMatchObject({ event: 'cycle', field: null, previous: {} });
	});
});

describe('an update with visible changes', () => {
	test.each<[string, JsonObject, JsonObject, string, JsonValue, JsonValue]>([
		[
			'reports a description that is stored differently than before (row 180)',
			{ field: 'description_html', old_value: '<p>A</p>', new_value: '<p>B</p>' },
			{ description_html: '<div><p>B</p></div>' },
			'description',
			'<p>A</p>',
			'<p>B</p>',
		],
		[
			'reports the ID of a state of which only the name was sent (row 107)',
			{ field: 'state', old_value: 'Todo', new_value: 'in progress' },
			{},
			'state',
			'Todo',
			'afc28be6-b53c-41a3-bdee-7187d4d71cbf',
		],
		[
			'reports the name of a state that the record does not have any more (row 107)',
			{ field: 'state', old_value: 'Todo', new_value: 'Done' },
			{},
			'state',
			'Todo',
			'Done',
		],
		[
			'reports the ID of a new parent (row 107)',
			{ field: 'parent', new_value: 'LNCH-3', new_identifier: 'i3' },
			{},
			'parent',
			null,
			'i3',
		],
		[
			'reports a single added assignee as a list (row 107)',
			{ field: 'assignees', old_value: '', new_value: 'ada', new_identifier: 'u1' },
			{},
			'assignees',
			[],
			['u1'],
		],
		// No server is known to leave the values of a list out. A delivery is read as far as it goes.
		[
			'reports empty lists if a list has no values',
			{ field: 'assignees' },
			{},
			'assignees',
			[],
			[],
		],
		[
			'reports null for a date that was the text None (row 100)',
			{ field: 'target_date', old_value: 'None', new_value: '2026-12-24' },
			{},
			'target_date',
			null,
			'2026-12-24',
		],
	])('%s', (_, activity, data, field, oldValue, newValue) => {
		const delivery = readChange(activity, data);

		expect(delivery?.hasNoVisibleChange).toBe(false);
		expect(delivery?.event).toMatchObject({ field, oldValue, newValue });
	});
});

test('a new end date of a cycle is reported as the day that was sent (row 110)', () => {
	const delivery = readCycleChange(
		{ field: 'end_date', old_value: '2027-03-07T23:59:00Z', new_value: '2027-03-08' },
		{ end_date: '2027-03-08T23:59:00Z' },
	);

	expect(delivery?.hasNoVisibleChange).toBe(false);
	expect(delivery?.event).toMatchObject({
		event: 'cycle',
		field: 'end_date',
		oldValue: '2027-03-07T23:59:00Z',
		newValue: '2027-03-08',
	});
});

test('an update without an activity reports no field, and the last editor of the record (row 41)', () => {
	const body = withoutField(readRecordedBody('state changed'), 'activity');

	expect(readDelivery(body)).toMatchObject({
		hasNoVisibleChange: false,
		fields: {},
		event: { field: null, actor: { id: '7d04ea1f-68d1-4521-8814-f5dd4e8c2e91' } },
	});
});

test('duplicate labels are removed, and show that former labels may be included (row 108)', () => {
	const labels = ['a', 'a', 'b'].map((id) => ({ id, name: id }));

	const delivery = readChange({ field: null }, { labels }, 'created');

	expect(delivery?.event.record.labels).toEqual([
		{ id: 'a', name: 'a' },
		{ id: 'b', name: 'b' },
	]);
	expect(delivery?.mayIncludeFormerAssignees).toBe(true);
	expect(readChange({ field: null }, {}, 'created')?.mayIncludeFormerAssignees).toBe(false);
});

test('a deletion that only has the ID has no project (row 41)', () => {
	const delivery = readDelivery({ event: 'issue', action: 'delete', data: { id: 'i1' } });

	expect(delivery?.event).toMatchObject({
		action: 'deleted',
		project: null,
		record: { id: 'i1' },
	});
});
