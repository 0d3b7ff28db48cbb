import { describe, expect, test } from '@jest/globals';
import type { JsonObject, JsonValue } from 'n8n-workflow';

import { assigneesIn, fieldName, idIn, lacking } from '../../../nodes/shared/events/event';
import { isCalled, passesFilters } from '../../../nodes/shared/events/filters';
import { wantedField } from '../../../nodes/shared/events/wanted';

/** Which changes start a workflow: what both triggers decide alike, whatever server it came from. */

// A work item as recorded deliveries have it, and lists with `expand` (row 30): the fields that matter here.
const ada = {
	id: 'u1',
	email: 'Ada@Example.com',
	display_name: 'ada',
	first_name: 'Ada',
	last_name: 'L',
};
const bob = {
	id: 'u2',
	email: 'bob@example.com',
	display_name: 'bob',
	first_name: '',
	last_name: '',
};
const workItem: JsonObject = {
	id: 'w1',
	state: { id: 's1', name: 'Done', group: 'completed' },
	assignees: [ada, bob],
	priority: 'high',
	parent: 'w0',
	start_date: null,
	target_date: '2026-03-31',
	labels: [],
};

/** The field by which these changes are wanted. */
const field = (
	events: readonly string[],
	changed: Readonly<Record<string, JsonValue>>,
	more: {
		readonly toStates?: readonly string[];
		readonly assignedTo?: readonly string[];
		readonly fields?: readonly string[];
		readonly action?: string;
		readonly called?: readonly string[];
		readonly now?: JsonObject;
	} = {},
) => {
	const { toStates = [], assignedTo = [], fields = [], action = 'updated', called, now } = more;
	const values = Object.entries(changed).map(
		([name, value]) => [name, { new: value, ...(called && { called }) }] as const,
	);

	return wantedField(
		{ events, toStates, assignedTo, fields },
		{ action, fields: Object.fromEntries(values) },
		now ?? workItem,
	);
};

const CREATED = { action: 'created' };
const [ASSIGNED, MOVED] = ['work_item_assigned', 'work_item_state_changed'];

describe('a change of a work item is wanted', () => {
	test.each<[string, string | null | undefined, Parameters<typeof field>]>([
		['as a whole, when it is new', null, [['work_item_created'], {}, CREATED]],
		['not, when only changes are', undefined, [['work_item_updated'], { name: 'x' }, CREATED]],
		['as a whole, when nothing says what changed', null, [['work_item_updated'], {}]],
		['not then, when only one field is', undefined, [['field_changed'], {}, { fields: ['name'] }]],
		['by any field', 'name', [['work_item_updated'], { name: 'x' }]],
		[
			'by one that is watched',
			'name',
			[['field_changed'], { state: 's', name: 'x' }, { fields: ['name'] }],
		],
		['not by another one', undefined, [['field_changed'], { state: 's1' }, { fields: ['name'] }]],
		['not where nothing is', undefined, [[], { name: 'x' }]],
		['by being assigned', 'assignees', [[ASSIGNED], { assignees: ['u1'] }]],
		['by being assigned from the start', 'assignees', [[ASSIGNED], { assignees: ['u1'] }, CREATED]],
		['not by being taken from somebody', undefined, [[ASSIGNED], { assignees: [] }]],
		['not by what is no list', undefined, [[ASSIGNED], { assignees: 'u1' }]],
		['not by other lists', undefined, [[ASSIGNED], { labels: ['u1'] }]],
		[
			'by being assigned to one of them, by ID',
			'assignees',
			[[ASSIGNED], { assignees: ['u1'] }, { assignedTo: ['u1'] }],
		],
		[
			'by email address, in any case',
			'assignees',
			[[ASSIGNED], { assignees: ['u1'] }, { assignedTo: [' ada@example.com'] }],
		],
		[
			'not by one who has it already',
			undefined,
			[[ASSIGNED], { assignees: ['u1'] }, { assignedTo: ['bob'] }],
		],
		[
			'by the name that an activity tells',
			'assignees',
			[[ASSIGNED], { assignees: ['u3'] }, { assignedTo: ['cyd'], called: ['Cyd'] }],
		],
		[
			'not by the name of another one',
			undefined,
			[[ASSIGNED], { assignees: ['u3'] }, { assignedTo: ['cyd'], called: ['Dan'] }],
		],
		[
			'where the work item has no list of people',
			undefined,
			[[ASSIGNED], { assignees: ['u1'] }, { assignedTo: ['ada'], now: { id: 'w1' } }],
		],
		['by its state', 'state', [[MOVED], { state: 's1' }]],
		['not by its state when it is new', undefined, [[MOVED], { state: 's1' }, CREATED]],
		['not by a move where the state did not change', undefined, [[MOVED], { name: 'x' }]],
		['by the ID of its new state', 'state', [[MOVED], { state: 's1' }, { toStates: ['s1'] }]],
		['by the name of its new state', 'state', [[MOVED], { state: 's1' }, { toStates: ['done'] }]],
		[
			'by the name that an activity tells of it',
			'state',
			[[MOVED], { state: 's9' }, { toStates: ['done'], called: ['Done'] }],
		],
		[
			'not by the state that it is in meanwhile',
			undefined,
			[[MOVED], { state: 's9' }, { toStates: ['Done'] }],
		],
		[
			'not by a state that nobody knows',
			undefined,
			[[MOVED], { state: null }, { toStates: ['Done'] }],
		],
		[
			'not where the work item has no state',
			undefined,
			[[MOVED], { state: 's1' }, { toStates: ['Done'], now: { id: 'w1' } }],
		],
	])('%s', (_, expected, given) => {
		expect(field(...given)).toBe(expected);
	});
});

describe('a record is called by', () => {
	test.each<[string, boolean]>([
		['u1', true],
		['ADA@example.com ', true],
		['ada l', true],
		['ada', true],
		['l', false],
		['ada  l', true],
		['', false],
	])('%j: %j', (name, expected) => {
		expect(isCalled({ ...ada }, [name])).toBe(expected);
		expect(isCalled([bob, { ...ada }], ['nobody', name])).toBe(expected);
	});

	test('its ID alone, where it is no more than that, and nothing calls what is none', () => {
		expect(isCalled('u1', ['U1'])).toBe(true);
		expect(isCalled(['u2', 'u1'], ['u1'])).toBe(true);

		for (const none of [undefined, null, 5, true, []]) {
			expect(isCalled(none, ['u1', '5', 'true', ''])).toBe(false);
		}
	});
});

describe('a work item passes', () => {
	test.each<[JsonObject, boolean]>([
		[{}, true],
		[{ states: ['Done'] }, true],
		[{ states: ['To do', 's1'] }, true],
		[{ states: ['To do'] }, false],
		[{ states: 'Done' }, true],
		[{ states: [5, null] }, false],
		[{ state_group: ['completed'] }, true],
		[{ state_group: ['started'] }, false],
		[{ assignees: ['bob@example.com'] }, true],
		[{ labels: ['bug'] }, false],
		[{ priority: ['low', 'high'] }, true],
		[{ priority: ['low'], states: ['Done'] }, false],
		[{ parent: ['w0'] }, true],
		[{ parent: ['w1'] }, false],
		[{ target_from: '2026-03-31', target_to: '2026-03-31' }, true],
		[{ target_from: '2026-04-01' }, false],
		[{ target_to: '2026-03-30' }, false],
		[{ start_from: '2026-01-01' }, false],
	])('%j: %j', (filters, expected) => {
		expect(passesFilters(workItem, filters)).toBe(expected);
	});
});

// Row 43.
test.each([
	['state_id', 'state'],
	['assignee_ids', 'assignees'],
	['label_ids', 'labels'],
	['estimate_points', 'estimate_point'],
	['estimate_time', 'estimate_point'],
	['my_estimate_', 'my_estimate_'],
	['name', 'name'],
])('the field %s is called %s', (wire, name) => {
	expect(fieldName(wire)).toBe(name);
});

test('an ID stands alone or in its record, and an empty one is none', () => {
	expect(['u1', { ...ada }, '', { id: '' }, {}, null, undefined, 5].map(idIn)).toEqual([
		'u1',
		'u1',
		null,
		null,
		null,
		null,
		null,
		null,
	]);
});

test('what is lacking is compared by IDs, whole records or not', () => {
	expect(lacking([{ ...ada }, 'u2', 'x', 7], ['u1', { ...bob }])).toEqual(['x', 7]);
});

test.each<[JsonObject, readonly string[]]>([
	[{ assignees: [{ ...ada }, 'u2', ''] }, ['u1', 'u2']],
	[{ assignee_ids: ['u2'] }, ['u2']],
	[{ assignees: null }, []],
	[{}, []],
])('the people of %j are %j', (row, people) => {
	expect(assigneesIn(row)).toEqual(people);
});
