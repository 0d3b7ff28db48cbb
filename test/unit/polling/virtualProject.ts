import type { JsonObject, JsonValue } from 'n8n-workflow';

import type { PageRequest } from '../../../nodes/PlanePollingTrigger/changes/ProjectApi';
import { failed } from '../../../nodes/shared/errors/problemFrom';
import type { ListPage } from '../../../nodes/shared/pagination/envelope';
import type { Result } from '../../../nodes/shared/result/problem';
import { MAX_LATENESS_MS } from './eventLedger';
import type { VirtualServer } from './virtualServer';

interface Row extends JsonObject {
	id: string;
	sequence_id: number;
	created_at: string;
	updated_at: string;
	name: string;
	description_html: string;
	assignees: { id: string; display_name: string }[];
	labels: string[];
}

/** A list of a work item, and what may be in it. */
const LISTS = {
	assignees: ['ada', 'bob', 'cleo'],
	labels: ['later', 'urgent', 'bug'],
} as const;

/** A change of the description into which the next one by the same person is merged. */
interface DescriptionChange {
	readonly row: JsonObject;
	/** The text that the activity stands for, which may not be the one that it contains. */
	readonly text: string;
}

/** Milliseconds from the moment at which a worker touches a work item to the one at which it has written. */
const WRITING_MS = 20;

/** A project on a virtual server. */
export class VirtualProject {
	private readonly items: Row[] = [];
	private readonly archivedItems: Row[] = [];
	private readonly intakeItems: JsonObject[] = [];
	/** By work item ID, oldest first. */
	private readonly activities = new Map<string, JsonObject[]>();
	private readonly comments = new Map<string, JsonObject[]>();
	/** The last activity about the description, by work item ID. */
	private readonly lastDescriptions = new Map<string, JsonObject>();
	/** The last activity of any kind, by work item ID, if the next change may be merged into it. */
	private readonly mergeTargets = new Map<string, DescriptionChange | undefined>();
	/** When the workers will have finished everything scheduled for a work item. */
	private readonly busyUntil = new Map<string, number>();
	private lastSequenceNumber = 0;

	constructor(
		readonly id: string,
		private readonly server: VirtualServer,
	) {}

	/** Changes, creates or deletes something at random. */
	changeAnything(): void {
		const { chance, behavior } = this.server;
		const luck = chance();
		const item = this.anyItem();

		if (behavior.importsLate === true && luck < 0.05) {
			this.importLate();
		} else if (item === undefined || luck < 0.15) {
			this.createItem();
		} else if (luck < 0.18) {
			this.deleteItem(item);
		} else if (luck < 0.21) {
			this.archiveOrRestore(item);
		} else if (luck < 0.26) {
			this.submitIntake();
		} else if (luck < 0.33) {
			this.writeWhatIsThere(item);
		} else if (luck < 0.43) {
			this.addComment(item);
		} else if (luck < 0.55) {
			this.changeDescription(item, chance() < 0.8 ? 'ada' : 'bob');
		} else if (luck < 0.75) {
			this.changeList(item, chance() < 0.5 ? 'assignees' : 'labels');
		} else {
			this.rename(item);
			if (luck < 0.8) this.renameWithinASecond(item);
		}
	}

	/** Has a bot change one work item so many times. */
	changeOneItemOften(count: number, within: number): void {
		const item = this.anyItem();
		if (item === undefined) return;

		// Edits that were merged into an activity cannot be found once thousands of others follow.
		this.server.ledger.excuseDescriptions(item.id);
		// Nor can the first assignees, if it was created just before.
		this.server.ledger.excuseLists(item.id);

		for (let left = count; left > 0; left--) {
			this.server.advance(within / count);
			this.rename(item);
		}
	}

	/** Creates so many work items, one each second. */
	createItems(count: number): void {
		for (let left = count; left > 0; left--) {
			this.createItem();
			this.server.advance(1_000);
		}
	}

	/** Changes each work item once. */
	changeAllItems(within: number): void {
		this.changeItems(this.items.length, within);
	}

	/** Changes so many of the oldest work items once. */
	changeItems(count: number, within: number): void {
		for (const item of this.items.slice(0, count)) {
			this.server.advance(within / count);
			this.rename(item);
		}
	}

	/** Changes so many work items at random, one after the other. */
	changeSomeItems(count: number, within: number): void {
		for (let left = count; left > 0; left--) {
			this.server.advance(within / count);
			const item = this.anyItem();
			if (item !== undefined) this.rename(item);
		}
	}

	/** Somebody submits a request to the intake of the project. */
	submitIntake(): void {
		const { server } = this;
		const id = `intake${server.nextNumber()}`;

		this.intakeItems.push({ id, created_at: server.timestamp() });
		server.ledger.expect(`request of ${id}`, { item: id, at: server.rowTime });
	}

	/** Answers a request for a page of a list. */
	answer({ list, size, offset, query, workItemId }: PageRequest): Result<ListPage> {
		const { behavior, responseTime } = this.server;
		const { order_by: orderBy = '-created_at', fields } = query;
		const exists = this.items.some(({ id }) => id === workItemId);
		if (workItemId !== undefined && !exists) return { ...failed('Deleted', ''), status: 404 };

		const rows = this.rowsOf(list, workItemId);
		const sorted = sortDescending(rows, orderBy.slice(1));
		const pageSize = Math.min(size, behavior.pageSize);
		const page = Math.floor(offset / pageSize);
		const records = sorted.slice(page * pageSize, page * pageSize + pageSize);

		return {
			records: records.map((row) => selectFields(row, fields?.split(','))),
			total: rows.length,
			hasMore: (page + 1) * pageSize < rows.length,
			cursor: { size: pageSize, page },
			readAt: { from: responseTime, to: responseTime + 1000 },
		};
	}

	/** Rows of a list of the project, or of a work item. */
	private rowsOf(list: PageRequest['list'], workItemId = ''): readonly JsonObject[] {
		if (list === 'workItems') return this.items;
		if (list === 'intakeItems') return this.intakeItems;

		return (list === 'activities' ? this.activities : this.comments).get(workItemId) ?? [];
	}

	private anyItem(): Row | undefined {
		return this.items[Math.floor(this.server.chance() * this.items.length)];
	}

	private createItem(): void {
		this.addItem(this.newRow());
	}

	private newRow(): Row {
		const { server } = this;
		const now = server.timestamp();

		return {
			id: `item${server.nextNumber()}`,
			sequence_id: ++this.lastSequenceNumber,
			created_at: now,
			updated_at: now,
			name: 'new',
			description_html: '',
			assignees: LISTS.assignees
				.filter(() => server.chance() < 0.2)
				.map((id) => ({ id, display_name: id })),
			labels: [],
			project: this.id,
		};
	}

	/** The app records the first assignees as a change of its own, the REST interface does not. */
	private addItem(item: Row): void {
		const { server } = this;
		const { created_at, id } = item;
		const isRecorded = server.chance() < 0.3;
		const { epoch } = server;
		const assigned = item.assignees.map((person) => person.id);

		this.items.push(item);
		server.ledger.touch(id, server.rowTime);
		server.ledger.expect(`new of ${id}`, { item: id, at: server.rowTime });

		for (const person of assigned) {
			server.ledger.expectListChange({
				item: id,
				field: 'assignees',
				id: person,
				change: 'added',
				actor: 'ada',
				epoch,
				isRecorded,
			});
		}

		this.scheduleActivity(item, () => {
			// It is not found any more, as the page says: a clock that was set forward adds to the delay.
			if (server.rowTime - Date.parse(created_at) > MAX_LATENESS_MS)
				server.ledger.excuse(`new of ${id}`);

			// This activity has the time of the work item, whenever it is written (row 362).
			this.appendActivity(item, { verb: 'created', field: null, epoch, actor: 'ada', created_at });

			for (const person of isRecorded ? assigned : []) {
				this.appendActivity(item, {
					...toListActivity('assignees', person, 'added'),
					epoch,
					actor: 'ada',
				});
			}
		});
	}

	/** Has an importer reserve numbers for work items that appear later, while others are created. */
	private importLate(): void {
		const { server } = this;
		const rows = Array.from({ length: 1 + Math.floor(server.chance() * 60) }, () => this.newRow());
		const isStarted = server.ledger.phase === 'after';

		server.scheduleNext(() => {
			for (const row of rows) {
				this.addItem(row);
				// It was created before the trigger was started.
				if (!isStarted) server.ledger.excuse(`new of ${row.id}`);
			}
		}, 180_000);
	}

	/** Deletes a work item, with everything about it that has not been read yet. */
	private deleteItem(item: Row): void {
		this.items.splice(this.items.indexOf(item), 1);
		this.server.ledger.removeItem(item.id);
	}

	/** Archives a work item, which takes it out of the list, or restores one. */
	private archiveOrRestore(item: Row): void {
		const { server } = this;
		const restored = server.chance() < 0.7 ? this.archivedItems.shift() : undefined;

		if (restored === undefined) {
			this.items.splice(this.items.indexOf(item), 1);
			this.archivedItems.push(item);
			server.ledger.removeItem(item.id);

			return;
		}

		this.items.push(restored);
		server.ledger.restoreItem(restored.id);
		this.changeValue(restored, {
			field: 'archived_at',
			old_value: 'archive',
			new_value: `restored ${server.nextNumber()}`,
		});
	}

	/** Writes a value that is there already: no activity follows, but a worker touches the work item, too. */
	private writeWhatIsThere(item: Row): void {
		this.touch(item);
		this.server.schedule(() => this.touch(item));
	}

	private touch(item: Row): void {
		item.updated_at = this.server.timestamp();
		this.server.ledger.touch(item.id, this.server.rowTime);
	}

	private rename(item: Row): void {
		const before = item.name;

		item.name = `name ${this.server.nextNumber()}`;
		this.changeValue(item, { field: 'name', old_value: before, new_value: item.name });
	}

	private renameWithinASecond(item: Row): void {
		this.server.advance(this.server.chance() * 900);
		this.rename(item);
	}

	private changeValue(
		item: Row,
		values: { readonly field: string; readonly old_value: string; readonly new_value: string },
	): void {
		const { server } = this;
		const { epoch } = server;

		this.touch(item);
		server.ledger.expect(`${values.new_value} of ${item.id}`, {
			item: item.id,
			at: server.rowTime,
			oldValue: values.old_value,
		});
		this.scheduleActivity(item, () =>
			this.appendActivity(item, { verb: 'updated', ...values, epoch, actor: 'ada' }),
		);
	}

	/** Adds records to a list and removes others, now and then several times within a second. */
	private changeList(item: Row, field: keyof typeof LISTS): void {
		const { server } = this;
		const actor = server.chance() < 0.8 ? 'ada' : 'bob';
		const changes = server.chance() < 0.5 ? 1 : 2 + Math.floor(server.chance() * 2);
		let id = pick(LISTS[field], server.chance());

		for (let left = changes; left > 0; left--) {
			this.toggle(item, { field, id, actor });
			server.advance(server.chance() * 600);
			if (server.chance() < 0.5) id = pick(LISTS[field], server.chance());
		}
	}

	private toggle(
		item: Row,
		{
			field,
			id,
			actor,
		}: { readonly field: keyof typeof LISTS; readonly id: string; readonly actor: string },
	): void {
		const { server } = this;
		const { epoch } = server;
		const ids = field === 'labels' ? item.labels : item.assignees.map((person) => person.id);
		const change = ids.includes(id) ? 'removed' : 'added';
		const next = change === 'added' ? [...ids, id] : ids.filter((other) => other !== id);

		if (field === 'labels') item.labels = next;
		else item.assignees = next.map((person) => ({ id: person, display_name: person }));

		this.touch(item);
		server.ledger.expectListChange({
			item: item.id,
			field,
			id,
			change,
			actor,
			epoch,
			isRecorded: true,
		});
		this.scheduleActivity(item, () =>
			this.appendActivity(item, { ...toListActivity(field, id, change), epoch, actor }),
		);
	}

	private addComment(item: Row): void {
		const { server } = this;
		const rows = this.comments.get(item.id) ?? [];
		const number = server.nextNumber();
		const text = `comment ${number} of ${item.id}`;

		this.touch(item);
		rows.push({ id: `comment${number}`, created_at: server.timestamp(), comment_html: text });
		this.comments.set(item.id, rows);
		server.ledger.expect(text, { item: item.id, at: server.rowTime });
		// A comment is an activity as well, but the list of activities does not include it.
		this.scheduleActivity(item, () => undefined);
	}

	/**
	 * Changes a description. If the last activity of the work item is a change of the description by the
	 * same person, the worker moves that activity to a later time and leaves its texts as they were (row 84).
	 */
	private changeDescription(item: Row, actor: string): void {
		const { server } = this;
		const { epoch } = server;
		const oldText = item.description_html;
		const text = `text ${server.nextNumber()}`;
		const name = `${text} of ${item.id}`;

		this.touch(item);
		item.description_html = text;
		server.ledger.expect(name, { item: item.id, at: server.rowTime });

		this.scheduleInOrder(item, () => {
			const target = this.mergeTargets.get(item.id);

			if (target?.row.actor === actor) {
				target.row.created_at = this.timestampAfter(target.row);
				// Whether a text that was replaced at once is reported depends on when it is read.
				server.ledger.excuse(`${target.text} of ${item.id}`);
				server.ledger.excuseFromBefore(name);
				this.mergeTargets.set(item.id, { row: target.row, text });

				return;
			}

			const row = this.appendActivity(item, {
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

		return new Date(Math.max(this.server.rowTime, earliest)).toISOString();
	}

	/** Has a worker write activities other than those of the description. */
	private scheduleActivity(item: Row, write: () => void): void {
		this.scheduleInOrder(item, () => {
			write();
			this.mergeTargets.set(item.id, undefined);
		});
	}

	/**
	 * Has a worker touch a work item and write an activity right after (row 361), when everything else that
	 * is scheduled for the work item has been done.
	 */
	private scheduleInOrder(item: Row, write: () => void): void {
		const notBefore = (this.busyUntil.get(item.id) ?? 0) + WRITING_MS + 1;
		const at = this.server.schedule(
			() => {
				this.touch(item);
				this.server.scheduleNext(write, WRITING_MS);
			},
			{ notBefore },
		);

		this.busyUntil.set(item.id, at);
	}

	private appendActivity(item: Row, values: JsonObject): JsonObject {
		const { server } = this;
		const id = `activity${server.nextNumber()}`;
		const row = { id, created_at: server.timestamp(), ...values };
		const rows = this.activities.get(item.id) ?? [];

		rows.push(row);
		this.activities.set(item.id, rows);

		return row;
	}
}

const pick = (values: readonly string[], luck: number): string =>
	values[Math.floor(luck * values.length)] ?? '';

/** An activity of a list, as row 47 has it. */
function toListActivity(field: string, id: string, change: 'added' | 'removed'): JsonObject {
	const isAdded = change === 'added';

	return {
		verb: 'updated',
		field,
		old_value: isAdded ? '' : id,
		new_value: isAdded ? id : '',
		old_identifier: isAdded ? null : id,
		new_identifier: isAdded ? id : null,
	};
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
