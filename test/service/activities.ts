import { now } from './create';
import type { Host } from './serve';
import type { Activity, WorkItem } from './state';

type Happened = Pick<Activity, 'verb' | 'comment'> & Partial<Activity>;

/** What an activity calls the field of a change, and how its comment begins. */
interface Tracked {
	field: string;
	words: string;
	/** Of a field that holds ids: what people call the record. */
	named?: (id: string) => string | undefined;
}

/** Notes what happens to work items (observed rows 47 to 51). */
export function activities({ state, create, hasDifference }: Host) {
	const nameIn = (rows: () => readonly { id: string; name: string }[]) => (wanted: string) =>
		rows().find(({ id }) => id === wanted)?.name;

	function keyOf(wanted: string): string | undefined {
		const item = state.workItems.find(({ id }) => id === wanted);
		const project = state.projects.find(({ id }) => id === item?.project);

		return item && project && `${project.identifier}-${item.sequence_id}`;
	}

	const usual = (field: string, named?: Tracked['named']): Tracked => ({
		field,
		words: `updated the ${field.replace('_', ' ')} to`,
		...(named && { named }),
	});
	const tracked = new Map<string, Tracked>([
		...['name', 'priority', 'target_date', 'start_date', 'estimate_point'].map(
			(name) => [name, usual(name)] as const,
		),
		['description_html', usual('description')],
		[
			'state',
			usual(
				'state',
				nameIn(() => state.states),
			),
		],
		['parent', { ...usual('parent', keyOf), words: 'updated the parent issue to' }],
		[
			'labels',
			usual(
				'labels',
				nameIn(() => state.labels),
			),
		],
		[
			'assignees',
			usual('assignees', (wanted) => state.users.find(({ id }) => id === wanted)?.display_name),
		],
	]);

	function note({ id, project, workspace }: WorkItem, by: string, what: Happened): void {
		state.activities.push({
			...create.fresh('activity'),
			field: null,
			old_value: null,
			new_value: null,
			old_identifier: null,
			new_identifier: null,
			...what,
			epoch: Math.floor(Date.now() / 1000),
			issue: id,
			actor: by,
			project,
			workspace,
		});
	}

	/** From one value to another; with ids in their place where there are names for them. */
	function noteValue(
		item: WorkItem,
		by: string,
		{ field, words, named }: Tracked,
		[old, value]: [unknown, unknown],
	): void {
		const text = (entry: unknown): string => (typeof entry === 'string' ? entry : '');
		const name = (entry: unknown): string => (named ? (named(text(entry)) ?? '') : text(entry));
		const ids = named && {
			old_identifier: text(old) || null,
			new_identifier: text(value) || null,
		};
		const values = { old_value: name(old), new_value: name(value) };
		const last = state.activities.filter(({ issue }) => issue === item.id).at(-1);
		const isMoved =
			hasDifference('movesDescriptionChanges') &&
			field === 'description' &&
			last?.field === field &&
			last.actor === by;
		if (isMoved) {
			last.created_at = now();

			return;
		}

		note(item, by, { verb: 'updated', field, comment: words, ...values, ...ids });
	}

	return {
		note,

		/** Of what becomes of it elsewhere, such as in a comment. */
		touch: (item: WorkItem): void => {
			item.updated_at = now();
		},

		/** One row for each of these fields that is not what it was, of a list for each entry. */
		noteChanges: (item: WorkItem, before: WorkItem, sent: object, by: string): void => {
			const [old, values] = [before, item].map(
				(row) => new Map<string, unknown>(Object.entries(row)),
			);
			const given = new Map<string, unknown>(Object.entries(sent));
			// A description is compared as it was sent (row 110).
			if (hasDifference('comparesAsSent') && given.has('description_html')) {
				values?.set('description_html', given.get('description_html'));
			}

			for (const name of given.keys()) {
				const field = tracked.get(name);
				const [was, is] = [old?.get(name), values?.get(name)];
				if (!field) continue;

				if (!Array.isArray(was) || !Array.isArray(is)) {
					if (was !== is) noteValue(item, by, field, [was, is]);

					continue;
				}

				const verb = (word: string) => ({ ...field, words: `${word} ${name.slice(0, -1)} ` });

				for (const added of is.filter((id) => !was.includes(id))) {
					noteValue(item, by, verb('added'), [null, added]);
				}

				for (const removed of was.filter((id) => !is.includes(id))) {
					noteValue(item, by, verb('removed'), [removed, null]);
				}
			}
		},
	};
}

export type Activities = ReturnType<typeof activities>;
