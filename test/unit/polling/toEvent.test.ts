import { describe, expect, test } from '@jest/globals';

import type { Change } from '../../../nodes/PlanePollingTrigger/changes/activities';
import {
	commentCreated,
	linkCreated,
	recordCreated,
	toPlaneEvent,
	workItemChanged,
} from '../../../nodes/PlanePollingTrigger/changes/toEvent';
import { isoTime, milliseconds } from './fakeProjectApi';

const PLACE = { project: 'p1', workspace: { id: 'w1' } };
const PLACE_IDS = { project: 'p1', workspaceId: 'w1' };
const NO_FIELD_CHANGE = {
	field: null,
	oldValue: null,
	newValue: null,
	oldName: null,
	newName: null,
	previous: {},
	previousNames: {},
};

describe('the event of a new record', () => {
	test.each([
		['an ID', 'u1', { id: 'u1' }],
		['a record', { id: 'u1', display_name: 'ada' }, { id: 'u1', display_name: 'ada' }],
		['null', null, null],
	])('has the user as a record if the server returns %s', (_, createdBy, actor) => {
		expect(recordCreated({ created_by: createdBy }, 'workItems').event).toMatchObject({ actor });
	});

	test('has the work item as its record', () => {
		const workItem = { ...PLACE, id: 'i1', created_at: isoTime('08:00'), created_by: 'u1' };

		expect(recordCreated(workItem, 'workItems')).toEqual({
			at: milliseconds('08:00'),
			event: {
				event: 'workItem',
				action: 'created',
				...NO_FIELD_CHANGE,
				...PLACE_IDS,
				actor: { id: 'u1' },
				record: workItem,
			},
			filterTarget: workItem,
		});
	});

	test('is filtered by the work item in an intake item, if it is expanded', () => {
		const workItem = { id: 'i1', priority: 'high' };
		const expanded = { id: 'n1', issue_detail: workItem };
		const withIdOnly = { id: 'n1', issue_detail: 'i1' };

		expect(recordCreated(expanded, 'intakeItems')).toMatchObject({
			event: { event: 'intakeItem', record: expanded },
			filterTarget: workItem,
		});
		expect(recordCreated(withIdOnly, 'intakeItems').filterTarget).toBe(withIdOnly);
		expect(recordCreated(expanded, 'workItems').filterTarget).toBe(expanded);
	});

	test('is filtered by the work item of a comment', () => {
		const comment = { ...PLACE, id: 'c1', created_at: isoTime('08:00'), actor: 'u1' };
		const workItem = { id: 'i1' };

		expect(commentCreated(comment, workItem)).toEqual({
			at: milliseconds('08:00'),
			event: {
				event: 'workItemComment',
				action: 'created',
				...NO_FIELD_CHANGE,
				...PLACE_IDS,
				actor: { id: 'u1' },
				record: comment,
			},
			filterTarget: workItem,
		});
	});

	test('is filtered by the work item of a link', () => {
		const link = { ...PLACE, id: 'l1', created_at: isoTime('08:00'), created_by: 'u1' };
		const workItem = { id: 'i1' };

		expect(linkCreated(link, workItem)).toEqual({
			at: milliseconds('08:00'),
			event: {
				event: 'workItemLink',
				action: 'created',
				...NO_FIELD_CHANGE,
				...PLACE_IDS,
				actor: { id: 'u1' },
				record: link,
			},
			filterTarget: workItem,
		});
	});
});

describe('the event of a changed work item', () => {
	const change: Change = {
		action: 'updated',
		actor: 'u1',
		fields: {
			name: { old: 'A', new: 'B', oldName: 'A', newName: 'B' },
			state: { old: 's1', new: 's2', oldName: 'Todo', newName: 'Done' },
		},
		rows: [{ created_at: isoTime('08:02') }, { created_at: isoTime('08:01') }],
	};
	const workItem = { ...PLACE, id: 'i1' };
	const commonFields = { event: 'workItem', action: 'updated', actor: { id: 'u1' }, ...PLACE_IDS };

	test('has the values of the matched field with their names, and all previous values', () => {
		expect(workItemChanged(change, { field: 'state' }, workItem)).toEqual({
			at: milliseconds('08:01'),
			event: {
				...commonFields,
				field: 'state',
				oldValue: 's1',
				newValue: 's2',
				oldName: 'Todo',
				newName: 'Done',
				record: workItem,
				previous: { name: 'A', state: 's1' },
				previousNames: { name: 'A', state: 'Todo' },
			},
			filterTarget: workItem,
		});
	});

	test.each([
		[
			'in the second of the change, however late its activity was written',
			'08:03',
			1,
			'08:01:00.999',
		],
		[
			'when its activity was written, if that was in the same second',
			'08:01:00.300',
			1,
			'08:01:00.300',
		],
		['in the second of the change, if the clock of the worker is behind', '08:00', 1, '08:01:00'],
		[
			'when its activity was written, if the server does not say the second',
			'08:03',
			null,
			'08:03',
		],
	])('happened %s', (_, written, epochMinute, at) => {
		const epoch = epochMinute === null ? null : milliseconds(`08:0${epochMinute}`) / 1000;
		const late = { ...change, rows: [{ created_at: isoTime(written), epoch }] };

		expect(workItemChanged(late, { field: null }, workItem).at).toBe(milliseconds(at));
	});

	test('has no values if the change matched as a whole', () => {
		expect(workItemChanged(change, { field: null }, workItem).event).toEqual({
			...commonFields,
			...NO_FIELD_CHANGE,
			record: workItem,
		});
	});
});

describe('an event as it leaves the trigger', () => {
	const recordContext = { webRoot: 'https://plane.example.com', workspace: 'acme' };
	const workItem = {
		id: 'i1',
		name: 'First',
		sequence_id: 12,
		project: { id: 'p1', identifier: 'LNCH' },
	};
	const url = 'https://plane.example.com/acme/browse/LNCH-12/';

	test('has the key and URL of its work item, and its project as an ID', () => {
		const event = toPlaneEvent(recordCreated(workItem, 'workItems'), recordContext);

		expect(event).toMatchObject({
			key: 'LNCH-12',
			url,
			workItem: null,
			project: 'p1',
			record: { ...workItem, project: 'p1' },
		});
	});

	test('about a comment has the key, URL and name of the work item', () => {
		const comment = { id: 'c1', project: 'p1', issue: 'i1' };

		expect(toPlaneEvent(commentCreated(comment, workItem), recordContext)).toMatchObject({
			key: 'LNCH-12',
			url,
			workItem: { id: 'i1', name: 'First' },
			record: comment,
		});
	});

	test('has no key and URL if the server does not return the project', () => {
		const withoutProject = { ...workItem, project: 'p1' };

		expect(toPlaneEvent(recordCreated(withoutProject, 'workItems'), recordContext)).toMatchObject({
			key: null,
			url: null,
			record: withoutProject,
		});
	});

	test('about an intake item has the URL of its project’s intake', () => {
		const intakeItem = { id: 'n1', project: 'p1', issue: 'i1', issue_detail: workItem };

		expect(toPlaneEvent(recordCreated(intakeItem, 'intakeItems'), recordContext)).toMatchObject({
			key: null,
			url: 'https://plane.example.com/acme/projects/p1/intake/',
			workItem: null,
		});
	});
});
