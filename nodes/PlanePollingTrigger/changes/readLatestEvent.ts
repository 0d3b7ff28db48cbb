import type { JsonObject } from 'n8n-workflow';

import { isProblem, type Result } from '../../shared/result/problem';
import type { EventSubscription } from './EventSubscription';
import { type FeedDefinition, FEEDS } from './feeds';
import { createPageReader } from './pollFeed';
import type { ProjectApi } from './ProjectApi';
import { readItemChanges } from './readItemChanges';
import { type FoundEvent, recordCreated } from './toEvent';
import { unprocessedItem } from './TriggerState';

/** How many rows of each feed are searched for the latest event. */
const ROWS_OF_FEED = 20;

/** Of how many work items the entries are read. Each takes a request for each of its lists. */
const MAX_WORK_ITEMS = 20;

/** What the search for the latest event found. */
export interface LatestEvent {
	/** Undefined if nothing that the user wants was found. */
	readonly event?: FoundEvent;
	/** Of how many work items the entries were read. */
	readonly workItemsRead: number;
	/** How many new records were found, whether the user wants them or not. */
	readonly newRecordsRead: number;
}

/** A work item whose entries, such as activities, show what happened to it. */
interface Candidate {
	readonly api: ProjectApi;
	readonly row: JsonObject;
	/** When the work item was changed last, in UNIX milliseconds: none of its events is later. */
	readonly updatedAt: number;
}

/**
 * Finds the latest event in these projects, as the test event of the editor. Reads work items, starting with the one
 * that was changed last, until no other work item can have a later event.
 *
 * @param matches whether the user wants the event
 */
export async function readLatestEvent(
	projects: readonly ProjectApi[],
	subscription: EventSubscription,
	matches: (event: FoundEvent) => boolean,
): Promise<Result<LatestEvent>> {
	const candidates: Candidate[] = [];
	let latest: FoundEvent | undefined;
	let newRecordsRead = 0;

	const consider = (events: readonly FoundEvent[]): void => {
		for (const event of events.filter(matches)) {
			if (latest === undefined || event.at > latest.at) latest = event;
		}
	};

	for (const api of projects) {
		for (const name of subscription.feeds) {
			const definition = FEEDS[name];
			const rows = await readNewestRows(api, definition);
			if (isProblem(rows)) return rows;

			if (!definition.hasEntries) {
				newRecordsRead += rows.length;
				consider(rows.map((row) => recordCreated(row, definition.list)));
			}

			if (definition.hasEntries) {
				candidates.push(...rows.map((row) => toCandidate(api, row, definition)));
			}
		}
	}

	let workItemsRead = 0;

	for (const { api, row, updatedAt } of newestFirst(candidates)) {
		if (latest !== undefined && latest.at >= updatedAt) break;

		const item = { workItem: row, tracked: unprocessedItem(0), maxPages: 1 };
		const changes = await readItemChanges(api, subscription, item);
		if (isProblem(changes)) return changes;

		workItemsRead++;
		consider(changes.events);
	}

	return { ...(latest !== undefined && { event: latest }), workItemsRead, newRecordsRead };
}

async function readNewestRows(
	api: ProjectApi,
	definition: FeedDefinition,
): Promise<Result<readonly JsonObject[]>> {
	const page = await createPageReader(api, definition)(ROWS_OF_FEED, 0, 'all');

	return isProblem(page) ? page : page.records.slice(0, ROWS_OF_FEED);
}

const toCandidate = (
	api: ProjectApi,
	row: JsonObject,
	{ readOrder }: FeedDefinition,
): Candidate => ({
	api,
	row,
	// Work items without a time cannot be ruled out.
	updatedAt: readOrder(row) ?? Infinity,
});

const newestFirst = (candidates: readonly Candidate[]): readonly Candidate[] =>
	candidates.toSorted((a, b) => compareTimes(b, a)).slice(0, MAX_WORK_ITEMS);

/** Two infinite times are equal, although their difference is not a number. */
const compareTimes = (a: Candidate, b: Candidate): number =>
	a.updatedAt === b.updatedAt ? 0 : a.updatedAt - b.updatedAt;
