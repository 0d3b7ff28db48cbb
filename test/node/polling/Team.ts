import { isRecord } from '../../service/http';
import { sleep } from '../../service/sleep';
import type { Project, WorkItem } from '../../service/state';
import { WRITING_MS } from '../../service/workers';
import { isListed } from '../../service/workItems';
import { MAX_LATENESS_MS } from './eventLedger';
import type { PollingWorld } from './PollingWorld';

/** The users who work, Ada most. The administrator, whose key n8n has, deletes what others have created. */
const ADMINISTRATOR = 0;
const ADA = 1;
const BOB = 2;

/** The day that archived work items get. */
const ARCHIVED_AT = '2026-03-01';

/** The people who work in a project, by the REST interface of Plane. They tell the ledger what has to be reported. */
export class Team {
	/**
	 * What the last activity of each work item will be, if it is a change of the description: into that, the
	 * server merges the next one by the same person (row 84).
	 */
	private readonly lastDescriptions = new Map<
		string,
		{ readonly user: number; readonly name: string } | undefined
	>();
	/** When somebody has last changed a description, by n8n's clock. */
	private readonly describedAt = new Map<string, number>();
	private readonly archived: WorkItem[] = [];
	/** Each work item is archived once at most: the ledger could not tell the second restoring from the first. */
	private readonly onceArchived = new Set<string>();

	constructor(
		readonly project: Project,
		private readonly world: PollingWorld,
	) {}

	/** Changes, creates or deletes something at random. */
	async changeAnything(): Promise<void> {
		const { chance, environment } = this.world;
		const luck = chance();
		const item = this.anyItem();

		if (environment.importsLate && luck < 0.05) {
			await this.importLate();
		} else if (item === undefined || luck < 0.15) {
			await this.createItem();
		} else if (luck < 0.18) {
			await this.deleteItem(item);
		} else if (luck < 0.21) {
			await this.archiveOrRestore(item);
		} else if (luck < 0.26) {
			await this.submitIntake();
		} else if (luck < 0.33) {
			await this.writeWhatIsThere(item);
		} else if (luck < 0.43) {
			await this.addComment(item);
		} else if (luck < 0.55) {
			await this.changeDescription(item, chance() < 0.8 ? ADA : BOB);
		} else if (luck < 0.75) {
			await this.changeList(item, chance() < 0.5 ? 'assignees' : 'labels');
		} else {
			await this.rename(item);
			if (luck < 0.8) await this.renameWithinASecond(item);
		}
	}

	/** Has a bot change one work item so many times within a period, in milliseconds. */
	async changeOneItemOften(count: number, within: number): Promise<void> {
		const item = this.anyItem();
		if (item === undefined) return;

		// Edits that were merged into an activity cannot be found once thousands of others follow.
		this.world.ledger.excuseDescriptions(item.id);
		// Nor can the first assignees, if it was created just before.
		this.world.ledger.excuseLists(item.id);

		for (let left = count; left > 0; left--) {
			await sleep(within / count);
			await this.rename(item);
		}
	}

	/** Changes so many of the oldest work items once. */
	async changeItems(count: number, within: number): Promise<void> {
		for (const item of this.items.slice(0, count)) {
			await sleep(within / count);
			await this.rename(item);
		}
	}

	/** Changes so many work items at random, one after the other. */
	async changeSomeItems(count: number, within: number): Promise<void> {
		for (let left = count; left > 0; left--) {
			await sleep(within / count);
			const item = this.anyItem();
			if (item !== undefined) await this.rename(item);
		}
	}

	/** Submits a request to the intake of the project. */
	async submitIntake(): Promise<void> {
		const id = await this.send('POST', 'intake-issues/', { issue: { name: 'request' } });

		this.world.ledger.expect(`request of ${id}`, { item: id, at: this.world.rowTime });
	}

	/** The activity of a description that is still to be written may come before an earlier one. */
	noteClockSetBack(): void {
		for (const [id, at] of this.describedAt) {
			if (this.world.now - at < MAX_LATENESS_MS) this.world.ledger.mixUpDescriptions(id);
		}
	}

	/** Work items that lists show, the oldest first. */
	private get items(): readonly WorkItem[] {
		const { state } = this.world.plane.service;

		return state.workItems.filter(
			(item) => item.project === this.project.id && isListed(state, item),
		);
	}

	private anyItem(): WorkItem | undefined {
		const { items } = this;

		return items[Math.floor(this.world.chance() * items.length)];
	}

	/** Creates a work item. */
	async createItem(): Promise<void> {
		await this.postItem();

		const item = this.world.plane.service.state.workItems.at(-1);
		if (item === undefined) throw new Error('There is no work item');

		this.expectItem(item, this.world.lastWorkerDelay);
	}

	private async postItem(): Promise<void> {
		const { chance } = this.world;
		const assignees = this.choices('assignees').filter(() => chance() < 0.2);

		await this.send('POST', 'work-items/', { name: 'new', assignees, ...this.sentHistory() });
	}

	/** Now and then, a time seconds to years away, as imports send it (row 68): mostly in the past. */
	private sentHistory(): { readonly created_at?: string } {
		const { chance, rowTime } = this.world;
		if (chance() < 0.7) return {};

		const distance = 10 ** (3 + chance() * 8);
		const time = chance() < 0.8 ? rowTime - distance : rowTime + distance;

		return { created_at: new Date(time).toISOString() };
	}

	/** Expects what a new work item leads to, once it can be read. */
	private expectItem(item: WorkItem, workerDelay: number): void {
		const { environment, ledger } = this.world;
		// Whenever it says that it was created.
		const { id, assignees, updated_at: postedAt } = item;

		ledger.expect(`new of ${id}`, { item: id, at: this.world.rowTime });
		this.lastDescriptions.delete(id);

		for (const person of assignees) {
			ledger.expectListChange({
				item: id,
				field: 'assignees',
				id: person,
				change: 'added',
				actor: `${ADA}`,
				epoch: Math.floor(Date.parse(postedAt) / 1000),
				isRecorded: environment.recordsFirstAssignees,
			});
		}

		setTimeout(
			() => {
				// It is not found any more, as the page says: a clock that was set forward adds to the delay.
				if (this.world.rowTime - Date.parse(postedAt) > MAX_LATENESS_MS) {
					ledger.excuse(`new of ${id}`);
				}
			},
			workerDelay + WRITING_MS + 1,
		);
	}

	/** Has an importer create work items in one transaction, which ends later, while others are created. */
	private async importLate(): Promise<void> {
		const { chance, ledger, plane } = this.world;
		const isStarted = ledger.phase === 'after';
		const duration = chance() * 180_000;
		const delays: number[] = [];
		let items: readonly WorkItem[] = [];

		setTimeout(() => {
			plane.service.state.workItems.push(...items);

			for (const [index, item] of items.entries()) {
				this.expectItem(item, delays[index] ?? 0);
				// It was created before the trigger was started.
				if (!isStarted) ledger.excuse(`new of ${item.id}`);
			}
		}, duration);

		items = await this.world.createInTransaction(duration, async () => {
			for (let left = 1 + Math.floor(chance() * 60); left > 0; left--) {
				await this.postItem();
				delays.push(this.world.lastWorkerDelay - duration);
			}
		});
	}

	/** Deletes a work item, with everything about it that has not been read yet. */
	private async deleteItem(item: WorkItem): Promise<void> {
		await this.send('DELETE', `work-items/${item.id}/`, undefined, ADMINISTRATOR);
		this.world.ledger.removeItem(item.id);
	}

	/** Archives a work item, which takes it out of the list, or restores one. */
	private async archiveOrRestore(item: WorkItem): Promise<void> {
		const { chance, ledger } = this.world;
		const restored = chance() < 0.7 ? this.archived.shift() : undefined;

		if (restored !== undefined) {
			ledger.restoreItem(restored.id);
			await this.changeValue(restored, 'archived_at', null, { from: 'archive', to: 'restore' });
		} else if (!this.onceArchived.has(item.id)) {
			const names = { from: null, to: 'manual_archive' };

			await this.changeValue(item, 'archived_at', ARCHIVED_AT, names);
			this.onceArchived.add(item.id);
			this.archived.push(item);
			ledger.removeItem(item.id);
		}
	}

	/** Writes a value that is there already: no activity follows. */
	private async writeWhatIsThere(item: WorkItem): Promise<void> {
		await this.update(item, { name: item.name });
	}

	private async rename(item: WorkItem): Promise<void> {
		const name = `name ${this.world.nextNumber()}`;

		await this.changeValue(item, 'name', name, { from: item.name, to: name });
	}

	private async renameWithinASecond(item: WorkItem): Promise<void> {
		await sleep(this.world.chance() * 900);
		await this.rename(item);
	}

	/** @param texts the old and the new value, as the activity has them */
	private async changeValue(
		item: WorkItem,
		field: string,
		value: string | null,
		texts: { readonly from: string | null; readonly to: string },
	): Promise<void> {
		await this.update(item, { [field]: value });
		this.lastDescriptions.delete(item.id);
		this.world.ledger.expect(`${texts.to} of ${item.id}`, {
			item: item.id,
			at: this.world.rowTime,
			...(texts.from !== null && { oldValue: texts.from }),
		});
	}

	/** Adds records to a list and removes others, now and then several times within a second. */
	private async changeList(item: WorkItem, field: 'assignees' | 'labels'): Promise<void> {
		const { chance } = this.world;
		const choices = this.choices(field);
		const user = chance() < 0.8 ? ADA : BOB;
		const changes = chance() < 0.5 ? 1 : 2 + Math.floor(chance() * 2);
		let id = pick(choices, chance());

		for (let left = changes; left > 0; left--) {
			await this.toggle(item, field, id, user);
			await sleep(chance() * 600);
			if (chance() < 0.5) id = pick(choices, chance());
		}
	}

	/** The records that may be in a list of a work item. */
	private choices(field: 'assignees' | 'labels'): readonly string[] {
		const { labels, users } = this.world.plane.service.state;
		const rows = field === 'assignees' ? users : labels.filter((row) => this.isHere(row));

		return rows.slice(0, 3).map(({ id }) => id);
	}

	private isHere({ project }: { readonly project: string }): boolean {
		return project === this.project.id;
	}

	private async toggle(
		item: WorkItem,
		field: 'assignees' | 'labels',
		id: string,
		user: number,
	): Promise<void> {
		const ids = item[field];
		const change = ids.includes(id) ? 'removed' : 'added';
		const next = change === 'added' ? [...ids, id] : ids.filter((other) => other !== id);

		await this.update(item, { [field]: next }, user);
		this.lastDescriptions.delete(item.id);
		this.world.ledger.expectListChange({
			item: item.id,
			field,
			id,
			change,
			actor: `${user}`,
			epoch: this.world.epoch,
			isRecorded: true,
		});
	}

	private async addComment(item: WorkItem): Promise<void> {
		const text = `comment ${this.world.nextNumber()}`;
		const path = `work-items/${item.id}/comments/`;

		await this.send('POST', path, { comment_html: `<p>${text}</p>`, ...this.sentHistory() });
		this.lastDescriptions.delete(item.id);
		this.world.ledger.expect(text, { item: item.id, at: this.world.rowTime });
	}

	private async changeDescription(item: WorkItem, user: number): Promise<void> {
		const { ledger, rowTime } = this.world;
		// After a clock was set back, nobody could tell the texts of two descriptions apart.
		if (rowTime <= this.lastDescribed(item)) return;

		const text = `text ${this.world.nextNumber()}`;
		const name = `${text} of ${item.id}`;
		const last = this.lastDescriptions.get(item.id);

		await this.update(item, { description_html: `<p>${text}</p>` }, user);
		this.describedAt.set(item.id, this.world.now);
		this.lastDescriptions.set(item.id, { user, name });
		ledger.expect(name, { item: item.id, at: this.world.rowTime });
		if (last?.user !== user) return;

		// Whether a text that was replaced at once is reported depends on when it is read.
		ledger.excuse(last.name);
		ledger.excuseFromBefore(name);
	}

	/** When the last activity about the description of a work item was written, by the clock of the rows. */
	private lastDescribed({ id }: WorkItem): number {
		const last = this.world.plane.service.state.activities.findLast(
			({ issue, field }) => issue === id && field === 'description',
		);

		return last === undefined ? 0 : Date.parse(last.created_at);
	}

	private async update({ id }: WorkItem, values: object, user = ADA): Promise<void> {
		await this.send('PATCH', `work-items/${id}/`, values, user);
	}

	/** @returns the ID in the response. @throws Error if the server refuses the request */
	private async send(method: string, path: string, body?: object, user = ADA): Promise<string> {
		const url = `projects/${this.project.id}/${path}`;
		const answer = await this.world.send(method, url, { user, ...(body && { body }) });

		return isRecord(answer) && typeof answer.id === 'string' ? answer.id : '';
	}
}

const pick = (values: readonly string[], luck: number): string =>
	values[Math.floor(luck * values.length)] ?? '';
