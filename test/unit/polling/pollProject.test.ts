import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import type { EventSubscription } from '../../../nodes/PlanePollingTrigger/changes/EventSubscription';
import {
	type FeedState,
	unprocessedItem,
} from '../../../nodes/PlanePollingTrigger/changes/TriggerState';
import { failed } from '../../../nodes/shared/errors/problemFrom';
import { problem, type Problem } from '../../../nodes/shared/result/problem';
import { causes } from '../../nodeTexts';
import {
	ALL_CHANGES,
	EditableProject,
	NEW_COMMENTS,
	NEW_WORK_ITEMS,
	problemWithStatus,
	UNSORTED_WORK_ITEMS,
} from './editableProject';
import { isoTime, milliseconds } from './fakeProjectApi';
import { reportedKeys } from './reportedKeys';

/** A project with two work items, which was first polled at nine. */
async function startedProject(
	subscription: EventSubscription = NEW_COMMENTS,
): Promise<EditableProject> {
	const project = new EditableProject();

	project.time = '09:00';
	project.putItem('i2', '08:58', { sequence_id: 2 });
	project.putItem('i1', '08:59', { sequence_id: 1 });
	project.items.sort((a, b) => Number(b.sequence_id) - Number(a.sequence_id));
	if (subscription.feeds[0] === 'updatedWorkItems') project.items.reverse();

	const { recordIds } = await project.poll(subscription);

	expect(recordIds).toEqual([]);

	return project;
}

/** `09:05` for 5. */
const minuteAfterNine = (minute: number) => `09:${String(minute).padStart(2, '0')}`;

describe('polling new work items', () => {
	test('reports each once, and takes one request if there are none', async () => {
		const project = await startedProject(NEW_WORK_ITEMS);

		project.putItem('i3', '09:01', { sequence_id: 3 });

		const first = await project.poll(NEW_WORK_ITEMS);

		expect(first.recordIds).toEqual(['i3']);
		expect(project.requestedFields).toStrictEqual(['id,sequence_id,created_at', undefined]);
		expect(project.state?.newWorkItems).toMatchObject({
			processedUpTo: 3,
			newest: { order: 3 },
			items: { i1: { cutoff: 1 }, i2: { cutoff: 2 }, i3: { cutoff: 3 } },
		});

		const second = await project.poll(NEW_WORK_ITEMS);

		expect(second.recordIds).toEqual([]);
		expect(project.requestedLists).toEqual(['workItems']);
	});

	test('reports those that appear late with numbers far below the newest one', async () => {
		const project = await startedProject(NEW_WORK_ITEMS);

		// An importer has reserved the numbers 3 to 52.
		project.putItem('i60', '09:01', { sequence_id: 60 });

		const beforeImport = await project.poll(NEW_WORK_ITEMS);

		const imported = Array.from({ length: 50 }, (_, index) => ({
			id: `i${52 - index}`,
			sequence_id: 52 - index,
		}));

		project.items.splice(1, 0, ...imported);

		const afterImport = await project.poll(NEW_WORK_ITEMS);
		const later = await project.poll(NEW_WORK_ITEMS);

		expect(beforeImport.recordIds).toEqual(['i60']);
		expect(afterImport.recordIds).toHaveLength(50);
		expect(later.recordIds).toEqual([]);
	});

	test('does not report an old one that was archived when the trigger was started', async () => {
		const project = new EditableProject();

		project.putItem('i3', '09:00', { sequence_id: 3, created_at: isoTime('08:59') });
		await project.poll(NEW_WORK_ITEMS);
		// It is restored.
		project.items.push({ id: 'i2', sequence_id: 2, created_at: isoTime('07:00') });
		// This one was created by a long request, and appears late.
		project.items.push({ id: 'i1', sequence_id: 1, created_at: isoTime('08:59:30') });

		const restored = await project.poll(NEW_WORK_ITEMS);

		project.putItem('i4', '09:02', { sequence_id: 4, created_at: isoTime('05:00') });

		const imported = await project.poll(NEW_WORK_ITEMS);

		expect(restored.recordIds).toEqual(['i1']);
		expect(imported.recordIds).toEqual(['i4']);
	});

	describe('after an interrupted read', () => {
		const interrupted: FeedState = {
			processedUpTo: 50,
			newest: { order: 50, firstRead: 0 },
			items: {},
			resumeAt: 100,
		};

		function projectWithManyItems(state: FeedState): EditableProject {
			const project = new EditableProject();

			for (let number = 51; number <= 300; number++) {
				project.putItem(`i${number}`, '08:00', { sequence_id: number });
			}

			project.state = { newWorkItems: state };

			return project;
		}

		test('resumes at the page that it got to', async () => {
			const project = projectWithManyItems({ ...interrupted, newerRows: 250 });

			const { recordIds } = await project.poll(NEW_WORK_ITEMS);
			const offsets = project.requests.map(({ offset }) => offset);

			expect(offsets.slice(0, 2)).toEqual([0, 200]);
			expect(recordIds).toEqual(Array.from({ length: 201 }, (_, index) => `i${index + 100}`));
		});

		test('searches for the page if it is not known', async () => {
			const project = projectWithManyItems(interrupted);

			await project.poll(NEW_WORK_ITEMS);
			const offsets = project.requests.map(({ offset }) => offset);

			expect(offsets.slice(0, 2)).toEqual([0, 100]);
			expect(project.requestedFields.slice(0, 2)).toEqual([
				'id,sequence_id,created_at',
				'id,sequence_id,created_at',
			]);
		});
	});
});

describe('polling changes of a description', () => {
	const DESCRIPTIONS: EventSubscription = {
		...ALL_CHANGES,
		entryLists: ['activities'],
		match: ({ fields }) => ('description' in fields ? { field: 'description' } : undefined),
	};

	const EDIT = {
		id: 'a1',
		verb: 'updated',
		field: 'description',
		created_at: isoTime('09:01'),
		old_value: 'Old',
		new_value: 'New',
	};

	/** Edits a description every minute: Plane moves its activity along. */
	async function editEveryMinute(minutes: number) {
		const project = await startedProject(DESCRIPTIONS);
		const events: unknown[] = [];

		for (let minute = 1; minute <= minutes; minute++) {
			const time = minuteAfterNine(minute);

			project.time = time;
			project.putItem('i1', time, { description_html: `Text ${minute}` });
			project.entries['activities of i1'] = [
				{
					id: 'a1',
					verb: 'updated',
					field: 'description',
					created_at: isoTime(time),
					old_value: 'Text 0',
					new_value: 'Text 1',
				},
			];
			events.push(...(await project.pollEvents(DESCRIPTIONS)));
		}

		return events;
	}

	test.each([
		['the text of its activity, about a minute after the edit', 'New', [1]],
		['another one, which may be that of an edit to come, after six minutes', 'Newer', [6]],
	])('reports a description if the work item has %s', async (_, text, minutes) => {
		const project = await startedProject(DESCRIPTIONS);
		const reportedAfter: number[] = [];

		project.putItem('i1', '09:01', { description_html: text });
		project.entries['activities of i1'] = [EDIT];

		for (let minute = 0; minute < 10; minute++) {
			project.time = minuteAfterNine(minute + 1);
			const events = await project.pollEvents(DESCRIPTIONS);
			if (events.length > 0) reportedAfter.push(minute);
		}

		expect(reportedAfter).toEqual(minutes);
	});

	test('reports a description that is edited without a pause after ten polls', async () => {
		expect(await editEveryMinute(10)).toEqual([]);
		expect(await editEveryMinute(11)).toMatchObject([{ oldValue: 'Text 0', newValue: 'Text 11' }]);
	});

	test('reports a description that is still edited again only after ten more polls', async () => {
		expect(await editEveryMinute(21)).toHaveLength(1);
	});

	test('reports an edited description after ten polls although something else changes every minute', async () => {
		const project = await startedProject(DESCRIPTIONS);
		const newText = { field: 'description', old_value: 'Old', new_value: 'New' };
		const newPriority = { field: 'priority', old_value: 'low', new_value: 'high' };
		const events: unknown[] = [];

		for (let minute = 1; minute <= 11; minute++) {
			const time = minuteAfterNine(minute);
			const activity = {
				...(minute === 1 ? newText : newPriority),
				id: `a${minute}`,
				verb: 'updated',
				created_at: isoTime(time),
			};

			project.time = time;
			project.putItem('i1', time, { description_html: 'New' });
			project.entries['activities of i1'] = [
				activity,
				...(project.entries['activities of i1'] ?? []),
			];
			events.push(...(await project.pollEvents(DESCRIPTIONS)));
		}

		expect(events).toMatchObject([{ oldValue: 'Old', newValue: 'New' }]);
	});

	// A value that is written again leaves no activity (row 48).
	test('reports an edited description after ten polls although the work item is saved every minute', async () => {
		const project = await startedProject(DESCRIPTIONS);
		const events: unknown[] = [];

		project.entries['activities of i1'] = [EDIT];

		for (let minute = 1; minute <= 11; minute++) {
			project.time = minuteAfterNine(minute);
			project.putItem('i1', project.time, { description_html: 'New' });
			events.push(...(await project.pollEvents(DESCRIPTIONS)));
		}

		expect(events).toMatchObject([{ oldValue: 'Old', newValue: 'New' }]);
	});
});

describe('polling changed work items', () => {
	test('reads a changed one again until no more activities can be written', async () => {
		const project = await startedProject();
		const recheckSince = milliseconds('09:01:10');

		project.addComment('i1', 'c1', '09:01');
		project.time = '09:01:10';

		const first = await project.poll(NEW_COMMENTS);

		expect(first.recordIds).toEqual(['c1']);
		expect(project.trackedItems.i1).toMatchObject({ version: isoTime('09:01'), recheckSince });

		// This comment is written later than it says.
		project.entries['comments of i1']?.push({ id: 'c2', created_at: isoTime('09:01') });
		project.time = '09:01:59';

		const second = await project.poll(NEW_COMMENTS);

		expect(second.recordIds).toEqual(['c2']);
		expect(project.trackedItems.i1).toMatchObject({ version: isoTime('09:01'), recheckSince });

		project.time = '09:02';

		const third = await project.poll(NEW_COMMENTS);

		expect(third.recordIds).toEqual([]);
		expect(project.trackedItems.i1).toEqual({
			...unprocessedItem(milliseconds('08:55')),
			version: isoTime('09:01'),
			creationReported: true,
			unwrittenAtStart: { after: milliseconds('06:00') - 1, until: milliseconds('08:59') },
			reported: reportedKeys({ comments: ['c2', 'c1'] }),
		});

		await project.poll(NEW_COMMENTS);

		expect(project.requestedLists).toEqual(['workItems']);
	});

	test('reads a changed one for the last time a minute later, even if the first read was slow', async () => {
		const project = await startedProject();

		project.addComment('i1', 'c1', '09:01');
		project.time = '09:01';
		project.timeAfterReading = { 'comments of i1': '09:01:20' };

		await project.poll(NEW_COMMENTS);

		expect(project.trackedItems.i1?.recheckSince).toBe(milliseconds('09:01'));

		project.time = '09:02';
		project.timeAfterReading = {};

		await project.poll(NEW_COMMENTS);

		expect(project.requestedLists).toContain('comments of i1');
		expect(project.trackedItems.i1?.recheckSince).toBeUndefined();
	});

	test.each([
		['once if it changed more than six minutes ago', '09:07', false],
		['again if it changed less than six minutes ago', '09:06:59', true],
	])('reads a changed one %s', async (_, time, isReadAgain) => {
		const project = await startedProject();

		project.addComment('i1', 'c1', '09:01');
		project.putItem('i2', time);
		project.time = time;

		const { recordIds } = await project.poll(NEW_COMMENTS);

		expect(recordIds).toEqual(['c1']);
		expect(project.trackedItems.i1?.recheckSince !== undefined).toBe(isReadAgain);
	});

	describe('that was created with assignees, for a trigger that only watches assignments', () => {
		const ASSIGNMENTS: EventSubscription = {
			...ALL_CHANGES,
			entryLists: ['activities'],
			match: ({ fields }) => ('assignees' in fields ? { field: 'assignees' } : undefined),
		};

		/** A work item that was created with Ada and got another title later, since the last poll. */
		async function projectAfterPause({
			created,
			renamed,
		}: {
			readonly created: string;
			readonly renamed: string;
		}) {
			const project = await startedProject(ASSIGNMENTS);

			project.putItem('i3', renamed, { assignees: ['ada'], created_at: isoTime(created) });
			project.entries['activities of i3'] = [
				{
					id: 'a2',
					verb: 'updated',
					field: 'name',
					old_value: 'A',
					new_value: 'B',
					created_at: isoTime(renamed),
				},
				{ id: 'a1', verb: 'created', field: null, created_at: isoTime(created) },
			];
			project.time = renamed;

			return project;
		}

		async function pollThreeTimes(project: EditableProject) {
			const recordIds: unknown[] = [];

			for (let polls = 0; polls < 3; polls++) {
				if (project.time !== undefined) project.time = `${project.time.slice(0, 5)}:5${polls}`;

				recordIds.push((await project.poll(ASSIGNMENTS)).recordIds);
			}

			return recordIds;
		}

		test.each([
			['five minutes before, by the second poll', '10:25', [[], ['i3'], []]],
			['nine minutes before, at once', '10:21', [['i3'], [], []]],
			['hours before, at once', '09:01', [['i3'], [], []]],
		])(
			'reports its assignees once if it was created %s, because some servers record them later',
			async (_, created, recordIds) => {
				const project = await projectAfterPause({ created, renamed: '10:30' });

				expect(await pollThreeTimes(project)).toEqual(recordIds);
			},
		);

		test.each([
			['five minutes before', '10:25'],
			['nine minutes before', '10:21'],
			['hours before', '09:01'],
		])(
			'reports its assignees by the second poll if it was created %s, and the server does not say the time',
			async (_, created) => {
				const project = await projectAfterPause({ created, renamed: '10:30' });

				delete project.time;

				expect(await pollThreeTimes(project)).toEqual([[], ['i3'], []]);
			},
		);

		test('reports somebody once who was assigned after it, but before it was read', async () => {
			const project = await projectAfterPause({ created: '09:01', renamed: '10:30' });
			const toActivity = (id: string, time: string, [removed, added]: readonly string[]) => ({
				id,
				verb: 'updated',
				field: 'assignees',
				old_identifier: removed ?? '',
				new_identifier: added ?? '',
				created_at: isoTime(time),
			});

			const pollWith = async (time: string, activity?: JsonObject) => {
				project.time = time;
				project.putItem('i3', time, { assignees: ['ada', 'bob'], created_at: isoTime('09:01') });

				if (activity !== undefined) {
					project.entries['activities of i3']?.unshift(activity);
				}

				return (await project.pollEvents(ASSIGNMENTS)).map(({ newValue }) => newValue);
			};

			// Nobody can tell yet that Bob was assigned later.
			expect(await pollWith('10:30')).toEqual([['ada', 'bob']]);
			expect(await pollWith('10:31', toActivity('a3', '10:31', ['', 'bob']))).toEqual([]);
			expect(await pollWith('10:32', toActivity('a4', '10:32', ['bob', '']))).toEqual([[]]);
			expect(await pollWith('10:33', toActivity('a5', '10:33', ['', 'bob']))).toEqual([['bob']]);
		});

		test('reports its assignees although it is changed again and again', async () => {
			const project = await projectAfterPause({ created: '10:29', renamed: '10:30' });
			const recordIds: unknown[] = [];

			for (let minute = 30; minute < 40; minute++) {
				project.time = `10:${minute}`;
				project.putItem('i3', `10:${minute}`, { assignees: ['ada'] });
				recordIds.push(...(await project.poll(ASSIGNMENTS)).recordIds);
			}

			expect(recordIds).toEqual(['i3']);
		});
	});

	test('reports nothing again if one whose description is still edited is archived and restored', async () => {
		const project = await startedProject(ALL_CHANGES);
		const description = {
			verb: 'updated',
			field: 'description',
			old_value: 'Old',
			new_value: 'New',
		};

		// n8n was down for an hour.
		project.time = '10:30';
		project.putItem('i1', '10:29', { name: 'Name', description_html: 'New' });
		project.entries['activities of i1'] = [
			{
				id: 'a2',
				verb: 'updated',
				field: 'name',
				old_value: 'A',
				new_value: 'Name',
				created_at: isoTime('10:29'),
			},
			{ ...description, id: 'a1', created_at: isoTime('09:10') },
		];
		const first = await project.pollEvents(ALL_CHANGES);

		// The work item is archived, and something else changes.
		project.items = project.items.filter(({ id }) => id !== 'i1');
		project.time = '10:31';
		project.putItem('i2', '10:31');
		await project.poll(ALL_CHANGES);
		project.time = '10:32';
		await project.poll(ALL_CHANGES);

		const restored: unknown[] = [];

		for (const time of ['10:33', '10:34', '10:35']) {
			project.time = time;
			if (time === '10:33') project.putItem('i1', time, { name: 'Name', description_html: 'New' });

			restored.push(...(await project.pollEvents(ALL_CHANGES)));
		}

		expect(first).toMatchObject([{ field: 'name' }]);
		expect(restored).toMatchObject([{ field: 'description', newValue: 'New' }]);
	});

	test('reports a description once if one with more changes than a poll reads is archived and restored', async () => {
		const project = await startedProject(ALL_CHANGES);
		const descriptions: unknown[] = [];

		const pollAt = async (time: string) => {
			project.time = time;

			for (const event of await project.pollEvents(ALL_CHANGES)) {
				if (event.field === 'description') descriptions.push(event.newValue);
			}
		};

		const addChanges = (time: string, count: number) => {
			const names = Array.from({ length: count }, (_, index) => ({
				id: `${time}-${count - index}`,
				verb: 'updated',
				field: 'name',
				old_value: `Name ${count - index - 1}`,
				new_value: `Name ${count - index}`,
				created_at: isoTime(time),
			}));

			project.entries['activities of i1'] = [
				...names,
				...(project.entries['activities of i1'] ?? []),
			];
			project.putItem('i1', time, { description_html: 'New' });
		};

		// n8n was down for an hour.
		project.entries['activities of i1'] = [
			{
				id: 'a1',
				verb: 'updated',
				field: 'description',
				old_value: 'Old',
				new_value: 'New',
				created_at: isoTime('09:10'),
			},
		];
		addChanges('10:29', 1);
		await pollAt('10:30');

		addChanges('10:34:30', 600);
		await pollAt('10:35');

		// The work item is archived, and something else changes.
		project.items = project.items.filter(({ id }) => id !== 'i1');
		project.putItem('i2', '10:36');
		await pollAt('10:36');
		await pollAt('10:37');

		addChanges('10:38', 1);
		for (const time of ['10:38:30', '10:50', '10:51', '10:52']) await pollAt(time);

		expect(descriptions).toEqual(['New']);
	});

	test('reports the rest once if one with more changes than a poll reads is archived and restored', async () => {
		const project = await startedProject(ALL_CHANGES);
		const count = 600;
		const names: unknown[] = [];

		const pollAt = async (time: string) => {
			project.time = time;

			for (const { newValue } of await project.pollEvents(ALL_CHANGES)) names.push(newValue);
		};

		project.entries['activities of i1'] = Array.from({ length: count }, (_, index) => ({
			id: `a${count - index}`,
			verb: 'updated',
			field: 'name',
			old_value: `Name ${count - index - 1}`,
			new_value: `Name ${count - index}`,
			created_at: isoTime('10:29:30'),
		}));
		project.putItem('i1', '10:29:30');
		await pollAt('10:30');

		const reportedBefore = names.length;

		// The work item is archived, and something else changes.
		project.items = project.items.filter(({ id }) => id !== 'i1');
		project.putItem('i2', '10:31');
		await pollAt('10:31');
		await pollAt('10:32');
		project.putItem('i1', '10:33');
		// Its latest changes are read once no others can appear before them.
		for (const time of ['10:33', '10:45', '10:46', '10:47']) await pollAt(time);

		expect(reportedBefore).toBeLessThan(count);
		expect(names).toHaveLength(count);
		expect(new Set(names).size).toBe(count);
	});

	test('requests whole rows with the records that they refer to', async () => {
		const project = await startedProject();

		project.addComment('i1', 'c1', '09:01');

		await project.poll(NEW_COMMENTS);

		expect(project.requestedLists).toEqual(['workItems', 'workItems', 'comments of i1']);
		expect(project.queries.slice(0, 2)).toEqual([
			{ order_by: '-updated_at', fields: 'id,updated_at,created_at' },
			{ order_by: '-updated_at', expand: 'state,assignees,labels,project' },
		]);
	});

	test('reports a work item and its comments once, although an import gives them a time in the past', async () => {
		const project = await startedProject(ALL_CHANGES);
		const created_at = isoTime('06:00');
		const imported = { created_at, updated_at: isoTime('09:01'), updated_by: null };
		const creation = { id: 'a1', verb: 'created', field: null, created_at };

		project.putItem('i3', '09:01', { created_at });
		project.entries['activities of i3'] = [{ ...creation, epoch: milliseconds('09:01') / 1000 }];
		project.entries['comments of i3'] = [{ ...imported, id: 'c3' }];

		const first = await project.poll(ALL_CHANGES);

		project.addComment('i3', 'c4', '09:02');

		const second = await project.poll(ALL_CHANGES);

		expect(first.recordIds).toEqual(['i3', 'c3']);
		expect(second.recordIds).toEqual(['c4']);
	});

	test.each([
		['waits for a description that somebody may still be editing', true],
		['does not wait for a description if only new records are reported', false],
	])('%s', async (_, reportsChanges) => {
		const subscription = { ...ALL_CHANGES, reportsChanges };
		const project = await startedProject(subscription);
		const edit = { field: 'description', new_value: '<p>Draft</p>' };

		project.entries['activities of i1'] = [{ id: 'a1', created_at: isoTime('09:01'), ...edit }];
		project.putItem('i1', '09:01', { description_html: '<p>Final</p>' });

		await project.poll(subscription);

		expect(project.trackedItems.i1?.unfinished !== undefined).toBe(reportsChanges);
	});

	test('reports events that are selected later from then on', async () => {
		const project = await startedProject();

		project.entries['activities of i1'] = [
			{ id: 'a1', verb: 'updated', field: 'name', created_at: isoTime('09:01') },
		];
		project.addComment('i1', 'c1', '09:01');
		project.time = '09:02';

		const { recordIds } = await project.poll(ALL_CHANGES);

		expect(recordIds).toEqual(['c1']);
		expect(project.state?.updatedWorkItems?.reportingSince).toEqual({
			comments: -1,
			activities: milliseconds('09:02'),
		});
	});

	test('reports events that are selected later from the newest row on if the server does not say the time', async () => {
		const project = await startedProject();

		delete project.time;

		await project.poll(ALL_CHANGES);

		expect(project.state?.updatedWorkItems?.reportingSince).toMatchObject({
			activities: milliseconds('08:59'),
		});
	});
});

test('polling intake items requests them without further fields', async () => {
	const subscription: EventSubscription = { ...NEW_WORK_ITEMS, feeds: ['intakeItems'] };
	const project = await startedProject(subscription);

	project.putItem('n1', '09:02', { created_at: isoTime('09:02') });

	await project.poll(subscription);

	expect(project.queries).toEqual([{ fields: 'id,created_at' }, {}]);
});

describe('polling a work item that cannot be read', () => {
	test('skips it if it was deleted after the list had been read', async () => {
		const project = await startedProject();

		project.addComment('i2', 'c2', '09:01');
		project.addComment('i1', 'c1', '09:01');
		project.failing['comments of i1'] = problemWithStatus(404);

		const first = await project.poll(NEW_COMMENTS);

		expect(first.recordIds).toEqual(['c2']);
		expect(first).not.toHaveProperty('problem');
		expect(project.trackedItems.i1?.version).toBe(isoTime('09:01'));

		project.failing = {};
		project.addComment('i1', 'c3', '09:02');

		const second = await project.poll(NEW_COMMENTS);

		expect(second.recordIds).toEqual(['c1', 'c3']);
	});

	test.each([400, 405, 500])('skips it after three polls with status %i', async (status) => {
		const project = await startedProject();

		project.putItem('i2', '09:00:30');
		project.addComment('i1', 'c1', '09:01');
		project.failing['comments of i1'] = problemWithStatus(status);
		const before = project.trackedItems.i1;

		for (const failedReads of [1, 2]) {
			expect(await project.poll(NEW_COMMENTS)).toMatchObject({
				problem: { status },
				recordIds: [],
			});
			expect(project.trackedItems.i1).toEqual({
				...before,
				version: isoTime('09:01'),
				failedReads,
			});
			expect(project.warnings).toEqual([]);
		}

		const third = await project.poll(NEW_COMMENTS);

		expect(third).not.toHaveProperty('problem');
		expect(project.trackedItems.i1).toEqual({ ...before, version: isoTime('09:01') });
		expect(project.warnings).toEqual([`Work item i1 is skipped: Status ${status}`]);
	});

	test('skips an unfinished one after three failed reads, and then resumes after it', async () => {
		const project = await startedProject();
		const { updatedWorkItems } = project.state ?? {};
		const tracked = unprocessedItem(milliseconds('08:56'));
		const unfinished = { order: milliseconds('09:01'), skippedPolls: 3, lists: {} };

		project.putItem('i1', '09:01');
		project.state = {
			...(updatedWorkItems && {
				updatedWorkItems: {
					...updatedWorkItems,
					resumeAt: milliseconds('09:01'),
					items: { ...updatedWorkItems.items, i1: { ...tracked, unfinished } },
				},
			}),
		};
		project.addComment('i2', 'c2', '09:02');
		project.time = '09:10';
		project.failing['comments of i1'] = problemWithStatus(500);

		const first = await project.poll(NEW_COMMENTS);
		const second = await project.poll(NEW_COMMENTS);
		const third = await project.poll(NEW_COMMENTS);

		// It is read first once; after that, the others come before it.
		expect([first.recordIds, second.recordIds, third.recordIds]).toEqual([[], ['c2'], []]);
		expect(first).toMatchObject({ problem: { status: 500 } });
		expect(second).toMatchObject({ problem: { status: 500 } });
		expect(third).not.toHaveProperty('problem');
		expect(project.trackedItems.i1?.unfinished).toBeUndefined();

		project.addComment('i2', 'c3', '09:30');
		project.time = '09:30';

		await project.poll(NEW_COMMENTS);

		expect(project.state.updatedWorkItems).not.toHaveProperty('resumeAt');
		expect(project.state.updatedWorkItems?.processedUpTo).toBe(milliseconds('09:24'));
	});

	test('counts the failed polls of a new one, too', async () => {
		const project = await startedProject();

		project.putItem('i3', '09:01');
		project.failing['comments of i3'] = problemWithStatus(500);

		await project.poll(NEW_COMMENTS);

		expect(project.trackedItems.i3).toEqual({
			...unprocessedItem(milliseconds('08:53')),
			version: isoTime('09:01'),
			failedReads: 1,
		});
	});

	test.each([401, 403, 429, 399, 501, 503, undefined])(
		'never skips it if the server is unavailable or denies access: status %s',
		async (status) => {
			const project = await startedProject();

			project.addComment('i1', 'c1', '09:01');
			project.failing['comments of i1'] =
				status === undefined ? failed('Unavailable', '') : problemWithStatus(status);
			const before = project.trackedItems.i1;

			for (let polls = 0; polls < 4; polls++) {
				const { problem: reason } = await project.poll(NEW_COMMENTS);

				expect(reason?.status).toBe(status);
				expect(project.trackedItems.i1).toEqual({
					...before,
					version: isoTime('09:01'),
					recheckSince: 1795424400000,
					isUnread: true,
				});
			}
		},
	);
});

describe('polling a feed whose list cannot be read', () => {
	const TWO_FEEDS: EventSubscription = {
		...NEW_COMMENTS,
		feeds: ['updatedWorkItems', 'intakeItems'],
	};
	const notSent = problem({ cause: 'stopped', message: 'The poll ended', description: '' });

	test.each<[string, Problem, Problem, Problem]>([
		['the first problem', problemWithStatus(403), problemWithStatus(500), problemWithStatus(403)],
		['the problem of the server', notSent, problemWithStatus(500), problemWithStatus(500)],
		['that no request was sent', notSent, notSent, notSent],
	])('keeps its state, and reports %s', async (_, workItems, intakeItems, reported) => {
		const project = await startedProject(TWO_FEEDS);
		const before = project.state;

		project.failing = { workItems, intakeItems };

		const { state, problem: reason } = await project.poll(TWO_FEEDS);

		expect(Object.keys(state)).toEqual(TWO_FEEDS.feeds);
		expect(state).toEqual(before);
		expect(reason).toEqual(reported);
	});

	test('keeps its state if the list is not sorted', async () => {
		const project = await startedProject();
		const before = project.state;

		project.items = UNSORTED_WORK_ITEMS;

		const { state, problem: reason } = await project.poll(NEW_COMMENTS);

		expect(state).toEqual(before);
		expect(reason?.message).toBe(causes.unsorted);
		expect(project.requests).toHaveLength(1);
	});
});
