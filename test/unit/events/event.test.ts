import { expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import {
	canonicalFieldName,
	difference,
	readAssigneeIds,
	readId,
} from '../../../nodes/shared/events/event';
import { ada, bob } from './workItems';

// Row 43.
test.each([
	['state_id', 'state'],
	['assignee_ids', 'assignees'],
	['label_ids', 'labels'],
	['estimate_points', 'estimate_point'],
	['estimate_time', 'estimate_point'],
	['my_estimate_', 'my_estimate_'],
	['name', 'name'],
])('the canonical name of the field %s is %s', (serverName, name) => {
	expect(canonicalFieldName(serverName)).toBe(name);
});

test.each([
	['u1', 'u1'],
	[{ ...ada }, 'u1'],
	['', null],
	[{ id: '' }, null],
	[{}, null],
	[null, null],
	[undefined, null],
	[5, null],
])('reads from %j the ID %j', (value, id) => {
	expect(readId(value)).toBe(id);
});

test('the difference of two lists compares IDs, whether the entries are IDs or records', () => {
	expect(difference([{ ...ada }, 'u2', 'x', 7], ['u1', { ...bob }])).toEqual(['x', 7]);
});

test.each<[JsonObject, readonly string[]]>([
	[{ assignees: [{ ...ada }, 'u2', ''] }, ['u1', 'u2']],
	[{ assignee_ids: ['u2'] }, ['u2']],
	[{ assignees: null }, []],
	[{}, []],
])('reads from the work item %j the IDs of its assignees, %j', (workItem, ids) => {
	expect(readAssigneeIds(workItem)).toEqual(ids);
});
