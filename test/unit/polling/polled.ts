import type { JsonObject } from 'n8n-workflow';

import { failed } from '../../../nodes/shared/errors/problemFrom';
import type { ListPage } from '../../../nodes/shared/pagination/envelope';
import type { EventSelection } from '../../../nodes/PlanePollingTrigger/changes/details';
import type { ProjectMark } from '../../../nodes/PlanePollingTrigger/changes/mark';
import { pollProject } from '../../../nodes/PlanePollingTrigger/changes/pollProject';
import type { Asked } from '../../../nodes/PlanePollingTrigger/changes/projectLists';
import type { Problem } from '../../../nodes/shared/result/problem';
import { at, listsThat, lookedAt, moment, pageOf } from './lists';

export const everything: EventSelection = {
	feeds: ['changed'],
	details: ['activities', 'comments'],
	creations: false,
	isByEdit: false,
	fieldOf: ({ action, fields }) => (action === 'created' ? null : Object.keys(fields)[0]),
};
export const comments: EventSelection = { ...everything, details: ['comments'] };
export const created: EventSelection = { ...everything, feeds: ['created'], details: [] };

export const denied = (status: number): Problem => ({ ...failed(`Status ${status}`, ''), status });
export const unsorted = [
	{ id: 'i1', updated_at: at('08:00'), sequence_id: 1 },
	{ id: 'i2', updated_at: at('09:00'), sequence_id: 2 },
];

/** A project that its tests change between polls, and the trigger that polls it. */
export class Polled {
	items: JsonObject[] = [];
	readonly rows: Record<string, JsonObject[]> = {};
	/** What cannot be read: a list, or one of a work item (`comments of i1`). */
	failing: Record<string, Problem> = {};
	/** The time of the day by all clocks; undefined: the server does not tell, and n8n has noon. */
	time?: string;
	said: Partial<ListPage> = {};
	mark: ProjectMark | undefined;
	asked: string[] = [];
	warnings: string[] = [];
	/** What was asked for besides a page. */
	queries: Asked[] = [];
	offsets: number[] = [];

	item(id: string, updated: string, more: JsonObject = {}): void {
		const row = { id, updated_at: at(updated), created_at: at('06:00'), ...more };

		this.items = [row, ...this.items.filter((item) => item.id !== id)];
	}
	comment(item: string, id: string, time: string): void {
		const list = `comments of ${item}`;

		this.rows[list] = [{ id, created_at: at(time) }, ...(this.rows[list] ?? [])];
		this.item(item, time);
	}

	/** Polls, and gives the events. */
	async pollEvents(selection: EventSelection) {
		const { foundEvents } = await this.pollNow(selection, false);

		return foundEvents.map(({ event }) => event);
	}

	/** Polls, and gives what is reported: the IDs of its records. */
	async poll(selection: EventSelection, forget = false) {
		const result = await this.pollNow(selection, forget);

		return { ...result, foundEvents: result.foundEvents.map(({ event }) => event.record.id) };
	}

	private async pollNow(selection: EventSelection, forget: boolean) {
		const { time } = this;
		const { lists, asked, requests, warnings } = listsThat(
			({ list, workItem, size, offset }) => {
				const name = workItem === '' ? list : `${list} of ${workItem}`;
				const rows = workItem === '' ? this.items : (this.rows[name] ?? []);
				const looked = time === undefined ? {} : lookedAt(time);
				const page = { more: offset + size < rows.length, ...looked, ...this.said };

				return this.failing[name] ?? pageOf(rows.slice(offset, offset + size), page);
			},
			() => moment(time ?? '12:00'),
		);
		const result = await pollProject(lists, selection, forget ? undefined : this.mark);

		this.mark = result.mark;
		Object.assign(this, { asked, warnings });
		this.queries = requests.map(({ query }) => query);
		this.offsets = requests.map(({ offset }) => offset);

		return result;
	}
	get fields() {
		return this.queries.map(({ fields }) => fields);
	}
	get known() {
		return this.mark?.changed?.rows ?? {};
	}
}
