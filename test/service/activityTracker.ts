import { now } from './rows';
import type { Host } from './serve';
import type { Activity, WorkItem } from './state';

type ActivityFields = Pick<Activity, 'verb' | 'comment'> & Partial<Activity>;

/** How activities describe changes of one field of a work item. */
interface TrackedField {
	/** The name of the field in activities. */
	readonly field: string;
	/** The beginning of their comment. */
	readonly comment: string;
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
	]);

	/**
	 * Writes activities of a change, now or when a worker gets to it. `epoch` is the second of the request
	 * in either case (row 363), and the worker moves `updated_at` once more (row 361).
	 */
	function writeActivities(item: WorkItem, write: (epoch: number) => void): void {
		const epoch = Math.floor(Date.now() / 1000);
		if (!hasDifference('writesActivitiesLater')) {
			write(epoch);

			return;
		}

		workers.schedule(() => {
			if (!state.workItems.includes(item)) return;

			item.updated_at = now();
			write(epoch);
		});
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
	const addValueChange = (change: ValueChange): void =>
		writeActivities(change.item, (epoch) => pushValueChange(change, epoch));

	function pushValueChange(
		{ item, userId, trackedField, from, to }: ValueChange,
		epoch: number,
	): void {
		const { field, comment, findName } = trackedField;
		const last = state.activities.filter(({ issue }) => issue === item.id).at(-1);
		const isMerged =
			hasDifference('mergesDescriptionChanges') &&
			field === 'description' &&
			last?.field === field &&
			last.actor === userId;

		if (isMerged) {
			last.created_at = now();

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
		});
	}

	return {
		addActivity,

		/** Sets `updated_at` alone, for a change beside the work item, such as a comment. */
		touch: (item: WorkItem): void => {
			item.updated_at = now();
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

			for (const name of sentValues.keys()) {
				const trackedField = trackedFields.get(name);
				if (!trackedField) continue;

				const from = oldValues.get(name);
				const to = newValues.get(name);

				if (!Array.isArray(from) || !Array.isArray(to)) {
					if (from !== to) addValueChange({ item, userId, trackedField, from, to });

					continue;
				}

				const singular = name.slice(0, -1);
				const addition = { ...trackedField, comment: `added ${singular} ` };
				const removal = { ...trackedField, comment: `removed ${singular} ` };

				for (const id of to.filter((entry) => !from.includes(entry))) {
					addValueChange({ item, userId, trackedField: addition, from: null, to: id });
				}

				for (const id of from.filter((entry) => !to.includes(entry))) {
					addValueChange({ item, userId, trackedField: removal, from: id, to: null });
				}
			}
		},
	};
}

export type ActivityTracker = ReturnType<typeof createActivityTracker>;
