import type { Host } from './serve';
import type { Activity, WorkItem } from './state';

type ActivityFields = Pick<Activity, 'verb' | 'comment'> & Partial<Activity>;

/** How activities describe changes of one field of a work item. */
interface TrackedField {
	/** The name of the field in activities. */
	readonly field: string;
	/** The beginning of their comment. */
	readonly comment: string;
	/** How they describe a change, if not by its values. */
	readonly describe?: (isRestored: boolean) => ActivityFields;
	/** For a field that holds IDs: finds the name that activities show for an ID. */
	readonly findName?: (id: string) => string | undefined;
}

interface ValueChange {
	readonly item: WorkItem;
	readonly userId: string;
	readonly trackedField: TrackedField;
	readonly from: unknown;
	readonly to: unknown;
}

/** The field of the activities about comments. */
const COMMENT = 'comment';

/** Whether the list of activities of a work item has an activity. */
export const isListedActivity = ({ field }: Activity): boolean => field !== COMMENT;

/** How an activity says that a work item was archived or restored (row 365). */
const describeArchiving = (isRestored: boolean): ActivityFields => ({
	verb: 'updated',
	comment: isRestored ? 'has restored the issue' : 'Actor has archived the issue',
	old_value: isRestored ? 'archive' : null,
	new_value: isRestored ? 'restore' : 'manual_archive',
});

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Records the activities of work items (observed rows 47 to 51). */
export function createActivityTracker({ state, rowFactory, hasDifference, workers }: Host) {
	const nameFinder = (rows: () => readonly { id: string; name: string }[]) => (id: string) =>
		rows().find((row) => row.id === id)?.name;

	function findKey(itemId: string): string | undefined {
		const item = state.workItems.find(({ id }) => id === itemId);
		const project = state.projects.find(({ id }) => id === item?.project);

		return item && project && `${project.identifier}-${item.sequence_id}`;
	}

	const findDisplayName = (userId: string) =>
		state.users.find(({ id }) => id === userId)?.display_name;

	const trackField = (field: string, findName?: TrackedField['findName']): TrackedField => ({
		field,
		comment: `updated the ${field.replace('_', ' ')} to`,
		...(findName && { findName }),
	});

	const namesTrackedAsSent = ['name', 'priority', 'target_date', 'start_date', 'estimate_point'];
	const trackedFields = new Map<string, TrackedField>([
		...namesTrackedAsSent.map((name) => [name, trackField(name)] as const),
		['description_html', trackField('description')],
		['parent', { ...trackField('parent', findKey), comment: 'updated the parent issue to' }],
		[
			'state',
			trackField(
				'state',
				nameFinder(() => state.states),
			),
		],
		[
			'labels',
			trackField(
				'labels',
				nameFinder(() => state.labels),
			),
		],
		['assignees', trackField('assignees', findDisplayName)],
		['archived_at', { ...trackField('archived_at'), describe: describeArchiving }],
	]);

	/**
	 * Writes the activities of a request, now or when a worker gets to it. `epoch` is the second of the request
	 * in either case (row 363). The worker first moves `updated_at` once more, even if there is nothing to
	 * write (row 361).
	 */
	function writeActivities(item: WorkItem, write: (epoch: number) => void): void {
		const epoch = rowFactory.epoch();
		if (!hasDifference('writesActivitiesLater')) {
			write(epoch);

			return;
		}

		const whileItExists = (work: () => void) => () => {
			if (state.workItems.includes(item)) work();
		};

		workers.schedule(
			whileItExists(() => {
				item.updated_at = rowFactory.now();
				workers.scheduleNext(whileItExists(() => write(epoch)));
			}),
			item,
		);
	}

	const addActivity = (item: WorkItem, userId: string, fields: ActivityFields): void =>
		writeActivities(item, (epoch) => pushActivity(item, userId, { ...fields, epoch }));

	function pushActivity(
		{ id, created_at: createdAt, project, workspace }: WorkItem,
		userId: string,
		fields: ActivityFields & Pick<Activity, 'epoch'>,
	): void {
		state.activities.push({
			...rowFactory.create('activity'),
			// The activity of a creation has the time of the work item, whenever it is written (row 362).
			...(fields.field === undefined && fields.verb === 'created' && { created_at: createdAt }),
			field: null,
			old_value: null,
			new_value: null,
			old_identifier: null,
			new_identifier: null,
			...fields,
			issue: id,
			actor: userId,
			project,
			workspace,
		});
	}

	/**
	 * Adds the activity of a changed value. A field that holds IDs shows names, and the IDs beside
	 * them.
	 */
	function pushValueChange(
		{ item, userId, trackedField, from, to }: ValueChange,
		epoch: number,
	): void {
		const { field, comment, describe, findName } = trackedField;
		const last = state.activities.filter(({ issue }) => issue === item.id).at(-1);
		const isMerged =
			hasDifference('mergesDescriptionChanges') &&
			field === 'description' &&
			last?.field === field &&
			last.actor === userId;

		if (isMerged) {
			last.created_at = rowFactory.now();

			return;
		}

		const show = (value: unknown): string =>
			findName ? (findName(toText(value)) ?? '') : toText(value);

		pushActivity(item, userId, {
			verb: 'updated',
			epoch,
			field,
			comment,
			old_value: show(from),
			new_value: show(to),
			...(findName && {
				old_identifier: toText(from) || null,
				new_identifier: toText(to) || null,
			}),
			...describe?.(to === null),
		});
	}

	/** How a field has changed: not at all, once, or once for each entry of a list that was added or removed. */
	function compareValues(
		{ item, userId }: Pick<ValueChange, 'item' | 'userId'>,
		name: string,
		from: unknown,
		to: unknown,
	): ValueChange[] {
		const trackedField = trackedFields.get(name);
		if (!trackedField) return [];

		if (!Array.isArray(from) || !Array.isArray(to)) {
			return from === to ? [] : [{ item, userId, trackedField, from, to }];
		}

		const singular = name.slice(0, -1);
		const addition = { ...trackedField, comment: `added ${singular} ` };
		const removal = { ...trackedField, comment: `removed ${singular} ` };
		const added: unknown[] = to.filter((entry) => !from.includes(entry));
		const removed: unknown[] = from.filter((entry) => !to.includes(entry));

		return [
			...added.map((id) => ({ item, userId, trackedField: addition, from: null, to: id })),
			...removed.map((id) => ({ item, userId, trackedField: removal, from: id, to: null })),
		];
	}

	return {
		addActivity,

		/** A comment is an activity as well: it ends the merging of descriptions. Only a list of them leaves it out (row 49). */
		addCommentActivity: (item: WorkItem, userId: string): void => {
			if (!hasDifference('writesActivitiesLater')) return;

			addActivity(item, userId, { verb: 'created', comment: 'created a comment', field: COMMENT });
		},

		/**
		 * Adds the activity of a creation. The web app records the first assignees as changes of their own, the
		 * REST interface does not (row 366).
		 */
		addCreation: (item: WorkItem, userId: string): void => {
			const changes = hasDifference('recordsFirstAssignees')
				? compareValues({ item, userId }, 'assignees', [], item.assignees)
				: [];

			writeActivities(item, (epoch) => {
				pushActivity(item, userId, { verb: 'created', comment: 'created the issue', epoch });
				for (const change of changes) pushValueChange(change, epoch);
			});
		},

		/** Sets `updated_at` alone, for a change beside the work item, such as a comment. */
		touch: (item: WorkItem): void => {
			item.updated_at = rowFactory.now();
		},

		/**
		 * Adds an activity for each field of the body that changed, and for each entry of a changed
		 * list.
		 */
		addChanges: (item: WorkItem, before: WorkItem, body: object, userId: string): void => {
			const oldValues = new Map<string, unknown>(Object.entries(before));
			const newValues = new Map<string, unknown>(Object.entries(item));
			const sentValues = new Map<string, unknown>(Object.entries(body));

			// A description is compared as it was sent (row 110).
			if (hasDifference('comparesAsSent') && sentValues.has('description_html')) {
				newValues.set('description_html', sentValues.get('description_html'));
			}

			const changes = [...sentValues.keys()].flatMap((name) =>
				compareValues({ item, userId }, name, oldValues.get(name), newValues.get(name)),
			);

			writeActivities(item, (epoch) => {
				for (const change of changes) pushValueChange(change, epoch);
			});
		},
	};
}

export type ActivityTracker = ReturnType<typeof createActivityTracker>;
