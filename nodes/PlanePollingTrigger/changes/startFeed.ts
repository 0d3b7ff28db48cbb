import type { JsonObject } from 'n8n-workflow';

import type { ListPage } from '../../shared/pagination/envelope';
import { PAGE_SIZE } from '../../shared/pagination/pageQuery';
import { isProblem, type Result } from '../../shared/result/problem';
import { shortId } from './entryKeys';
import { createdAt } from './entryTimes';
import type { EventSubscription } from './EventSubscription';
import {
	ACTIVITY_DELAY_MS,
	ACTIVITY_WRITE_MS,
	type FeedDefinition,
	FEEDS,
	findNewestRow,
	findStableOrder,
} from './feeds';
import { findReportStartTimes } from './feedState';
import { isSorted } from './NewRowReader';
import { unsortedListProblem } from './pollErrors';
import type { ProjectApi } from './ProjectApi';
import { type CompleteChanges, type ItemChanges, readItemChanges } from './readItemChanges';
import { toProcessedItem } from './RowProcessor';
import {
	type FeedName,
	type FeedStart,
	type FeedState,
	type TimeSpan,
	type TrackedItem,
	unprocessedItem,
} from './TriggerState';

/** Returns the starting point of a feed: nothing that has happened until now is reported. */
export async function startFeed(
	api: ProjectApi,
	subscription: EventSubscription,
	name: FeedName,
): Promise<Result<FeedState>> {
	const definition = FEEDS[name];
	const { list, query, orderFields, isOrderedByTime, hasEntries } = definition;
	const head = await api.fetchPageIgnoringBudget({
		list,
		size: PAGE_SIZE,
		offset: 0,
		query: { ...query, fields: orderFields },
	});
	if (isProblem(head)) return head;
	if (!isSorted(definition, head)) return unsortedListProblem();

	const readAt = api.now();
	const newest = findNewestRow(definition, { head, readAt }, undefined);
	const stableBefore = findStableOrder(definition, { head, newest, readAt });
	const { rows, processedUpTo } = findRecentRows(definition, head, stableBefore);
	const start = findFeedStart(definition, head, newest.order);

	if (hasEntries) {
		const items = await trackWorkItems(api, subscription, {
			rows,
			definition,
			stableBefore,
			newest: newest.order,
		});
		const reportingSince = findReportStartTimes(undefined, subscription, -1);

		return { processedUpTo, items, newest, ...(start && { start }), reportingSince };
	}

	const recentNumbers = [{ at: readAt, number: newest.order }];

	return {
		processedUpTo,
		items: trackRows(rows, definition, processedUpTo),
		newest,
		...(start && { start }),
		...(!isOrderedByTime && { recentNumbers }),
	};
}

/** What the first page of a feed says about its starting point; undefined if it has no times. */
function findFeedStart(
	{ readTimestamp }: FeedDefinition,
	{ records }: ListPage,
	order: number,
): FeedStart | undefined {
	const times = records.map(readTimestamp).filter((time) => time !== undefined);

	return times.length === 0 ? undefined : { order, time: Math.max(...times) };
}

/** How much further the first poll looks back than later ones: activities are written after the change. */
const startMargin = ({ isOrderedByTime }: FeedDefinition): number =>
	isOrderedByTime ? ACTIVITY_DELAY_MS : 0;

/**
 * Finds the rows that later polls may find again. Rows beyond the first page are not tracked: if it does not
 * have all recent rows, the feed starts after those.
 */
function findRecentRows(
	definition: FeedDefinition,
	{ records, hasMore }: ListPage,
	stableBefore: number,
): { readonly rows: readonly JsonObject[]; readonly processedUpTo: number } {
	const { readOrder } = definition;
	const margin = startMargin(definition);
	const rows = records.filter((row) => (readOrder(row) ?? -1) >= stableBefore - margin);
	const [newest] = rows;
	const oldest = rows.at(-1);
	const hasAll = rows.length < records.length || hasMore === false;
	if (hasAll || newest === undefined || oldest === undefined) {
		return { rows, processedUpTo: stableBefore };
	}

	// What is newer than the page happened after it was read, however short the time that the page covers.
	const end = Math.min((readOrder(oldest) ?? 0) + margin, readOrder(newest) ?? 0);

	return { rows, processedUpTo: Math.max(stableBefore, end) };
}

function trackRows(
	rows: readonly JsonObject[],
	{ readOrder, readVersion }: FeedDefinition,
	processedUpTo: number,
): Record<string, TrackedItem> {
	const items = rows.map((row): [string, TrackedItem] => [
		shortId(row),
		{ ...unprocessedItem(readOrder(row) ?? processedUpTo), version: readVersion(row) },
	]);

	return Object.fromEntries(items);
}

/** Tracks work items as read up to now. If no requests are left for one, it is reported from now on. */
async function trackWorkItems(
	api: ProjectApi,
	subscription: EventSubscription,
	start: {
		readonly rows: readonly JsonObject[];
		readonly definition: FeedDefinition;
		readonly stableBefore: number;
		/** The order of the newest row. */
		readonly newest: number;
	},
): Promise<Record<string, TrackedItem>> {
	const { rows, definition, stableBefore, newest } = start;
	const { entryLists } = subscription;
	const items: Record<string, TrackedItem> = {};
	const tracked = unprocessedItem(stableBefore);
	let canRead = true;

	for (const row of rows) {
		const version = definition.readVersion(row);
		const order = definition.readOrder(row) ?? stableBefore;
		const created = createdAt(row);
		const changes: Result<ItemChanges> | undefined = canRead
			? await readItemChanges(api, subscription, { workItem: row, tracked })
			: undefined;

		canRead &&= !isProblem(changes);

		const item =
			changes === undefined || isProblem(changes) || changes.kind === 'partial'
				? startUnread({
						created,
						version,
						changedUntil: Math.min(order + ACTIVITY_WRITE_MS, newest),
					})
				: {
						...toProcessedItem(changes, { version, order, tracked, entryLists }),
						unwrittenAtStart: findUnwrittenChanges(changes, { created, order }),
					};

		items[shortId(row)] = { ...item, creationReported: true };
	}

	return items;
}

/** A work item whose entries have not been read: only what happens from now on is reported. */
const startUnread = ({
	created,
	version,
	changedUntil,
}: {
	/** When the work item was created. */
	readonly created: number;
	readonly version: string;
	/** When the last entry was written that belongs to this version. */
	readonly changedUntil: number;
}): TrackedItem => ({
	...unprocessedItem(changedUntil + 1),
	version,
	unwrittenAtStart: { after: floorToSecond(created) - 1, until: changedUntil },
});

/** Rounds the time of a change down to its second, as activities do. */
const floorToSecond = (time: number): number => Math.floor(time / 1000) * 1000;

/**
 * Finds when changes of a work item were made whose activities may not have been written yet: in the second
 * of the last change that is known, or after it.
 */
function findUnwrittenChanges(
	{ entries }: CompleteChanges,
	{ created, order }: { readonly created: number; readonly order: number },
): TimeSpan {
	const times = entries.flatMap(({ madeAt }) => madeAt ?? []).filter((at) => at <= order);

	return { after: Math.max(floorToSecond(created), ...times) - 1, until: order };
}
