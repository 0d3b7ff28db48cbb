import type { JsonObject } from 'n8n-workflow';

import type { ListPage } from '../../shared/pagination/envelope';
import { PAGE_SIZE } from '../../shared/pagination/pageQuery';
import { isProblem, type Result } from '../../shared/result/problem';
import { shortId } from './entryKeys';
import type { EventSubscription } from './EventSubscription';
import {
	ACTIVITY_DELAY_MS,
	type FeedDefinition,
	FEEDS,
	findNewestRow,
	findStableOrder,
} from './feeds';
import { findReportStartTimes } from './feedState';
import { isSorted } from './NewRowReader';
import { unsortedListProblem } from './pollErrors';
import type { ProjectApi } from './ProjectApi';
import { type ItemChanges, readItemChanges } from './readItemChanges';
import { toProcessedItem } from './RowProcessor';
import {
	type FeedName,
	type FeedStart,
	type FeedState,
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
		const items = await trackWorkItems(api, subscription, { rows, definition, stableBefore });
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
	{ timeOf }: FeedDefinition,
	{ records }: ListPage,
	order: number,
): FeedStart | undefined {
	const times = records.map(timeOf).filter((time) => time !== undefined);

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
	const { orderOf } = definition;
	const margin = startMargin(definition);
	const rows = records.filter((row) => (orderOf(row) ?? -1) >= stableBefore - margin);
	const oldest = rows.at(-1);
	const hasAll = rows.length < records.length || hasMore === false;
	if (hasAll || oldest === undefined) return { rows, processedUpTo: stableBefore };

	return { rows, processedUpTo: Math.max(stableBefore, (orderOf(oldest) ?? 0) + margin) };
}

function trackRows(
	rows: readonly JsonObject[],
	{ orderOf, versionOf }: FeedDefinition,
	processedUpTo: number,
): Record<string, TrackedItem> {
	const items = rows.map((row): [string, TrackedItem] => [
		shortId(row),
		{ ...unprocessedItem(orderOf(row) ?? processedUpTo), version: versionOf(row) },
	]);

	return Object.fromEntries(items);
}

/** Tracks work items as read up to now. Those for which no requests are left are reported from now on. */
async function trackWorkItems(
	api: ProjectApi,
	subscription: EventSubscription,
	start: {
		readonly rows: readonly JsonObject[];
		readonly definition: FeedDefinition;
		readonly stableBefore: number;
	},
): Promise<Record<string, TrackedItem>> {
	const { rows, definition, stableBefore } = start;
	const { entryLists } = subscription;
	const items: Record<string, TrackedItem> = {};
	const tracked = unprocessedItem(stableBefore);
	let canRead = true;

	for (const row of rows) {
		const version = definition.versionOf(row);
		const order = definition.orderOf(row) ?? stableBefore;
		const changes: Result<ItemChanges> | undefined = canRead
			? await readItemChanges(api, subscription, { workItem: row, tracked })
			: undefined;

		canRead &&= !isProblem(changes);

		items[shortId(row)] =
			changes === undefined || isProblem(changes) || changes.kind === 'partial'
				? itemReportedAfter(version, order + startMargin(definition))
				: {
						...toProcessedItem(changes, { version, order, tracked, entryLists }),
						creationReported: true,
					};
	}

	return items;
}

/** A work item whose entries have not been read: only those written after `cutoff` are reported. */
const itemReportedAfter = (version: string, cutoff: number): TrackedItem => ({
	...unprocessedItem(cutoff),
	version,
	startsAfterCutoff: true,
	creationReported: true,
});
