import { describe, expect, test } from '@jest/globals';
import type { JsonObject, JsonValue } from 'n8n-workflow';

import { changesIn, isCreation } from '../../../nodes/PlanePollingTrigger/changes/activities';

let activityCount = 0;

/** An activity as servers write it when a field is changed. */
const activity = (
	field: string | null,
	oldValue: string,
	newValue: string,
	fields: JsonObject = {},
): JsonObject => ({
	id: `a${++activityCount}`,
	verb: 'updated',
	field,
	old_value: oldValue,
	new_value: newValue,
	actor: 'ada',
	epoch: 1_764_000_000,
	created_at: '2026-11-23T08:00:00.5Z',
	...fields,
});

const creation = () => activity(null, '', 'New', { verb: 'created' });

/** Changes in short: the action, and each field with its old and new value. */
const describeChanges = (rows: readonly JsonObject[], groupsByEdit = false) =>
	changesIn(rows, groupsByEdit).map(({ action, fields }) => {
		const values = Object.entries(fields).map(
			([name, { old, new: now }]) => `${name} ${JSON.stringify(old)}→${JSON.stringify(now)}`,
		);

		return [action, ...values].join(' ');
	});

test('only the creation of the work item itself is a creation, not that of a part of it', () => {
	const attachmentAdded = activity('attachment', '', 'a.png', { verb: 'created' });
	const changed = activity(null, '', '');

	expect([creation(), attachmentAdded, changed].map(isCreation)).toEqual([true, false, false]);
});

describe('the changes in the activities of a work item', () => {
	const renames = () => [activity('name', 'A', 'B'), activity('name', 'B', 'C')];

	test('are those of single fields, in order', () => {
		const rows = [...renames(), activity('priority', 'low', 'high')];

		expect(describeChanges(rows)).toEqual([
			'updated name "A"→"B"',
			'updated name "B"→"C"',
			'updated priority "low"→"high"',
		]);
	});

	test('are one change if they are grouped by edit', () => {
		const rows = [...renames(), activity('priority', 'low', 'high')];

		expect(describeChanges(rows, true)).toEqual(['updated name "A"→"C" priority "low"→"high"']);
		expect(changesIn(rows, true)).toMatchObject([
			{ actor: 'ada', rows, fields: { name: { old: 'A', new: 'C', oldName: 'A', newName: 'C' } } },
		]);
	});

	test.each<readonly [string, JsonObject, JsonObject, boolean]>([
		['other users', {}, { actor: 'bob' }, false],
		['the same user in two forms', { actor: { id: 'ada' } }, {}, true],
		['the same second', { epoch: 5.1 }, { epoch: 5.9 }, true],
		['the next second', { epoch: 5.9 }, { epoch: 6.1 }, false],
		['no epoch and the same time', { epoch: null }, { epoch: null }, true],
		[
			'no epoch and the same second',
			{ epoch: null },
			{ epoch: null, created_at: '2026-11-23T08:00:00.9Z' },
			true,
		],
		[
			'no epoch and the next second',
			{ epoch: null },
			{ epoch: null, created_at: '2026-11-23T08:00:01.1Z' },
			false,
		],
		['no time in one of them', { epoch: null, created_at: null }, { epoch: null }, false],
	])('are one edit by one user in one second: %s', (_, firstFields, secondFields, isOneEdit) => {
		const [first = {}, second = {}] = renames();
		const rows = [
			{ ...first, ...firstFields },
			{ ...second, ...secondFields },
		];

		expect(changesIn(rows, true).length === 1).toBe(isOneEdit);
	});

	test.each(['assignees', 'labels', 'modules', 'cycles'])(
		'are one for all that was added to and removed from %s',
		(field) => {
			const rows = [
				activity(field, '', 'Ada', { old_identifier: null, new_identifier: 'u1' }),
				activity('name', 'A', 'B'),
				activity(field, 'Bob', '', { old_identifier: 'u2', new_identifier: null }),
				activity(field, '', 'Sam', { old_identifier: '', new_identifier: 'u3' }),
			];

			expect(describeChanges(rows)).toEqual([
				`updated ${field} ["u2"]→["u1","u3"]`,
				'updated name "A"→"B"',
			]);
			expect(changesIn(rows, false)[0]?.fields[field]).toMatchObject({
				oldName: ['Bob'],
				newName: ['Ada', 'Sam'],
			});
		},
	);

	test('are two for two lists', () => {
		const rows = [activity('labels', '', 'A'), activity('cycles', '', 'B')];

		expect(describeChanges(rows)).toHaveLength(2);
	});

	test.each<[string, JsonObject, JsonValue, JsonValue]>([
		['the names beside the IDs', { old_identifier: 's1', new_identifier: 's2' }, 'Todo', 'Done'],
		['the values, if there are no IDs', {}, 'Todo', 'Done'],
		['null for null', { old_value: null, new_value: null }, null, null],
		[
			'null, if there is only an ID',
			{ old_identifier: 's1', old_value: '', new_identifier: 's2', new_value: '' },
			null,
			null,
		],
		[
			'null for an ID that is sent as the value',
			{ old_value: '', new_value: 'afc28be6-b53c-41a3-bdee-7187d4d71cbf' },
			null,
			null,
		],
	])('have as names %s', (_, fields, oldName, newName) => {
		const [change] = changesIn([activity('state', 'Todo', 'Done', fields)], false);

		expect(change?.fields.state).toMatchObject({ oldName, newName });
	});

	test('have the text of a description as its name', () => {
		const rows = [activity('description', '<p>Old &amp; gray</p>', '<p>New</p>')];

		expect(changesIn(rows, false)[0]?.fields.description).toEqual({
			old: '<p>Old &amp; gray</p>',
			new: '<p>New</p>',
			oldName: 'Old & gray',
			newName: 'New',
		});
	});

	test.each([
		['the IDs, if there are any', { old_identifier: 's1', new_identifier: 's2' }, 's1', 's2'],
		['the texts, if there are no IDs', { old_identifier: '', new_identifier: 5 }, 'Todo', 'Done'],
		['null for an empty text', { old_value: '', new_value: '' }, null, null],
		['null for null', { old_value: null, new_value: null }, null, null],
	])('have as values %s', (_, fields, oldValue, newValue) => {
		const [change] = changesIn([activity('state_id', 'Todo', 'Done', fields)], false);

		expect(change?.fields.state).toMatchObject({ old: oldValue, new: newValue });
	});

	test.each(['target_date', 'parent', 'estimate_points', 'state'])(
		'have null for the text None in the field %s',
		(field) => {
			expect(describeChanges([activity(field, 'None', 'None')])[0]).toMatch(/ null→null$/);
		},
	);

	test.each(['name', 'description'])('have the text None in the field %s', (field) => {
		expect(describeChanges([activity(field, 'None', 'None')])).toEqual([
			`updated ${field} "None"→"None"`,
		]);
	});

	test('have the ID of a record with the name None', () => {
		const label = activity('labels', 'None', 'None', {
			old_identifier: null,
			new_identifier: 'l1',
		});
		const parent = activity('parent', 'None', 'None', {
			old_identifier: 'None',
			new_identifier: 'i2',
		});

		expect(describeChanges([label])).toEqual(['updated labels []→["l1"]']);
		expect(describeChanges([parent])).toEqual(['updated parent null→"i2"']);
	});

	describe('of a list', () => {
		const removed = (id: string) => activity('assignees', 'x', '', { old_identifier: id });
		const added = (id: string) => activity('assignees', '', 'x', { new_identifier: id });

		test('are none if it has the same entries as before', () => {
			const rows = [removed('u1'), removed('u2'), added('u2'), added('u1')];

			expect(describeChanges(rows)).toEqual([]);
		});

		test('are only about the entries that are not there any more', () => {
			const rows = [removed('u1'), removed('u2'), added('u1')];

			expect(describeChanges(rows)).toEqual(['updated assignees ["u2"]→[]']);
		});

		test.each([
			['was empty before', [added('u1'), removed('u1')]],
			[
				'was empty before, although another worker wrote the removal first',
				[removed('u1'), added('u1')],
			],
		])('are none if an entry was added and removed again, and the list %s', (_, rows) => {
			expect(describeChanges(rows)).toEqual([]);
		});

		test('are what differs in the end if an entry came, left and came again', () => {
			expect(describeChanges([added('u1'), removed('u1'), added('u1')])).toEqual([
				'updated assignees []→["u1"]',
			]);
			expect(describeChanges([removed('u1'), added('u1'), removed('u1')])).toEqual([
				'updated assignees ["u1"]→[]',
			]);
		});

		test('have only the last cycle of a work item that was added to one and moved to another at once', () => {
			const rows = [
				activity('cycles', '', 'Week 1', { old_identifier: null, new_identifier: 'c1' }),
				activity('cycles', 'Week 1', 'Week 2', { old_identifier: 'c1', new_identifier: 'c2' }),
			];

			expect(describeChanges(rows)).toEqual(['updated cycles []→["c2"]']);
			expect(changesIn(rows, false)[0]?.fields.cycles).toMatchObject({
				oldName: [],
				newName: ['Week 2'],
			});
		});

		test('have an entry once that was added again although it was there (row 81)', () => {
			expect(describeChanges([added('u1'), added('u1')])).toEqual(['updated assignees []→["u1"]']);
		});

		test('are left out of an edit if it has the same entries as before', () => {
			const rows = [removed('u1'), added('u1'), activity('name', 'A', 'B')];

			expect(describeChanges(rows, true)).toEqual(['updated name "A"→"B"']);
		});
	});

	describe('of one field in one edit', () => {
		test.each([
			[
				'the order in which they were written',
				[activity('name', 'A', 'B'), activity('name', 'B', 'C')],
			],
			['the other order', [activity('name', 'B', 'C'), activity('name', 'A', 'B')]],
		])('lead from the first value to the last, in %s', (_, rows) => {
			expect(describeChanges(rows, true)).toEqual(['updated name "A"→"C"']);
		});

		test('are none if the value is the same as before', () => {
			const rows = [activity('priority', 'low', 'high'), activity('priority', 'high', 'low')];

			expect(describeChanges(rows, true)).toEqual([]);
			expect(describeChanges([...rows, activity('name', 'A', 'B')], true)).toEqual([
				'updated name "A"→"B"',
			]);
		});

		test('are kept if two links were added, which have no old value', () => {
			const rows = [activity('link', '', 'https://a'), activity('link', '', 'https://b')];

			expect(describeChanges(rows, true)).toEqual(['updated link null→"https://b"']);
		});
	});

	test('have null for values that are missing', () => {
		const [change] = changesIn([{ field: 'name', verb: 'updated' }], false);

		expect(change).toMatchObject({
			action: 'updated',
			actor: null,
			fields: { name: { old: null, new: null, oldName: null, newName: null } },
		});
	});

	test.each([false, true])(
		'separate a creation from what was changed at once, grouped by edit: %s',
		(groupsByEdit) => {
			const rows = [creation(), activity('name', 'A', 'B')];

			expect(describeChanges(rows, groupsByEdit)).toEqual(['created', 'updated name "A"→"B"']);
			expect(changesIn(rows, groupsByEdit)[0]?.rows).toEqual(rows.slice(0, 1));
		},
	);
});
