import { idOf, type Label, type Row, type ServiceState, type State } from './state';

/** Where a new record belongs: ids of its project and its workspace. */
type Place = Record<'project' | 'workspace', string>;

export const now = (): string => new Date().toISOString();

/** As the server makes it out of a name: `In Review` becomes `in-review`. */
const slugOf = (name: string): string =>
	name
		.toLowerCase()
		.replace(/[^\w\s-]/g, '')
		.trim()
		.replace(/[\s-]+/g, '-');

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
			const mine = state.labels.filter(({ project }) => project === place.project);
			const last = Math.max(55_535, ...mine.map(({ sort_order }) => sort_order));
			const label = { ...fresh('label'), ...values, sort_order: last + 10_000, ...place };
			state.labels.push(label);
			return label;
		},

		state(place: Place, values: { name: string; color: string }): State {
			const mine = state.states.filter(({ project }) => project === place.project);
			const last = Math.max(0, ...mine.map(({ sequence }) => sequence));
			const order = { slug: slugOf(values.name), sequence: last + 15_000, default: false };
			const entry = { ...fresh('state'), ...values, group: 'backlog', ...order, ...place };
			state.states.push(entry);
			return entry;
		},
	};
}

export type Creator = ReturnType<typeof creator>;
