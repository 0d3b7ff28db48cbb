import type { JsonObject } from 'n8n-workflow';

import type { EventSubscription } from '../../../nodes/PlanePollingTrigger/changes/EventSubscription';
import { pollProject } from '../../../nodes/PlanePollingTrigger/changes/pollProject';
import type { PageRequest } from '../../../nodes/PlanePollingTrigger/changes/ProjectApi';
import type { ProjectState } from '../../../nodes/PlanePollingTrigger/changes/TriggerState';
import { failed } from '../../../nodes/shared/errors/problemFrom';
import type { ListPage } from '../../../nodes/shared/pagination/envelope';
import type { Problem } from '../../../nodes/shared/result/problem';
import { fakeProjectApi, isoTime, listName, milliseconds, pageOf, readAt } from './fakeProjectApi';

export const ALL_CHANGES: EventSubscription = {
	feeds: ['updatedWorkItems'],
	entryLists: ['activities', 'comments'],
	reportsChanges: true,
	groupsByEdit: false,
	match: ({ action, fields }) => {
		const [field] = Object.keys(fields);
		if (action === 'created') return { field: null };

		return field === undefined ? undefined : { field };
	},
};
export const NEW_COMMENTS: EventSubscription = { ...ALL_CHANGES, entryLists: ['comments'] };
export const NEW_WORK_ITEMS: EventSubscription = {
	...ALL_CHANGES,
	feeds: ['newWorkItems'],
	entryLists: [],
};

export const problemWithStatus = (status: number): Problem => ({
	...failed(`Status ${status}`, ''),
	status,
});
export const UNSORTED_WORK_ITEMS = [
	{ id: 'i1', updated_at: isoTime('08:00'), sequence_id: 1 },
	{ id: 'i2', updated_at: isoTime('09:00'), sequence_id: 2 },
];

/** A project that a test edits between polls, and the trigger that polls it. */
export class EditableProject {
	/** Work items, newest first. */
	items: JsonObject[] = [];
	/** Activities and comments by list, e.g. `comments of i1`, newest first. */
	readonly entries: Record<string, JsonObject[]> = {};
	/** Why a list cannot be read, e.g. `comments of i1`. */
	failing: Record<string, Problem> = {};
	/** The time by all clocks; if undefined, the server does not say it, and n8n's clock shows noon. */
	time?: string;
	/** The time when reading a list ends, e.g. of `comments of i1`; otherwise, reading takes no time. */
	timeAfterReading: Record<string, string> = {};
	/** Properties of pages other than their rows. */
	pageOverrides: Partial<ListPage> = {};
	state: ProjectState | undefined;
	/** Of the last poll. */
	requests: PageRequest[] = [];
	requestedLists: string[] = [];
	warnings: string[] = [];

	/** Creates a work item, or replaces it with a newer version. */
	putItem(id: string, updated: string, fields: JsonObject = {}): void {
		const row = { id, updated_at: isoTime(updated), created_at: isoTime('06:00'), ...fields };

		this.items = [row, ...this.items.filter((item) => item.id !== id)];
	}

	addComment(itemId: string, id: string, time: string): void {
		const list = `comments of ${itemId}`;

		this.entries[list] = [{ id, created_at: isoTime(time) }, ...(this.entries[list] ?? [])];
		this.putItem(itemId, time);
	}

	/** Polls, and returns the events. */
	async pollEvents(subscription: EventSubscription) {
		const { events } = await this.pollOnce(subscription);

		return events.map(({ event }) => event);
	}

	/** Polls, and returns the result with the IDs of the records instead of the events. */
	async poll(subscription: EventSubscription) {
		const { events, ...result } = await this.pollOnce(subscription);

		return { ...result, recordIds: events.map(({ event }) => event.record.id) };
	}

	private async pollOnce(subscription: EventSubscription) {
		const { api, requests, requestedLists, warnings } = fakeProjectApi(
			(request) => this.answer(request),
			() => milliseconds(this.time ?? '12:00'),
		);
		const result = await pollProject(api, subscription, this.state);

		this.state = result.state;
		Object.assign(this, { requests, requestedLists, warnings });

		return result;
	}

	private answer(request: PageRequest) {
		const { workItemId, size, offset } = request;
		const name = listName(request);
		const rows = workItemId === undefined ? this.items : (this.entries[name] ?? []);
		const problem = this.failing[name];
		const page = pageOf(rows.slice(offset, offset + size), {
			hasMore: offset + size < rows.length,
			...(this.time !== undefined && readAt(this.time)),
			...this.pageOverrides,
		});
		const timeAfterReading = this.timeAfterReading[name];

		if (timeAfterReading !== undefined) this.time = timeAfterReading;

		return problem ?? page;
	}

	/** The query parameters of the last poll's requests, without those for paging. */
	get queries() {
		return this.requests.map(({ query }) => query);
	}

	get requestedFields() {
		return this.queries.map(({ fields }) => fields);
	}

	get trackedItems() {
		return this.state?.updatedWorkItems?.items ?? {};
	}
}
