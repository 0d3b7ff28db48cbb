import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { type FeedDefinition, FEEDS } from '../../../nodes/PlanePollingTrigger/changes/feeds';
import { listUnreadIds } from '../../../nodes/PlanePollingTrigger/changes/listUnreadIds';
import {
	type FeedState,
	unprocessedItem,
} from '../../../nodes/PlanePollingTrigger/changes/TriggerState';
import type { ListPage } from '../../../nodes/shared/pagination/envelope';
import type { Problem, Result } from '../../../nodes/shared/result/problem';
import { problemWithStatus } from './editableProject';

/** A work item that changed in this second. */
const workItem = (second: number, id = `w${second}`): JsonObject => ({
	id,
	updated_at: new Date(second * 1000).toISOString(),
});

/** Work items of which one changed in each second, the latest change first. */
const workItems = (count: number): JsonObject[] =>
	Array.from({ length: count }, (_, index) => workItem(count - index));

/** The IDs of the work items that changed in these seconds, both included. */
const idsBetween = (first: number, last: number): string[] =>
	Array.from({ length: last - first + 1 }, (_, index) => `w${first + index}`);

/** The state of a feed whose last read was interrupted at this second. */
const interruptedAt = (second: number, trackedRows = 501): FeedState => ({
	processedUpTo: 0,
	resumeAt: second * 1000,
	newest: { order: 350_000, firstRead: 1 },
	items: Object.fromEntries(idsBetween(1, trackedRows).map((id) => [id, unprocessedItem(0)])),
});

interface ListOptions {
	/** What the server has at a request, counted from 1; by default, always the same rows. */
	readonly responseTo?: (request: number) => readonly JsonObject[] | Problem;
	readonly definition?: FeedDefinition;
}

/** Lists the unread rows of a list, and returns their IDs and the offsets of the pages that were read. */
async function list(
	state: FeedState,
	rows: readonly JsonObject[],
	{ responseTo = () => rows, definition = FEEDS.updatedWorkItems }: ListOptions = {},
) {
	const offsets: number[] = [];

	const fetchPage = async (size: number, offset: number): Promise<Result<ListPage>> => {
		offsets.push(offset);
		const current = responseTo(offsets.length);
		if ('message' in current) return await Promise.resolve(current);

		return {
			records: current.slice(offset, offset + size),
			total: current.length,
			hasMore: offset + size < current.length,
			cursor: undefined,
			readAt: undefined,
			isWholeList: false,
			textLength: 0,
		};
	};

	const ids = await listUnreadIds(fetchPage, definition, state);

	return { ids: ids && [...ids].sort(), offsets };
}

describe('the rows that an interrupted read has left to later polls', () => {
	const rows = workItems(350);

	test('are those of all pages down to where it was interrupted', async () => {
		const { ids, offsets } = await list(interruptedAt(200), rows);

		expect(ids).toEqual(idsBetween(151, 350).sort());
		expect(offsets).toEqual([0, 100, 0]);
	});

	test('include those that moved to the top meanwhile', async () => {
		const moved = [workItem(351, 'w1'), ...rows.slice(0, -1)];
		const { ids } = await list(interruptedAt(200), rows, {
			responseTo: (request) => (request < 3 ? rows : moved),
		});

		expect(ids).toEqual([...idsBetween(151, 350), 'w1'].sort());
	});

	test.each([
		['no more than 500 rows are tracked', interruptedAt(200, 500), FEEDS.updatedWorkItems],
		['its rows have no activities', interruptedAt(200), FEEDS.intakeItems],
	])('are not listed if %s', async (_, state, definition) => {
		const { ids, offsets } = await list(state, rows, { definition });

		expect({ ids, offsets }).toEqual({ ids: undefined, offsets: [] });
	});

	test('are not listed if no read was interrupted', async () => {
		const { resumeAt, ...state } = interruptedAt(200);
		const { ids, offsets } = await list(state, rows);

		expect(resumeAt).toBeDefined();
		expect({ ids, offsets }).toEqual({ ids: undefined, offsets: [] });
	});

	test.each([1, 2, 3])('are not known if request %i fails', async (failing) => {
		const { ids, offsets } = await list(interruptedAt(200), rows, {
			responseTo: (request) => (request === failing ? problemWithStatus(500) : rows),
		});

		expect(ids).toBeUndefined();
		expect(offsets).toHaveLength(failing);
	});

	test('are not known if more rows moved to the top than a page has', async () => {
		const moved = [...idsBetween(1, 100).map((id) => workItem(400, id)), ...rows];
		const { ids } = await list(interruptedAt(200), rows, {
			responseTo: (request) => (request < 3 ? rows : moved),
		});

		expect(ids).toBeUndefined();
	});

	test('are not known if there are more than ten pages of them', async () => {
		const { ids, offsets } = await list(interruptedAt(1), workItems(1_500));

		expect(ids).toBeUndefined();
		expect(offsets).toHaveLength(10);
	});
});
