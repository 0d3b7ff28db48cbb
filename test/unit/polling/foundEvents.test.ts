import { describe, expect, test } from '@jest/globals';

import { type Change, writtenAt } from '../../../nodes/PlanePollingTrigger/changes/activities';
import {
	cameIn,
	changed,
	commented,
	locatedEvent,
} from '../../../nodes/PlanePollingTrigger/changes/foundEvents';
import { at, moment } from './lists';

const place = { project: 'p1', workspace: { id: 'w1' } };
const about = { projectId: 'p1', workspaceId: 'w1' };
const whole = { field: null, oldValue: null, newValue: null, previous: {} };

test('a row that does not say when it was written is from long ago', () => {
	expect(writtenAt({ created_at: at('08:00') })).toBe(moment('08:00'));
	expect(writtenAt({})).toBe(0);
});

describe('what is reported', () => {
	test.each([
		['by an ID', 'u1', { id: 'u1' }],
		['whole', { id: 'u1', display_name: 'ada' }, { id: 'u1', display_name: 'ada' }],
		['not at all', null, null],
	])('has the user that a row has %s', (_, created_by, actor) => {
		expect(cameIn({ created_by }, 'workItems').event).toMatchObject({ actor });
	});

	test('of a new work item is the whole of it', () => {
		const row = { ...place, id: 'i1', created_at: at('08:00'), created_by: 'u1' };

		expect(cameIn(row, 'workItems')).toEqual({
			at: moment('08:00'),
			event: {
				event: 'workItem',
				action: 'created',
				...whole,
				...about,
				actor: { id: 'u1' },
				record: row,
			},
			filtered: row,
		});
	});

	test('of an intake item is filtered by the work item in it, if it is there', () => {
		const detail = { id: 'i1', priority: 'high' };
		const row = { id: 'n1', issue_detail: detail };

		expect(cameIn(row, 'intakeItems')).toMatchObject({
			event: { event: 'intakeItem', record: row },
			filtered: detail,
		});
		expect(cameIn(row, 'workItems').filtered).toBe(row);
		const bare = { id: 'n1', issue_detail: 'i1' };

		expect(cameIn(bare, 'intakeItems').filtered).toBe(bare);
	});

	test('of a comment is filtered by its work item', () => {
		const row = { ...place, id: 'c1', created_at: at('08:00'), actor: 'u1' };
		const workItem = { id: 'i1' };

		expect(commented(row, workItem)).toEqual({
			at: moment('08:00'),
			event: {
				event: 'workItemComment',
				action: 'created',
				...whole,
				...about,
				actor: { id: 'u1' },
				record: row,
			},
			filtered: workItem,
		});
	});

	const change: Change = {
		action: 'updated',
		actor: 'u1',
		fields: {
			name: { old: 'A', new: 'B', displayNames: [] },
			priority: { old: null, new: 'high', displayNames: [] },
		},
		rows: [{ created_at: at('08:02') }, { created_at: at('08:01') }],
	};
	const workItem = { ...place, id: 'i1' };
	const common = { event: 'workItem', action: 'updated', actor: { id: 'u1' }, ...about };

	test('of a change is the field under which it is reported, and all that was before', () => {
		expect(changed(change, 'priority', workItem)).toEqual({
			at: moment('08:01'),
			event: {
				...common,
				field: 'priority',
				oldValue: null,
				newValue: 'high',
				record: workItem,
				previous: { name: 'A', priority: null },
			},
			filtered: workItem,
		});
	});

	test('of a change as a whole has no values', () => {
		expect(changed(change, null, workItem).event).toEqual({
			...common,
			...whole,
			record: workItem,
		});
	});
});

describe('what goes out (P17)', () => {
	const shown = { web: 'https://plane.example.com', workspace: 'acme' };
	const workItem = {
		id: 'i1',
		name: 'First',
		sequence_id: 12,
		project: { id: 'p1', identifier: 'LNCH' },
	};
	const url = 'https://plane.example.com/acme/browse/LNCH-12/';

	test('has the key and the address of its work item, and its project as an ID', () => {
		const event = locatedEvent(cameIn(workItem, 'workItems'), shown);

		expect(Object.keys(event).slice(0, 6)).toEqual([
			'event',
			'action',
			'key',
			'url',
			'workItem',
			'field',
		]);
		expect(event).toMatchObject({
			key: 'LNCH-12',
			url,
			workItem: null,
			projectId: 'p1',
			record: { ...workItem, project: 'p1' },
		});
	});

	test('of a comment has the key, the address and the name of the work item', () => {
		const row = { id: 'c1', project: 'p1', issue: 'i1' };

		expect(locatedEvent(commented(row, workItem), shown)).toMatchObject({
			key: 'LNCH-12',
			url,
			workItem: { id: 'i1', name: 'First' },
			record: row,
		});
	});

	test('has neither where a server does not give the project', () => {
		const row = { ...workItem, project: 'p1' };

		expect(locatedEvent(cameIn(row, 'workItems'), shown)).toMatchObject({
			key: null,
			url: null,
			record: row,
		});
	});

	test('of intake has the address of the intake of its project', () => {
		const row = { id: 'n1', project: 'p1', issue: 'i1', issue_detail: workItem };

		expect(locatedEvent(cameIn(row, 'intakeItems'), shown)).toMatchObject({
			key: null,
			url: 'https://plane.example.com/acme/projects/p1/intake/',
			workItem: null,
		});
	});
});
