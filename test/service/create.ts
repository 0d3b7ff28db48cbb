import { idOf, type Label, type Row, type ServiceState, type State } from './state';

/** Where a new record belongs: ids of its project and its workspace. */
interface Place {
	project: string;
	workspace: string;
}

export const now = (): string => new Date().toISOString();

/** As the server makes it out of a name: `In Review` becomes `in-review`. */
const slugOf = (name: string): string =>
	name
		.toLowerCase()
		.replace(/[^\w\s-]/g, '')
		.trim()
		.replace(/[\s-]+/g, '-');

/** The largest value among the records of a project; `none` where there are none. */
const largest = <Entry extends { project: string }>(
	rows: readonly Entry[],
	{ project }: Place,
	value: (entry: Entry) => number,
	none: number,
) => Math.max(none, ...rows.filter((entry) => entry.project === project).map(value));

/** What makes new records, with the same ids in each run. */
export function creator(state: ServiceState) {
	const created = new Map<string, number>();

	/** Id and times of a new record. */
	function fresh(kind: string): Row {
		const number = (created.get(kind) ?? 0) + 1;
		created.set(kind, number);
		const at = now();
		return { id: idOf(`new ${kind}`, number), created_at: at, updated_at: at };
	}

	return {
		fresh,

		label(place: Place, values: { name: string; color: string }): Label {
			const sort_order = largest(state.labels, place, (row) => row.sort_order, 55_535) + 10_000;
			const label = { ...fresh('label'), ...values, sort_order, ...place };
			state.labels.push(label);
			return label;
		},

		state(place: Place, values: { name: string; color: string }): State {
			const sequence = largest(state.states, place, (row) => row.sequence, 0) + 15_000;
			const order = { slug: slugOf(values.name), sequence, default: false };
			const entry = { ...fresh('state'), ...values, group: 'backlog', ...order, ...place };
			state.states.push(entry);
			return entry;
		},
	};
}

export type Creator = ReturnType<typeof creator>;
