import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { unprocessedItem } from '../../../nodes/PlanePollingTrigger/changes/TriggerState';
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

/** The state of a work item that existed when the trigger was started. */
const startedItem = (updated: string, cutoff: string, comments: readonly string[] = []) => ({
	...unprocessedItem(milliseconds(cutoff)),
	version: isoTime(updated),
	creationReported: true,
	unwrittenAtStart: { after: milliseconds('06:00') - 1, until: milliseconds(updated) },
	reported: reportedKeys({ comments }),
});

describe('the first poll of a project', () => {
	test('records what exists, and reports nothing', async () => {
		const project = new EditableProject();

		project.time = '08:00';
		project.putItem('far', '07:00');
		project.putItem('near', '07:48');
		project.addComment('i1', 'old', '07:40');
		project.addComment('i1', 'c1', '07:59');

		const first = await project.poll(NEW_COMMENTS);

		expect(first).toEqual({ recordIds: [], state: project.state, hasAdvanced: true });
		expect(first.state).toEqual({
			updatedWorkItems: {
				processedUpTo: milliseconds('07:53'),
				newest: {
					order: milliseconds('07:59'),
					firstRead: milliseconds('08:00'),
					firstReadByServer: milliseconds('08:00'),
				},
				start: { order: milliseconds('07:59'), time: milliseconds('07:59') },
				reportingSince: { comments: -1 },
				items: { i1: startedItem('07:59', '07:53', ['c1']) },
			},
		});
		expect(project.requestedLists).toEqual(['ignoring the budget: workItems', 'comments of i1']);
		expect(project.requestedFields).toStrictEqual(['id,updated_at,created_at', undefined]);

		const second = await project.poll(NEW_COMMENTS);

		expect(second.recordIds).toEqual([]);
	});

	describe('of changes whose activities are written late', () => {
		/** The second of a change, as activities have it (row 363). */
		const epochOf = (time: string) => Math.floor(milliseconds(time) / 1000);

		const toActivity = (id: string, fields: JsonObject): JsonObject => ({
			id,
			verb: 'updated',
			field: 'name',
			old_value: 'A',
			new_value: 'B',
			...fields,
		});

		/** @returns the work items whose changes the poll after the first one reports */
		async function pollAfterStart(
			activity: JsonObject,
			{
				known = [],
				isReadable = true,
				created = '06:00',
			}: {
				readonly known?: readonly JsonObject[];
				readonly isReadable?: boolean;
				readonly created?: string;
			} = {},
		) {
			const project = new EditableProject();
			const dates = { created_at: isoTime(created) };

			project.time = '08:00:05';
			project.putItem('i1', '08:00:02', dates);
			project.entries['activities of i1'] = [...known];
			if (!isReadable) project.failing['activities of i1'] = problemWithStatus(500);

			await project.poll(ALL_CHANGES);

			project.failing = {};
			project.putItem('i1', '08:01:20', { ...dates, description_html: 'New' });
			project.entries['activities of i1'] = [toActivity('a1', activity), ...known];
			project.time = '08:01:30';

			const next = await project.poll(ALL_CHANGES);

			// A description is reported once nobody has edited it for a while.
			project.time = '08:09';
			const last = await project.poll(ALL_CHANGES);

			return [...next.recordIds, ...last.recordIds];
		}

		test.each([
			['not a change from before', epochOf('08:00:01'), '08:01:20', []],
			['not the last change before it', epochOf('08:00:02'), '08:01:20', []],
			['a change from after it', epochOf('08:00:03'), '08:01:20', ['i1']],
			['a change if older servers do not say when it was made', null, '08:01:20', ['i1']],
			['a change after the clock was set back', epochOf('07:59'), '07:59', ['i1']],
		])('reports %s', async (_, epoch, time, recordIds) => {
			expect(await pollAfterStart({ epoch, created_at: isoTime(time) })).toEqual(recordIds);
		});

		test.each([
			['the same second, of which one change is known', '08:00:01', []],
			['a time before the last change that is known, as the clock was set back', '07:59', ['i1']],
		])('goes by what is known: reports a change of %s', async (_, time, recordIds) => {
			const known = toActivity('known', {
				epoch: epochOf('08:00:01'),
				created_at: isoTime('08:00:02'),
			});
			const late = { epoch: epochOf(time), created_at: isoTime('08:01:20') };

			expect(await pollAfterStart(late, { known: [known] })).toEqual(recordIds);
		});

		// The work item has the text "New".
		test.each([
			['not from before', 'New', []],
			['that somebody edited again after it', 'Text before the last edit', ['i1']],
		])('reports a description %s', async (_, newValue, recordIds) => {
			const late = {
				field: 'description',
				new_value: newValue,
				epoch: epochOf('08:00:01'),
				created_at: isoTime('08:01:20'),
			};

			expect(await pollAfterStart(late)).toEqual(recordIds);
		});

		test.each([
			['that was read', true],
			['that could not be read', false],
		])('reports none from the second of the creation of a work item %s', async (_, isReadable) => {
			const first = { epoch: epochOf('08:00:01'), created_at: isoTime('08:01:20') };

			expect(await pollAfterStart(first, { isReadable, created: '08:00:01.5' })).toEqual([]);
		});

		test('reports none from before of a work item that could not be read', async () => {
			const before = { epoch: epochOf('08:00:01'), created_at: isoTime('08:01:20') };
			const after = { epoch: epochOf('08:00:03'), created_at: isoTime('08:01:20') };

			expect(await pollAfterStart(before, { isReadable: false })).toEqual([]);
			expect(await pollAfterStart(after, { isReadable: false })).toEqual(['i1']);
		});
	});

	// The lists of an archived project are empty (row 73).
	test('reports nothing old of a project that was empty because it was archived', async () => {
		const project = new EditableProject();
		const lastYear = '2025-01-15T08:00:00Z';

		project.time = '08:00';
		await project.poll(NEW_COMMENTS);

		project.items = [{ id: 'i1', updated_at: lastYear, created_at: lastYear }];
		project.entries['comments of i1'] = [{ id: 'old', created_at: lastYear }];

		expect((await project.poll(NEW_COMMENTS)).recordIds).toEqual([]);

		project.addComment('i1', 'new', '08:10');
		project.time = '08:11';

		expect((await project.poll(NEW_COMMENTS)).recordIds).toEqual(['new']);
	});

	test('looks back a minute further than later polls, so that late activities are known', async () => {
		const project = new EditableProject();

		project.putItem('before', '07:52:59');
		project.putItem('just', '07:53');
		project.putItem('i1', '08:00');

		await project.poll(NEW_COMMENTS);

		expect(Object.keys(project.trackedItems)).toEqual(['i1', 'just']);
		expect(project.requestedLists.slice(1)).toEqual(['comments of i1', 'comments of just']);
	});

	test.each([
		['six minutes before the newest row', false, '07:58', '07:54'],
		['six minutes before the newest row if the page has older rows', true, '07:00', '07:54'],
		['after the oldest row of the first page if all its rows are recent', true, '07:58', '07:59'],
	])('starts %s', async (_, hasMore, oldest, processedUpTo) => {
		const project = new EditableProject();

		project.time = '08:01';
		project.pageOverrides = { hasMore };
		project.putItem('i2', oldest);
		project.putItem('i1', '08:00');

		await project.poll(NEW_COMMENTS);

		expect(project.state?.updatedWorkItems?.processedUpTo).toBe(milliseconds(processedUpTo));
	});

	test.each([
		['six minutes before its update', '10:00', [], '09:54', []],
		['six minutes before its last comment', '08:00', ['08:02'], '07:56', ['08:02']],
		[
			'six minutes before its update, not older comments',
			'10:00',
			['08:00', '09:54'],
			'09:54',
			['09:54'],
		],
	])(
		'remembers the comments of a work item since %s',
		async (_, updated, commentTimes, cutoff, rememberedTimes) => {
			const project = new EditableProject();
			const idAt = (time: string) => `c${time.replace(':', '')}`;

			project.time = '08:00';
			for (const time of commentTimes) project.addComment('i1', idAt(time), time);
			project.putItem('i1', updated);

			await project.poll(NEW_COMMENTS);

			expect(project.trackedItems.i1).toEqual(
				startedItem(updated, cutoff, rememberedTimes.map(idAt)),
			);
		},
	);

	test('starts work items that cannot be read later, without their old comments', async () => {
		const project = new EditableProject();

		project.addComment('i3', 'c3', '07:58');
		project.addComment('i2', 'c2', '07:59');
		project.addComment('i1', 'c1', '08:00');
		project.failing['comments of i2'] = problemWithStatus(500);

		const first = await project.poll(NEW_COMMENTS);

		expect(first).not.toHaveProperty('problem');
		expect(project.requestedLists).toEqual([
			'ignoring the budget: workItems',
			'comments of i1',
			'comments of i2',
		]);
		expect(project.trackedItems).toMatchObject({
			i1: { version: isoTime('08:00'), reported: { comments: ['c1'] } },
			i2: { version: isoTime('07:59'), reported: { comments: [] } },
			i3: { version: isoTime('07:58'), reported: { comments: [] } },
		});

		project.failing = {};
		project.addComment('i2', 'c4', '08:01');

		const second = await project.poll(NEW_COMMENTS);

		expect(second.recordIds).toEqual(['c4']);
	});

	test('goes by sequence numbers in the feed of new work items, and reads no comments', async () => {
		const project = new EditableProject();

		project.time = '09:00';

		for (const number of [79, 80, 100]) {
			project.putItem(`i${number}`, '08:00', { sequence_id: number });
		}

		await project.poll({ ...NEW_WORK_ITEMS, entryLists: ['comments'] });

		expect(project.requestedLists).toEqual(['ignoring the budget: workItems']);
		expect(project.state?.newWorkItems).toMatchObject({
			processedUpTo: 80,
			items: { i100: unprocessedItem(100), i80: unprocessedItem(80) },
			recentNumbers: [{ at: milliseconds('09:00'), number: 100 }],
		});
	});

	test.each([
		['workItems', ['intakeItems']],
		['intakeItems', ['updatedWorkItems']],
	])('starts no feed whose list cannot be read: %s', async (list, startedFeeds) => {
		const project = new EditableProject();

		project.putItem('i1', '08:00');
		project.failing[list] = problemWithStatus(404);

		const { state, problem } = await project.poll({
			...NEW_COMMENTS,
			feeds: ['updatedWorkItems', 'intakeItems'],
		});

		expect(problem?.message).toBe('Status 404');
		expect(Object.keys(state)).toEqual(startedFeeds);
	});

	test.each([
		['updated', NEW_COMMENTS],
		['new', NEW_WORK_ITEMS],
	])('starts no feed whose list is not sorted: %s work items', async (_, subscription) => {
		const project = new EditableProject();

		project.items = UNSORTED_WORK_ITEMS;

		const { state, problem } = await project.poll(subscription);

		expect(state).toEqual({});
		expect(problem?.message).toBe(causes.unsorted);
	});

	test('records a starting point for an empty project', async () => {
		const project = new EditableProject();

		await project.poll(NEW_COMMENTS);

		expect(project.state?.updatedWorkItems).toMatchObject({ newest: { order: 0 }, items: {} });
	});
});
