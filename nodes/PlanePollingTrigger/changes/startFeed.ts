import type { JsonObject } from 'n8n-workflow';

import type { ListPage } from '../../shared/pagination/envelope';
import { PAGE } from '../../shared/pagination/pageQuery';
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
import { unsorted } from './pollErrors';
import type { ProjectApi } from './ProjectApi';
import { type ItemChanges, readItemChanges } from './readItemChanges';
import { processedItem } from './RowProcessor';
import { type FeedName, type FeedState, type TrackedItem, unprocessedItem } from './TriggerState';

/** The starting point of a feed: nothing that has happened until now is reported. */
export async function startFeed(
	api: ProjectApi,
	subscription: EventSubscription,
	name: FeedName,
): Promise<Result<FeedState>> {
	const definition = FEEDS[name];
	const { list, query, orderFields, isOrderedByTime, hasEntries } = definition;
	const head = await api.fetchPageIgnoringBudget({
		list,
		size: PAGE,
		offset: 0,
		query: { ...query, fields: orderFields },
	});
	if (isProblem(head)) return head;
	if (!isSorted(definition, head)) return unsorted();

	const readAt = api.now();
	const newest = findNewestRow(definition, { head, readAt }, undefined);
	const stableBefore = findStableOrder(definition, { head, newest, readAt });
	const { rows, processedUpTo } = findRecentRows(definition, head, stableBefore);

	if (hasEntries) {
		const items = await startWorkItems(api, subscription, { rows, definition, stableBefore });
		const reportingSince = findReportStartTimes(undefined, subscription, -1);

		return { processedUpTo, items, newest, reportingSince };
	}

	const recentNumbers = [{ at: readAt, number: newest.order }];

	return {
		processedUpTo,
		items: startRows(rows, definition, processedUpTo),
		newest,
		...(!isOrderedByTime && { recentNumbers }),
	};
}

/** The first poll looks back further than later ones, because activities may be written in the meantime. */
const marginOf = ({ isOrderedByTime }: FeedDefinition): number =>
	isOrderedByTime ? ACTIVITY_DELAY_MS : 0;

/**
 * The rows that later polls may find again. Rows beyond the first page are not tracked: if it does not
 * have all recent rows, the feed starts after those.
 */
function findRecentRows(
	definition: FeedDefinition,
	{ records, hasMore }: ListPage,
	stableBefore: number,
): { readonly rows: readonly JsonObject[]; readonly processedUpTo: number } {
	const { orderOf } = definition;
	const margin = marginOf(definition);
	const rows = records.filter((row) => (orderOf(row) ?? -1) >= stableBefore - margin);
	const oldest = rows.at(-1);
	const hasAll = rows.length < records.length || hasMore === false;
	if (hasAll || oldest === undefined) return { rows, processedUpTo: stableBefore };

	return { rows, processedUpTo: Math.max(stableBefore, (orderOf(oldest) ?? 0) + margin) };
}

function startRows(
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

/** Reads what happened to work items until now, as far as requests allow, without reporting it. */
async function startWorkItems(
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
				? startsLater(version, order + marginOf(definition))
				: {
						...processedItem(changes, { version, order, tracked, entryLists }),
						creationReported: true,
					};
	}

	return items;
}

/** A work item whose entries up to now are not known: only what is written after this is reported. */
const startsLater = (version: string, cutoff: number): TrackedItem => ({
	...unprocessedItem(cutoff),
	version,
	startsAfterCutoff: true,
	creationReported: true,
});
