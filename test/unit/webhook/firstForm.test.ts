import { describe, expect, it, test } from '@jest/globals';
import type { JsonObject, JsonValue } from 'n8n-workflow';

import { readDelivery } from '../../../nodes/shared/webhook/readDelivery';
import { deliveries } from '../../service/observed/webhooks';
import { withoutField } from './withoutField';

/** The body of a recorded delivery. */
function recorded(what: string): JsonObject {
	const delivery = deliveries.find((each) => each.what === what);
	if (delivery === undefined) throw new Error(`Nothing was recorded of ${what}`);

	return JSON.parse(delivery.body) as JsonObject;
}

/** A recorded update of a work item with another activity, and other values in its record. */
const readChange = (activity: JsonObject, data: JsonObject = {}, action = 'updated') => {
	const body = recorded('state changed');
	const change = {
		...(body.activity as JsonObject),
		old_value: null,
		new_value: null,
		...activity,
	};

	return readDelivery({
		...body,
		action,
		activity: change,
		data: { ...(body.data as JsonObject), ...data },
	});
};

describe('a work item that an old server calls created (row 106)', () => {
	test.each([
		['modules', 'm1'],
		['cycles', 'c1'],
		['labels', 'l1'],
	])('was updated where %s were added (case P13)', (field, id) => {
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

	test.each(['link', 'attachment'])('was updated where a %s was added (case P13)', (field) => {
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
	});

	it('is new where no field is named', () => {
		expect(readChange({ field: null }, {}, 'created')?.event).toMatchObject({
			action: 'created',
			field: null,
		});
	});
});

test('a comment that an old server calls created is new, whatever its field', () => {
	const body = recorded('comment created');
	const activity = { ...(body.activity as JsonObject), field: 'comment' };

	expect(readDelivery({ ...body, activity })?.event).toMatchObject({
		event: 'workItemComment',
		action: 'created',
		field: null,
	});
});

describe('archiving over the interface (row 109, case X10)', () => {
	it('is reported as archived', () => {
		const archived = readChange(
			{ field: 'archived_at', new_value: '2026-11-22' },
			{ archived_at: '2026-11-22' },
		);

		expect(archived?.event).toMatchObject({ action: 'archived', field: null, previous: {} });
		expect(archived?.isUnchanged).toBe(false);
	});

	it('is reported as a change of the field once it is taken back', () => {
		const restored = readChange({ field: 'archived_at', old_value: '2026-11-22' });

		expect(restored?.event).toMatchObject({
			action: 'updated',
			field: 'archived_at',
			oldValue: '2026-11-22',
			newValue: null,
		});
	});
});

describe('an update reports that nothing changed', () => {
	test.each<[string, JsonObject, JsonObject?]>([
		[
			'where the people are the same in another order (case P50)',
			{ field: 'assignees', old_value: ['a', 'b'], new_value: ['b', 'a'] },
		],
		[
			'where the labels are the same in another order (case P50)',
			{ field: 'label_ids', old_value: ['a', 'b', 'c'], new_value: ['c', 'b', 'a'] },
		],
		[
			'where it was moved in its list (row 105)',
			{ field: 'sort_order', old_value: 1, new_value: 2 },
		],
		[
			'where a description is stored as it was (case P04)',
			{
				field: 'description_html',
				old_value: '<div><p>First.</p><p>Second.</p></div>',
				new_value: '<p>First.</p><p>Second.</p>',
			},
			{ description_html: '<div><p>First.</p><p>Second.</p></div>' },
		],
		[
			'where a day is stored as the instant that was there (case X5)',
			{ field: 'end_date', old_value: '2027-03-07T23:59:00Z', new_value: '2027-03-07' },
			{ end_date: '2027-03-07T23:59:00Z' },
		],
	])('%s', (...[, activity, data]) => {
		const delivery = readChange(activity, data);

		expect(delivery?.isUnchanged).toBe(true);
		expect(delivery?.event).toMatchObject({ field: null, previous: {} });
	});
});

describe('an update reports a change', () => {
	test.each<[string, JsonObject, JsonObject, string, JsonValue, JsonValue]>([
		[
			'of a description that is stored otherwise than before',
			{ field: 'description_html', old_value: '<p>A</p>', new_value: '<p>B</p>' },
			{ description_html: '<div><p>B</p></div>' },
			'description',
			'<p>A</p>',
			'<p>B</p>',
		],
		[
			'of the end of a cycle',
			{ field: 'end_date', old_value: '2027-03-07T23:59:00Z', new_value: '2027-03-08' },
			{ end_date: '2027-03-08T23:59:00Z' },
			'end_date',
			'2027-03-07T23:59:00Z',
			'2027-03-08',
		],
		[
			'of the state by its ID, where only its name is said (row 107)',
			{ field: 'state', old_value: 'Todo', new_value: 'in progress' },
			{},
			'state',
			'Todo',
			'afc28be6-b53c-41a3-bdee-7187d4d71cbf',
		],
		[
			'of the state by a name that its record does not have',
			{ field: 'state', old_value: 'Todo', new_value: 'Done' },
			{},
			'state',
			'Todo',
			'Done',
		],
		[
			'by the ID on the side that has one',
			{ field: 'state', old_value: 'Todo', old_identifier: '', new_identifier: 's2' },
			{},
			'state',
			'Todo',
			's2',
		],
		[
			'of one person, as a list',
			{ field: 'assignees', old_value: '', new_value: 'ada', new_identifier: 'u1' },
			{},
			'assignees',
			[],
			['u1'],
		],
		['of which no value is said', { field: 'priority' }, {}, 'priority', null, null],
		['of a list of which no value is said', { field: 'assignees' }, {}, 'assignees', [], []],
		[
			'of a date whose value is the text None (row 100)',
			{ field: 'target_date', old_value: 'None', new_value: '2026-12-24' },
			{},
			'target_date',
			null,
			'2026-12-24',
		],
	])('%s', (_, activity, data, field, oldValue, newValue) => {
		const delivery = readChange(activity, data);

		expect(delivery?.isUnchanged).toBe(false);
		expect(delivery?.event).toMatchObject({ field, oldValue, newValue });
	});
});

test('an update without its activity reports no field, and who changed the record last', () => {
	const body = withoutField(recorded('state changed'), 'activity');

	expect(readDelivery(body)).toMatchObject({
		isUnchanged: false,
		fields: {},
		event: { field: null, actor: { id: '7d04ea1f-68d1-4521-8814-f5dd4e8c2e91' } },
	});
});

test('a record has each label and person once, and says that they may be former ones (row 108)', () => {
	const labels = ['a', 'a', 'b'].map((id) => ({ id, name: id }));
	const delivery = readChange({ field: null }, { labels }, 'created');

	expect(delivery?.event.record.labels).toEqual([
		{ id: 'a', name: 'a' },
		{ id: 'b', name: 'b' },
	]);
	expect(delivery?.mayHaveFormerPeople).toBe(true);
	expect(readChange({ field: null }, {}, 'created')?.mayHaveFormerPeople).toBe(false);
});

test('references that are IDs become records, as in version 2', () => {
	const delivery = readChange({ field: null }, { state: 's1', assignees: ['u1'] }, 'created');

	expect(delivery?.event.record).toMatchObject({ state: { id: 's1' }, assignees: [{ id: 'u1' }] });
});

test('a deletion that has no more than its ID is of no project that is known (finding 23)', () => {
	const delivery = readDelivery({ event: 'issue', action: 'delete', data: { id: 'i1' } });

	expect(delivery?.event).toMatchObject({
		action: 'deleted',
		projectId: null,
		record: { id: 'i1' },
	});
});
