import type { JsonObject, JsonValue } from 'n8n-workflow';

import { failed } from '../../../nodes/shared/errors/problemFrom';
import type { ListPage } from '../../../nodes/shared/pagination/envelope';
import type {
	PageRequest,
	ProjectApi,
} from '../../../nodes/PlanePollingTrigger/changes/ProjectApi';
import { problem, type Result } from '../../../nodes/shared/result/problem';

interface Row extends JsonObject {
	id: string;
	sequence_id: number;
	created_at: string;
	updated_at: string;
	name: string;
	description_html: string;
}

/** A change of the description into which the next one by the same person is merged. */
interface DescriptionChange {
	readonly row: JsonObject;
	/** The text that the activity stands for, which may not be the one that it contains. */
	readonly text: string;
}

/** Something that a worker will do. */
interface ScheduledTask {
	readonly at: number;
	readonly run: () => void;
	/** The event that it makes visible. */
	readonly event?: string;
}

/** How a virtual server behaves. */
export interface ServerBehavior {
	/** Rows of a page at most. */
	readonly pageSize: number;
	/** The chance that somebody changes something during a request. */
	readonly changeRate: number;
	/** Milliseconds by which the clock that dates the responses is ahead of the one that dates the rows. */
	readonly responseClockAhead: number;
	/** Milliseconds by which n8n's clock is ahead of the server's. */
	readonly n8nClockAhead?: number;
	/** The chance that a request fails. */
	readonly failureRate: number;
	/** How many requests the server accepts in a minute; default: any number. */
	readonly requestsPerMinute?: number;
	/** Whether an importer reserves many numbers at once whose work items appear later (finding 22). */
	readonly importsLate?: boolean;
}

/**
 * A project on a server in virtual time: it changes while it is read, workers write activities a little
 * after the change, and the clock is adjusted now and then.
 */
export class VirtualProject {
	/** The names of all events that have to be reported exactly once, e.g. `name 17 of item3`. */
	readonly expectedEvents: string[] = [];
	/** Events that may be reported or not, e.g. because their record was deleted. */
	readonly optionalEvents = new Set<string>();
	readonly warnings: string[] = [];
	requestCount = 0;
	/** The value of `requestCount` from which on requests are not sent. */
	requestLimit = Infinity;

	private now = Date.parse('2026-11-23T08:00:00Z');
	/** Milliseconds by which the clock that dates the rows is ahead of `now`. */
	private clockOffset = 0;
	private readonly items: Row[] = [];
	private readonly intakeItems: JsonObject[] = [];
	/** When the requests of the last minute were accepted. */
	private acceptedAt: readonly number[] = [];
	/** By work item ID, oldest first. */
	private readonly activities = new Map<string, JsonObject[]>();
	private readonly comments = new Map<string, JsonObject[]>();
	/** The last activity about the description, by work item ID. */
	private readonly lastDescriptions = new Map<string, JsonObject>();
	/** The last activity of any kind, by work item ID, if the next change may be merged into it. */
	private readonly mergeTargets = new Map<string, DescriptionChange | undefined>();
	/** When the workers will have finished everything scheduled for a work item. */
	private readonly busyUntil = new Map<string, number>();
	/** Tasks that the workers still have to do. */
	private readonly scheduled: ScheduledTask[] = [];
	/** Counts changes and activities, for unique names. */
	private counter = 0;
	private lastSequenceNumber = 0;

	constructor(
		/** Returns random numbers from 0 to 1. */
		private readonly chance: () => number,
		readonly behavior: ServerBehavior,
	) {}

	private timestamp(): string {
		return new Date(this.now + this.clockOffset).toISOString();
	}

	/**
	 * Adjusts the server's clock. A change whose activity is written after that may be taken for one from
	 * before the trigger was started: its time is earlier than that, and the activity's is later.
	 */
	setClockOffset(milliseconds: number): void {
		for (const { event } of this.scheduled) {
			if (event !== undefined) this.optionalEvents.add(event);
		}

		this.clockOffset = milliseconds;
	}

	/** Lets time pass, with so many changes spread over it. */
	pass(milliseconds: number, changes = 0): void {
		const end = this.now + milliseconds;

		for (let left = changes; left > 0; left--) {
			this.advance((end - this.now) / (left + 1));
			this.changeAnything();
		}

		this.advance(end - this.now);
	}

	private advance(milliseconds: number): void {
		const end = this.now + milliseconds;
		const due = this.scheduled.sort((a, b) => a.at - b.at).filter(({ at }) => at <= end);

		for (const task of due) {
			this.scheduled.splice(this.scheduled.indexOf(task), 1);
			this.now = Math.max(this.now, task.at);
			task.run();
		}

		this.now = end;
	}

	/** Has a worker do something: mostly within seconds, sometimes within a minute. */
	private scheduleTask(run: () => void): void {
		const longestDelay = this.chance() < 0.1 ? 45_000 : 3_000;

		this.scheduled.push({ at: this.now + this.chance() * longestDelay, run });
	}

	/** The same, but after everything else that is scheduled for this work item. */
	private scheduleInOrder({ id }: Row, run: () => void, event?: string): void {
		const longestDelay = this.chance() < 0.1 ? 45_000 : 3_000;
		const earliest = (this.busyUntil.get(id) ?? 0) + 1;
		const at = Math.max(this.now + this.chance() * longestDelay, earliest);

		this.busyUntil.set(id, at);
		this.scheduled.push({ at, run, ...(event !== undefined && { event }) });
	}

	private anyItem(): Row | undefined {
		return this.items[Math.floor(this.chance() * this.items.length)];
	}

	/** Changes, creates or deletes something at random. */
	changeAnything(): void {
		const luck = this.chance();
		const number = ++this.counter;

		if (this.behavior.importsLate === true && luck < 0.05) {
			this.importLate();

			return;
		}

		const item = this.anyItem();

		if (item === undefined || luck < 0.15) {
			this.createItem(number);

			return;
		}

		if (luck < 0.2) {
			this.deleteItem(item);

			return;
		}

		item.updated_at = this.timestamp();
		// A write of the value that is there already.
		if (luck < 0.3) return;

		if (luck < 0.4) {
			this.addComment(item, number);

			return;
		}

		if (luck < 0.55) {
			this.changeDescription(item, number, this.chance() < 0.8 ? 'ada' : 'bob');

			return;
		}

		this.rename(item, number);
		// A worker touches the item once more.
		if (luck < 0.7) this.scheduleTask(() => (item.updated_at = this.timestamp()));
	}

	/** Deletes a work item, with everything about it that has not been read yet. */
	private deleteItem(item: Row): void {
		this.items.splice(this.items.indexOf(item), 1);

		for (const name of this.expectedEvents) {
			if (name.endsWith(` of ${item.id}`)) this.optionalEvents.add(name);
		}
	}

	private rename(item: Row, number: number): void {
		item.updated_at = this.timestamp();
		item.name = `name ${number}`;
		this.expectedEvents.push(`${item.name} of ${item.id}`);
		this.addActivity(item, {
			verb: 'updated',
			field: 'name',
			old_value: '',
			new_value: item.name,
		});
	}

	/**
	 * Changes a description. If the last activity of the work item is a change of the description by the
	 * same person, the worker moves that activity to a later time and leaves its texts as they were (row 84, case P10).
	 */
	private changeDescription(item: Row, number: number, actor: string): void {
		const oldText = item.description_html;
		const text = `text ${number}`;

		item.updated_at = this.timestamp();
		item.description_html = text;
		this.expectedEvents.push(`${text} of ${item.id}`);
		const epoch = Math.floor((this.now + this.clockOffset) / 1000);

		this.scheduleInOrder(item, () => {
			const target = this.mergeTargets.get(item.id);

			item.updated_at = this.timestamp();

			if (target?.row.actor === actor) {
				target.row.created_at = this.timestampAfter(target.row);
				// Whether a text that was replaced at once is reported depends on when it is read.
				this.optionalEvents.add(`${target.text} of ${item.id}`);
				this.mergeTargets.set(item.id, { row: target.row, text });

				return;
			}

			const row = this.appendActivity(item, {
				id: `activity${number}`,
				verb: 'updated',
				field: 'description',
				old_value: oldText,
				new_value: text,
				actor,
				epoch,
			});

			row.created_at = this.timestampAfter(this.lastDescriptions.get(item.id));
			this.lastDescriptions.set(item.id, row);
			this.mergeTargets.set(item.id, { row, text });
		});
	}

	/**
	 * The present time, but later than another activity. If a clock is set back between two changes of a
	 * description, their texts cannot be distinguished.
	 */
	private timestampAfter(row: JsonObject | undefined): string {
		const last = Date.parse(typeof row?.created_at === 'string' ? row.created_at : '');
		const earliest = Number.isNaN(last) ? 0 : last + 1;

		return new Date(Math.max(this.now + this.clockOffset, earliest)).toISOString();
	}

	/** Has a bot change one work item so many times. */
	changeOneItemOften(count: number, within: number): void {
		const item = this.anyItem();
		if (item === undefined) return;

		// Edits that were merged into an activity cannot be found once thousands of others follow.
		this.optionalEvents.add(`${item.description_html} of ${item.id}`);

		for (let left = count; left > 0; left--) {
			this.advance(within / count);
			this.rename(item, ++this.counter);
		}
	}

	/** Has an importer reserve numbers for work items that appear later, while others are created. */
	private importLate(): void {
		const rows = Array.from({ length: 1 + Math.floor(this.chance() * 60) }, () =>
			this.newRow(++this.counter),
		);

		this.scheduled.push({
			at: this.now + this.chance() * 180_000,
			run: () => {
				for (const row of rows) this.addItem(row);
			},
		});
	}

	/** Creates so many work items, one each second. */
	createItems(count: number): void {
		for (let left = count; left > 0; left--) {
			this.createItem(++this.counter);
			this.advance(1_000);
		}
	}

	/** Changes each work item once. */
	changeAllItems(within: number): void {
		this.changeItems(this.items.length, within);
	}

	/** Changes so many of the oldest work items once. */
	changeItems(count: number, within: number): void {
		for (const item of this.items.slice(0, count)) {
			this.advance(within / count);
			this.rename(item, ++this.counter);
		}
	}

	/** Changes so many work items at random, one after the other. */
	changeSomeItems(count: number, within: number): void {
		for (let left = count; left > 0; left--) {
			this.advance(within / count);
			const item = this.anyItem();
			if (item !== undefined) this.rename(item, ++this.counter);
		}
	}

	/** Somebody submits a request to the intake of the project. */
	submitIntake(): void {
		const id = `intake${++this.counter}`;

		this.intakeItems.push({ id, created_at: this.timestamp() });
		this.expectedEvents.push(`request of ${id}`);
	}

	private createItem(number: number): void {
		this.addItem(this.newRow(number));
	}

	private newRow(number: number): Row {
		const now = this.timestamp();

		return {
			id: `item${number}`,
			sequence_id: ++this.lastSequenceNumber,
			created_at: now,
			updated_at: now,
			name: `new ${number}`,
			description_html: '',
			project: 'p1',
		};
	}

	private addItem(item: Row): void {
		const { created_at, name } = item;

		this.items.push(item);
		this.expectedEvents.push(`${name} of ${item.id}`);
		// This activity has the time of the work item, whenever it is written (row 362).
		this.addActivity(item, {
			verb: 'created',
			field: null,
			old_value: null,
			new_value: name,
			created_at,
		});
	}

	private addComment(item: Row, number: number): void {
		const rows = this.comments.get(item.id) ?? [];
		const text = `comment ${number} of ${item.id}`;

		rows.push({
			id: `comment${number}`,
			created_at: this.timestamp(),
			comment_html: text,
		});
		this.comments.set(item.id, rows);
		this.expectedEvents.push(text);
		// A comment is an activity as well, but the list of activities does not include it.
		this.scheduleInOrder(item, () => this.mergeTargets.set(item.id, undefined));
	}

	/** Has a worker write an activity. */
	private addActivity(item: Row, values: JsonObject): void {
		const id = `activity${++this.counter}`;
		const epoch = Math.floor((this.now + this.clockOffset) / 1000);

		const write = () => {
			this.appendActivity(item, { ...values, id, epoch });
			this.mergeTargets.set(item.id, undefined);
		};

		this.scheduleInOrder(item, write, `${values.new_value as string} of ${item.id}`);
	}

	private appendActivity(item: Row, values: JsonObject): JsonObject {
		const row = { created_at: this.timestamp(), ...values };
		const rows = this.activities.get(item.id) ?? [];

		rows.push(row);
		this.activities.set(item.id, rows);

		return row;
	}

	readonly api: ProjectApi = {
		maySend: (requests) => this.requestCount + requests <= this.requestLimit,
		now: () => Math.round(this.now + (this.behavior.n8nClockAhead ?? 0)),
		warn: (message) => this.warnings.push(message),
		fetchPageIgnoringBudget: async (request) => {
			const { requestLimit } = this;

			this.requestLimit = Infinity;
			const page = await this.api.fetchPage(request);

			this.requestLimit = requestLimit;

			return page;
		},
		fetchPage: async (request) => {
			await Promise.resolve();

			if (this.requestCount >= this.requestLimit) {
				return problem({ tag: 'notSent', message: 'The poll ended', description: '' });
			}

			this.requestCount++;
			this.pass(this.chance() * 300, this.chance() < this.behavior.changeRate ? 1 : 0);
			if (!this.acceptsRequest()) return { ...failed('Too many requests', ''), status: 429 };
			if (this.chance() < this.behavior.failureRate) return failed('Unavailable', '');

			return this.answer(request);
		},
	};

	/** A sliding window of a minute, in which refused requests do not count (row 19). */
	private acceptsRequest(): boolean {
		const { requestsPerMinute = Infinity } = this.behavior;

		this.acceptedAt = this.acceptedAt.filter((at) => at > this.now - 60_000);
		if (this.acceptedAt.length >= requestsPerMinute) return false;

		this.acceptedAt = [...this.acceptedAt, this.now];

		return true;
	}

	/** How many requests the server accepts now. */
	get remainingRequests(): number {
		const { requestsPerMinute = Infinity } = this.behavior;

		return requestsPerMinute - this.acceptedAt.length;
	}

	/** Whole seconds until the server accepts another request, rounded up. */
	get retryAfter(): number {
		return Math.ceil(((this.acceptedAt[0] ?? this.now) + 60_000 - this.now) / 1000);
	}

	/** Rows of a list of the project, or of a work item. */
	private rowsOf(list: PageRequest['list'], workItemId = ''): readonly JsonObject[] {
		if (list === 'workItems') return this.items;
		if (list === 'intakeItems') return this.intakeItems;

		return (list === 'activities' ? this.activities : this.comments).get(workItemId) ?? [];
	}

	private answer({ list, size, offset, query, workItemId }: PageRequest): Result<ListPage> {
		const { order_by: orderBy = '-created_at', fields } = query;
		const exists = this.items.some(({ id }) => id === workItemId);
		if (workItemId !== undefined && !exists) return { ...failed('Deleted', ''), status: 404 };

		const rows = this.rowsOf(list, workItemId);
		const sorted = sortDescending(rows, orderBy.slice(1));
		const pageSize = Math.min(size, this.behavior.pageSize);
		const page = Math.floor(offset / pageSize);
		const records = sorted.slice(page * pageSize, page * pageSize + pageSize);
		const responseTime = this.now + this.clockOffset + this.behavior.responseClockAhead;

		return {
			records: records.map((row) => selectFields(row, fields?.split(','))),
			total: rows.length,
			hasMore: (page + 1) * pageSize < rows.length,
			cursor: { size: pageSize, page },
			readAt: { from: responseTime, to: responseTime + 1000 },
		};
	}
}

function sortDescending(rows: readonly JsonObject[], field: string): JsonObject[] {
	const valueOf = (row: JsonObject) => row[field] as string | number;

	return rows.toSorted((a, b) => {
		if (valueOf(a) === valueOf(b)) return 0;

		return valueOf(a) < valueOf(b) ? 1 : -1;
	});
}

/** A row with only these fields, or a copy with all of them. */
function selectFields(row: JsonObject, names: readonly string[] | undefined): JsonObject {
	const entries = Object.entries(row).filter((entry): entry is [string, JsonValue] =>
		names === undefined ? true : names.includes(entry[0]),
	);

	return Object.fromEntries(entries);
}
