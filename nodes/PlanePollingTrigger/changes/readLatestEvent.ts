import { isProblem, type Result } from '../../shared/result/problem';
import type { EventSubscription } from './EventSubscription';
import { FEEDS } from './feeds';
import { createPageReader } from './pollFeed';
import type { ProjectApi } from './ProjectApi';
import { readItemChanges } from './readItemChanges';
import { type FoundEvent, recordCreated } from './toEvent';
import { type FeedName, unprocessedItem } from './TriggerState';

/** How many rows of each feed are searched for the latest event. */
const MAX_ROWS = 5;

/**
 * Finds the latest event in these projects, as the test event of the editor.
 *
 * @param matches whether the user wants the event
 * @returns undefined if there is none
 */
export async function readLatestEvent(
	projects: readonly ProjectApi[],
	subscription: EventSubscription,
	matches: (event: FoundEvent) => boolean,
): Promise<Result<FoundEvent | undefined>> {
	let latest: FoundEvent | undefined;

	for (const api of projects) {
		for (const name of subscription.feeds) {
			const events = await readRecentEvents(api, subscription, name);
			if (isProblem(events)) return events;

			for (const event of events.filter(matches)) {
				if (latest === undefined || event.at > latest.at) latest = event;
			}
		}
	}

	return latest;
}

/** The events of the newest rows of a feed, whether they have been reported or not. */
async function readRecentEvents(
	api: ProjectApi,
	subscription: EventSubscription,
	name: FeedName,
): Promise<Result<readonly FoundEvent[]>> {
	const definition = FEEDS[name];
	const page = await createPageReader(api, definition)(MAX_ROWS, 0, 'all');
	if (isProblem(page)) return page;

	const events: FoundEvent[] = [];

	for (const row of page.records.slice(0, MAX_ROWS)) {
		if (!definition.hasEntries || subscription.reportsCreations) {
			events.push(recordCreated(row, definition.list));
		}
		if (!definition.hasEntries) continue;

		const tracked = unprocessedItem(0);
		const changes = await readItemChanges(api, subscription, {
			workItem: row,
			tracked,
			maxPages: 1,
		});
		if (isProblem(changes)) return changes;

		events.push(...changes.events);
	}

	return events;
}
