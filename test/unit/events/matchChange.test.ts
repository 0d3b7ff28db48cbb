import { describe, expect, test } from '@jest/globals';
import type { JsonObject, JsonValue } from 'n8n-workflow';

import { type ChangeFilter, matchChange } from '../../../nodes/shared/events/matchChange';
import { workItem } from './workItems';

interface Situation extends Partial<ChangeFilter> {
	/** New values by field. */
	readonly changes: Readonly<Record<string, JsonValue>>;
	/** What people read for the new values, if the server sends it. */
	readonly newName?: string | string[];
	readonly action?: 'created' | 'updated';
	/** The work item after the change. */
	readonly record?: JsonObject;
}

function match(situation: Situation) {
	const { changes, newName, action = 'updated', record = workItem, ...filter } = situation;
	const fields = Object.entries(changes).map(
		([name, value]) => [name, { new: value, ...(newName !== undefined && { newName }) }] as const,
	);

	return matchChange(
		{ events: [], toStates: [], assignedTo: [], fields: [], ...filter },
		{ action, fields: Object.fromEntries(fields) },
		record,
	);
}

const assigned = (situation: Omit<Situation, 'events'>): Situation => ({
	events: ['workItemAssigned'],
	...situation,
});

const stateChanged = (situation: Omit<Situation, 'events'>): Situation => ({
	events: ['workItemStateChanged'],
	...situation,
});

describe('the whole record matches', () => {
	test.each<[string, Situation]>([
		[
			'Work Item Created matches a new work item',
			{ events: ['workItemCreated'], action: 'created', changes: {} },
		],
		[
			'Work Item Updated matches an update that does not say what changed',
			{ events: ['workItemUpdated'], changes: {} },
		],
	])('%s', (_, situation) => {
		expect(match(situation)).toEqual({ field: null });
	});
});

describe('a field matches', () => {
	test.each<[string, string, Situation]>([
		[
			'Work Item Updated matches a change of any field',
			'name',
			{ events: ['workItemUpdated'], changes: { name: 'x' } },
		],
		[
			'Field Changed matches a watched field, although another one changed before it',
			'name',
			{ events: ['fieldChanged'], fields: ['name'], changes: { state: 's', name: 'x' } },
		],
		[
			'Work Item Assigned matches an added assignee',
			'assignees',
			assigned({ changes: { assignees: ['u1'] } }),
		],
		[
			'Work Item Assigned matches a new work item that has assignees',
			'assignees',
			assigned({ changes: { assignees: ['u1'] }, action: 'created' }),
		],
		[
			'Assigned To matches the ID of an added assignee',
			'assignees',
			assigned({ changes: { assignees: ['u1'] }, assignedTo: ['u1'] }),
		],
		[
			'Assigned To matches the email address of an added assignee, ignoring case and spaces',
			'assignees',
			assigned({ changes: { assignees: ['u1'] }, assignedTo: [' ada@example.com'] }),
		],
		[
			'Assigned To matches the name of an added assignee that only the activity has',
			'assignees',
			assigned({
				changes: { assignees: ['u3'] },
				assignedTo: ['cyd'],
				newName: ['Cyd'],
			}),
		],
		[
			'Work Item State Changed matches a change of the state',
			'state',
			stateChanged({ changes: { state: 's1' } }),
		],
		[
			'To States matches the ID of the new state',
			'state',
			stateChanged({ changes: { state: 's1' }, toStates: ['s1'] }),
		],
		[
			'To States matches the name of the new state',
			'state',
			stateChanged({ changes: { state: 's1' }, toStates: ['done'] }),
		],
		[
			'To States matches the name of the new state that only the activity has',
			'state',
			stateChanged({ changes: { state: 's9' }, toStates: ['done'], newName: 'Done' }),
		],
	])('%s', (_, field, situation) => {
		expect(match(situation)).toEqual({ field });
	});
});

describe('nothing matches', () => {
	test.each<[string, Situation]>([
		[
			'Work Item Updated does not match a new work item',
			{ events: ['workItemUpdated'], action: 'created', changes: { name: 'x' } },
		],
		[
			'Field Changed does not match an update that does not say what changed',
			{ events: ['fieldChanged'], fields: ['name'], changes: {} },
		],
		[
			'Field Changed does not match a field that is not watched',
			{ events: ['fieldChanged'], fields: ['name'], changes: { state: 's1' } },
		],
		['nothing matches if no event is chosen', { events: [], changes: { name: 'x' } }],
		[
			'Work Item Assigned does not match a removed assignee',
			assigned({ changes: { assignees: [] } }),
		],
		[
			'Work Item Assigned does not match assignees that are not a list',
			assigned({ changes: { assignees: 'u1' } }),
		],
		['Work Item Assigned does not match other lists', assigned({ changes: { labels: ['u1'] } })],
		[
			'Assigned To does not match somebody who was assigned before',
			assigned({ changes: { assignees: ['u1'] }, assignedTo: ['bob'] }),
		],
		[
			'Assigned To does not match the name of another added assignee',
			assigned({
				changes: { assignees: ['u3'] },
				assignedTo: ['cyd'],
				newName: ['Dan'],
			}),
		],
		[
			'Assigned To does not match a name if the work item has no list of assignees',
			assigned({ changes: { assignees: ['u1'] }, assignedTo: ['ada'], record: { id: 'w1' } }),
		],
		[
			'Work Item State Changed does not match a new work item',
			stateChanged({ changes: { state: 's1' }, action: 'created' }),
		],
		[
			'Work Item State Changed does not match a change of another field',
			stateChanged({ changes: { name: 'x' } }),
		],
		[
			'To States does not match the current state if the change was to another one',
			stateChanged({ changes: { state: 's9' }, toStates: ['Done'] }),
		],
		[
			'To States does not match a change to an unknown state',
			stateChanged({ changes: { state: null }, toStates: ['Done'] }),
		],
		[
			'To States does not match a name if the work item has no state',
			stateChanged({ changes: { state: 's1' }, toStates: ['Done'], record: { id: 'w1' } }),
		],
	])('%s', (_, situation) => {
		expect(match(situation)).toBeUndefined();
	});
});
