import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { changesIn, isCreation } from '../../../nodes/PlanePollingTrigger/changes/activities';

let count = 0;
/** A row as servers write it when a field is changed. */
const row = (
	field: string | null,
	old: string,
	now: string,
	more: JsonObject = {},
): JsonObject => ({
	id: `a${++count}`,
	verb: 'updated',
	field,
	old_value: old,
	new_value: now,
	actor: 'ada',
	epoch: 1_764_000_000,
	created_at: '2026-11-23T08:00:00.5Z',
	...more,
});
const born = (more: JsonObject = {}) => row(null, '', 'New', { verb: 'created', ...more });

/** Changes in short: the action, and each field with the values before and after. */
const shortly = (rows: readonly JsonObject[], isByEdit = false) =>
	changesIn(rows, isByEdit).map(({ action, fields }) =>
		[
			action,
			...Object.entries(fields).map(
				([name, { old, new: now }]) => `${name} ${JSON.stringify(old)}→${JSON.stringify(now)}`,
			),
		].join(' '),
	);

describe('what rows of activities report', () => {
	const two = () => [row('name', 'A', 'B'), row('name', 'B', 'C')];
	const name = ['updated name "A"→"B"', 'updated name "B"→"C"'];

	test('are changes of a field each, in their order, or one edit', () => {
		const rows = [...two(), row('priority', 'low', 'high')];

		expect(shortly(rows)).toEqual([...name, 'updated priority "low"→"high"']);
		expect(shortly(rows, true)).toEqual(['updated name "A"→"C" priority "low"→"high"']);
		expect(changesIn(rows, true)).toMatchObject([
			{ actor: 'ada', rows, fields: { name: { displayNames: ['B', 'C'] } } },
		]);
	});

	test('is by one edit what one user did in one second', () => {
		const [first = {}, second = {}] = two();
		const isOne = (one: JsonObject, other: JsonObject) =>
			changesIn(
				[
					{ ...first, ...one },
					{ ...second, ...other },
				],
				true,
			).length === 1;
		const none = null;

		expect([
			isOne({}, { actor: 'bob' }),
			isOne({ actor: { id: 'ada' } }, {}),
			isOne({ epoch: 5.1 }, { epoch: 5.9 }),
			isOne({ epoch: 5.9 }, { epoch: 6.1 }),
			// Some servers do not count the seconds.
			isOne({ epoch: none }, { epoch: none }),
			isOne({ epoch: none }, { epoch: none, created_at: '2026-11-23T08:00:00.9Z' }),
			isOne({ epoch: none }, { epoch: none, created_at: '2026-11-23T08:00:01.1Z' }),
			isOne({ epoch: none, created_at: none }, { epoch: none }),
		]).toEqual([false, true, true, false, true, true, false, false]);
	});

	test.each(['assignees', 'labels', 'modules', 'cycles'])(
		'is one change of %s, of all that came and went',
		(field) => {
			const rows = [
				row(field, '', 'Ada', { old_identifier: null, new_identifier: 'u1' }),
				row('name', 'A', 'B'),
				row(field, 'Bob', '', { old_identifier: 'u2', new_identifier: null }),
				row(field, '', 'Sam', { old_identifier: '', new_identifier: 'u3' }),
			];

			expect(shortly(rows)).toEqual([
				`updated ${field} ["u2"]→["u1","u3"]`,
				'updated name "A"→"B"',
			]);
			expect(changesIn(rows, false)[0]?.fields[field]?.displayNames).toEqual(['Ada', '', 'Sam']);
			const another = field === 'labels' ? 'cycles' : 'labels';

			expect(shortly([row(field, '', 'A'), row(another, '', 'B')])).toHaveLength(2);
		},
	);

	test.each([
		['the ID beside what people read', { old_identifier: 's1', new_identifier: 's2' }, 's1', 's2'],
		[
			'what people read where there is no ID',
			{ old_identifier: '', new_identifier: 5 },
			'Todo',
			'Done',
		],
		['nothing for an empty text', { old_value: '', new_value: '' }, null, null],
		['nothing for null', { old_value: null, new_value: null }, null, null],
	])('has for a value %s', (_, more, old, now) => {
		const [change] = changesIn([row('state_id', 'Todo', 'Done', more)], false);

		expect(change?.fields.state).toMatchObject({ old, new: now });
	});

	test('has null for the text None, but in fields whose values people type', () => {
		const valuesOf = (field: string, more: JsonObject = {}) =>
			shortly([row(field, 'None', 'None', more)]);

		for (const field of ['target_date', 'parent', 'estimate_points', 'state']) {
			expect(valuesOf(field)[0]).toMatch(/ null→null$/);
		}

		expect(valuesOf('name')).toEqual(['updated name "None"→"None"']);
		expect(valuesOf('description')).toEqual(['updated description "None"→"None"']);
		// A label, say, that is called so.
		expect(valuesOf('labels', { old_identifier: null, new_identifier: 'l1' })).toEqual([
			'updated labels []→["l1"]',
		]);
		expect(valuesOf('parent', { old_identifier: 'None', new_identifier: 'i2' })).toEqual([
			'updated parent null→"i2"',
		]);
	});

	test('is nothing where a list has the same entries as before (P50)', () => {
		const out = (id: string) => row('assignees', 'x', '', { old_identifier: id });
		const added = (id: string) => row('assignees', '', 'x', { new_identifier: id });

		expect(shortly([out('u1'), out('u2'), added('u2'), added('u1')])).toEqual([]);
		expect(shortly([out('u1'), out('u2'), added('u1')])).toEqual(['updated assignees ["u2"]→[]']);
		// Given to somebody, and taken away again: both happened.
		expect(shortly([added('u1'), out('u1')])).toEqual(['updated assignees ["u1"]→["u1"]']);
		expect(shortly([out('u1'), added('u1'), row('name', 'A', 'B')], true)).toEqual([
			'updated name "A"→"B"',
		]);
	});

	test('has nothing for a value that is not there', () => {
		const [change] = changesIn([{ field: 'name', verb: 'updated' }], false);
		const value = { old: null, new: null, displayNames: [''] };

		expect(change).toMatchObject({ action: 'updated', actor: null, fields: { name: value } });
	});

	test('is that a work item was created, apart from what was changed at once', () => {
		const rows = [born(), row('name', 'A', 'B')];

		for (const isByEdit of [false, true]) {
			expect(shortly(rows, isByEdit)).toEqual(['created', 'updated name "A"→"B"']);
		}

		expect(changesIn(rows, false)[0]?.rows).toEqual(rows.slice(0, 1));
	});

	test('is no creation of the work item where a part of it was created', () => {
		const rows = [born(), row('attachment', '', 'a.png', { verb: 'created' }), row(null, '', '')];

		expect(rows.map(isCreation)).toEqual([true, false, false]);
	});
});
