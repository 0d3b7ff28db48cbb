import type { JsonObject, JsonValue } from 'n8n-workflow';

import { failed } from '../../../nodes/shared/errors/problemFrom';
import type { ListPage } from '../../../nodes/shared/pagination/envelope';
import type {
	Asked,
	ListName,
	ProjectLists,
} from '../../../nodes/PlanePollingTrigger/changes/projectLists';
import { problem, type Result } from '../../../nodes/shared/result/problem';

interface Row extends JsonObject {
	id: string;
	sequence_id: number;
	created_at: string;
	updated_at: string;
	name: string;
	description_html: string;
}

/** An activity that the next change of the description by the same person moves, and the text that it means. */
interface LastActivity {
	readonly row: JsonObject;
	readonly text: string;
}

/** How lively a server is. */
export interface Manner {
	/** The largest page. */
	readonly size: number;
	/** The chance of a change while a request is under way. */
	readonly lively: number;
	/** Milliseconds by which the clock that answers are dated by is ahead of the one of the rows. */
	readonly ahead: number;
	/** Milliseconds by which the clock of n8n is ahead of the one of the server. */
	readonly n8nAhead?: number;
	/** The chance that a request fails. */
	readonly failing: number;
	/** Whether an importer takes many numbers at once, and shows its work items later (finding 22). */
	readonly importsLate?: boolean;
}

/**
 * A project on a server in virtual time: others change it while it is read, its workers write down
 * what has changed a little later, and its clock is set now and then.
 */
export class Project {
	private now = Date.parse('2026-11-23T08:00:00Z');
	private skew = 0;
	private readonly items: Row[] = [];
	private readonly activities = new Map<string, JsonObject[]>();
	private readonly comments = new Map<string, JsonObject[]>();
	private readonly lastDescriptions = new Map<string, JsonObject>();
	private readonly last = new Map<string, LastActivity | undefined>();
	/** When the workers have done with a work item what they have to do by now. */
	private readonly busyUntil = new Map<string, number>();
	/** What workers have still to do. */
	private readonly due: { readonly at: number; readonly run: () => void }[] = [];
	private numbers = 0;
	/** The number of the newest work item. */
	private sequence = 0;
	/** What has to be reported, each once: `name 17`. */
	readonly happened: string[] = [];
	readonly warnings: string[] = [];
	requests = 0;
	/** Requests that are let through before all others are not sent. */
	budget = Infinity;

	constructor(
		private readonly chance: () => number,
		readonly manner: Manner,
	) {}

	private stamp(): string {
		return new Date(this.now + this.skew).toISOString();
	}

	/** Sets the clock of the server to another time. */
	shift(by: number): void {
		this.skew = by;
	}

	/** Lets time pass, with as many changes in it. */
	pass(milliseconds: number, changes = 0): void {
		const end = this.now + milliseconds;

		for (let left = changes; left > 0; left--) {
			this.advance((end - this.now) / (left + 1));
			this.change();
		}

		this.advance(end - this.now);
	}

	private advance(milliseconds: number): void {
		const end = this.now + milliseconds;

		for (const task of this.due.sort((a, b) => a.at - b.at).filter(({ at }) => at <= end)) {
			this.due.splice(this.due.indexOf(task), 1);
			this.now = Math.max(this.now, task.at);
			task.run();
		}

		this.now = end;
	}

	/** Mostly within seconds, and now and then within a minute. */
	private later(run: () => void): void {
		const most = this.chance() < 0.1 ? 45_000 : 3_000;

		this.due.push({ at: this.now + this.chance() * most, run });
	}

	/** The same, after all that is to be done for this work item before. */
	private inTurn({ id }: Row, run: () => void): void {
		const most = this.chance() < 0.1 ? 45_000 : 3_000;
		const at = Math.max(this.now + this.chance() * most, (this.busyUntil.get(id) ?? 0) + 1);

		this.busyUntil.set(id, at);
		this.due.push({ at, run });
	}

	/** The change that comes next, to whatever work item. */
	change(): void {
		const luck = this.chance();
		const number = ++this.numbers;
		if (this.manner.importsLate === true && luck < 0.05) {
			this.importLate();

			return;
		}

		const item = this.items[Math.floor(this.chance() * this.items.length)];
		if (item === undefined || luck < 0.15) {
			this.createOne(number);

			return;
		}

		if (luck < 0.2) {
			// What nobody has seen of it when it goes is gone with it.
			this.items.splice(this.items.indexOf(item), 1);
			const foundEvents = [...this.happened].filter((name) => name.endsWith(` of ${item.id}`));

			for (const name of foundEvents) this.gone.add(name);

			return;
		}

		item.updated_at = this.stamp();
		// The same value again.
		if (luck < 0.3) return;

		if (luck < 0.4) {
			this.comment(item, number);

			return;
		}

		if (luck < 0.55) {
			this.describe(item, number, this.chance() < 0.8 ? 'ada' : 'bob');

			return;
		}

		this.rename(item, number);
		// A worker touches it once more.
		if (luck < 0.7) this.later(() => (item.updated_at = this.stamp()));
	}

	private rename(item: Row, number: number): void {
		item.updated_at = this.stamp();
		item.name = `name ${number}`;
		this.happened.push(`${item.name} of ${item.id}`);
		this.note(item, { verb: 'updated', field: 'name', old_value: '', new_value: item.name });
	}

	/**
	 * Changes a description. If the last activity of the work item is such a change, too, and by the same
	 * person, the worker moves that one to a later time, and leaves its texts (row 84; case P10).
	 */
	private describe(item: Row, number: number, actor: string): void {
		const old = item.description_html;
		const text = `text ${number}`;

		item.updated_at = this.stamp();
		item.description_html = text;
		this.happened.push(`${text} of ${item.id}`);
		const epoch = Math.floor((this.now + this.skew) / 1000);

		this.inTurn(item, () => {
			const last = this.last.get(item.id);

			item.updated_at = this.stamp();

			if (last?.row.actor === actor) {
				last.row.created_at = this.stampAfter(last.row);
				// Whether a text is reported that was replaced at once depends on when it is looked at.
				this.gone.add(`${last.text} of ${item.id}`);
				this.last.set(item.id, { row: last.row, text });

				return;
			}

			const row = this.append(item, {
				id: `activity${number}`,
				verb: 'updated',
				field: 'description',
				old_value: old,
				new_value: text,
				actor,
				epoch,
			});

			row.created_at = this.stampAfter(this.lastDescriptions.get(item.id));
			this.lastDescriptions.set(item.id, row);
			this.last.set(item.id, { row, text });
		});
	}

	/**
	 * When a change of a description is noted: no earlier than the last one. Where a clock is set back
	 * between two of them, nobody can tell which text is which.
	 */
	private stampAfter(row: JsonObject | undefined): string {
		const last = Date.parse(typeof row?.created_at === 'string' ? row.created_at : '');

		return new Date(
			Math.max(this.now + this.skew, Number.isNaN(last) ? 0 : last + 1),
		).toISOString();
	}

	/** A bot changes one work item so many times. */
	burst(count: number, within: number): void {
		const item = this.items[Math.floor(this.chance() * this.items.length)];
		if (item === undefined) return;

		// What was merged into an activity before is not found where thousands of others follow.
		this.gone.add(`${item.description_html} of ${item.id}`);

		for (let left = count; left > 0; left--) {
			this.advance(within / count);
			this.rename(item, ++this.numbers);
		}
	}

	/** An importer takes numbers, and its work items show up when it is done, while others create some. */
	private importLate(): void {
		const rows = Array.from({ length: 1 + Math.floor(this.chance() * 60) }, () =>
			this.newRow(++this.numbers),
		);

		this.due.push({
			at: this.now + this.chance() * 180_000,
			run: () => {
				for (const row of rows) this.add(row);
			},
		});
	}

	/** Creates so many work items, one each second. */
	create(count: number): void {
		for (let left = count; left > 0; left--) {
			this.createOne(++this.numbers);
			this.advance(1_000);
		}
	}

	/** Changes each work item once, all within this time. */
	changeAll(within: number): void {
		for (const item of this.items) {
			this.advance(within / this.items.length);
			this.rename(item, ++this.numbers);
		}
	}

	/** Changes so many work items, one after the other, whichever they are. */
	changeSome(count: number, within: number): void {
		for (let left = count; left > 0; left--) {
			this.advance(within / count);
			const item = this.items[Math.floor(this.chance() * this.items.length)];
			if (item !== undefined) this.rename(item, ++this.numbers);
		}
	}

	/** What may be reported or not, because its record has gone. */
	readonly gone = new Set<string>();

	private createOne(number: number): void {
		this.add(this.newRow(number));
	}

	private newRow(number: number): Row {
		const at = this.stamp();

		return {
			id: `item${number}`,
			sequence_id: ++this.sequence,
			created_at: at,
			updated_at: at,
			name: `new ${number}`,
			description_html: '',
			project: 'p1',
		};
	}

	private add(item: Row): void {
		this.items.push(item);
		this.happened.push(`${item.name} of ${item.id}`);
		// It has the time of the work item, whenever it is written (row 362).
		const { created_at, name } = item;

		this.note(item, { verb: 'created', field: null, old_value: null, new_value: name, created_at });
	}

	private comment(item: Row, number: number): void {
		const rows = this.comments.get(item.id) ?? [];
		const text = `comment ${number} of ${item.id}`;

		rows.push({ id: `comment${number}`, created_at: this.stamp(), comment_html: text });
		this.comments.set(item.id, rows);
		this.happened.push(text);
		// It is an activity too, which this list does not have.
		this.inTurn(item, () => this.last.set(item.id, undefined));
	}

	private note(item: Row, values: JsonObject): void {
		const id = `activity${++this.numbers}`;
		const epoch = Math.floor((this.now + this.skew) / 1000);

		this.inTurn(item, () => {
			this.append(item, { ...values, id, epoch });
			this.last.set(item.id, undefined);
		});
	}

	/** Writes an activity down. */
	private append(item: Row, values: JsonObject): JsonObject {
		const row = { created_at: this.stamp(), ...values };
		const rows = this.activities.get(item.id) ?? [];

		rows.push(row);
		this.activities.set(item.id, rows);

		return row;
	}

	readonly lists: ProjectLists = {
		clock: () => Math.round(this.now + (this.manner.n8nAhead ?? 0)),
		warn: (message) => this.warnings.push(message),
		pageAnyway: async (...asked) => {
			const { budget } = this;

			this.budget = Infinity;
			const page = await this.lists.page(...asked);

			this.budget = budget;

			return page;
		},
		page: async (list, size, offset, query, workItem) => {
			await Promise.resolve();

			if (this.requests >= this.budget) {
				return problem({ tag: 'notSent', message: 'The poll ended', description: '' });
			}

			this.requests++;
			this.pass(this.chance() * 300, this.chance() < this.manner.lively ? 1 : 0);
			if (this.chance() < this.manner.failing) return failed('Away', '');

			return this.answer(list, size, offset, query, workItem);
		},
	};

	/** By the clock of what stands before the server. */
	private dated(): number {
		return this.now + this.skew + this.manner.ahead;
	}

	private answer(
		list: ListName,
		size: number,
		offset: number,
		{ order_by = '-created_at', fields }: Asked,
		workItem = '',
	): Result<ListPage> {
		const isThere = this.items.some(({ id }) => id === workItem);
		if (workItem !== '' && !isThere) return { ...failed('Gone', ''), status: 404 };

		const of = list === 'activities' ? this.activities : this.comments;
		const rows: readonly JsonObject[] =
			list === 'workItems' ? this.items : (of.get(workItem) ?? []);
		const name = order_by.slice(1);
		const value = (row: JsonObject) => row[name] as string | number;
		const sorted = rows.toSorted((a, b) =>
			value(a) < value(b) ? 1 : value(a) > value(b) ? -1 : 0,
		);
		const most = Math.min(size, this.manner.size);
		const page = Math.floor(offset / most);
		const records = sorted.slice(page * most, page * most + most);
		const selection = fields?.split(',');

		return {
			records: records.map((row) =>
				Object.fromEntries(
					Object.entries(row).filter((entry): entry is [string, JsonValue] =>
						selection ? selection.includes(entry[0]) : true,
					),
				),
			),
			total: rows.length,
			more: (page + 1) * most < rows.length,
			cursor: { size: most, page },
			looked: { from: this.dated(), to: this.dated() + 1000 },
		};
	}
}
