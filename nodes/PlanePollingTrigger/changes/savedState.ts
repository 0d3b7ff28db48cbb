import type {
	FeedState,
	ProjectState,
	TimeSpan,
	TrackedItem,
	TriggerState,
	UnfinishedItem,
} from './TriggerState';
import { type EntryList, forEntryLists } from './watchedLists';

/** n8n's static data of the trigger, which it saves with the workflow. */
export interface StaticData {
	/** Replaced, never changed in place: n8n only notices changes of the top level. */
	state?: SavedState;
}

/**
 * `TriggerState` as it is saved: plain JSON, with short names for tracked items, because there are
 * hundreds of them. Only this file knows this form.
 */
export interface SavedState extends Omit<TriggerState, 'projects'> {
	readonly projects: Readonly<Record<string, SavedProject>>;
}

type SavedProject = Readonly<Record<string, SavedFeed>>;

interface SavedFeed extends Omit<FeedState, 'items'> {
	readonly items: Readonly<Record<string, SavedItem>>;
}

/** A `TrackedItem` without the properties that have their usual values. */
interface SavedItem {
	/** `version` */
	readonly v?: string;
	/** `cutoff` */
	readonly c: number;
	/** `postponedSince` */
	readonly p?: number;
	/** `unwrittenAtStart` */
	readonly b?: TimeSpan;
	/** `creationReported` */
	readonly n?: true;
	/** `assignedAtCreation` */
	readonly a?: readonly string[];
	/** `reported` */
	readonly e?: Readonly<Partial<Record<EntryList, readonly string[]>>>;
	/** `recheckSince` */
	readonly r?: number;
	/** `isUnread` */
	readonly w?: true;
	/** `failedReads` */
	readonly f?: number;
	/** `unfinished` */
	readonly u?: UnfinishedItem;
}

/** The state that the last poll saved, or undefined if the trigger has none yet. */
export function loadState({ state }: StaticData): TriggerState | undefined {
	return state && { ...state, projects: mapValues(state.projects, decodeProject) };
}

/**
 * Saves the state of a poll. This has to be the last step of the poll: if anything failed after it, the
 * events of the poll would be lost.
 *
 * @param before the state that the poll began with
 * @returns false if another poll has saved its state in the meantime; then nothing is saved, and the
 *   other poll has reported the events
 */
export function saveState(
	data: StaticData,
	before: TriggerState | undefined,
	next: TriggerState,
): boolean {
	if (data.state?.revision !== before?.revision) return false;

	data.state = encodeState(next);

	return true;
}

const encodeState = (state: TriggerState): SavedState => ({
	...state,
	projects: mapValues(state.projects, encodeProject),
});

const encodeProject = (project: ProjectState): SavedProject =>
	mapValues(project, ({ items, ...feed }) => ({ ...feed, items: mapValues(items, encodeItem) }));

const decodeProject = (project: SavedProject): ProjectState =>
	mapValues(project, ({ items, ...feed }) => ({ ...feed, items: mapValues(items, decodeItem) }));

/** Exported for its test. */
export function encodeItem(item: TrackedItem): SavedItem {
	const {
		version,
		cutoff,
		postponedSince,
		unwrittenAtStart,
		recheckSince,
		failedReads,
		unfinished,
	} = item;
	const { assignedAtCreation } = item;
	const entries = Object.entries(item.reported).filter(([, keys]) => keys.length > 0);

	return {
		...(version !== '' && { v: version }),
		c: cutoff,
		...(postponedSince !== undefined && { p: postponedSince }),
		...(unwrittenAtStart !== undefined && { b: unwrittenAtStart }),
		...(item.creationReported && { n: true }),
		...(assignedAtCreation.length > 0 && { a: assignedAtCreation }),
		...(entries.length > 0 && { e: Object.fromEntries(entries) }),
		...(recheckSince !== undefined && { r: recheckSince }),
		...(item.isUnread && { w: true }),
		...(failedReads > 0 && { f: failedReads }),
		...(unfinished !== undefined && { u: unfinished }),
	};
}

/** Exported for its test. */
export const decodeItem = ({ v, c, p, b, n, a, e, r, w, f, u }: SavedItem): TrackedItem => ({
	version: v ?? '',
	cutoff: c,
	postponedSince: p,
	unwrittenAtStart: b,
	creationReported: n ?? false,
	assignedAtCreation: a ?? [],
	reported: forEntryLists((list) => e?.[list] ?? []),
	recheckSince: r,
	isUnread: w ?? false,
	failedReads: f ?? 0,
	unfinished: u,
});

const mapValues = <Value, Mapped>(
	record: Readonly<Record<string, Value>>,
	map: (value: Value) => Mapped,
): Record<string, Mapped> =>
	Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
