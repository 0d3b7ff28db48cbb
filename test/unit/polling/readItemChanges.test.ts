import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import type { EventSubscription } from '../../../nodes/PlanePollingTrigger/changes/EventSubscription';
import {
	type ItemQuery,
	readItemChanges,
} from '../../../nodes/PlanePollingTrigger/changes/readItemChanges';
import type { FoundEvent } from '../../../nodes/PlanePollingTrigger/changes/toEvent';
import {
	type ListsProgress,
	type TrackedItem,
	unprocessedItem,
} from '../../../nodes/PlanePollingTrigger/changes/TriggerState';
import { failed } from '../../../nodes/shared/errors/problemFrom';
import type { ListPage } from '../../../nodes/shared/pagination/envelope';
import { isProblem, problem } from '../../../nodes/shared/result/problem';
import { fakeProjectApi, isoTime, milliseconds, pageOf } from './fakeProjectApi';
import { reportedKeys } from './reportedKeys';

const comment = (id: string, time: string): JsonObject => ({ id, created_at: isoTime(time) });

/** A comment that an import has written later than it says, as nobody has edited it since (row 367). */
const importedComment = (id: string, time: string, written: string): JsonObject => ({
	...comment(id, time),
	updated_at: isoTime(written),
	updated_by: null,
});

const activity = (id: string, time: string, fields: JsonObject = {}): JsonObject => ({
	...comment(id, time),
	verb: 'updated',
	field: 'name',
	old_value: '',
	new_value: id,
	...fields,
});

const creation = (time: string) => activity('creation', time, { verb: 'created', field: null });

const assigneeAdded = (id: string, user: string, time: string) =>
	activity(id, time, { field: 'assignees', old_identifier: '', new_identifier: user });

const assigneeRemoved = (id: string, user: string, time: string) =>
	activity(id, time, { field: 'assignees', old_identifier: user, new_identifier: '' });

const SUBSCRIPTION: EventSubscription = {
	feeds: [],
	entryLists: ['activities', 'comments'],
	reportsChanges: true,
	groupsByEdit: false,
	match: ({ fields }) => ({ field: Object.keys(fields)[0] ?? null }),
};
const COMMENTS_ONLY: EventSubscription = { ...SUBSCRIPTION, entryLists: ['comments'] };

/** A work item of which everything from eight o'clock on is still to be reported. */
const TRACKED: TrackedItem = unprocessedItem(milliseconds('08:00'));

interface Scenario {
	/** Newest first. */
	readonly activities?: readonly JsonObject[];
	readonly comments?: readonly JsonObject[];
	readonly subscription?: Partial<EventSubscription>;
	readonly tracked?: Partial<TrackedItem>;
	readonly query?: Partial<ItemQuery>;
	readonly workItem?: JsonObject;
}

/** Reads the changes of a work item, and describes events and entries in short. */
async function read({ activities = [], comments = [], ...scenario }: Scenario) {
	const { api, requestedLists } = fakeProjectApi(({ list }) =>
		pageOf(list === 'comments' ? comments : activities),
	);
	const changes = await readItemChanges(
		api,
		{ ...SUBSCRIPTION, ...scenario.subscription },
		{
			workItem: { id: 'i1', ...scenario.workItem },
			tracked: { ...TRACKED, ...scenario.tracked },
			...scenario.query,
		},
	);
	if (isProblem(changes)) throw new Error(changes.message);
	if (changes.kind === 'partial') throw new Error('A list has not been read to its end');

	const { entries, creationReported } = changes;

	return {
		events: changes.events.map(describeEvent),
		entryKeys: entries.map(({ key }) => key),
		creationReported,
		requestedLists,
	};
}

/** The new values of a change, or the ID of a comment; `creation` and the assignees of a new work item. */
function describeEvent({ event }: FoundEvent): string {
	const { action, oldValue, newValue, record } = event;
	const isCreation = action === 'created' && event.event === 'workItem';
	const words = isCreation ? ['creation', oldValue, newValue] : [newValue ?? record.id];

	return words
		.flat()
		.filter((word) => typeof word === 'string')
		.join(' ');
}

describe('reading the changes of a work item', () => {
	const activities = [activity('a2', '08:03'), activity('a1', '08:01')];
	const comments = [comment('c2', '08:02'), comment('c1', '08:00'), comment('too old', '07:59:59')];

	test('reads only activities from the time on to which a change was postponed', async () => {
		const { events } = await read({
			activities: [activity('a2', '08:03'), activity('a1', '07:30')],
			comments: [comment('c2', '08:02'), comment('c1', '07:45')],
			tracked: { postponedSince: milliseconds('07:20') },
		});

		expect(events.toSorted()).toEqual(['a1', 'a2', 'c2']);
	});

	test('returns the events of its activities, then those of its comments, oldest first', async () => {
		expect(await read({ activities, comments })).toEqual({
			events: ['a1', 'a2', 'c1', 'c2'],
			entryKeys: ['a1', 'a2', 'c1', 'c2'],
			creationReported: false,
			requestedLists: ['activities of i1', 'comments of i1'],
		});
	});

	test('reads only the lists that the user is interested in', async () => {
		const { events, requestedLists } = await read({
			activities,
			comments,
			subscription: { entryLists: ['comments'] },
		});

		expect(events).toEqual(['c1', 'c2']);
		expect(requestedLists).toEqual(['comments of i1']);
	});

	test('returns entries of the same time in their order, and when they were written', async () => {
		const { api } = fakeProjectApi(() =>
			pageOf([comment('c2', '08:01'), comment('c1', '08:01'), comment('c0', '08:00')]),
		);

		const changes = await readItemChanges(api, COMMENTS_ONLY, {
			workItem: { id: 'i1' },
			tracked: TRACKED,
		});

		expect(changes).toMatchObject({
			entries: [
				{ key: 'c0', writtenAt: milliseconds('08:00') },
				{ key: 'c1', writtenAt: milliseconds('08:01') },
				{ key: 'c2', writtenAt: milliseconds('08:01') },
			],
		});
	});

	const threeComments = [comment('c3', '08:03'), comment('c2', '08:02'), comment('c1', '08:01')];
	const allKeys = ['c1', 'c2', 'c3'];

	type Row = readonly [string, Scenario, events: readonly string[], entryKeys: readonly string[]];
	const rows: readonly Row[] = [
		[
			'those since the cutoff',
			{ tracked: { cutoff: milliseconds('08:02') } },
			['c2', 'c3'],
			['c2', 'c3'],
		],
		[
			'those that have not been reported',
			{ tracked: { reported: reportedKeys({ comments: ['c2'] }) } },
			['c1', 'c3'],
			allKeys,
		],
		[
			'those since comments are reported',
			{ query: { reportingSince: { comments: milliseconds('08:02') } } },
			['c3'],
			allKeys,
		],
		[
			'all, no matter when reporting of other events started',
			{ query: { reportingSince: { activities: milliseconds('08:02') } } },
			allKeys,
			allKeys,
		],
	];

	test.each(rows)('reports of its comments %s', async (_, scenario, events, entryKeys) => {
		expect(await read({ ...scenario, comments: threeComments })).toMatchObject({
			events,
			entryKeys,
		});
	});

	test('returns a problem if a list cannot be read', async () => {
		const { api, requestedLists } = fakeProjectApi(() => failed('Unavailable', ''));
		const query = { workItem: { id: 'i1' }, tracked: TRACKED };

		expect(await readItemChanges(api, SUBSCRIPTION, query)).toMatchObject({
			message: 'Unavailable',
		});
		expect(requestedLists).toEqual(['activities of i1']);
	});

	test('returns one event for each edit if changes are grouped by edit', async () => {
		const edit = [activity('a2', '08:01', { field: 'priority' }), activity('a1', '08:01')];

		const { events } = await read({ activities: edit, subscription: { groupsByEdit: true } });

		expect(events).toEqual(['a1']);
	});

	test('returns no events for changes that the user is not interested in', async () => {
		const subscription = { match: () => undefined };

		expect(await read({ activities, subscription })).toMatchObject({
			events: [],
			entryKeys: ['a1', 'a2'],
		});
	});
});

describe('reading the creation of a work item', () => {
	const activities = [activity('a1', '08:02'), creation('08:01')];

	test.each<readonly [string, Scenario, readonly string[]]>([
		['reports it with its activities', {}, ['creation', 'a1']],
		['does not report it again', { tracked: { creationReported: true } }, ['a1']],
		[
			'does not report it from before creations were selected',
			{ query: { reportingSince: { activities: milliseconds('08:01') } } },
			['a1'],
		],
	])('%s', async (_, scenario, events) => {
		expect(await read({ ...scenario, activities })).toMatchObject({
			events,
			creationReported: true,
		});
	});

	describe.each<readonly [string, readonly string[], readonly JsonObject[], readonly string[]]>([
		['the present ones', ['ada', 'bob'], [], ['ada', 'bob']],
		['without those added later', ['ada', 'bob'], [assigneeAdded('a1', 'bob', '08:02')], ['ada']],
		['with those removed later', ['ada'], [assigneeRemoved('a1', 'bob', '08:02')], ['ada', 'bob']],
		[
			'with one who was removed and added again',
			['bob'],
			[assigneeAdded('a2', 'bob', '08:03'), assigneeRemoved('a1', 'bob', '08:02')],
			['bob'],
		],
		[
			'without one who was added, removed, and added again by a change that is still to be written',
			['ada', 'bob'],
			[assigneeRemoved('a2', 'bob', '08:03'), assigneeAdded('a1', 'bob', '08:02')],
			['ada'],
		],
		[
			'without one who was added and removed again, with the clock set back in between',
			['ada'],
			[assigneeAdded('a2', 'bob', '08:03'), assigneeRemoved('a1', 'bob', '08:02')],
			['ada'],
		],
	])('with assignees: %s', (_, assignees, laterActivities, initialAssignees) => {
		const scenario = {
			workItem: { assignees: [...assignees] },
			activities: [...laterActivities, creation('08:01')],
		};

		test('reports its initial assignees', async () => {
			const { events, entryKeys } = await read(scenario);

			expect(events[0]).toBe(['creation', ...initialAssignees].join(' '));
			expect(entryKeys).toContain('creation');
		});

		test('postpones it if it is recent, because some servers record them later', async () => {
			const complete = await read(scenario);
			const postponed = await read({
				...scenario,
				query: { creationsMayChangeSince: milliseconds('08:00') },
			});

			expect(postponed).toMatchObject({
				events: complete.events.slice(1),
				entryKeys: complete.entryKeys.filter((key) => key !== 'creation'),
				creationReported: false,
			});
		});
	});

	test('is not postponed if all its assignees must have been recorded', async () => {
		const { events } = await read({
			query: { creationsMayChangeSince: milliseconds('08:01') },
			activities: [creation('08:01')],
			workItem: { assignees: ['ada'] },
		});

		expect(events).toEqual(['creation ada']);
	});

	test('is not postponed if nobody was assigned from the start', async () => {
		const { events } = await read({
			query: { creationsMayChangeSince: milliseconds('08:00') },
			activities: [assigneeAdded('a1', 'bob', '08:02'), creation('08:01')],
			workItem: { assignees: ['bob'] },
		});

		expect(events).toEqual(['creation', 'bob']);
	});

	test('is not postponed if the user is not interested in assignees', async () => {
		const { events } = await read({
			query: { creationsMayChangeSince: milliseconds('08:00') },
			activities: [creation('08:01')],
			workItem: { assignees: ['ada'] },
			subscription: { match: () => ({ field: null }) },
		});

		expect(events[0]).toBe('creation');
	});

	test('does not postpone later changes of assignees', async () => {
		const { events } = await read({
			query: { creationsMayChangeSince: milliseconds('08:00') },
			activities: [assigneeAdded('a1', 'bob', '08:02')],
		});

		expect(events).toEqual(['bob']);
	});
});

describe('reading a list of a work item', () => {
	/** Reads comments from these pages; if more are requested, the last one is returned again. */
	async function readPages(pages: readonly ListPage[], query: Partial<ItemQuery> = {}) {
		const { api, requests } = fakeProjectApi(
			() => pages[Math.min(requests.length, pages.length) - 1] ?? pageOf([]),
		);
		const changes = await readItemChanges(api, COMMENTS_ONLY, {
			workItem: { id: 'i1' },
			tracked: TRACKED,
			...query,
		});
		if (isProblem(changes)) throw new Error(changes.message);

		return {
			events: changes.events.map(describeEvent),
			requestedPages: requests.map(({ size, offset }) => `${size}@${offset}`),
			requests,
		};
	}

	/** A page with comments of these times, which are their IDs as well. */
	const pageAt = (times: readonly string[], overrides: Partial<ListPage> = {}) =>
		pageOf(
			times.map((time) => comment(time, time)),
			overrides,
		);

	const NOT_LAST = { hasMore: true };
	const SMALL_PAGE = { hasMore: true, cursor: { size: 2, page: 0 } };
	const UNKNOWN_IF_LAST = { hasMore: undefined };
	const NEWEST_TWO = ['08:03', '08:04'];
	const ALL_FOUR = ['08:01', '08:02', '08:03', '08:04'];
	const UNSORTED_PAGES = [
		pageAt(['08:02', '08:04'], NOT_LAST),
		pageAt(['07:59', '08:01'], NOT_LAST),
		pageAt(['07:58'], NOT_LAST),
	];

	test.each<readonly [string, readonly ListPage[], readonly string[], readonly string[]]>([
		[
			'stops at the page that says it is the last',
			[pageAt(['08:04', '08:03'])],
			['100@0'],
			NEWEST_TWO,
		],
		[
			'continues in pages of the size that the server returns',
			[pageAt(['08:04', '08:03'], SMALL_PAGE), pageAt(['08:02', '08:01'])],
			['100@0', '2@2'],
			ALL_FOUR,
		],
		[
			'continues in pages of 100 if the server does not say how large they are',
			[pageAt(['08:04', '08:03'], NOT_LAST), pageAt(['08:02', '08:01'])],
			['100@0', '100@100'],
			ALL_FOUR,
		],
		[
			'stops at entries that are too old',
			[
				pageOf(
					[
						comment('08:04', '08:04'),
						comment('08:03', '08:03'),
						comment('same time', '08:03'),
						comment('07:59', '07:59'),
					],
					NOT_LAST,
				),
			],
			['100@0'],
			['same time', '08:03', '08:04'],
		],
		[
			'stops at old entries that were imported in another order',
			[
				pageOf(
					[
						comment('08:04', '08:04'),
						importedComment('old', '06:00', '07:30'),
						importedComment('older', '05:00', '07:40'),
					],
					NOT_LAST,
				),
			],
			['100@0'],
			['08:04'],
		],
		[
			'continues after entries that were imported just now',
			[
				pageOf([comment('08:04', '08:04'), importedComment('old', '06:00', '08:02')], NOT_LAST),
				pageOf([importedComment('older', '05:00', '08:03')]),
			],
			['100@0', '100@100'],
			['old', 'older', '08:04'],
		],
		[
			'continues if there may be more entries of the same time',
			[
				pageOf([comment('08:04', '08:04'), comment('first', '08:00')], NOT_LAST),
				pageOf([comment('second', '08:00')]),
			],
			['100@0', '100@100'],
			['second', 'first', '08:04'],
		],
		[
			'continues if no entry is too old',
			[pageAt(['08:04', '08:03'], NOT_LAST), pageAt(['07:59'], NOT_LAST)],
			['100@0', '100@100'],
			NEWEST_TWO,
		],
		[
			'continues if the list is not sorted',
			[pageAt(['08:04', '07:59', '08:03', '07:58'], NOT_LAST), pageAt(['08:02', '08:01'])],
			['100@0', '100@100'],
			ALL_FOUR,
		],
		[
			'continues if the list is sorted the other way round',
			[pageAt(['07:59', '08:03'], NOT_LAST), pageAt(['08:04'])],
			['100@0', '100@100'],
			NEWEST_TWO,
		],
		[
			'reads the whole list if it is not sorted and has more than three pages',
			[...UNSORTED_PAGES, ...UNSORTED_PAGES, pageAt(['08:03'])],
			['100@0', '100@100', '100@200', '100@0', '100@100', '100@200', '100@300'],
			ALL_FOUR,
		],
		[
			'stops at the total number of entries',
			[pageAt(['08:04', '08:03'], { ...UNKNOWN_IF_LAST, total: 2 })],
			['100@0'],
			NEWEST_TWO,
		],
		[
			'continues until it repeats itself if the total number is not reached',
			[
				pageAt(['08:04', '08:03'], { ...UNKNOWN_IF_LAST, total: 5 }),
				pageAt(['08:02', '08:01'], UNKNOWN_IF_LAST),
			],
			['100@0', '100@100', '100@200'],
			ALL_FOUR,
		],
		[
			'continues if the server says that there are more, whatever the total number',
			[pageAt(['08:04', '08:03'], { ...NOT_LAST, total: 2 }), pageAt(['08:02', '08:01'])],
			['100@0', '100@100'],
			ALL_FOUR,
		],
		[
			'stops at a page that was there before, because the server does not page',
			[pageAt(['08:04', '08:03'], UNKNOWN_IF_LAST)],
			['100@0', '100@100'],
			NEWEST_TWO,
		],
	])('%s', async (_, pages, requestedPages, events) => {
		expect(await readPages(pages)).toMatchObject({ requestedPages, events });
	});

	test('requests no more pages than allowed', async () => {
		const pages = [pageAt(['08:04'], SMALL_PAGE), pageAt(['08:03'], SMALL_PAGE), pageAt(['08:02'])];

		const { requestedPages } = await readPages(pages, { maxPages: 2 });

		expect(requestedPages).toEqual(['100@0', '2@2']);
	});

	test('requests the newest entries first, with their users', async () => {
		const { requests } = await readPages([pageAt(['08:04'])]);

		expect(requests[0]).toMatchObject({
			list: 'comments',
			workItemId: 'i1',
			query: { order_by: '-created_at', expand: 'actor' },
		});
	});
});

describe('reading a list of a work item that is too long for one poll', () => {
	const count = 450;
	const comments = Array.from({ length: count }, (_, index) => ({
		id: `c${count - index}`,
		created_at: new Date(milliseconds('08:01') + (count - index) * 1_000).toISOString(),
	}));

	/** @param maxRequests how many requests the server lets through */
	async function readLongList(query: Partial<ItemQuery>, maxRequests = Infinity) {
		let requestsLeft = maxRequests;
		const { api, requests } = fakeProjectApi(({ size, offset }) => {
			if (requestsLeft-- <= 0) {
				return problem({ cause: 'stopped', message: 'The poll ended', description: '' });
			}

			const rows = comments.slice(offset, offset + size);

			return pageOf(rows, { hasMore: offset + size < comments.length });
		});
		const changes = await readItemChanges(api, COMMENTS_ONLY, {
			workItem: { id: 'i1' },
			tracked: TRACKED,
			...query,
		});
		if (isProblem(changes)) throw new Error(changes.message);

		const ids = changes.events.map(({ event }) => event.record.id);

		return { changes, ids, requestCount: requests.length };
	}

	/** The lists of a work item that was not read to the end. */
	function listsOf({ changes }: Awaited<ReturnType<typeof readLongList>>): ListsProgress {
		if (changes.kind === 'complete') throw new Error('All lists have been read to their end');

		return changes.lists;
	}

	test('leaves the list to be read after the others', async () => {
		const result = await readLongList({});

		expect(result.ids).toEqual([]);
		expect(listsOf(result)).toEqual({});
		expect(result.requestCount).toBe(3);
	});

	test('reads the list from its oldest entry on, and continues from there', async () => {
		const longListsStableBefore = milliseconds('12:00');

		const first = await readLongList({ longListsStableBefore }, 9);
		const unfinished = { order: 0, skippedPolls: 0, lists: listsOf(first) };
		const second = await readLongList({
			longListsStableBefore,
			tracked: { ...TRACKED, unfinished },
		});

		expect(first.ids.slice(0, 2)).toEqual(['c1', 'c2']);
		expect(first.ids.length).toBeLessThan(count);
		expect(first.changes).toMatchObject({ kind: 'partial', problem: { cause: 'stopped' } });
		expect(second.changes.kind).toBe('complete');
		expect([...first.ids, ...second.ids]).toEqual(
			Array.from({ length: count }, (_, index) => `c${index + 1}`),
		);
	});

	test('remembers the entries as long as older ones may still appear', async () => {
		const cutoff = milliseconds('08:00');

		const lists = listsOf(await readLongList({ longListsStableBefore: cutoff }, 9));

		expect(lists.comments?.cutoff).toBe(cutoff);
		expect(Object.keys(lists.comments?.reported ?? {})).toContain('c1');
	});
});

describe('reading changes of a description', () => {
	const descriptionChanged = (id: string, time: string, oldText: string) =>
		activity(id, time, { field: 'description', old_value: oldText, new_value: 'outdated' });
	const scenario: Scenario = {
		workItem: { description_html: '<p>C</p>' },
		subscription: { entryLists: ['activities'], match: () => ({ field: 'description' }) },
	};
	const keyAt = (time: string) => `a1@${milliseconds(time).toString(36)}`;

	test('takes the new text of each change from the next change, and that of the last one from the work item', async () => {
		const activities = [
			descriptionChanged('a2', '08:03', 'B'),
			descriptionChanged('a1', '08:01', 'A'),
		];

		const { events } = await read({ ...scenario, activities });

		expect(events).toEqual(['B', '<p>C</p>']);
	});

	test('postpones the last change while somebody may still be editing the text', async () => {
		const activities = [descriptionChanged('a1', '08:03', 'A')];
		const query = { isSettled: () => false };

		expect(await read({ ...scenario, activities, query })).toMatchObject({
			events: [],
			entryKeys: [],
		});
	});

	test('keeps the key of a reported change that was moved, until it is reported again', async () => {
		const moved = {
			...scenario,
			activities: [descriptionChanged('a1', '08:03', 'A')],
			tracked: { reported: reportedKeys({ activities: [keyAt('08:01')] }) },
		};

		const postponed = await read({ ...moved, query: { isSettled: () => false } });
		const settled = await read(moved);

		expect(postponed).toMatchObject({ events: [], entryKeys: [keyAt('08:01')] });
		expect(settled).toMatchObject({ events: ['<p>C</p>'], entryKeys: [keyAt('08:03')] });
	});
});
