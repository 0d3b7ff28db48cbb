/** An event as a trigger reported it. */
export interface ReportedEvent {
	/** E.g. `name 17 of item3`; undefined for a change of a list. */
	readonly name?: string;
	/** ID of the work item. */
	readonly item: string;
	readonly oldValue: unknown;
	/** What was removed from a list of the work item and added to it. */
	readonly list?: {
		readonly field: string;
		readonly removed: readonly string[];
		readonly added: readonly string[];
	};
}

/** Something that happened once. */
interface NamedEvent {
	readonly item: string;
	/** By the clock of the rows, in UNIX milliseconds. */
	readonly at: number;
	readonly oldValue?: string;
	readonly phase: Phase;
}

/** A record that was added to a list of a work item, or removed from it. */
export interface ListChange {
	readonly item: string;
	readonly field: string;
	readonly id: string;
	readonly change: 'added' | 'removed';
	readonly actor: string;
	/** The second of the change. */
	readonly epoch: number;
	/** Whether an activity shows it: those of a creation may be in the work item alone. */
	readonly isRecorded: boolean;
}

/** Whether something happened before the first poll of the trigger, during it, or after it. */
type Phase = 'before' | 'during' | 'after';

/** Milliseconds within which workers write activities. */
export const MAX_LATENESS_MS = 6 * 60_000;

/** What a user has selected all the time. */
export interface Selection {
	/** The names of the events that are reported. */
	readonly names: RegExp;
	/** Which changes of lists are reported: all that are recorded, or people who are assigned. */
	readonly lists: 'all' | 'assignments' | 'none';
}

/** What a trigger did wrong. */
export interface Faults {
	readonly lost: readonly string[];
	readonly duplicates: readonly string[];
	readonly fromBeforeStart: readonly string[];
	readonly wrong: readonly string[];
}

/** Everything that happens in the projects, and how it has to be reported. */
export class EventLedger {
	phase: Phase = 'before';
	private readonly named = new Map<string, NamedEvent>();
	private readonly listChanges: (ListChange & { readonly phase: Phase })[] = [];
	/** Names of events that may be reported or not. */
	private readonly optional = new Set<string>();
	/** Work items whose descriptions may be reported with a later text. */
	private readonly unclearDescriptions = new Set<string>();
	/** Those whose activities of descriptions are not in the order of the changes. */
	private readonly mixedDescriptions = new Set<string>();
	/** Work items whose lists changed in a way that nobody has to find out. */
	private readonly unclearLists = new Set<string>();
	/** Names of events from before the start that nobody can tell from later ones. */
	private readonly likeNew = new Set<string>();
	/** Whether the clock was adjusted after the start. */
	private isClockAdjusted = false;
	/** When the trigger was started, by the clock of the rows. */
	private startedAt = 0;
	/** Work items that are archived. */
	private readonly archived = new Set<string>();
	/** Those that were archived when the trigger was started: once they are restored, they look new. */
	private readonly archivedAtStart = new Set<string>();
	/** When work items were last touched before the trigger was started, by the clock of the rows. */
	private touchedBeforeStart: ReadonlyMap<string, number> = new Map();

	/** The names of all events so far. */
	get names(): readonly string[] {
		return [...this.named.keys()];
	}

	/**
	 * Begins the first poll. What happens during it may be reported or not.
	 *
	 * @param at the time by the clock of the rows
	 */
	beginFirstPoll(at: number): void {
		this.phase = 'during';
		this.startedAt = at;
		for (const item of this.archived) this.archivedAtStart.add(item);
	}

	/**
	 * Ends the first poll.
	 *
	 * @param touchedAt when each work item was last touched, by the clock of the rows
	 */
	endFirstPoll(touchedAt: ReadonlyMap<string, number>): void {
		this.phase = 'after';
		this.touchedBeforeStart = touchedAt;
	}

	/** Expects that an event is reported once. */
	expect(name: string, event: Omit<NamedEvent, 'phase'>): void {
		this.named.set(name, { ...event, phase: this.phase });
		if (this.isUnclear(event)) this.optional.add(name);
	}

	expectListChange(change: ListChange): void {
		const at = change.epoch * 1000;

		this.listChanges.push({ ...change, phase: this.phase });
		if (this.isUnclear({ item: change.item, at })) this.unclearLists.add(change.item);
	}

	/**
	 * Whether nobody can tell that a change was made after the start: it was made during the first poll, or,
	 * because the clock was set back, at a time at which its work item had changed before.
	 */
	private isUnclear({ item, at }: Pick<NamedEvent, 'item' | 'at'>): boolean {
		const touchedAt = this.touchedBeforeStart.get(item) ?? -1;
		// Activities have the second of a change.
		const second = Math.floor(at / 1000) * 1000;

		return this.phase === 'during' || (this.phase === 'after' && second <= touchedAt);
	}

	/** Says that an event may be reported or not. */
	excuse(name: string): void {
		this.optional.add(name);
	}

	/** Says that the descriptions of a work item may be reported too late, with a later text. */
	excuseDescriptions(item: string): void {
		this.unclearDescriptions.add(item);
	}

	/** Says that the descriptions of a work item may be reported with the texts of one another, or with none. */
	mixUpDescriptions(item: string): void {
		this.unclearDescriptions.add(item);
		this.mixedDescriptions.add(item);
	}

	/** Says that nobody has to find out how the lists of a work item have changed. */
	excuseLists(item: string): void {
		this.unclearLists.add(item);
	}

	/** Says that an event from before the start may be reported: it looks like one from after it. */
	excuseFromBefore(name: string): void {
		this.likeNew.add(name);
	}

	/**
	 * Says that the clock is set back or forward. Activities of work items that were just created may get a time
	 * from before their creation, so nobody can tell whom they were assigned to from the start. Those of work
	 * items that changed before the start may get a time from before it.
	 *
	 * @param from the time before, by the clock of the rows
	 * @param to the time after
	 */
	noteAdjustedClock(from: number, to: number): void {
		if (this.phase === 'after') this.isClockAdjusted = true;

		const isBehindStart = this.phase === 'after' && to <= this.startedAt;

		for (const [name, { item, at }] of this.named) {
			if (at < from - MAX_LATENESS_MS) continue;
			if (name === `new of ${item}`) this.excuseLists(item);

			if (isBehindStart && this.touchedBeforeStart.has(item)) {
				this.excuse(name);
				this.excuseLists(item);
			}
		}
	}

	/** Says that a work item is in no list any more: everything that has happened to it is optional. */
	removeItem(item: string): void {
		this.archived.add(item);
		if (this.phase === 'during') this.archivedAtStart.add(item);

		this.excuseLists(item);

		for (const [name, event] of this.named) {
			if (event.item === item) this.optional.add(name);
		}
	}

	/** Says that a work item is in the lists again. */
	restoreItem(item: string): void {
		this.archived.delete(item);
	}

	/** Compares what was reported with what happened. */
	check(all: readonly ReportedEvent[], selection: Selection): Faults {
		const reported = all.filter((event) => !this.isMixedUp(event));
		const names = reported.flatMap(({ name }) => name ?? []);
		const counts = countNames(names);
		const due = [...this.named].filter(([name, event]) => this.isDue(name, event, selection));
		const repeated = [...counts].filter(([, count]) => count > 1).map(([name]) => name);

		return {
			lost: due.map(([name]) => name).filter((name) => !counts.has(name)),
			duplicates: repeated.filter((name) => !this.isUnclearDescription(name)),
			fromBeforeStart: names.filter((name) => this.wasKnownAtStart(name)),
			wrong: [...this.findWrongValues(reported), ...this.findWrongLists(reported, selection)],
		};
	}

	/** How many events have to be reported. */
	countDue(selection: Selection): number {
		return [...this.named].filter(([name, event]) => this.isDue(name, event, selection)).length;
	}

	private isDue(name: string, { phase }: NamedEvent, { names }: Selection): boolean {
		const isOptional = this.optional.has(name) || this.isUnclearDescription(name);

		return phase === 'after' && names.test(name) && !isOptional;
	}

	private isMixedUp({ name, item }: ReportedEvent): boolean {
		return name?.startsWith('text ') === true && this.mixedDescriptions.has(item);
	}

	private isUnclearDescription(name: string): boolean {
		const event = this.named.get(name);

		return name.startsWith('text ') && this.unclearDescriptions.has(event?.item ?? '');
	}

	/**
	 * Whether a trigger can tell that an event is from before its start. It cannot if the work item was archived
	 * then, or if the activity was written later at an earlier time, because the clock was set back.
	 */
	private wasKnownAtStart(name: string): boolean {
		const event = this.named.get(name);
		if (event?.phase !== 'before' || this.likeNew.has(name)) return false;

		return !this.archivedAtStart.has(event.item) && !this.mayBeWrittenBefore(event.at);
	}

	/** Whether the activity of a change may get a time from before the start, though it is written after it. */
	private mayBeWrittenBefore(at: number): boolean {
		return this.isClockAdjusted && at >= this.startedAt - MAX_LATENESS_MS;
	}

	private findWrongValues(reported: readonly ReportedEvent[]): string[] {
		return reported.flatMap(({ name, oldValue }) => {
			if (name === undefined) return [];

			const event = this.named.get(name);
			if (event === undefined) return [`${name} never happened`];
			if (event.oldValue === undefined || event.oldValue === oldValue) return [];

			return [`${name} was ${String(oldValue)} instead of ${event.oldValue}`];
		});
	}

	/**
	 * Compares how often each record was added and removed. Changes of one list by one person within a second
	 * are reported as what differs in the end, or one by one if they are read one by one.
	 */
	private findWrongLists(reported: readonly ReportedEvent[], { lists }: Selection): string[] {
		const wrong: string[] = [];
		const reportedCounts = new Map<string, ListCount>();

		for (const { item, list } of reported) {
			if (list === undefined) continue;

			const { field, added, removed } = list;
			const both = added.filter((id) => removed.includes(id));

			if (both.length > 0) wrong.push(`${field} of ${item}: ${both.join()} removed and added`);

			for (const id of added) countIn(reportedCounts, `${id} in ${field} of ${item}`).added++;
			for (const id of removed) countIn(reportedCounts, `${id} in ${field} of ${item}`).removed++;
		}

		if (lists === 'none') return wrong;

		for (const [key, changes] of this.groupListChanges(lists)) {
			const { added, removed } = countIn(reportedCounts, key);
			const actual = countChanges(changes);
			const isRight =
				lists === 'all'
					? added - removed === actual.added - actual.removed && added <= actual.added
					: added <= actual.added && added >= countLasting(changes);

			if (!isRight) {
				wrong.push(`${key}: +${added} −${removed} instead of +${actual.added} −${actual.removed}`);
			}
		}

		return wrong;
	}

	/** Changes since the trigger was started, by the record and its list. */
	private groupListChanges(lists: Selection['lists']): Map<string, ListChange[]> {
		const groups = new Map<string, ListChange[]>();

		for (const change of this.listChanges) {
			const { id, field, item, phase, isRecorded } = change;
			if (this.unclearLists.has(item) || phase === 'before') continue;
			if (this.mayBeWrittenBefore(this.touchedBeforeStart.get(item) ?? -1)) continue;
			if (lists === 'assignments' ? field !== 'assignees' : !isRecorded) continue;

			const key = `${id} in ${field} of ${item}`;

			groups.set(key, [...(groups.get(key) ?? []), change]);
		}

		return groups;
	}
}

interface ListCount {
	added: number;
	removed: number;
}

function countIn(counts: Map<string, ListCount>, key: string): ListCount {
	const count = counts.get(key) ?? { added: 0, removed: 0 };

	counts.set(key, count);

	return count;
}

const countChanges = (changes: readonly ListChange[]): ListCount => ({
	added: changes.filter(({ change }) => change === 'added').length,
	removed: changes.filter(({ change }) => change === 'removed').length,
});

/**
 * How many additions have to be found: those that the same person did not undo within the second. Whoever was
 * removed again is not to be seen in the work item, so a creation without an activity for it does not show them.
 */
function countLasting(all: readonly ListChange[]): number {
	const wasRemoved = all.some(({ change }) => change === 'removed');
	const changes = all.filter(({ isRecorded }) => isRecorded || !wasRemoved);
	const moments = new Set(changes.map(({ actor, epoch }) => `${actor} ${epoch}`));

	return [...moments].filter((moment) => {
		const { added, removed } = countChanges(
			changes.filter(({ actor, epoch }) => `${actor} ${epoch}` === moment),
		);

		return added > removed;
	}).length;
}

/** How often each name was reported. */
export function countNames(names: readonly string[]): Map<string, number> {
	const counts = new Map<string, number>();

	for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);

	return counts;
}
