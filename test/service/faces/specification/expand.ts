import type { Row, ServiceState, WorkItem } from '../../state';

/** A work item with the ids of the named relations replaced by the records (section 13). */
export function expanded(item: WorkItem, relations: string, state: ServiceState): unknown {
	const one = (rows: Row[], id: string | null) => rows.find((entry) => entry.id === id) ?? null;
	const many = (rows: Row[], ids: string[]) => rows.filter((entry) => ids.includes(entry.id));
	const replacements: Record<string, () => unknown> = {
		type: () => one(state.types, item.type),
		module: () => one(state.modules, item.module),
		labels: () => many(state.labels, item.labels),
		assignees: () => many(state.users, item.assignees),
		state: () => one(state.states, item.state),
		project: () => one(state.projects, item.project),
	};
	const names = relations.split(',').filter((name) => name in replacements);
	return {
		...item,
		...Object.fromEntries(names.map((name) => [name, replacements[name]?.()])),
	};
}
